# %% [markdown]
# # Write a player and measure it
#
# A Python player is a function of a view. This one plays in the middle first, and never on a point next to which it
# knows only own stones.

# %%
import numpy as np

import kage_go


def beside(stones: np.ndarray) -> np.ndarray:
    """How many neighbours of each point are set; the edge counts as set."""
    around = np.pad(stones, 1, constant_values=True)
    return around[2:, 1:-1] + around[:-2, 1:-1].astype(int) + around[1:-1, 2:] + around[1:-1, :-2]


def middle_first(view: kage_go.View) -> int:
    size = view.size
    rows, cols = np.indices((size, size))
    away = np.hypot(rows - (size - 1) / 2, cols - (size - 1) / 2)
    open_points = view.mask()[:-1].reshape(size, size) & (beside(view.mine) < 4)
    if not open_points.any():
        return size * size
    return int(np.where(open_points, away, np.inf).argmin())


# %% [markdown]
# Games come in pairs with swapped colours, and the interval takes this into account. Under 200 games a result is a hint.

# %%
for opponent in ("random", "all-as-first:playouts=20"):
    report = kage_go.match(middle_first, opponent, games=20, size=5, threads=2, seed=1)
    print(report.text)
