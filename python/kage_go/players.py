"""Players: those of Kage by their specs, and helpers to write your own.

A Python player is a function that gets a `kage_go.View` and returns an action (a number, a text such as "E5" or "pass",
or "resign"). After a refusal it is asked again.

>>> from kage_go import players
>>> "all-as-first" in players.names()
True
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kage_go._kage_go import Player, View, _registry
from kage_go.errors import PlayerError

__all__ = ["FromScores", "Player", "Uniform", "describe", "names"]


def names() -> list[str]:
    """The names of all players of Kage. (The player `goals` sees the whole board and is left out.)"""
    return [name for name, _, _, _ in _registry()]


def describe(name: str) -> str:
    """What a player does, where it comes from, and its options."""
    for known, about, source, options in _registry():
        if known == name:
            lines = [f"{name}: {about}", f"  source: {source}"]
            lines += [f"  {o}=  {takes} (default: {default}): {what}" for o, takes, default, what in options]
            return "\n".join(lines)
    raise KeyError(f"there is no player {name!r}; there are {', '.join(names())}")


class Uniform:
    """Chooses any action of the mask with the same chance; it passes only if nothing else is left.

    >>> import kage_go
    >>> kage_go.players.Uniform(seed=3)(kage_go.Game(size=5).view()) < 25
    True
    """

    def __init__(self, seed: int = 1) -> None:
        self.name = "uniform"
        self._random = np.random.default_rng(seed)

    def __call__(self, view: View) -> int:
        """Chooses an action."""
        points = np.flatnonzero(view.mask()[:-1])
        return int(self._random.choice(points)) if len(points) else len(view.mask()) - 1


class FromScores:
    """A player made of a function that scores actions, such as a torch model.

    The function gets the observation as uint8 of shape (1, planes, size, size) and returns one number for each action.
    Actions outside the mask are left out. With `temperature=0` the best one is chosen, else one is drawn from the
    softmax. NaN, infinite numbers and a wrong shape raise a `PlayerError`.

    >>> import kage_go
    >>> player = kage_go.players.FromScores(lambda observation: list(range(26)), name="last")
    >>> player(kage_go.Game(size=5).view())
    25
    """

    def __init__(
        self,
        scores: Callable[[NDArray[np.uint8]], Any],
        name: str = "scores",
        temperature: float = 0.0,
        seed: int = 1,
    ) -> None:
        self.name = name
        self._scores = scores
        self._temperature = temperature
        self._random = np.random.default_rng(seed)

    def __call__(self, view: View) -> int:
        """Chooses an action."""
        mask = view.mask()
        told: ArrayLike = self._scores(view.observation()[None])
        detach = getattr(told, "detach", None)
        scores = np.asarray(detach().cpu() if detach else told, dtype=np.float64).reshape(-1)
        if scores.shape != mask.shape:
            raise PlayerError(f"{self.name} gave {scores.size} scores; there are {mask.size} actions")
        if not np.isfinite(scores[mask]).all():
            raise PlayerError(f"{self.name} gave a score that is not a finite number")
        scores[~mask] = -np.inf
        if self._temperature <= 0:
            return int(scores.argmax())
        chances = np.exp((scores - scores.max()) / self._temperature)
        return int(self._random.choice(len(chances), p=chances / chances.sum()))
