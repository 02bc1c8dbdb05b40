"""Players of Kage in Python, Python players in Kage, matches, and nets."""

import os
import pickle
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import kage_go
from kage_go import Game, Net, Player, players

SPECS = [name for name in players.names() if name != "engine-eval"]


@pytest.mark.parametrize("spec", SPECS)
def test_every_player_plays(spec: str) -> None:
    options = "playouts=20" if "playouts=" in players.describe(spec) else ""
    player = Player(f"{spec}:{options}", seed=3)
    game = Game(size=9, seed=1)
    for _ in range(6):
        action = player.choose(game.view())
        assert action == "resign" or 0 <= action <= 81
        game.step(action)
    assert spec in repr(player) and players.describe(spec).startswith(spec)


def test_a_player_follows_a_game_and_repeats_by_seed() -> None:
    def played(seed: int) -> list[object]:
        black, white = Player("all-as-first:playouts=50", seed=seed), Player("kage:playouts=30", seed=seed)
        game, actions = Game(size=9), []
        while not game.over and game.steps < 40:
            action = (black if game.to_play == "black" else white).choose(game.view())
            actions.append(action)
            game.step(action)
        return actions

    assert played(1) == played(1)
    assert played(1) != played(2)


def test_a_player_explains_itself() -> None:
    player = Player("kage:playouts=200")
    assert player.explanation is None
    game = Game(size=9)
    game.step("E5")
    action = player(game.view())
    told = player.explanation
    assert told.playouts > 0 and told.candidates[0][0] == action
    assert abs(sum(candidate[3] for candidate in told.candidates) - 1) < 1e-6
    assert told.hidden.shape == (9, 9) and np.nansum(told.hidden) > 0.1


def test_players_go_through_pickles() -> None:
    player = pickle.loads(pickle.dumps(Player("random", seed=9)))
    assert (player.name, player.seed) == ("random", 9)


def test_bad_specs_and_views_are_refused() -> None:
    with pytest.raises(kage_go.SpecError, match="did you mean `all-as-first`"):
        Player("all-as-frist")
    with pytest.raises(kage_go.SpecError, match="playouts"):
        Player("all-as-first:playouts=many")
    with pytest.raises(kage_go.SpecError):
        Player("goals")
    game = Game(size=5)
    with pytest.raises(kage_go.TurnError):
        Player("random").choose(game.view("white"))
    game.resign("white")
    with pytest.raises(kage_go.GameOverError):
        Player("random").choose(game.view("black"))
    with pytest.raises(TypeError):
        Player("random").choose(game)
    with pytest.raises(KeyError, match="all-as-first"):
        players.describe("nobody")


def test_other_threads_run_while_a_player_thinks() -> None:
    ticks = 0
    stop = threading.Event()

    def count() -> None:
        nonlocal ticks
        while not stop.is_set():
            ticks += 1
            time.sleep(0.001)

    counter = threading.Thread(target=count)
    counter.start()
    Player("all-as-first:time=0.3").choose(Game(size=9).view())
    stop.set()
    counter.join()
    assert ticks > 50


INTERRUPTED = """
import kage_go, sys
print("ready", flush=True)
try:
    {call}
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


@pytest.mark.parametrize(
    "call",
    [
        'kage_go.Player("all-as-first:time=60").choose(kage_go.Game().view())',
        'kage_go.match("random", "random", games=10_000_000, size=9)',
        'kage_go.match("random", lambda view: "pass", games=10_000_000, size=9)',
        "kage_go.Game(size=9).view().worlds(10_000_000)",
    ],
)
def test_ctrl_c_ends_a_long_call(call: str) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", INTERRUPTED.format(call=call)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    assert process.stdout.readline() == "interrupted\n"
    assert process.wait(timeout=20) == 0


def test_a_match_has_the_statistics_of_the_arena(tmp_path) -> None:
    store = tmp_path / "match.json"
    report = kage_go.match(
        "all-as-first:playouts=60", "random", games=20, size=5, threads=2, seed=4, store=store
    )
    assert report.wins + report.draws + report.losses == len(report.games) == 20
    assert report.rate > 0.6 and report.interval[0] < report.rate <= report.interval[1]
    assert "20 games" in report.text and "borsboom" in report.terms
    again = kage_go.match("all-as-first:playouts=60", "random", games=20, size=5, seed=4, store=store)
    assert again == report, "the store has all games"
    alone = kage_go.match("all-as-first:playouts=60", "random", games=20, size=5, seed=4)
    assert [g["result"] for g in alone.games] == [g["result"] for g in report.games]
    with pytest.raises(kage_go.StateError):
        kage_go.match("random", "random", games=2, size=5, store=store)


def test_python_players_get_views_and_play_matches() -> None:
    seen = set()

    def first_open(view: kage_go.View) -> int:
        seen.add(type(view))
        return int(np.flatnonzero(view.mask())[0])

    class Second:
        name = "my player"

        def choose(self, view: kage_go.View) -> str:
            return "pass" if view.moves > 20 else str("E5" if view.at("E5") == "unknown" else "pass")

    report = kage_go.match(first_open, Second(), games=6, size=5, threads=3, rules="cazenave")
    assert seen == {kage_go.View}
    assert report.players == ("first_open", "my player")
    assert len(report.games) == 6
    mixed = kage_go.match(Player("random"), players.Uniform(), games=4, size=5)
    assert mixed.players == ("random", "uniform")


def raises(view: kage_go.View) -> int:
    raise ZeroDivisionError("my model is broken")


@pytest.mark.parametrize(
    ("player", "text", "cause"),
    [
        (raises, "my model is broken", ZeroDivisionError),
        (lambda view: float("nan"), "nan is no action", kage_go.ActionError),
        (lambda view: None, "returned None", TypeError),
        (lambda view: 9999, "9999 is no action", kage_go.ActionError),
        (players.FromScores(lambda o: [float("nan")] * 26), "not a finite", kage_go.PlayerError),
        (players.FromScores(lambda o: [0.0] * 25), "25 scores", kage_go.PlayerError),
    ],
)
def test_a_player_that_fails_stops_the_match(player, text, cause) -> None:
    with pytest.raises(kage_go.PlayerError, match=text) as raised:
        kage_go.match("random", player, games=50, size=5, threads=2)
    assert isinstance(raised.value.__cause__, cause)


def test_bad_matches_are_refused() -> None:
    with pytest.raises(ValueError, match="at least one game"):
        kage_go.match("random", "random", games=0)
    with pytest.raises(TypeError, match="no player"):
        kage_go.match("random", 3, games=2)
    with pytest.raises(kage_go.SpecError):
        kage_go.match("random", "nobody", games=2)
    with pytest.raises(ValueError, match="above zero"):
        kage_go.match("random", "random", games=2, time_per_move=float("nan"))


def test_scores_become_choices() -> None:
    greedy = players.FromScores(lambda observation: np.arange(26), name="greedy")
    view = Game(size=5).view()
    assert greedy(view) == 25
    drawn = players.FromScores(lambda observation: np.zeros(26), temperature=1.0, seed=2)
    assert len({drawn(view) for _ in range(60)}) > 10


def test_views_are_evaluated_in_batches() -> None:
    net = Net.built_in()
    views = []
    game = Game(size=9, seed=5)
    for _ in range(20):
        views.append(game.view())
        game.step(game.random_action())
    together = net.predict(views, symmetries=2)
    assert together["win"].shape == (20,) and together["hidden"].shape == (20, 9, 9)
    assert together["choices"].shape == (20, 82)
    for at, view in enumerate(views):
        alone = net.predict([view], symmetries=2)
        for name, array in alone.items():
            assert np.array_equal(array[0], together[name][at], equal_nan=True), name
    assert ((together["win"] > 0) & (together["win"] < 1)).all()


def test_weights_go_out_and_come_back(tmp_path) -> None:
    for net in (Net.built_in(), Net.untrained(blocks=2, channels=8, seed=4)):
        weights = net.weights()
        assert all(array.dtype == np.float32 for array in weights.values())
        assert net.with_weights(weights).to_bytes() == net.to_bytes()
        assert pickle.loads(pickle.dumps(net)).hash == net.hash
        changed = {name: 0.5 * array for name, array in weights.items()}
        other = net.with_weights(changed)
        assert other.hash != net.hash
        assert np.array_equal(other.weights()["points"], changed["points"])
    path = tmp_path / "my.net"
    other.save(path)
    assert Net.load(path).hash == other.hash
    report = kage_go.match(f"policy:net={path}", "random", games=2, size=5)
    assert len(report.games) == 2, "the net plays in Kage"


def test_bad_weights_are_refused() -> None:
    net = Net.untrained(blocks=1, channels=4)
    good = net.weights()
    broken = good["points"].copy()
    broken[0, 0] = np.nan
    for change, text in [
        ({"points": broken}, "not a finite number"),
        ({"points": good["points"][:, :-1]}, "shape"),
        ({"points": good["points"].astype(np.float64)}, "float64"),
        ({"points": [1.0]}, "no numpy array"),
        ({"more": good["points"]}, "no more"),
    ]:
        with pytest.raises(kage_go.NetError, match=text):
            net.with_weights({**good, **change})
    del good["points"]
    with pytest.raises(kage_go.NetError, match="points is missing"):
        net.with_weights(good)


def test_bad_nets_and_batches_are_refused(tmp_path) -> None:
    with pytest.raises(kage_go.NetError, match="built in: f"):
        Net.built_in("nobody")
    with pytest.raises(kage_go.NetError, match="KAGENET4"):
        Net.from_bytes(b"not a net at all")
    with pytest.raises(FileNotFoundError):
        Net.load(tmp_path / "nothing.net")
    with pytest.raises(kage_go.NetError, match="blocks"):
        Net.untrained(blocks=0)
    net = Net.built_in()
    nine, five = Game(size=9).view(), Game(size=5).view()
    with pytest.raises(kage_go.NetError, match="different sizes"):
        net.predict([nine, five])
    with pytest.raises(kage_go.NetError, match="no views"):
        net.predict([])
    with pytest.raises(kage_go.NetError, match="5x5"):
        net.predict([five])


def numpy_net(weights: dict[str, np.ndarray], planes: np.ndarray, numbers: np.ndarray) -> tuple:
    """The net as docs/nets.md describes it, written a second time: planes (21, n, n), numbers (34)."""
    lines = planes.shape[1]

    def convolve(name: str, maps: np.ndarray, whole: np.ndarray | None) -> np.ndarray:
        kernel, bias = weights[f"{name}.weight"], weights[f"{name}.bias"].astype(np.float64)
        if whole is not None:
            bias = bias + whole @ weights[f"{name}.whole"]
        around = np.pad(maps, ((0, 0), (1, 1), (1, 1)))
        out = np.zeros((kernel.shape[2], lines, lines))
        for tap in range(9):
            row, col = divmod(tap, 3)
            part = around[:, row : row + lines, col : col + lines]
            out += np.einsum("imn,io->omn", part, kernel[tap])
        return out + bias[:, None, None]

    def pooled(maps: np.ndarray) -> np.ndarray:
        mean = maps.mean(axis=(1, 2))
        return np.concatenate([mean, mean * (lines - 9) / 10, maps.max(axis=(1, 2))])

    relu = lambda maps: np.maximum(maps, 0)
    maps = relu(convolve("first", planes, numbers))
    block = 1
    while f"block{block}.conv1.weight" in weights:
        inner = relu(convolve(f"block{block}.conv1", maps, pooled(maps)))
        maps = relu(maps + convolve(f"block{block}.conv2", inner, None))
        block += 1
    heads = weights["points"]
    points = np.einsum("hc,cmn->hmn", heads[:, :-1], maps) + heads[:, -1][:, None, None]
    layer = relu(pooled(maps) @ weights["game_layer.weight"] + weights["game_layer.bias"])
    game = weights["game"][:, :-1] @ layer + weights["game"][:, -1]
    return points, game


@pytest.mark.parametrize("size", [5, 9])
def test_the_weights_mean_what_the_docs_say(size: int) -> None:
    """A net written again with numpy, from the exported weights and inputs, predicts the same."""
    net = Net.untrained(blocks=2, channels=8, seed=6)
    random = np.random.default_rng(1)
    net = net.with_weights(
        {n: (a + random.normal(0, 0.1, a.shape)).astype(np.float32) for n, a in net.weights().items()}
    )
    game = Game(size=size, seed=2)
    for _ in range(12):
        game.step(game.random_action())
    view = game.view()
    planes, numbers = Net.inputs([view])
    assert planes.shape == (1, 21, size, size) and numbers.shape == (1, 34)
    points, outputs = numpy_net(net.weights(), planes[0], numbers[0])
    told = net.predict([view], symmetries=1)
    sigmoid = lambda x: 1 / (1 + np.exp(-x))
    assert np.allclose(told["hidden"][0], sigmoid(points[1]), atol=2e-3)
    assert np.allclose(told["win"][0], sigmoid(outputs[1]), atol=2e-3)
    logits = np.append(points[0].reshape(-1), outputs[0])
    chances = told["choices"][0]
    inside = chances > 0
    expected = np.exp(logits[inside] - logits[inside].max())
    assert np.allclose(chances[inside], expected / expected.sum(), atol=2e-3)
    assert inside[-1] and inside.sum() > 5


def test_nothing_is_left_running() -> None:
    assert threading.active_count() == 1
    assert os.getpid() > 0
