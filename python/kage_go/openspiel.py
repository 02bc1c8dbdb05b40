"""Phantom Go of Kage as a game of OpenSpiel: `kage_phantom_go`.

It needs `pip install "kage-go[openspiel]"`. Importing this module registers the game.

>>> import pyspiel
>>> import kage_go.openspiel
>>> game = pyspiel.load_game("kage_phantom_go", {"board_size": 3})
>>> state = game.new_initial_state()
>>> state.apply_action(4)
>>> state.apply_action(4)
>>> state.current_player()
1

With the default rules, `openspiel`, it is move for move the game that OpenSpiel calls `phantom_go`. It adds information
states (perfect recall), `resample_from_infostate`, and all other rules of Kage.
"""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
import pyspiel
from numpy.typing import NDArray

from kage_go._kage_go import PLANES, Game, View

NAME = "kage_phantom_go"
_SEATS: tuple[Literal["black"], Literal["white"]] = ("black", "white")
_OPTIONS: dict[str, Any] = {
    "rules": "openspiel",
    "board_size": 9,
    "komi": 7.5,
    "handicap": 0,
    # 0 stands for 4 steps a point, as in OpenSpiel.
    "max_game_length": 0,
}
_TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Phantom Go of Kage",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=_OPTIONS,
)


class KageGame(pyspiel.Game):
    """The game with its options: rules, board_size, komi, handicap, max_game_length.

    A game that reaches max_game_length is counted as it stands, whatever the rules say.
    """

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        self.options = {**_OPTIONS, **(params or {})}
        size = int(self.options["board_size"])
        self.length = int(self.options["max_game_length"]) or 4 * size * size
        rules = str(self.options["rules"])
        # The limit is a setting of the rules where it is a multiple of the points. Others cut off without a count.
        if self.length % (size * size):
            raise ValueError(f"max_game_length {self.length}: give a multiple of {size * size} points")
        self.start = Game(
            f"{rules} steps-per-point={self.length // (size * size)}",
            size,
            float(self.options["komi"]),
            int(self.options["handicap"]),
            seed=0,
        )
        info = pyspiel.GameInfo(
            num_distinct_actions=self.start.num_actions,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.length,
        )
        super().__init__(_TYPE, info, self.options)

    def new_initial_state(self) -> KageState:
        """The state before the first step."""
        return KageState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> KageObserver:
        """What a player observes: its view, or everything that it heard."""
        return KageObserver(self, iig_obs_type, params)


class KageState(pyspiel.State):
    """A state of the game. Players must not use it; they use observers."""

    def __init__(self, game: KageGame) -> None:
        super().__init__(game)
        self.kage = game.start.copy()

    def current_player(self) -> int:
        """The player to move: 0 Black, 1 White."""
        seat = self.kage.to_play
        return pyspiel.PlayerId.TERMINAL if seat is None else _SEATS.index(seat)

    def _legal_actions(self, player: int) -> list[int]:
        return np.flatnonzero(self.kage.mask(_SEATS[player])).tolist()

    def _apply_action(self, action: int) -> None:
        self.kage.step(action)

    def _action_to_string(self, player: int, action: int) -> str:
        size = self.kage.size
        if action == size * size:
            return f"{'BW'[player]} PASS"
        row, col = divmod(action, size)
        return f"{'BW'[player]} {'abcdefghjklmnopqrst'[col]}{row + 1}"

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.kage.over

    def returns(self) -> list[float]:
        """1 for the winner, -1 for the loser, 0 for a draw."""
        return list(self.kage.returns)

    def view(self, player: int) -> View:
        """What a player knows."""
        return self.kage.view(_SEATS[player])

    def resample_from_infostate(self, player: int, sampler: Any = None) -> KageState:
        """A state that the player cannot tell from this one; the sampler gives a number from 0 to 1."""
        seed = int((sampler() if sampler is not None else np.random.random()) * 2**53)
        state = self.get_game().new_initial_state()
        for action in self.view(player).histories(1, seed)[0]:
            state.apply_action(action)
        return state  # type: ignore[no-any-return]

    def __deepcopy__(self, memo: object) -> KageState:
        """The same state, with the same history."""
        state = self.get_game().new_initial_state()
        for action in self.history():
            state.apply_action(action)
        return state  # type: ignore[no-any-return]

    def __str__(self) -> str:
        """Both players' information states."""
        return "\n".join(self.kage.information_state(seat) for seat in _SEATS)


class KageObserver:
    """An observer of OpenSpiel's kind, with `tensor`, `dict` and `string_from`.

    With perfect recall it gives everything that the player heard, else the player's view as planes. Without private
    information it gives what both players know: who is to move, and the number of moves.
    """

    def __init__(self, game: KageGame, iig_obs_type: Any, params: Any) -> None:
        if params:
            raise ValueError(f"there are no parameters of observations: {params}")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        self._private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._recall = bool(kind.perfect_recall)
        # A step is heard once, and the end is heard.
        self._length = game.length + 1
        size = game.start.size
        pieces: list[tuple[str, tuple[int, ...]]] = [("player", (2,))]
        if kind.public_info or self._private:
            pieces += [("to_move", (2,)), ("moves", (1,))]
        if self._private and self._recall:
            width = game.start.view("black").information_state_tensor(0).shape[1]
            pieces.append(("heard", (self._length, width)))
        elif self._private:
            pieces.append(("view", (len(PLANES), size, size)))
        lengths = [int(np.prod(shape)) for _, shape in pieces]
        self.tensor: NDArray[np.float32] = np.zeros(sum(lengths), np.float32)
        self.dict: dict[str, NDArray[np.float32]] = {}
        at = 0
        for (name, shape), length in zip(pieces, lengths, strict=True):
            self.dict[name] = self.tensor[at : at + length].reshape(shape)
            at += length

    def set_from(self, state: KageState, player: int) -> None:
        """Writes what the player observes to `tensor` and `dict`."""
        self.tensor.fill(0)
        view = state.view(player)
        self.dict["player"][player] = 1
        if "to_move" in self.dict:
            if not view.over:
                self.dict["to_move"][state.current_player()] = 1
            self.dict["moves"][0] = view.moves
        if "heard" in self.dict:
            self.dict["heard"][:] = view.information_state_tensor(self._length)
        if "view" in self.dict:
            self.dict["view"][:] = view.observation()

    def string_from(self, state: KageState, player: int) -> str:
        """What the player observes, as text."""
        view = state.view(player)
        if self._private:
            return view.information_state() if self._recall else repr(view)
        return f"{view.moves} moves, {view.to_play or 'nobody'} to play"


def register() -> None:
    """Registers the game, if it is not."""
    if NAME not in pyspiel.registered_names():
        pyspiel.register_game(_TYPE, KageGame)


register()
