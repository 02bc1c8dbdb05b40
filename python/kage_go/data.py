"""Files of self-play games as arrays, read lazily: a file may be larger than the memory.

`kage data make` and `make` write such files.

>>> import tempfile, kage_go
>>> path = tempfile.mkdtemp() + "/games.kage"
>>> kage_go.data.make(path, "random", games=3, size=5)
3
>>> games = kage_go.data.load(path, games=2)
>>> [len(set(batch["game"].tolist())) for batch in games]
[2, 1]
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kage_go._kage_go import _GamesReader, _make_games
from kage_go.matches import AnyPlayer, _as_contestant, name_of

Batch = dict[str, NDArray[np.generic]]


class Games:
    """The games of a file. Each iteration reads the file from its beginning, some games at a time.

    A batch is a dict of arrays with a row for each try of its games:

    - `observation` (uint8: planes, size, size) and `action_mask` (bool): what the seat knew, as in `kage_go.Game`;
    - `action` (int32; -1 is a resignation) and `refused` (bool): what it tried;
    - `seat` (int8: 0 Black, 1 White), `game` and `step` (uint32): whose try it was, and when;
    - `result` (int8: 1, 0, -1) and `lead` (float32; NaN if nobody counted): the end of the game, for that seat;
    - `truth` (int8: size, size; 0 empty, 1 black, 2 white): the true position before the try. No player may see it.
    """

    def __init__(self, path: str | os.PathLike[str], games: int = 32) -> None:
        if games < 1:
            raise ValueError("games: read at least one game at a time")
        self.path = os.fspath(path)
        self.games = games
        #: Who played, and under which rules.
        self.header: dict[str, Any] = json.loads(_GamesReader(self.path).header)

    def __iter__(self) -> Iterator[Batch]:
        """Reads the file from its beginning."""
        reader = _GamesReader(self.path)
        while (batch := reader.next_games(self.games)) is not None:
            yield batch

    def __repr__(self) -> str:
        """The file and its players."""
        return f"<kage_go.data.Games {self.path}, {self.header['players']}>"


def load(path: str | os.PathLike[str], games: int = 32) -> Games:
    """Opens a file of games. Iterate over the result: each batch has the tries of so many games."""
    return Games(path, games)


def make(
    path: str | os.PathLike[str],
    a: AnyPlayer,
    b: AnyPlayer | None = None,
    *,
    games: int,
    rules: str = "borsboom",
    size: int = 9,
    threads: int = 1,
    seed: int = 1,
) -> int:
    """Plays games into a file, and returns how many it has. By default a player plays itself. A file that has a part of
    the same games is continued."""
    b = a if b is None else b
    return _make_games(
        os.fspath(path),
        (name_of(a), name_of(b)),
        (_as_contestant(a), _as_contestant(b)),
        games,
        rules,
        size,
        threads,
        seed,
    )
