"""Boards as text and as pictures."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kage_go._kage_go import View

CELL = 24
_WOOD, _LINE = (222, 184, 135), (80, 60, 40)
_BLACK, _WHITE, _UNSURE = (20, 20, 20), (245, 245, 245), (200, 60, 60)


def text(view: View) -> str:
    """A view as text."""
    return repr(view)


def picture(view: View) -> NDArray[np.uint8]:
    """A view as an RGB picture: certain stones, and red marks where a try was refused and the reason is open."""
    size = view.size
    image = np.empty((size * CELL, size * CELL, 3), dtype=np.uint8)
    image[:] = _WOOD
    half = CELL // 2
    low, high = half, size * CELL - half
    for line in range(half, size * CELL, CELL):
        image[line, low:high] = _LINE
        image[low:high, line] = _LINE
    rows, cols = np.ogrid[:CELL, :CELL]
    away = np.hypot(rows - half + 0.5, cols - half + 0.5)
    own, other = (_BLACK, _WHITE) if view.seat == "black" else (_WHITE, _BLACK)
    mine, theirs = view.mine, view.theirs
    for row in range(size):
        for col in range(size):
            top, left = (size - 1 - row) * CELL, col * CELL
            cell = image[top : top + CELL, left : left + CELL]
            if mine[row, col]:
                cell[away < 0.45 * CELL] = own
            elif theirs[row, col]:
                cell[away < 0.45 * CELL] = other
            elif view.at(row * size + col) in ("refused", "perhaps taken"):
                cell[away < 0.15 * CELL] = _UNSURE
    return image
