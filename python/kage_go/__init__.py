"""Phantom Go for research.

Two players and a referee: each player sees only the own stones and what the referee says. `Game` is a game,
`View` is what one seat knows, `Witness` sees the true position. `Player` is a player of Kage, `match` plays two players
against each other, `Net` evaluates views. `kage_go.players` helps to write players.

>>> import kage_go
>>> game = kage_go.Game(size=9)
>>> game.step("E5")
Heard('E5 is legal')
>>> game.step("E5")
Heard('E5 is illegal')
>>> game.to_play
'white'
"""

from kage_go import data, players
from kage_go._kage_go import (
    BLACK,
    EMPTY,
    PLANES,
    WHITE,
    Explanation,
    Game,
    Heard,
    Net,
    Player,
    Record,
    View,
    Witness,
    __version__,
)
from kage_go.errors import (
    ActionError,
    GameOverError,
    KageError,
    NetError,
    PlayerError,
    RulesError,
    SpecError,
    StateError,
    TurnError,
    VoidError,
)
from kage_go.matches import MatchReport, match
from kage_go.reports import Report, report
from kage_go.vector import VectorEnv

__all__ = [
    "BLACK",
    "EMPTY",
    "PLANES",
    "WHITE",
    "ActionError",
    "Explanation",
    "Game",
    "GameOverError",
    "Heard",
    "KageError",
    "MatchReport",
    "Net",
    "NetError",
    "Player",
    "PlayerError",
    "Record",
    "Report",
    "RulesError",
    "SpecError",
    "StateError",
    "TurnError",
    "VectorEnv",
    "View",
    "VoidError",
    "Witness",
    "__version__",
    "data",
    "match",
    "players",
    "report",
]
