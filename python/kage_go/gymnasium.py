"""Phantom Go for one agent, in Gymnasium: `gymnasium.make("kage_go/PhantomGo-v0")`.

It needs `pip install "kage-go[gymnasium]"`. Importing this module registers the environment.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from kage_go._kage_go import PLANES, Game, Player
from kage_go.render import picture, text
from kage_go.vector import VectorEnv

ID = "kage_go/PhantomGo-v0"
RenderMode = Literal["ansi", "rgb_array"]


class PhantomGo(gymnasium.Env[NDArray[np.uint8], np.int64]):
    """A game against a player of Kage.

    The observation is the agent's view as planes (`kage_go.PLANES`); it gets nothing else. An action is a point (row by
    row from A1) or, last, a pass. A refused try is a step: the agent plays again. The reward is 1 for a win and -1 for a
    loss, at the end. `action_masks()` has the actions that make sense.

    opponent: the spec of a player.
    agent: the agent's seat; "random" draws it for each game.
    max_steps: the game is cut off after so many tries and moves of both sides; by default 8 for each point.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "rgb_array"], "render_fps": 2}

    def __init__(
        self,
        opponent: str = "all-as-first:playouts=200",
        rules: str = "borsboom",
        size: int = 9,
        komi: float | None = None,
        handicap: int | Sequence[str] = 0,
        agent: Literal["black", "white", "random"] = "random",
        max_steps: int | None = None,
        render_mode: RenderMode | None = None,
    ) -> None:
        if agent not in ("black", "white", "random"):
            raise ValueError(f'agent {agent!r}: give "black", "white" or "random"')
        if render_mode not in (None, "ansi", "rgb_array"):
            raise ValueError(f'render_mode {render_mode!r}: give "ansi" or "rgb_array"')
        limit = 8 * int(size) * int(size) if max_steps is None else max_steps
        self._terms = (rules, size, komi, handicap, None, limit)
        self._opponent_spec, self._agent_option = opponent, agent
        Player(opponent)
        self._game = Game(*self._terms)
        self._opponent = Player(opponent)
        self._agent: Literal["black", "white"] = "black"
        self._started = False
        self.render_mode = render_mode
        self.observation_space = gymnasium.spaces.Box(
            0, 255, (len(PLANES), self._game.size, self._game.size), np.uint8
        )
        self.action_space = gymnasium.spaces.Discrete(self._game.num_actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Begins a game, up to the agent's first turn."""
        super().reset(seed=seed)
        self._agent = (
            ("black", "white")[int(self.np_random.integers(2))]
            if self._agent_option == "random"
            else self._agent_option
        )
        self._opponent = Player(self._opponent_spec, int(self.np_random.integers(2**63)))
        self._game = Game(*self._terms)
        self._started = True
        self._let_opponent_play()
        return self._observation(), self._info()

    def step(
        self, action: np.int64 | int
    ) -> tuple[NDArray[np.uint8], float, bool, bool, dict[str, Any]]:
        """Tries a point or passes; then the opponent plays, up to the agent's next turn."""
        if not self._started:
            raise gymnasium.error.ResetNeeded("call reset before step")
        self._game.step(int(action), self._agent)
        self._let_opponent_play()
        reward = self._game.returns[self._agent == "white"]
        ended = self._game.over
        truncated = self._game.truncated
        return self._observation(), reward, ended and not truncated, truncated, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """The actions that make sense, from the agent's view alone, as `MaskablePPO` of sb3-contrib expects them."""
        return self._game.mask(self._agent)

    def render(self) -> Any:
        """The agent's view."""
        if self.render_mode is None:
            gymnasium.logger.warn('make the environment with render_mode="ansi" or "rgb_array"')
            return None
        view = self._game.view(self._agent)
        return text(view) if self.render_mode == "ansi" else picture(view)

    def _let_opponent_play(self) -> None:
        while self._game.to_play not in (None, self._agent):
            seat = self._game.to_play
            choice = self._opponent.choose(self._game.view(seat))
            if choice == "resign":
                assert seat is not None
                self._game.resign(seat)
            else:
                self._game.step(choice)

    def _observation(self) -> NDArray[np.uint8]:
        return self._game.observation(self._agent)

    def _info(self) -> dict[str, Any]:
        return {
            "action_mask": self.action_masks(),
            "agent": self._agent,
            "result": self._game.result,
        }


class PhantomGoVector(gymnasium.vector.VectorEnv[NDArray[np.uint8], NDArray[np.int64], Any]):
    """Many games against a player of Kage: `gymnasium.make_vec("kage_go/PhantomGo-v0", num_envs=64)`.

    It is `kage_go.VectorEnv` with an opponent, as a vector environment of Gymnasium.
    """

    def __init__(
        self,
        num_envs: int = 1,
        opponent: str = "all-as-first:playouts=200",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        render_mode: None = None,
        **options: Any,
    ) -> None:
        mode = AutoresetMode(autoreset_mode)
        self._envs = VectorEnv(
            num_envs, opponent=opponent, autoreset_mode=mode, copy=options.pop("copy", True), **options
        )
        size = self._envs.size
        self.num_envs = num_envs
        self.metadata = {"autoreset_mode": mode}
        self.single_observation_space = gymnasium.spaces.Box(
            0, 255, (len(PLANES), size, size), np.uint8
        )
        self.single_action_space = gymnasium.spaces.Discrete(size * size + 1)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Begins all games."""
        super().reset(seed=seed)
        return self._envs.reset(seed=seed, options=options)

    def step(self, actions: NDArray[np.int64]) -> Any:
        """Lets each game take its action."""
        return self._envs.step(actions)


def register() -> None:
    """Registers the environment, if it is not."""
    if ID not in gymnasium.registry:
        gymnasium.register(
            ID,
            entry_point="kage_go.gymnasium:PhantomGo",
            vector_entry_point="kage_go.gymnasium:PhantomGoVector",
            order_enforce=True,
        )


register()
