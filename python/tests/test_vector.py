"""VectorEnv: the same games as single ones, for any number of threads, in the same buffers."""

import hashlib
import multiprocessing
import pickle

import numpy as np
import pytest

import kage_go
from kage_go import Game, VectorEnv


def rollout(envs: VectorEnv, steps: int, seed: int) -> str:
    """A hash of everything that some random steps give."""
    random = np.random.default_rng(seed)
    given = hashlib.sha256()
    observations, infos = envs.reset(seed=seed)
    given.update(observations.tobytes())
    for _ in range(steps):
        told = envs.step(envs.random_actions(random))
        for array in (*told[:4], told[4]["action_mask"], told[4]["to_play"]):
            given.update(array.tobytes())
    return given.hexdigest()


@pytest.mark.parametrize("opponent", [None, "random", "all-as-first:playouts=10"])
def test_the_number_of_threads_changes_nothing(opponent) -> None:
    def of(threads: int, seed: int) -> str:
        return rollout(VectorEnv(13, size=5, opponent=opponent, threads=threads), 60, seed)

    assert of(1, 7) == of(2, 7) == of(5, 7)
    if opponent is not None:
        assert of(1, 7) != of(1, 8)


def test_each_game_is_a_game() -> None:
    """Every row is what a single Game with the same actions gives."""
    envs = VectorEnv(6, rules="hamburg", size=4, max_steps=40, copy=True)
    games = [Game("hamburg", 4, max_steps=40) for _ in range(6)]
    random = np.random.default_rng(3)
    observations, infos = envs.reset(seed=1)
    ended = np.zeros(6, dtype=bool)
    finished = 0
    for _ in range(200):
        actions = envs.random_actions(random)
        observations, rewards, terminated, truncated, infos = envs.step(actions)
        for at, game in enumerate(games):
            if ended[at]:
                games[at] = game = Game("hamburg", 4, max_steps=40)
                finished += 1
                assert rewards[at].tolist() == [0.0, 0.0]
            else:
                game.step(actions[at])
                assert rewards[at].tolist() == list(game.returns)
            assert terminated[at] == (game.over and not game.truncated)
            assert truncated[at] == game.truncated
            seat = ("black", "white")[infos["to_play"][at]]
            if not game.over:
                assert game.to_play == seat
            assert (observations[at] == game.observation(seat)).all()
            assert (infos["action_mask"][at] == game.mask(seat)).all()
        ended = terminated | truncated
    assert finished > 10


def test_the_step_that_ends_a_game_can_begin_the_next() -> None:
    envs = VectorEnv(2, size=3, autoreset_mode="SameStep", copy=True)
    fresh, _ = envs.reset(seed=1)
    envs.step([0, 9])
    envs.step([9, 0])
    observations, rewards, terminated, _, infos = envs.step([9, 1])
    assert terminated.tolist() == [True, False] and rewards[0].tolist() == [1.0, -1.0]
    assert (observations[0] == fresh[0]).all(), "a new game"
    assert infos["_final_obs"].tolist() == [True, False]
    final = dict(zip(kage_go.PLANES, infos["final_obs"][0], strict=True))
    assert final["i_am_white"].all() and final["passed_last"].all(), "White would be next"
    _, rewards, terminated, _, infos = envs.step([0, 2])
    assert not terminated.any() and "final_obs" not in infos


def test_games_that_ended_can_wait_for_a_reset() -> None:
    envs = VectorEnv(2, size=3, autoreset_mode="Disabled")
    envs.reset(seed=1)
    envs.step([9, 0])
    _, _, terminated, _, infos = envs.step([9, 1])
    assert terminated.tolist() == [True, False]
    assert not infos["action_mask"][0].any()
    with pytest.raises(kage_go.GameOverError, match="game 0 is over"):
        envs.step([0, 0])
    envs.reset(options={"reset_mask": np.array([True, False])})
    _, _, _, _, infos = envs.step([0, 2])
    assert infos["to_play"].tolist() == [1, 1]


def test_buffers_are_used_again_or_copied() -> None:
    envs = VectorEnv(2, size=3)
    first, infos = envs.reset(seed=1)
    again = envs.step([0, 1])[0]
    assert again is first and first[0, kage_go.PLANES.index("i_am_white")].all()
    envs = VectorEnv(2, size=3, copy=True)
    first, _ = envs.reset(seed=1)
    assert envs.step([0, 1])[0] is not first
    assert not first[0, kage_go.PLANES.index("i_am_white")].any()


def test_an_opponent_plays_the_other_seat() -> None:
    envs = VectorEnv(40, size=5, opponent="all-as-first:playouts=20", threads=2, copy=True)
    random = np.random.default_rng(1)
    _, infos = envs.reset(seed=4)
    assert set(infos["to_play"].tolist()) == {0, 1}, "the agent's seat is drawn"
    total, games = 0.0, 0
    for _ in range(120):
        _, rewards, terminated, truncated, infos = envs.step(envs.random_actions(random))
        assert rewards.shape == (40,)
        total += rewards.sum()
        games += int((terminated | truncated).sum())
    assert games > 40 and total / games < -0.3, "random loses"
    black = VectorEnv(3, size=5, opponent="random", agent="black")
    assert black.reset(seed=1)[1]["to_play"].tolist() == [0, 0, 0]


@pytest.mark.parametrize(
    ("actions", "text"),
    [
        ([0], "1 actions for 2"),
        ([0, 10], "game 1: 10 is no action"),
        ([-1, 0], "game 0: -1 is no action"),
        ([0.5, 1.0], "float64"),
        ([[0, 1]], "shape"),
        ([True, False], "bool"),
    ],
)
def test_bad_actions_change_nothing(actions, text) -> None:
    envs = VectorEnv(2, size=3)
    before = envs.reset(seed=1)[0].copy()
    with pytest.raises(kage_go.ActionError, match=text):
        envs.step(actions)
    assert (envs.reset(options={"reset_mask": np.zeros(2, dtype=bool)})[0] == before).all()


def test_bad_options_are_refused() -> None:
    for options, text in [
        ({"num_envs": 0}, "at least 1"),
        ({"threads": 0}, "at least 1"),
        ({"autoreset_mode": "Never"}, "SameStep"),
        ({"agent": "green"}, "random"),
        ({"opponent": "nobody"}, "nobody"),
        ({"size": 77}, "2 to 19"),
    ]:
        with pytest.raises(ValueError, match=text):
            VectorEnv(**{"num_envs": 2, **options})
    envs = VectorEnv(2)
    with pytest.raises(kage_go.GameOverError, match="reset first"):
        envs.step([0, 0])
    with pytest.raises(ValueError, match="bools"):
        envs.reset(options={"reset_mask": [1, 0]})
    with pytest.raises(ValueError, match="3 marks for 2 games"):
        envs.reset(options={"reset_mask": [True, True, False]})


def in_child(queue) -> None:
    queue.put(rollout(VectorEnv(4, size=5, threads=2), 30, 5))


def in_fork(envs: VectorEnv, queue) -> None:
    queue.put(rollout(envs, 30, 5))


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_fork_and_spawn_work() -> None:
    envs = VectorEnv(4, size=5, threads=2)
    here = rollout(envs, 30, 5)
    for method, target, arguments in [
        ("spawn", in_child, ()),
        ("fork", in_child, ()),
        ("fork", in_fork, (envs,)),
    ]:
        context = multiprocessing.get_context(method)
        queue = context.Queue()
        child = context.Process(target=target, args=(*arguments, queue))
        child.start()
        assert queue.get(timeout=60) == here
        child.join(timeout=20)
        assert child.exitcode == 0
    assert rollout(envs, 30, 5) == here


def test_dropping_is_safe_in_every_state() -> None:
    for opponent in (None, "random"):
        VectorEnv(3, opponent=opponent)
        envs = VectorEnv(3, opponent=opponent, threads=3)
        envs.reset()
        observations = envs.step([0, 0, 0])[0]
        del envs
        assert observations.shape[0] == 3
    game = pickle.loads(pickle.dumps(Game()))
    del game
