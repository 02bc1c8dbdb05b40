"""Phantom Go for two agents, in PettingZoo: `kage_go.pettingzoo.env()`.

It needs `pip install "kage-go[pettingzoo]"`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Literal

import gymnasium
import numpy as np
from gymnasium.utils import EzPickle
from numpy.typing import NDArray
from pettingzoo import AECEnv

from kage_go._kage_go import PLANES, Game, Witness
from kage_go.errors import GameOverError
from kage_go.render import picture, text

_SEATS: dict[str, Literal["black", "white"]] = {"black_0": "black", "white_0": "white"}
_AGENTS = {"black": "black_0", "white": "white_0"}


def env(**options: Any) -> raw_env:
    """The environment. The options are those of `raw_env`.

    PettingZoo's usual wrappers are left out: they take most of the time of a step. The environment itself refuses
    actions that do not exist, and calls before `reset`.
    """
    return raw_env(**options)


class raw_env(AECEnv[str, Any, Any], EzPickle):  # noqa: N801 (PettingZoo's name)
    """A game of Phantom Go between `black_0` and `white_0`.

    An observation is a dict: `observation`, the agent's view as planes (`kage_go.PLANES`), and `action_mask` (int8). An
    action is a point (row by row from A1) or, last, a pass. A refused try is a step: the same agent stays selected. The
    rewards are 1 and -1 at the end.

    `state=True` adds `state()`, the true position, for critics that are trained on it; without it there is none.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": ["human", "ansi", "rgb_array"],
        "name": "kage_go_v0",
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        rules: str = "borsboom",
        size: int = 9,
        komi: float | None = None,
        handicap: int | Sequence[str] = 0,
        max_steps: int | None = None,
        render_mode: Literal["human", "ansi", "rgb_array"] | None = None,
        state: bool = False,
    ) -> None:
        EzPickle.__init__(self, rules, size, komi, handicap, max_steps, render_mode, state)
        super().__init__()
        if render_mode not in (None, "human", "ansi", "rgb_array"):
            raise ValueError(f'render_mode {render_mode!r}: give "human", "ansi" or "rgb_array"')
        limit = 8 * int(size) * int(size) if max_steps is None else max_steps
        self._terms = (rules, size, komi, handicap, None, limit)
        self._with_state = state
        self._witness: Witness | None = None
        self._game = self._new_game()
        self.render_mode = render_mode
        lines, actions = self._game.size, self._game.num_actions
        self.possible_agents = list(_SEATS)
        # As everywhere in PettingZoo, there are no agents before `reset`.
        self.agents: list[str] = []
        self._started = False
        space = gymnasium.spaces.Dict(
            {
                "observation": gymnasium.spaces.Box(0, 255, (len(PLANES), lines, lines), np.uint8),
                "action_mask": gymnasium.spaces.Box(0, 1, (actions,), np.int8),
            }
        )
        self._observation_spaces = {agent: space for agent in _SEATS}
        self._action_spaces = {agent: gymnasium.spaces.Discrete(actions) for agent in _SEATS}
        if state:
            self.state_space = gymnasium.spaces.Box(0, 2, (lines, lines), np.int8)

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """The space of an agent's observations; always the same object."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """The space of an agent's actions; always the same object."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game. Nothing in it is random, so the seed changes nothing."""
        self._game = self._new_game()
        self._started = True
        self.agents = list(_SEATS)
        self.rewards = {agent: 0.0 for agent in _SEATS}
        self._cumulative_rewards = {agent: 0.0 for agent in _SEATS}
        self.terminations = {agent: False for agent in _SEATS}
        self.truncations = {agent: False for agent in _SEATS}
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in _SEATS}
        self.agent_selection = self._selected()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent knows."""
        self._check_started()
        seat = _SEATS[agent]
        return {
            "observation": self._game.observation(seat),
            "action_mask": self._game.mask(seat).view(np.int8),
        }

    def step(self, action: Any) -> None:
        """Tries a point or passes for the selected agent."""
        self._check_started()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._game.step(action, _SEATS[agent])
        self._cumulative_rewards[agent] = 0.0
        game = self._game
        if game.over:
            self.rewards = dict(zip(_SEATS, game.returns, strict=True))
            self.terminations = {agent: not game.truncated for agent in _SEATS}
            self.truncations = {agent: game.truncated for agent in _SEATS}
            self._accumulate_rewards()
            self.agent_selection = _AGENTS["white" if agent == "black_0" else "black"]
        else:
            self.agent_selection = self._selected()

    def state(self) -> NDArray[np.int8]:
        """The true position: 0 empty, 1 black, 2 white. The environment must have been made with `state=True`."""
        self._check_started()
        if self._witness is None:
            raise NotImplementedError("make the environment with state=True: the true position is hidden")
        return self._witness.board

    def render(self) -> Any:
        """The view of the selected agent; "human" prints it."""
        if self.render_mode is None:
            gymnasium.logger.warn('make the environment with render_mode="human", "ansi" or "rgb_array"')
            return None
        self._check_started()
        view = self._game.view(_SEATS[self.agent_selection])
        if self.render_mode == "human":
            print(text(view))
            return None
        return text(view) if self.render_mode == "ansi" else picture(view)

    def close(self) -> None:
        """Does nothing: there is no window."""

    def _check_started(self) -> None:
        if not self._started:
            raise GameOverError("call reset first")

    def _new_game(self) -> Game:
        if not self._with_state:
            return Game(*self._terms)
        game, self._witness = Game.with_witness(*self._terms)
        return game

    def _selected(self) -> str:
        return _AGENTS[self._game.to_play or "black"]
