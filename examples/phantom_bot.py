#!/usr/bin/env python3
"""A Phantom Go engine in one page. It tries random points and does not fill its own eyes.

Play it:  kage match "gtp:python3 examples/phantom_bot.py" random
Test it:  kage check-engine "python3 examples/phantom_bot.py"
docs/gtp-extensions.md has the protocol. Standard output is for answers only.
"""
import random
import sys

LETTERS = "ABCDEFGHJKLMNOPQRST"  # Go coordinates have no I
dice = random.Random(sys.argv[1] if len(sys.argv) > 1 else None)  # the seed is optional
size, moves, mine, blocked = 9, 0, set(), set()


def neighbors(point):
    col, row = LETTERS.index(point[0]), int(point[1:])
    around = [(col - 1, row), (col + 1, row), (col, row - 1), (col, row + 1)]
    return {f"{LETTERS[c]}{r}" for c, r in around if 0 <= c < size and 1 <= r <= size}


def suggest(tried):
    """A refused point usually holds an opponent's stone: avoid it until stones are captured."""
    blocked.update(tried)
    board = [f"{LETTERS[c]}{r}" for c in range(size) for r in range(1, size + 1)]
    points = [p for p in board if p not in mine | blocked and not neighbors(p) <= mine]
    # After this many moves the game may repeat forever, for example with two kos. Pass to end it.
    return dice.choice(points) if points and moves < size * size else "pass"


def answer(name, args):
    global size, moves
    points = [arg.upper() for arg in args]
    if name in ("boardsize", "clear_board"):
        if name == "boardsize":
            size = int(args[0])
        moves = 0
        mine.clear()
        blocked.clear()
    elif name == "pg-suggestmove":
        return suggest(points)
    elif name == "pg-moveplayed" and points and points[0] != "PASS":
        mine.add(points[0])
        moves += 1
    elif name == "pg-stonestaken":
        mine.difference_update(points)
        blocked.clear()
    elif name == "pg-caught":
        blocked.clear()
    return FIXED.get(name, "")


FIXED = {"protocol_version": "2", "name": "phantom_bot.py", "version": "1"}
COMMANDS = [*FIXED, "list_commands", "known_command", "quit", "boardsize", "clear_board", "komi",
            "pg-suggestmove", "pg-moveplayed", "pg-triedmove", "pg-stonestaken", "pg-caught"]
FIXED["list_commands"] = "\n".join(COMMANDS)

for line in sys.stdin:
    words = line.split("#")[0].split()
    if not words:
        continue
    number = words.pop(0) if words[0].isdigit() else ""
    name, args = (words or [""])[0].lower(), words[1:]
    if name == "known_command":
        print(f"={number} {str(args[0].lower() in COMMANDS).lower()}\n", flush=True)
    elif name in COMMANDS:
        print(f"={number} {answer(name, args)}\n", flush=True)
    else:
        print(f"?{number} unknown command\n", flush=True)
    if name == "quit":
        break
