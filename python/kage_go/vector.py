"""Many games at once, in Gymnasium's form."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kage_go._kage_go import _Vector
from kage_go.errors import ActionError

Autoreset = Literal["NextStep", "SameStep", "Disabled"]


class VectorEnv:
    """Many games that take a step together: `reset` and `step` as in Gymnasium's vector environments.

    Without an opponent both seats act in turn: the observation, the mask and `infos["to_play"]` (0 Black, 1 White) are of
    the seat to play, and the rewards have shape (n, 2), for Black and for White. With an opponent, the spec of a
    built-in player, the agent has one seat, and the rewards have shape (n,).

    Observations are uint8 of shape (n, planes, size, size), `infos["action_mask"]` are bools of shape (n, actions).
    With `copy=False` a step returns the same arrays each time and writes them anew; the caller must not write them.

    `autoreset_mode`: "NextStep" (the step after the end begins a new game and ignores its action), "SameStep" (the step
    that ends a game begins the next one; `infos["final_obs"]` has the last observations), or "Disabled" (reset with
    `options={"reset_mask": bools}`).

    The games depend on the seed and the actions alone, whatever the number of threads. Other Python threads run during a
    step.

    >>> import kage_go
    >>> envs = kage_go.VectorEnv(3, size=5)
    >>> observations, infos = envs.reset(seed=1)
    >>> observations.shape, infos["action_mask"].shape
    ((3, 16, 5, 5), (3, 26))
    >>> observations, rewards, terminated, truncated, infos = envs.step([12, 12, 25])
    >>> infos["to_play"].tolist(), rewards.shape
    ([1, 1, 1], (3, 2))
    """

    def __init__(
        self,
        num_envs: int,
        *,
        rules: str = "borsboom",
        size: int = 9,
        komi: float | None = None,
        handicap: int | Sequence[str] = 0,
        max_steps: int | None = None,
        opponent: str | None = None,
        agent: Literal["black", "white", "random"] = "random",
        threads: int = 1,
        autoreset_mode: Any = "NextStep",
        copy: bool = False,
    ) -> None:
        mode = str(getattr(autoreset_mode, "value", autoreset_mode))
        if max_steps is None:
            max_steps = 8 * int(size) * int(size)
        self._vector = _Vector(
            num_envs, rules, size, komi, handicap, max_steps, opponent, agent, threads, mode
        )
        self.num_envs, self.size = num_envs, int(size)
        self.autoreset_mode: Autoreset = mode  # type: ignore[assignment]
        self._same_step = mode == "SameStep"
        self._alone = opponent is not None
        self._copy = copy
        arrays = self._vector.arrays()
        self._obs, self._final, self._masks, self._rewards, self._to_play = arrays[:5]
        self._terminated, self._truncated = arrays[5:]
        self._all = np.ones(num_envs, dtype=np.bool_)
        self._agent_rewards = np.zeros(num_envs, dtype=np.float32)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Begins all games, or those of `options["reset_mask"]`, and returns observations and infos."""
        marks = (options or {}).get("reset_mask", self._all)
        marks = np.ascontiguousarray(marks)
        if marks.dtype != np.bool_:
            raise ValueError(f"reset_mask is an array of bools, not of {marks.dtype}")
        self._vector.reset(seed, marks)
        return self._given(self._obs), self._infos()

    def step(
        self, actions: ArrayLike
    ) -> tuple[
        NDArray[np.uint8],
        NDArray[np.float32],
        NDArray[np.bool_],
        NDArray[np.bool_],
        dict[str, Any],
    ]:
        """Lets each game take its action. Returns observations, rewards, terminated, truncated, infos."""
        given = np.asarray(actions)
        if given.dtype.kind not in "iu" or given.ndim != 1:
            raise ActionError(
                f"actions are one row of integers, not {given.dtype} of shape {given.shape}"
            )
        self._vector.step(np.ascontiguousarray(given, dtype=np.int64))
        infos = self._infos()
        if self._same_step:
            ended = self._terminated | self._truncated
            if ended.any():
                infos["final_obs"], infos["_final_obs"] = self._given(self._final), ended
        return (
            self._given(self._obs),
            self._told_rewards(),
            self._given(self._terminated),
            self._given(self._truncated),
            infos,
        )

    def random_actions(self, random: np.random.Generator) -> NDArray[np.int64]:
        """One action of each mask, each with the same chance; a pass where a mask is empty."""
        return self._vector.random_actions(int(random.integers(2**63)))

    def close(self) -> None:
        """Does nothing: the games and their threads end with this object."""

    def _given(self, array: Any) -> Any:
        return array.copy() if self._copy else array

    def _told_rewards(self) -> NDArray[np.float32]:
        if not self._alone:
            return self._given(self._rewards)  # type: ignore[no-any-return]
        np.copyto(self._agent_rewards, self._rewards[:, 0])
        return self._given(self._agent_rewards)  # type: ignore[no-any-return]

    def _infos(self) -> dict[str, Any]:
        return {"action_mask": self._given(self._masks), "to_play": self._given(self._to_play)}
