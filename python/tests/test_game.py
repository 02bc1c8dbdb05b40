"""The class Game: steps, refusals, ends, copies, pickles, bad input."""

import copy
import pickle

import numpy as np
import pytest

import kage_go
from kage_go import Game

PRESETS = ["borsboom", "cazenave", "olympiad", "collegiate", "common", "hamburg", "openspiel"]


def play_out(game: Game) -> Game:
    while not game.over:
        game.step(game.random_action())
    return game


@pytest.mark.parametrize("rules", PRESETS)
@pytest.mark.parametrize("size", [2, 3, 5, 9, 13, 19])
def test_every_preset_on_every_size_is_played_to_its_end(rules: str, size: int) -> None:
    game = play_out(Game(rules, size, seed=size, max_steps=4 * size * size))
    assert game.truncated or game.result is not None
    assert sum(game.returns) == 0
    assert len(game.record().board) == size


def test_a_refused_try_is_a_step_and_no_exception() -> None:
    game = Game(size=5)
    assert not game.step("C3").refused
    heard = game.step(12, "white")
    assert (heard.refused, heard.kind, heard.action, heard.reason) == (True, "refused", 12, None)
    assert game.to_play == "white" and game.steps == 2 and game.moves == 1
    assert [str(h) for h in game.view("black").heard] == [
        "C3 is legal",
        "your opponent's try is illegal",
    ]


def test_rules_that_tell_a_reason_tell_it() -> None:
    game = Game("hamburg", size=5)
    game.step("C3")
    assert game.step("C3").reason == "opponent stone"


def test_a_capture_is_heard_by_both_seats() -> None:
    game = Game("olympiad", size=3)
    for action in ["A2", "A1", "B1"]:
        heard = game.step(action)
    assert (heard.taken, heard.taken_points) == (1, [0])
    assert game.view("white").heard[-1].lost_points == [0]
    assert game.view("white").lost == 1 and game.view("black").taken == 1


def test_the_mask_comes_from_the_view_alone() -> None:
    game = Game(size=3)
    game.step("B2")
    assert game.mask().tolist() == [True] * 10, "White knows nothing"
    game.step("B2")
    mask = game.mask("white")
    assert not mask[4] and mask.sum() == 9, "refused in this turn"
    assert not game.mask("black").any(), "Black is not to play"
    game.step("A1")
    black = game.mask("black")
    assert not black[4] and black[0], "an own stone; an unknown stone of the opponent"


def test_the_observation_has_the_planes_that_are_named() -> None:
    game = Game(size=5)
    game.step("C3")
    game.step("C3")
    planes = dict(zip(kage_go.PLANES, game.observation("white"), strict=True))
    assert game.observation("white").dtype == np.uint8
    assert planes["theirs"][2, 2] == 1, "on a board with one stone a refusal has one cause"
    assert planes["tried"][2, 2] == 1 and planes["tried"].sum() == 1
    assert (planes["i_am_white"] == 1).all() and (planes["my_turn"] == 1).all()
    assert (planes["moves"] == 1).all() and (planes["hidden_stones"] == 0).all()
    black = dict(zip(kage_go.PLANES, game.observation("black"), strict=True))
    assert (black["tries_heard_last"] == 1).all() and black["mine"][2, 2] == 1


def test_information_states_are_equal_exactly_if_a_seat_heard_the_same() -> None:
    one, other = Game(size=5), Game(size=5)
    one.step("A1"), other.step("B4")
    assert one.information_state("white") == other.information_state("white")
    assert one.view("white") == other.view("white")
    assert hash(one.view("white")) == hash(other.view("white"))
    assert one.information_state("black") != other.information_state("black")
    assert one.view("black") != other.view("black")
    tensors = [game.view("white").information_state_tensor(7) for game in (one, other)]
    assert (tensors[0] == tensors[1]).all() and tensors[0].shape[0] == 7
    with pytest.raises(ValueError, match="has heard more"):
        one.view("white").information_state_tensor(0)


def test_information_state_tensors_tell_apart_what_texts_tell_apart() -> None:
    """Over random games: equal tensors exactly where texts are equal."""
    seen: dict[bytes, str] = {}
    texts: dict[str, bytes] = {}
    for seed in range(60):
        game = Game("hamburg", size=2, seed=seed, max_steps=12)
        while not game.over:
            game.step(game.random_action())
            for seat in ("black", "white"):
                view = game.view(seat)
                # The colour is not part of the tensor: the caller knows the seat.
                text = view.information_state()
                tensor = seat.encode() + view.information_state_tensor(30).tobytes()
                assert seen.setdefault(tensor, text) == text or "game over" in text
                assert texts.setdefault(text, tensor) == tensor
    assert len(texts) > 100


def test_worlds_fit_what_is_certain_and_repeat_by_seed() -> None:
    game = Game(size=5, seed=3)
    for _ in range(14):
        game.step(game.random_action())
    seat = game.to_play
    view = game.view(seat)
    mine, theirs = (1, 2) if seat == "black" else (2, 1)
    for sampler in ("history", "history-flat", "metaposition", "uniform"):
        worlds = game.worlds(seat, 100, sampler=sampler, seed=5)
        assert worlds.shape == (100, 5, 5) and worlds.dtype == np.int8
        assert ((worlds == mine) == view.mine).all()
        if sampler != "uniform":
            assert (worlds[:, view.theirs] == theirs).all()
            assert (worlds[:, view.empty] == 0).all()
        assert (worlds == view.worlds(100, sampler=sampler, seed=5)).all()
    with pytest.raises(ValueError, match='"metaposition"'):
        view.worlds(1, sampler="crystal ball")
    assert game.worlds(seat, 0).shape == (0, 5, 5)


def test_a_copy_goes_its_own_way() -> None:
    game = Game("common", size=9, handicap=3, seed=1)
    for _ in range(30):
        game.step(game.random_action())
    for same in (game.copy(), copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert same.information_state("black") == game.information_state("black")
        assert same.information_state("white") == game.information_state("white")
        assert same.random_action() == game.random_action()
        before = game.steps
        same.step(same.random_action())
        assert same.steps == before + 1 and game.steps == before
        while not same.over:
            same.step(same.random_action())
        assert same.record().text()


def test_games_that_ended_can_be_pickled() -> None:
    for game in (play_out(Game(size=3, seed=1)), play_out(Game(size=5, max_steps=7))):
        same = pickle.loads(pickle.dumps(game))
        assert (same.over, same.result, same.truncated) == (True, game.result, game.truncated)
        assert same.record().sgf() == game.record().sgf()
    game = Game(size=3)
    game.resign("white")
    assert pickle.loads(pickle.dumps(game)).result == "B+R"


def test_foreign_pickles_are_refused() -> None:
    for state in (
        None,
        (),
        ("borsboom", 9, [], None, 1, [("black", "Z9")]),
        ("borsboom", 9, [], None, 1, [("white", "E5")]),
        ("borsboom", 5, [], None, 1, [("black", "J9")]),
        ("nonsense", 9, [], None, 1, []),
        ("borsboom", 99, [], None, 1, []),
        ("borsboom", 9, [], None, 1, [("green", "E5")]),
    ):
        with pytest.raises(ValueError):
            Game._restore(state)


def test_a_limit_of_steps_cuts_the_game_off() -> None:
    game = Game(size=9, max_steps=3)
    game.step("E5"), game.step("E5"), game.step("E6")
    assert game.over and game.truncated and game.result is None and game.to_play is None
    assert game.returns == (0.0, 0.0)
    assert game.view("black").over and not game.mask("black").any()
    assert game.record().result == "?"
    with pytest.raises(kage_go.GameOverError, match="cut off after 3 steps"):
        game.step("A1")


def test_resignation_ends_the_game() -> None:
    game = Game(size=9)
    game.resign("white")
    assert game.result == "B+R" and game.returns == (1.0, -1.0)
    with pytest.raises(kage_go.GameOverError):
        game.resign("white")


BAD_STEPS = [
    (lambda game: game.step(81 + 1), kage_go.ActionError, "0 to 80"),
    (lambda game: game.step(-1), kage_go.ActionError, "-1 is no action"),
    (lambda game: game.step(2**70), kage_go.ActionError, "is no action"),
    (lambda game: game.step("I5"), kage_go.ActionError, "I5"),
    (lambda game: game.step("K10"), kage_go.ActionError, "on 9x9"),
    (lambda game: game.step(None), kage_go.ActionError, "None is no action"),
    (lambda game: game.step(1.5), kage_go.ActionError, "1.5 is no action"),
    (lambda game: game.step("E5", "white"), kage_go.TurnError, "black is to play"),
    (lambda game: game.step("E5", "green"), ValueError, '"black" or "white"'),
    (lambda game: game.mask("green"), ValueError, '"black" or "white"'),
    (lambda game: game.resign("green"), ValueError, '"black" or "white"'),
    (lambda game: game.view("x"), ValueError, '"black" or "white"'),
    (lambda game: game.record(), kage_go.GameOverError, "secret until the end"),
]


@pytest.mark.parametrize(("wrong", "error", "text"), BAD_STEPS)
def test_bad_input_changes_nothing(wrong, error, text) -> None:
    game = Game(size=9)
    before = game.information_state("black"), game.information_state("white"), game.steps
    with pytest.raises(error, match=text):
        wrong(game)
    assert (game.information_state("black"), game.information_state("white"), game.steps) == before
    game.step("E5")


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ({"size": 1}, "from 2 to 19"),
        ({"size": 20}, "from 2 to 19"),
        ({"size": -9}, "from 2 to 19"),
        ({"rules": "borsbom"}, "borsboom"),
        ({"rules": "common atari=perhaps"}, "atari"),
        ({"komi": 3.75}, "half points"),
        ({"komi": float("nan")}, "half points"),
        ({"handicap": 1}, "no usual points"),
        ({"handicap": 40}, "no usual points"),
        ({"handicap": ["Z1"]}, "Z1"),
        ({"handicap": ["K10"]}, "handicap"),
    ],
)
def test_bad_terms_are_refused(arguments, text) -> None:
    with pytest.raises(kage_go.RulesError, match=text):
        Game(**arguments)


def test_steps_after_the_end_are_refused() -> None:
    game = Game(size=5)
    game.step("pass"), game.step("pass")
    assert game.result == "W+6.5"
    for seat in (None, "black", "white"):
        with pytest.raises(kage_go.GameOverError, match=r"W\+6.5"):
            game.step("A1", seat)
    with pytest.raises(kage_go.GameOverError, match="name a seat"):
        game.mask()
    with pytest.raises(kage_go.GameOverError):
        game.random_action()


def test_exceptions_fit_the_built_in_ones() -> None:
    for error in (kage_go.ActionError, kage_go.TurnError, kage_go.RulesError, kage_go.StateError):
        assert issubclass(error, ValueError) and issubclass(error, kage_go.KageError)
    assert issubclass(kage_go.GameOverError, RuntimeError)


def test_a_witness_sees_the_truth_and_a_record_keeps_it() -> None:
    game, witness = Game.with_witness("borsboom", 5, seed=8)
    while not game.over:
        game.step(game.random_action())
    record = game.record()
    assert (witness.board == record.board).all()
    black, white = witness.area
    assert black - white - game.komi == record.lead
    news = witness.news()
    assert len(news) == game.steps and witness.news() == []
    assert [action for _, action, reason in news if reason is None] == [t[2] for t in record.turns]
    assert "PGT" in record.sgf() and record.sgf().startswith("(;")


def test_a_seat_can_be_named_by_numpy_integers_too() -> None:
    game = Game(size=9)
    game.step(np.int64(40)), game.step(np.uint8(41)), game.step(np.int16(81))
    assert game.moves == 3
