"""Matches between any two players, with the statistics of Kage's arena."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from os import PathLike
from typing import Any

from kage_go._kage_go import Player, View, _match

AnyPlayer = str | Player | Callable[[View], Any] | object


@dataclass(frozen=True)
class MatchReport:
    """The result of a match, as the first player sees it.

    `rate` is its share of the points (a draw is half a point), `interval` the 95% interval of it, from pairs of games
    with swapped colours. `games` has a dict for each game: its seed, result, winner (0 or 1), lead, moves, refused
    tries, seconds and playouts of each player. `text` is a line to quote.
    """

    players: tuple[str, str]
    wins: int
    draws: int
    losses: int
    rate: float
    interval: tuple[float, float]
    elo: str
    terms: str
    games: list[dict[str, Any]] = field(repr=False)

    @property
    def text(self) -> str:
        """The result as a line to quote."""
        low, high = (100 * bound for bound in self.interval)
        first, second = self.players
        return (
            f"{first} against {second}: {self.wins} wins, {self.draws} draws, {self.losses} losses in "
            f"{len(self.games)} games: {100 * self.rate:.1f}% (95% interval {low:.1f} to {high:.1f}%, Elo {self.elo}); "
            f"{self.terms}"
        )


def name_of(player: AnyPlayer) -> str:
    """The name of a player in reports: its attribute `name`, or that of the function or class."""
    if isinstance(player, str):
        return player
    for name in (getattr(player, "name", None), getattr(player, "__name__", None)):
        if isinstance(name, str):
            return name
    return type(player).__name__


def _as_contestant(player: AnyPlayer) -> str | Callable[[View], Any]:
    if isinstance(player, Player):
        return player.name
    if isinstance(player, str):
        return player
    choose = getattr(player, "choose", None)
    if callable(choose):
        return choose  # type: ignore[no-any-return]
    if callable(player):
        return player
    raise TypeError(f"{player!r} is no player: give a spec, a function of a view, or an object with `choose`")


def match(
    a: AnyPlayer,
    b: AnyPlayer,
    *,
    games: int = 200,
    rules: str = "borsboom",
    size: int = 9,
    komi: float | None = None,
    threads: int = 1,
    seed: int = 1,
    time_per_move: float | None = None,
    store: str | PathLike[str] | None = None,
) -> MatchReport:
    """Plays a match and returns its report.

    A player is a spec such as "kage:playouts=100", a `Player` (whose spec is used), a function that gets a `View` and
    returns an action or "resign", or an object with such a method `choose`. A Python player plays all its games, several
    at once if there are threads. If it raises an exception, or returns something that is no action, the match stops with
    a `PlayerError`.

    Games 2k and 2k+1 have the same seed and swapped colours. With `store`, a file, the match is written after each game
    and goes on from there. Ctrl-C ends it.

    >>> import kage_go
    >>> report = kage_go.match("random", lambda view: "pass", games=4, size=5)
    >>> len(report.games), report.wins + report.draws + report.losses
    (4, 4)
    """
    told = json.loads(
        _match(
            (name_of(a), name_of(b)),
            (_as_contestant(a), _as_contestant(b)),
            games,
            rules,
            size,
            komi,
            threads,
            seed,
            time_per_move,
            store,
        )
    )
    report, pairs = told["report"], told["pairs"]
    first = report["players"][0]
    whole = pairs["games"] == len(report["games"])
    low, high = (pairs["low"], pairs["high"]) if whole else first["wilson95"]
    return MatchReport(
        players=(report["players"][0]["player"], report["players"][1]["player"]),
        wins=first["wins"],
        draws=first["draws"],
        losses=first["losses"],
        rate=first["rate"],
        interval=(low, high),
        elo=told["elo"],
        terms=report["terms"],
        games=report["games"],
    )
