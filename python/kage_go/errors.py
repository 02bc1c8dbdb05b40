"""The exceptions of kage_go.

All are subclasses of `KageError`, and of the built-in exception that fits.
"""


class KageError(Exception):
    """Any exception of kage_go."""


class ActionError(KageError, ValueError):
    """This is no action on this board. The game is as it was."""


class TurnError(KageError, ValueError):
    """It is the other seat's turn. The game is as it was."""


class GameOverError(KageError, RuntimeError):
    """The game is over (or, for its record, it is not over yet)."""


class RulesError(KageError, ValueError):
    """There are no such rules, or no such board."""


class SpecError(KageError, ValueError):
    """There is no such player, or it has no such option."""


class PlayerError(KageError, RuntimeError):
    """A player failed: it raised an exception or returned something that is no action."""


class NetError(KageError, ValueError):
    """This is no net, or it does not play this board, or its weights do not fit."""


class StateError(KageError, ValueError):
    """What was stored (a pickled game, the store of a match) cannot be continued here."""


class VoidError(KageError, RuntimeError):
    """A game does not count: it could not be played to its end."""
