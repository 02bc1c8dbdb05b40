"""Speeds, measured side by side in one run on one core: `python -m kage_go.bench [--json]`.

All games are random games on 9x9 under the rules `openspiel`: at each step the player to move draws one of its legal
actions, and the next observation is made. OpenSpiel and PettingZoo's `go_v5` are measured if they are installed.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import random
import time
from collections.abc import Callable

import numpy as np

from kage_go._kage_go import Game
from kage_go.vector import VectorEnv

SIZE = 9
ROUNDS = 3
# A game has some 50 kB, so a few games fit the cache of a core, and hundreds do not.
NUM_ENVS = 16
# The most steps of a game: what OpenSpiel allows.
MOST = 4 * SIZE * SIZE


def openspiel_game() -> int:
    """OpenSpiel's `phantom_go`, with `observation_tensor`."""
    import pyspiel

    state = pyspiel.load_game("phantom_go", {"board_size": SIZE}).new_initial_state()
    steps = 0
    while not state.is_terminal():
        player = state.current_player()
        state.apply_action(random.choice(state.legal_actions()))
        state.observation_tensor(player)
        steps += 1
    return steps


def single_game() -> int:
    """`kage_go.Game`, with `observation`."""
    game = Game("openspiel", SIZE)
    steps = 0
    while not game.over:
        seat = game.to_play
        game.step(game.random_action())
        game.observation(seat)
        steps += 1
    return steps


def vector_env(envs: VectorEnv, draw: np.random.Generator) -> int:
    """`kage_go.VectorEnv`: observations, masks, rewards of all games."""
    steps = 40
    for _ in range(steps):
        envs.step(envs.random_actions(draw))
    return steps * envs.num_envs


def aec_game(make: Callable[[], object]) -> int:
    """A game in a PettingZoo AEC environment, by `last` and `step`."""
    env = make()
    env.reset(seed=0)  # type: ignore[attr-defined]
    steps = 0
    for _ in range(MOST):
        observation, _, terminated, truncated, _ = env.last()  # type: ignore[attr-defined]
        if terminated or truncated:
            break
        legal = np.flatnonzero(observation["action_mask"])
        env.step(int(legal[random.randrange(len(legal))]))  # type: ignore[attr-defined]
        steps += 1
    return steps


def contenders() -> dict[str, Callable[[], int]]:
    """What can be measured here."""
    envs, draw = VectorEnv(NUM_ENVS, rules="openspiel", size=SIZE), np.random.default_rng(1)
    envs.reset(seed=1)
    found: dict[str, Callable[[], int]] = {
        "Game": single_game,
        "VectorEnv": lambda: vector_env(envs, draw),
    }
    if importlib.util.find_spec("pyspiel"):
        found["OpenSpiel phantom_go"] = openspiel_game
    if importlib.util.find_spec("pettingzoo"):
        from kage_go import pettingzoo

        found["PettingZoo env"] = lambda: aec_game(lambda: pettingzoo.env(rules="openspiel", size=SIZE))
        if importlib.util.find_spec("pygame"):
            from pettingzoo.classic import go_v5

            found["PettingZoo go_v5"] = lambda: aec_game(lambda: go_v5.env(board_size=SIZE))
    return found


RATIOS = [
    ("Game", "OpenSpiel phantom_go"),
    ("VectorEnv", "OpenSpiel phantom_go"),
    ("PettingZoo env", "PettingZoo go_v5"),
]


def measure(seconds: float) -> dict[str, float]:
    """Steps in a second of processor time of each contender: the best of some rounds, in turns."""
    found = contenders()
    best = dict.fromkeys(found, 0.0)
    for _ in range(ROUNDS):
        for name, play in found.items():
            steps, start = 0, time.process_time()
            while time.process_time() - start < seconds:
                steps += play()
            best[name] = max(best[name], steps / (time.process_time() - start))
    return best


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(prog="python -m kage_go.bench", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--seconds", type=float, default=2.0, help="seconds for each contender and round")
    options = parser.parse_args()
    speeds = measure(options.seconds)
    ratios = {f"{a} / {b}": speeds[a] / speeds[b] for a, b in RATIOS if a in speeds and b in speeds}
    if options.json:
        print(json.dumps({"steps_per_second": speeds, "ratios": ratios}))
        return
    for name, speed in speeds.items():
        print(f"{name:24} {speed:12,.0f} steps a second")
    for name, ratio in ratios.items():
        print(f"{name:40} {ratio:6.1f}")


if __name__ == "__main__":
    main()
