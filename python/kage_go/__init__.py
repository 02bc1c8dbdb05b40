"""Phantom Go for research.

Two players and a referee: each player sees only the own stones and what the referee says. `Game` is a game,
`View` is what one seat knows, `Witness` sees the true position.

>>> import kage_go
>>> game = kage_go.Game(size=9)
>>> game.step("E5")
Heard('E5 is legal')
>>> game.step("E5")
Heard('E5 is illegal')
>>> game.to_play
'white'
"""

from kage_go._kage_go import (
    BLACK,
    EMPTY,
    PLANES,
    WHITE,
    Game,
    Heard,
    Record,
    View,
    Witness,
    __version__,
)
from kage_go.errors import (
    ActionError,
    GameOverError,
    KageError,
    RulesError,
    StateError,
    TurnError,
    VoidError,
)

__all__ = [
    "BLACK",
    "EMPTY",
    "PLANES",
    "WHITE",
    "ActionError",
    "Game",
    "GameOverError",
    "Heard",
    "KageError",
    "Record",
    "RulesError",
    "StateError",
    "TurnError",
    "View",
    "VoidError",
    "Witness",
    "__version__",
]
