"""Files of games as arrays, and reports."""

import subprocess
import sys
import json

import numpy as np
import pytest

import kage_go
from kage_go import Game


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    path = tmp_path_factory.mktemp("data") / "games.kage"
    made = kage_go.data.make(
        path, "all-as-first:playouts=10", "random", games=9, rules="hamburg", size=5, threads=2, seed=3
    )
    assert made == 9
    return path


def test_the_tries_of_a_file_are_those_of_its_games(path) -> None:
    """Each game of the file, played again, gives the same observations, masks, rulings and result."""
    games = kage_go.data.load(path, games=4)
    assert games.header["players"] == ["all-as-first:playouts=10", "random"]
    tries = 0
    game, witness, number = None, None, -1
    for batch in games:
        for row, action in enumerate(batch["action"]):
            if batch["game"][row] != number:
                assert game is None or game.over
                number = batch["game"][row]
                game, witness = Game.with_witness(games.header["rules"], 5)
                results = []
            seat = ("black", "white")[batch["seat"][row]]
            assert game.to_play == seat and game.steps == batch["step"][row]
            assert (batch["observation"][row] == game.observation(seat)).all()
            assert (batch["action_mask"][row] == game.mask(seat)).all()
            assert (batch["truth"][row] == witness.board).all()
            results.append((seat, batch["result"][row], batch["lead"][row]))
            if action == -1:
                game.resign(seat)
            else:
                assert game.step(action).refused == batch["refused"][row]
            tries += 1
            if game.over:
                lead = game.record().lead
                for seat, result, told in results:
                    sign = 1 if seat == "black" else -1
                    assert result == sign * game.returns[0]
                    assert np.isnan(told) or told == sign * lead
    assert number == 8 and tries > 150


def test_a_file_is_read_some_games_at_a_time(path) -> None:
    games = kage_go.data.load(path, games=4)
    assert [len(np.unique(batch["game"])) for batch in games] == [4, 4, 1]
    assert [len(np.unique(batch["game"])) for batch in games] == [4, 4, 1], "again from the beginning"
    first = next(iter(kage_go.data.load(path, games=1)))
    assert (first["game"] == 0).all()


def test_a_file_is_continued(path) -> None:
    more = kage_go.data.make(
        path, "all-as-first:playouts=10", "random", games=11, rules="hamburg", size=5, seed=3
    )
    assert more == 11
    with pytest.raises(kage_go.StateError):
        kage_go.data.make(path, "random", games=12, rules="hamburg", size=5, seed=3)


def test_bad_files_are_refused(tmp_path, path) -> None:
    with pytest.raises(FileNotFoundError):
        kage_go.data.load(tmp_path / "nothing.kage")
    wrong = tmp_path / "wrong.kage"
    wrong.write_bytes(b"not a file of games")
    with pytest.raises(kage_go.StateError):
        kage_go.data.load(wrong)
    broken = tmp_path / "broken.kage"
    whole = bytearray(path.read_bytes())
    whole[-20] ^= 255
    broken.write_bytes(whole)
    with pytest.raises(kage_go.StateError):
        list(kage_go.data.load(broken))
    with pytest.raises(ValueError, match="at least one"):
        kage_go.data.load(path, games=0)
    with pytest.raises(ValueError, match="at least one"):
        kage_go.data.make(tmp_path / "x.kage", "random", games=0)


def test_a_failing_python_player_makes_no_file_of_nonsense(tmp_path) -> None:
    path = tmp_path / "some.kage"
    with pytest.raises(kage_go.PlayerError, match="broken"):
        kage_go.data.make(path, fails, games=5, size=5)
    assert list(kage_go.data.load(path)) == []


def fails(view: kage_go.View) -> int:
    raise ZeroDivisionError("broken")


def test_a_report_is_a_table_with_intervals() -> None:
    told = kage_go.report("all-as-first:playouts=20", games=6, size=5, opponents=("random", "standard:playouts=5"))
    lines = told.markdown.splitlines()
    assert "all-as-first:playouts=20" in lines[0] and "kage_go report 1" in lines[0]
    assert len(lines) == 6 and "`standard:playouts=5`" in lines[5] and "% to" not in lines[5]
    assert len(told.matches) == 2


def test_the_protocol_of_reports_names_players_that_exist() -> None:
    for opponent in kage_go.reports.OPPONENTS:
        kage_go.Player(opponent)
    assert len(kage_go.reports.OPPONENTS) == 5


def test_speeds_are_measured_in_one_run() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "kage_go.bench", "--json", "--seconds", "0.05"],
        capture_output=True,
        text=True,
        check=True,
    )
    told = json.loads(done.stdout)
    assert {"Game", "VectorEnv", "OpenSpiel phantom_go", "PettingZoo env"} <= set(told["steps_per_second"])
    assert told["ratios"]["Game / OpenSpiel phantom_go"] > 1
