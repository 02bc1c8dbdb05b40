"""Nothing that can be reached from a View shows the truth."""

import gc
import types
from typing import Any

import numpy as np

import kage_go
from kage_go import Game, Heard, View

PLAIN = (bool, int, float, str, bytes, type(None))


def reachable(start: Any) -> list[Any]:
    """Every object that attributes, methods without arguments, items and the garbage collector lead to."""
    found: list[Any] = []
    seen: set[int] = set()
    todo = [start]
    while todo:
        here = todo.pop()
        if id(here) in seen or isinstance(here, (type, types.ModuleType, types.FunctionType)):
            continue
        seen.add(id(here))
        found.append(here)
        if isinstance(here, PLAIN + (np.ndarray, np.generic, np.dtype)):
            continue
        if isinstance(here, (list, tuple, set)):
            todo.extend(here)
        if isinstance(here, dict):
            todo.extend(here.values())
        if isinstance(here, (View, Heard)):
            todo.extend(value for name, value in answers(here))
            todo.extend(gc.get_referents(here))
    return found


def answers(of: Any) -> list[tuple[str, Any]]:
    """All attributes of an object, called if they can be called without arguments."""
    told = []
    for name in dir(of):
        if name in {"__class__", "__init_subclass__", "__subclasshook__", "__new__", "__init__"}:
            continue
        value = getattr(of, name)
        if callable(value):
            try:
                value = value()
            except (TypeError, ValueError, NotImplementedError):
                continue
        told.append((name, value))
    return told


def same(one: Any, other: Any) -> bool:
    if isinstance(one, np.ndarray):
        return bool((one == other).all())
    return type(one) is type(other) and (one == other or isinstance(one, types.BuiltinMethodType))


def test_no_truth_can_be_reached_from_a_view() -> None:
    game, witness = Game.with_witness(size=5, seed=1)
    for _ in range(20):
        game.step(game.random_action())
    for seat in ("black", "white"):
        view = game.view(seat)
        found = reachable(view)
        kinds = {type(thing) for thing in found}
        assert len(found) > 40 and Heard in kinds and np.ndarray in kinds
        assert not kinds & {Game, kage_go.Witness, kage_go.Record}
        mine, theirs = (1, 2) if seat == "black" else (2, 1)
        truth = witness.board == theirs
        assert (truth & ~view.theirs).any(), "some stones are hidden, or this test shows nothing"
        for thing in found:
            if isinstance(thing, np.ndarray) and thing.shape == (5, 5):
                assert not ((thing != 0) == truth).all(), "an array is the opponent's board"
            # What is sampled, and masks, may cover hidden stones; nothing may single them out.


def test_games_that_sound_alike_give_views_alike() -> None:
    """White hears one move in each game. Everything in its view is equal, byte for byte."""
    views = []
    for first in ("A1", "C3", "E5"):
        game = Game(size=5, seed=9)
        game.step(first)
        game.step("D2")
        views.append(game.view("white"))
    for name, value in answers(views[0]):
        for other in views[1:]:
            told = dict(answers(other))
            assert name in told
            if name.startswith("__") and name not in {"__repr__", "__str__", "__hash__"}:
                continue
            assert same(value, told[name]), name


def test_nothing_in_a_game_or_its_text_shows_hidden_stones() -> None:
    texts = set()
    for first in ("A1", "C3", "E5"):
        game = Game(size=5)
        game.step(first)
        texts.add((repr(game), str(game), repr(game.view("white"))))
        assert not hasattr(game, "board") and not hasattr(game, "witness")
    assert len(texts) == 1


def test_a_view_is_not_made_by_hand() -> None:
    for kind in (View, Heard, kage_go.Witness, kage_go.Record):
        try:
            kind()
        except TypeError:
            continue
        raise AssertionError(f"{kind} can be made by hand")
