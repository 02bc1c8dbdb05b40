# %% [markdown]
# # Many games at once
#
# `VectorEnv` plays games in step. Here both sides play at random; the agent's code would choose from the observations.

# %%
import numpy as np

import kage_go

envs = kage_go.VectorEnv(64, size=5, threads=2)
random = np.random.default_rng(1)
observations, infos = envs.reset(seed=1)
wins = np.zeros(2)
for _ in range(300):
    actions = envs.random_actions(random)
    observations, rewards, terminated, truncated, infos = envs.step(actions)
    wins += (rewards > 0).sum(axis=0)
print(f"Black won {wins[0]:.0f} games, White {wins[1]:.0f}")

# %% [markdown]
# With an opponent, the agent has one seat in each game. The mask has the actions that make sense.

# %%
envs = kage_go.VectorEnv(16, size=5, opponent="all-as-first:playouts=20", threads=2)
observations, infos = envs.reset(seed=1)
returns = []
for _ in range(100):
    observations, rewards, terminated, truncated, infos = envs.step(envs.random_actions(random))
    returns.extend(rewards[terminated | truncated])
print(f"random play scores {np.mean(returns):+.2f} against all-as-first in {len(returns)} games")
