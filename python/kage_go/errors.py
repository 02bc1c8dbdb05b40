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


class StateError(KageError, ValueError):
    """This is not a pickled game, or not one of this version."""


class VoidError(KageError, RuntimeError):
    """A game does not count: it could not be played to its end."""
