"""A fixed protocol to report the strength of a player: games against five named opponents at fixed budgets."""

from __future__ import annotations

from dataclasses import dataclass

from kage_go.matches import AnyPlayer, MatchReport, match, name_of

# The opponents, the weakest first. They do not change within a version of the protocol.
PROTOCOL = "kage_go report 1"
OPPONENTS = (
    "random",
    "standard:playouts=100",
    "all-as-first:playouts=100",
    "all-as-first:playouts=1000",
    "kage:playouts=100",
)


@dataclass(frozen=True)
class Report:
    """The matches of a report. `markdown` is a table to paste into a paper."""

    player: str
    matches: tuple[MatchReport, ...]

    @property
    def markdown(self) -> str:
        """One table, with 95% intervals."""
        lines = [
            f"{self.player}, {PROTOCOL}: {self.matches[0].terms.partition(', ')[2]}",
            "",
            "| opponent | games | wins | draws | losses | rate | 95% interval |",
            "|---|---|---|---|---|---|---|",
        ]
        for played in self.matches:
            low, high = (100 * bound for bound in played.interval)
            lines.append(
                f"| `{played.players[1]}` | {len(played.games)} | {played.wins} | {played.draws} | {played.losses} "
                f"| {100 * played.rate:.1f}% | {low:.1f} to {high:.1f}% |"
            )
        return "\n".join(lines) + "\n"


def report(
    player: AnyPlayer,
    *,
    games: int = 200,
    rules: str = "borsboom",
    size: int = 9,
    threads: int = 1,
    seed: int = 1,
    opponents: tuple[str, ...] = OPPONENTS,
) -> Report:
    """Plays a player against each opponent of the protocol and returns the report.

    >>> import kage_go
    >>> told = kage_go.report("random", games=4, size=5, opponents=("random",))
    >>> print(told.markdown.splitlines()[2])
    | opponent | games | wins | draws | losses | rate | 95% interval |
    """
    played = tuple(
        match(player, opponent, games=games, rules=rules, size=size, threads=threads, seed=seed)
        for opponent in opponents
    )
    return Report(name_of(player), played)
