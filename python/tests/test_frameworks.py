"""Gymnasium and PettingZoo: their own tests, and what they promise."""

import importlib

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test
from pettingzoo.test.render_test import render_test

import kage_go
import kage_go.gymnasium
import kage_go.pettingzoo

OPPONENT = "all-as-first:playouts=5"


def make(**options):
    return gymnasium.make(kage_go.gymnasium.ID, **{"opponent": OPPONENT, "size": 5, **options})


@pytest.mark.filterwarnings("ignore:.*:UserWarning")
def test_gymnasium_checks_the_environment() -> None:
    for mode in ("ansi", "rgb_array"):
        check_env(make(render_mode=mode).unwrapped)


def test_one_agent_plays_games() -> None:
    env = make()
    random = np.random.default_rng(2)
    seats, results = set(), []
    for seed in range(6):
        observation, info = env.reset(seed=seed)
        seats.add(info["agent"])
        ended = False
        while not ended:
            masks = env.unwrapped.action_masks()
            assert (masks == info["action_mask"]).all() and masks[-1]
            action = random.choice(np.flatnonzero(masks))
            observation, reward, terminated, truncated, info = env.step(action)
            ended = terminated or truncated
        results.append(reward)
        assert info["result"] is not None and reward in (-1.0, 1.0)
    assert seats == {"black", "white"}
    env.close()


def test_games_of_one_agent_repeat_by_seed() -> None:
    def played(seed: int) -> list[bytes]:
        env = make()
        observation, info = env.reset(seed=seed)
        random = np.random.default_rng(seed)
        seen = [observation.tobytes()]
        for _ in range(15):
            action = random.choice(np.flatnonzero(info["action_mask"]))
            observation, _, terminated, truncated, info = env.step(action)
            seen.append(observation.tobytes())
            if terminated or truncated:
                break
        return seen

    assert played(3) == played(3) and played(3) != played(4)


def test_a_step_needs_a_reset_and_an_action() -> None:
    env = kage_go.gymnasium.PhantomGo(opponent="random", size=5)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)
    env.reset(seed=1)
    with pytest.raises(kage_go.ActionError):
        env.step(26)
    with pytest.raises(kage_go.SpecError):
        kage_go.gymnasium.PhantomGo(opponent="nobody")
    with pytest.raises(ValueError, match="agent"):
        kage_go.gymnasium.PhantomGo(agent="green")


def test_the_vector_environment_of_gymnasium() -> None:
    envs = gymnasium.make_vec(
        kage_go.gymnasium.ID, num_envs=5, opponent="random", size=5, vectorization_mode="vector_entry_point"
    )
    observations, infos = envs.reset(seed=1)
    assert envs.observation_space.contains(observations)
    for _ in range(50):
        actions = envs.action_space.sample()
        observations, rewards, terminated, truncated, infos = envs.step(actions)
        assert observations.shape == envs.observation_space.shape and rewards.shape == (5,)
    assert envs.metadata["autoreset_mode"] is gymnasium.vector.AutoresetMode.NEXT_STEP
    envs.close()


@pytest.mark.filterwarnings("ignore:.*:UserWarning")
def test_pettingzoo_tests_the_environment() -> None:
    api_test(kage_go.pettingzoo.env(size=5), num_cycles=300)
    api_test(kage_go.pettingzoo.env(size=9, max_steps=30), num_cycles=100)
    seed_test(lambda: kage_go.pettingzoo.env(size=5), num_cycles=100)
    render_test(lambda render_mode: kage_go.pettingzoo.env(size=5, render_mode=render_mode))
    env = kage_go.pettingzoo.env(size=5, state=True)
    # The rest of `state_test` is about parallel environments: here the agents act in turn.
    state_test = importlib.import_module("pettingzoo.test.state_test")
    state_test.test_state_space(env)
    state_test.test_state(env, num_cycles=10)


def test_the_same_agent_stays_selected_after_a_refusal() -> None:
    env = kage_go.pettingzoo.env(size=5)
    env.reset(seed=1)
    assert env.agent_selection == "black_0"
    env.step(12)
    assert env.agent_selection == "white_0"
    env.step(12)
    assert env.agent_selection == "white_0"
    observation, reward, terminated, truncated, _ = env.last()
    assert observation["action_mask"].dtype == np.int8 and observation["action_mask"][12] == 0
    assert (reward, terminated, truncated) == (0, False, False)
    env.step(25)
    env.step(25)
    assert env.rewards == {"black_0": 1.0, "white_0": -1.0}
    assert env.terminations == {"black_0": True, "white_0": True}
    for _ in range(2):
        assert env.last()[2]
        env.step(None)
    assert env.agents == []


def test_calls_before_reset_and_wrong_actions_are_refused() -> None:
    env = kage_go.pettingzoo.env(size=3, render_mode="ansi", state=True)
    assert env.agents == []
    for call in (lambda: env.step(0), lambda: env.observe("black_0"), env.render, env.state):
        with pytest.raises(kage_go.GameOverError, match="reset first"):
            call()
    env.reset()
    before = env.render()
    with pytest.raises(kage_go.ActionError):
        env.step(10)
    assert env.render() == before and env.agent_selection == "black_0"


def test_the_state_is_there_only_if_it_is_asked_for() -> None:
    hidden, shown = kage_go.pettingzoo.env(size=3), kage_go.pettingzoo.env(size=3, state=True)
    for env in (hidden, shown):
        env.reset()
        env.step(4)
    with pytest.raises(NotImplementedError, match="state=True"):
        hidden.unwrapped.state()
    assert shown.state().tolist() == [[0, 0, 0], [0, 1, 0], [0, 0, 0]]


def test_pictures_show_a_view() -> None:
    env = kage_go.pettingzoo.env(size=5, render_mode="rgb_array")
    env.reset()
    env.step(12)
    env.step(0)
    picture = env.render()
    assert picture.dtype == np.uint8 and picture.shape == (120, 120, 3)
    assert (picture[60, 60] < 40).all(), "Black's own stone in the middle"
    assert not (picture[110, 10] > 240).all(), "White's stone is hidden"
