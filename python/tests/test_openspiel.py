"""OpenSpiel: its own tests on our game, and our rules `openspiel` against its C++ `phantom_go`, step by step."""

import random

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import exploitability, external_sampling_mccfr, ismcts
from open_spiel.python.algorithms.get_all_states import get_all_states
from open_spiel.python.observation import make_observation

import kage_go
import kage_go.openspiel
from kage_go import Game


def load(**options):
    return pyspiel.load_game(kage_go.openspiel.NAME, options)


def test_openspiel_tests_the_game() -> None:
    pyspiel.random_sim_test(load(board_size=3), num_sims=10, serialize=False, verbose=False)
    pyspiel.random_sim_test(load(board_size=9), num_sims=2, serialize=False, verbose=False)
    pyspiel.random_sim_test(
        load(board_size=4, rules="hamburg", komi=0.5), num_sims=5, serialize=True, verbose=False
    )


class Difference(AssertionError):
    pass


def same(what: str, ours: object, theirs: object, history: list[int]) -> None:
    if ours != theirs:
        raise Difference(f"{what}: {ours} instead of {theirs} after {history}")


def boards(text: str, size: int) -> tuple[set[int], set[int]]:
    """The black and the white stones of a board that OpenSpiel draws, top line first."""
    rows = [line.split()[1] for line in text.splitlines()[:size]]
    points = {mark: set() for mark in "XO+"}
    for row, line in enumerate(reversed(rows)):
        for col, mark in enumerate(line):
            points[mark].add(row * size + col)
    return points["X"], points["O"]


def shown_of(view: kage_go.View) -> set[int]:
    """The opponent's stones that the referee has named and that still stand, from what the seat heard alone."""
    shown: set[int] = set()
    for heard in view.heard:
        if heard.reason == "opponent stone":
            shown.add(heard.action)
        shown -= set(heard.taken_points)
    return shown


def compare(size: int, seed: int, passes: float, rules: str = "openspiel") -> list[int]:
    """Plays a game in both, with many passes or few, and compares everything that can be compared."""
    theirs = pyspiel.load_game("phantom_go", {"board_size": size}).new_initial_state()
    ours, witness = Game.with_witness(rules, size)
    choose = random.Random(seed)
    history: list[int] = []
    while True:
        same("over", ours.over, theirs.is_terminal(), history)
        same("returns", list(ours.returns), theirs.returns(), history)
        truth = str(theirs).splitlines()
        black, white = boards("\n".join(truth[2 : 2 + size]), size)
        board = witness.board.reshape(-1)
        same("black stones", set(np.flatnonzero(board == 1).tolist()), black, history)
        same("white stones", set(np.flatnonzero(board == 2).tolist()), white, history)
        for player, seat in enumerate(("black", "white")):
            view = ours.view(seat)
            seen = boards(theirs.observation_string(player), size)
            same(f"{seat}'s own", set(np.flatnonzero(view.mine).tolist()), seen[player], history)
            same(f"{seat} is shown", shown_of(view), seen[1 - player], history)
            assert view.theirs.reshape(-1)[sorted(seen[1 - player])].all()
        if ours.over:
            return history
        same("to play", ("black", "white").index(ours.to_play), theirs.current_player(), history)
        legal = theirs.legal_actions()
        same("legal", np.flatnonzero(ours.mask()).tolist(), legal, history)
        action = size * size if choose.random() < passes else choose.choice(legal)
        heard = ours.step(action)
        theirs.apply_action(action)
        history.append(action)
        told = theirs.observation_string(0).splitlines()[size + 1 :]
        same("refused", heard.refused, "observational" in told[0], history)
        taken = int(told[1].split()[3]) if len(told) > 1 else 0
        same("taken", heard.taken, taken, history)
        if heard.stones is not None:
            tensor = theirs.observation_tensor(0)
            same("stones", heard.stones, (int(tensor[0]), int(tensor[1])), history)


def play_many(games: int) -> dict[str, int]:
    """Games of all sizes from 2 to 9, with none, few and many passes. Returns what happened in them."""
    counts = {"games": 0, "steps": 0, "refused between passes": 0}
    for seed in range(games):
        size = (2, 3, 4, 5, 3, 2, 7, 9)[seed % 8]
        history = compare(size, seed, (0.0, 0.05, 0.3, 0.5)[seed // 8 % 4])
        counts["games"] += 1
        counts["steps"] += len(history)
    return counts


def test_the_rules_openspiel_are_those_of_phantom_go() -> None:
    counts = play_many(300)
    assert counts["games"] == 300 and counts["steps"] > 5_000


@pytest.mark.long
def test_the_rules_openspiel_are_those_of_phantom_go_in_ten_thousand_games() -> None:
    assert play_many(10_000)["games"] == 10_000


@pytest.mark.parametrize(
    "wrong",
    ["openspiel ko=superko", "openspiel steps-per-point=3", "openspiel repetition=allowed", "openspiel komi=-7.5"],
)
def test_the_comparison_finds_differences(wrong: str) -> None:
    """Other rules are not those of phantom_go: the comparison is not blind."""
    with pytest.raises((Difference, kage_go.GameOverError)):
        for seed in range(400):
            compare(2, seed, 0.1, wrong)


def test_pass_refused_try_pass_goes_on() -> None:
    game = Game("openspiel", 3)
    for action in ("B2", "A1", "pass", "B2", "pass"):
        assert game.step(action).refused == (game.steps == 4)
    assert not game.over and game.to_play == "black"
    game.step("pass")
    assert game.result is not None


def test_a_refused_suicide_may_be_tried_again() -> None:
    game = Game("openspiel", 3)
    for action in ("A2", "pass", "B1"):
        game.step(action)
    assert game.step("A1").reason is None
    assert game.mask()[0], "suicide: no stone stands there"
    assert game.step("A1").refused


def test_both_observers_agree_with_the_views() -> None:
    game = load(board_size=4)
    state = game.new_initial_state()
    recall = make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
    plain = make_observation(game)
    public = make_observation(
        game,
        pyspiel.IIGObservationType(
            public_info=True, perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE
        ),
    )
    choose = random.Random(5)
    while not state.is_terminal():
        for player, seat in enumerate(("black", "white")):
            view = state.kage.view(seat)
            recall.set_from(state, player)
            assert recall.string_from(state, player) == view.information_state()
            heard = view.information_state_tensor()
            assert (recall.dict["heard"][: len(heard)] == heard).all()
            assert (recall.dict["heard"][len(heard) :] == 0).all()
            plain.set_from(state, player)
            assert (plain.dict["view"] == view.observation()).all()
            public.set_from(state, player)
            assert set(public.dict) == {"player", "to_move", "moves"}
        assert public.string_from(state, 0) == public.string_from(state, 1)
        state.apply_action(choose.choice(state.legal_actions()))
    assert state.information_state_string(0) != state.information_state_string(1)


def test_clones_and_resampled_states() -> None:
    game = load(board_size=4)
    for seed in range(12):
        choose = random.Random(seed)
        state = game.new_initial_state()
        for _ in range(14):
            if state.is_terminal():
                break
            state.apply_action(choose.choice(state.legal_actions()))
        same_state = state.clone()
        assert str(same_state) == str(state) and same_state.history() == state.history()
        if state.is_terminal():
            continue
        player, different = state.current_player(), 0
        for _ in range(4):
            other = state.resample_from_infostate(player, choose.random)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.current_player() == player
            assert other.legal_actions() == state.legal_actions()
            different += other.history() != state.history()
        assert different > 0 or len(state.history()) < 3


def test_is_mcts_runs_on_it() -> None:
    game = load(board_size=3)
    bot = ismcts.ISMCTSBot(
        game=game,
        evaluator=Rollouts(),
        uct_c=2.0,
        max_simulations=20,
        random_state=np.random.RandomState(1),
    )
    state = game.new_initial_state()
    while not state.is_terminal() and len(state.history()) < 4:
        state.apply_action(bot.step(state))
    assert len(state.history()) >= 2


class Rollouts:
    """OpenSpiel's evaluator, for states that are Python objects."""

    def evaluate(self, state):
        state = state.clone()
        choose = random.Random(len(state.history()))
        while not state.is_terminal():
            state.apply_action(choose.choice(state.legal_actions()))
        return state.returns()

    def prior(self, state):
        legal = state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]


def test_sampled_counterfactual_regret_runs_on_it() -> None:
    game = load(board_size=2, max_game_length=4, komi=0.5)
    states = get_all_states(game, include_terminals=False, to_string=lambda state: state.history_str())
    assert len(states) > 100
    solver = external_sampling_mccfr.ExternalSamplingSolver(
        game, external_sampling_mccfr.AverageType.SIMPLE
    )
    before = exploitability.nash_conv(game, solver.average_policy())
    for _ in range(40):
        solver.iteration()
    after = exploitability.nash_conv(game, solver.average_policy())
    assert after < before


def test_bad_options_are_refused() -> None:
    with pytest.raises(Exception, match="multiple of 9"):
        load(board_size=3, max_game_length=10)
    with pytest.raises(Exception, match="nonsense"):
        load(rules="nonsense")
