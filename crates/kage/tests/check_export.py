"""Checks an export against `kage replay --json` of the same games: two roads that share no code
after the referee. Usage: check_export.py X.npz GAME.json ...; game i is the i-th file."""

import json
import sys

import numpy

REASONS = {"opponent stone": 1, "own stone": 2, "suicide": 3, "ko": 4}


def place(text):
    return int(text[1:]) - 1, "ABCDEFGHJKLMNOPQRST".index(text[0])


def area(board):
    """Who has each point: 1 Black, -1 White, 0 nobody; by flooding the empty regions."""
    size, owner, seen = len(board), board.copy(), set()
    for start in zip(*numpy.nonzero(board == 0)):
        if start in seen:
            continue
        region, border, at_hand = [], set(), [start]
        seen.add(start)
        while at_hand:
            row, col = at_hand.pop()
            region.append((row, col))
            for point in ((row + 1, col), (row - 1, col), (row, col + 1), (row, col - 1)):
                if not all(0 <= c < size for c in point):
                    continue
                if board[point]:
                    border.add(board[point])
                elif point not in seen:
                    seen.add(point)
                    at_hand.append(point)
        if len(border) == 1:
            for point in region:
                owner[point] = next(iter(border))
    return owner


def steps(report):
    """Every try: move number, colour, choice, ruling, and the true board before it."""
    size = report["size"]
    board = numpy.zeros((size, size), numpy.int8)
    reasons = {(r["move"], r["point"]): REASONS[r["reason"]] for r in report["refusals"]}
    taken = {c["move"]: [place(p) for p in c["points"]] for c in report["captures"]}
    for number, turn in enumerate(report["turns"], 1):
        side = 1 if turn["color"] == "black" else -1
        for point in turn["tries"]:
            row, col = place(point)
            yield number - 1, side, row * size + col, reasons[number, point], board.copy()
        if turn["end"] == "pass":
            yield number - 1, side, size * size, 0, board.copy()
        else:
            row, col = place(turn["end"])
            yield number - 1, side, row * size + col, 0, board.copy()
            board[row, col] = side
            for point in taken.get(number, []):
                board[point] = 0


def check_game(tries, rows, report):
    final = [[{".": 0, "X": 1, "O": -1}[c] for c in row] for row in reversed(report["final_board"])]
    owner = area(numpy.array(final, numpy.int8))
    lead = owner.sum() - report["komi"]
    expected = list(steps(report))
    assert len(expected) == len(rows), (len(expected), len(rows))
    for index, (row, (move, side, choice, ruling, board)) in enumerate(zip(rows, expected)):
        one = {name: array[row] for name, array in tries.items()}
        assert one["try"] == index and one["move"] == move
        assert one["color"] == (side == -1)
        assert (one["choice"], one["ruling"]) == (choice, ruling)
        assert (one["truth"] == side * board).all()
        assert (one["mine"] == (one["truth"] == 1)).all(), "own stones are known"
        assert (one["truth"][one["theirs"] == 1] == -1).all(), "what is certain is true"
        assert (one["truth"][one["empty"] == 1] == 0).all(), "what is certain is true"
        assert one["their_count"] >= (one["truth"] == -1).sum()
        assert ((one["refused"] > 0) == (one["refused_age"] > 0)).all()
        assert (one["ownership"] == side * owner).all()
        assert one["lead"] == side * lead
        assert one["result"] == numpy.sign(side * lead)
        assert one["candidates"][0] >= 0 and one["candidate_visits"][0] <= one["playouts"]


def main(path, *reports):
    with numpy.load(path) as archive:
        tries = {name: archive[name] for name in archive.files}
    header = json.loads(bytes(tries.pop("header")))
    assert header["notes"] == tries["candidates"].shape[1]
    assert len({len(array) for array in tries.values()}) == 1, "arrays of one length"
    for game, report in enumerate(reports):
        with open(report) as file:
            check_game(tries, numpy.nonzero(tries["game"] == game)[0], json.load(file))
    assert tries["game"].max() == len(reports) - 1
    print(len(tries["game"]), "tries of", len(reports), "games are right")


main(*sys.argv[1:])
