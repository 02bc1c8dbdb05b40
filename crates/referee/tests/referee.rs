//! The life of a game: how it begins, what it does not take, and every way in which it ends.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "test helpers")]

use kage_goban::{BoardSize, ByColor, Color, Komi, Point, PointSet};
use kage_phantom::{
    Choice, Ending, Forfeit, HearingError, Observation, Outcome, RefereeRules, Refusal, Setup, View,
};
use kage_referee::{Heard, Referee, RefereeError, TurnEnd, Witness};

fn point(text: &str) -> Point {
    text.parse().unwrap()
}

fn set(points: &str) -> PointSet {
    points.split_whitespace().map(point).collect()
}

fn choice(text: &str) -> Choice {
    match text {
        "pass" => Choice::Pass,
        "resign" => Choice::Resign,
        _ => Choice::Try(point(text)),
    }
}

/// A game at one table: the referee, the witness and both seats.
struct Game {
    referee: Referee,
    witness: Witness,
    views: ByColor<View>,
}

impl Game {
    fn new(rules: &str, lines: u8) -> Game {
        Game::start(rules, Setup::even(BoardSize::new(lines).unwrap()))
    }

    fn start(rules: &str, setup: Setup) -> Game {
        let rules: RefereeRules = rules.parse().unwrap();
        let (referee, witness) = Referee::new(rules, setup);
        Game { referee, witness, views: ByColor::new(|seat| View::new(rules, &setup, seat)) }
    }

    /// The side to move makes these tries, one after the other; what the last one sounds like.
    fn play(&mut self, tries: &str) -> ByColor<String> {
        let mut last = ByColor::default();
        for text in tries.split_whitespace() {
            let seat = self.referee.to_move().expect("the game goes on");
            let heard = self.referee.hear(seat, choice(text)).unwrap();
            last = self.tell(&heard);
        }
        last
    }

    fn tell(&mut self, heard: &Heard) -> ByColor<String> {
        for seat in Color::BOTH {
            for news in &heard[seat] {
                self.views[seat].update(news).unwrap();
            }
        }
        self.witness.news();
        heard.as_ref().map(|news| {
            let texts: Vec<String> = news.iter().map(Observation::to_string).collect();
            texts.join("; ")
        })
    }

    fn result(&self) -> String {
        self.referee.outcome().map_or("none".to_owned(), Outcome::to_string)
    }

    /// Everything about the game that anyone can see from outside.
    fn state(&mut self) -> String {
        let news = self.witness.news();
        assert_eq!(news, Vec::new());
        format!("{:?} {:?} {:?}", self.referee, self.witness.position(), self.views)
    }
}

fn both(text: &str) -> ByColor<String> {
    ByColor::new(|_| text.to_owned())
}

#[test]
fn what_is_not_taken_changes_nothing() {
    let mut game = Game::new("borsboom try-limit=2", 5);
    game.play("C3 C3");
    let before = game.state();
    let mut refuse = |seat, text: &str, expected| {
        assert_eq!(game.referee.hear(seat, choice(text)), Err(expected), "{text}");
        assert_eq!(game.state(), before);
    };
    refuse(Color::Black, "A1", RefereeError::NotYourTurn);
    refuse(Color::Black, "pass", RefereeError::NotYourTurn);
    refuse(Color::Black, "F1", RefereeError::NotYourTurn);
    for off in ["F1", "A6", "T19", "F5"] {
        refuse(Color::White, off, RefereeError::OffBoard(point(off)));
    }
    // Not even the count of tries: two more are one too many only now.
    game.play("C3");
    assert_eq!(game.referee.outcome(), None);
    game.play("A1");
    let record = game.referee.finish();
    let reason = Refusal::OpponentStone;
    assert_eq!(record.turns()[1].refused, [(point("C3"), reason), (point("C3"), reason)]);
}

#[test]
fn after_the_end_nothing_is_taken() {
    for end in ["pass pass", "A1 resign"] {
        let mut game = Game::new("borsboom", 3);
        game.play(end);
        let before = game.state();
        for seat in Color::BOTH {
            for text in ["B2", "pass", "resign", "T19"] {
                assert_eq!(game.referee.hear(seat, choice(text)), Err(RefereeError::GameOver));
            }
            assert_eq!(game.referee.forfeit(seat, Forfeit::Time), Err(RefereeError::GameOver));
            let news = Observation::Over(Outcome::UNFINISHED);
            assert_eq!(game.views[seat].update(&news), Err(HearingError::GameOver));
        }
        assert_eq!(game.referee.agree(None, None), Err(RefereeError::GameOver));
        assert_eq!(game.state(), before);
        assert_eq!(game.referee.to_move(), None);
    }
}

#[test]
fn a_resignation_ends_the_game() {
    let mut game = Game::new("cazenave", 5);
    let heard = game.play("C3 C3 resign");
    assert_eq!(heard, both("game over: B+R"));
    assert_eq!(game.views.white.outcome(), game.referee.outcome());
    let record = game.referee.finish();
    assert_eq!(record.turns().len(), 2);
    assert_eq!(record.turns()[1].refused, [(point("C3"), Refusal::OpponentStone)]);
    assert_eq!(record.turns()[1].end, TurnEnd::Resign);
    assert_eq!(record.outcome().ending, Ending::Resignation);
}

#[test]
fn one_may_resign_out_of_turn() {
    let mut game = Game::new("borsboom", 5);
    game.play("C3 C3");
    let heard = game.referee.hear(Color::Black, Choice::Resign).unwrap();
    assert_eq!(game.tell(&heard), both("game over: W+R"));
    let record = game.referee.finish();
    // White's turn was not over.
    let last = record.turns().last().unwrap();
    assert_eq!((last.color, last.refused.len(), last.end), (Color::White, 1, TurnEnd::Open));
}

#[test]
fn one_refused_try_more_than_the_limit_forfeits() {
    let mut game = Game::new("borsboom try-limit=2", 5);
    let heard = game.play("C3 C3 C3");
    assert_eq!(heard.black, "your opponent's try is illegal");
    let heard = game.play("C3");
    assert_eq!(heard.white, "C3 is illegal; game over: B+F");
    assert_eq!(heard.black, "your opponent's try is illegal; game over: B+F");
    let record = game.referee.finish();
    assert_eq!(record.turns().len(), 2);
    assert_eq!(record.turns()[1].refused.len(), 3);
    assert_eq!(record.turns()[1].end, TurnEnd::Forfeit(Forfeit::Tries));
}

#[test]
fn the_limit_of_tries_is_a_turns() {
    let mut game = Game::new("cazenave try-limit=1", 5);
    game.play("C3 C3 C4 C4 C5 C5 D5");
    assert_eq!(game.referee.outcome(), None);
    let heard = game.play("D5 D5");
    assert_eq!(heard.white, "game over: W+F");
    assert_eq!(heard.black, "D5 is illegal; game over: W+F");
}

#[test]
fn time_and_conduct_forfeit_in_turn_or_out_of_it() {
    for (why, result) in [(Forfeit::Time, "W+T"), (Forfeit::Conduct, "W+F")] {
        let mut game = Game::new("olympiad", 5);
        game.play("C3 D3");
        let heard = game.referee.forfeit(Color::Black, why).unwrap();
        assert_eq!(game.tell(&heard), both(&format!("game over: {result}")));
        let record = game.referee.finish();
        assert_eq!(record.turns().last().unwrap().end, TurnEnd::Forfeit(why));

        let mut game = Game::new("olympiad", 5);
        game.play("C3 C3");
        let heard = game.referee.forfeit(Color::Black, why).unwrap();
        assert_eq!(game.tell(&heard), both(&format!("game over: {result}")));
        let record = game.referee.finish();
        let last = record.turns().last().unwrap();
        assert_eq!((last.color, last.refused.len(), last.end), (Color::White, 1, TurnEnd::Open));
    }
}

#[test]
fn a_full_number_of_moves_is_counted() {
    let mut game = Game::new("borsboom move-limit=3 komi=0.5", 3);
    let heard = game.play("B2 B2 A1 pass");
    assert_eq!(heard.white, "your opponent passes; game over: W+0.5");
    let record = game.referee.finish();
    assert_eq!(record.score().area, ByColor { black: 1, white: 1 });
    // Nobody has passed twice, so nobody marks dead stones.
    let mut record = record;
    assert!(!record.agree_on_dead(&ByColor::new(|_| set("A1"))));
    assert_eq!(record.outcome().to_string(), "W+0.5");
}

#[test]
fn steps_count_refused_tries() {
    let mut game = Game::new("borsboom steps-per-point=1 komi=0", 2);
    let heard = game.play("A1 A1 B2 A1");
    assert_eq!(heard.black, "A1 is illegal; game over: 0");
    assert_eq!(heard.white, "your opponent's try is illegal; game over: 0");
    let record = game.referee.finish();
    let last = record.turns().last().unwrap();
    assert_eq!((last.color, last.refused.len(), last.end), (Color::Black, 1, TurnEnd::Open));
}

#[test]
fn where_refused_tries_are_steps_they_stand_between_passes() {
    let mut game = Game::new("openspiel", 5);
    let heard = game.play("C3 pass C3 pass");
    assert!(!heard.white.contains("game over"), "{}", heard.white);
    assert_eq!(game.referee.to_move(), Some(Color::White));
    let _ = game.witness.news();
    assert_eq!(game.witness.position().passes(), 1, "the witness counts as the referee does");
    let heard = game.play("C3 D3");
    assert_eq!(heard.white, "D3 is legal, stones: 1 black, 1 white");
    let heard = game.play("pass pass");
    assert!(heard.white.ends_with("game over: W+7.5"), "{}", heard.white);
}

/// White takes the stone on D4 from C4, where Black could take back at once but for the ko.
const KO: &str = "C5 D5 B4 E4 C3 D3 D4 C4";

#[test]
fn a_ko_opens_after_one_move() {
    let mut game = Game::new("hamburg", 6);
    let heard = game.play(KO);
    assert_eq!(heard.white, "C4 is legal, you take 1, atari");
    assert_eq!(heard.black, "your opponent moves, you lose 1 (D4), atari");
    let heard = game.play("D4");
    assert_eq!(heard.black, "D4 is illegal: ko");
    assert_eq!(heard.white, "your opponent's try is illegal");
    let heard = game.play("A1 F6 D4");
    assert_eq!(heard.black, "D4 is legal, you take 1, atari");
}

#[test]
fn a_ko_is_known_without_its_reason() {
    let mut game = Game::new("borsboom", 6);
    game.play(KO);
    assert_eq!(game.play("D4").black, "D4 is illegal");
    let causes = game.views.black.refusal(point("D4")).unwrap().causes;
    assert!(causes.ko && !causes.stone && !causes.suicide, "{causes:?}");
    assert!(game.views.black.empty().contains(point("D4")));
}

/// On 2x2, the last move brings back the board after the first.
const CYCLE: &str = "A1 B2 B1 A2 A1 B1 A1";

#[test]
fn a_repetition_draws_where_the_rules_say_so() {
    let mut game = Game::new("openspiel", 2);
    let heard = game.play(CYCLE);
    assert_eq!(heard.black, "A1 is legal, you take 3, stones: 1 black, 0 white; game over: 0");
    assert_eq!(game.referee.outcome().unwrap().ending, Ending::Repetition);

    let mut game = Game::new("borsboom", 2);
    let heard = game.play(CYCLE);
    assert_eq!(heard.black, "A1 is legal, you take 3");
    assert_eq!(game.result(), "none");

    let mut game = Game::new("hamburg ko=superko", 2);
    assert_eq!(game.play(CYCLE).black, "A1 is illegal: ko");
}

#[test]
fn a_tie_goes_as_agreed() {
    for (rules, result, winner) in [
        ("borsboom komi=0", "0", None),
        ("collegiate komi=0", "W+0", Some(Color::White)),
        ("collegiate komi=-1", "B+1", Some(Color::Black)),
    ] {
        let mut game = Game::new(rules, 5);
        game.play("pass pass");
        assert_eq!(game.result(), result, "{rules}");
        assert_eq!(game.referee.outcome().unwrap().winner, winner, "{rules}");
    }
}

#[test]
fn refused_tries_between_two_passes_do_not_matter() {
    let mut game = Game::new("cazenave", 5);
    let heard = game.play("C3 pass C3 pass");
    assert_eq!(heard.white, "your opponent passes; game over: B+18.5");
    let record = game.referee.finish();
    assert_eq!(record.turns().len(), 3);
    assert_eq!(record.turns()[2].refused, [(point("C3"), Refusal::OwnStone)]);
    assert_eq!(record.turns()[2].end, TurnEnd::Pass);
}

#[test]
fn an_unannounced_pass_sounds_like_a_move() {
    let mut game = Game::new("borsboom pass=unannounced", 5);
    let pass = game.play("pass").white;
    let mut other = Game::new("borsboom pass=unannounced", 5);
    let stone = other.play("C3").white;
    assert_eq!(pass, stone);
    assert_eq!(game.views.white, other.views.white);
    let count = game.views.white.their_stones();
    assert_eq!((count.at_most, count.exact), (1, false));
    // Only the end tells.
    assert_eq!(game.play("pass").black, "your opponent moves; game over: W+6.5");
}

/// Black has the left side and a stone in White's; White has the right.
fn finished() -> Game {
    let mut game = Game::new("borsboom komi=0", 4);
    game.play("B1 C1 B2 C2 B3 C3 B4 C4 D1 pass pass");
    game
}

#[test]
fn dead_stones_are_those_both_marked() {
    let mut record = finished().referee.finish();
    // With D1 alive, D2 to D4 touch both colours.
    assert_eq!(record.score().area, ByColor { black: 9, white: 4 });
    assert!(!record.agree_on_dead(&ByColor { black: set("D1"), white: set("D1 C1") }));
    assert!(!record.agree_on_dead(&ByColor { black: set("D1"), white: PointSet::EMPTY }));
    assert!(!record.agree_on_dead(&ByColor::new(|_| set("D1 D2"))), "D2 is empty");
    assert_eq!((record.dead(), record.outcome().to_string()), (PointSet::EMPTY, "B+5".into()));
    assert!(record.agree_on_dead(&ByColor::new(|_| set("D1"))));
    assert_eq!(record.dead(), set("D1"));
    assert_eq!(record.score().area, ByColor { black: 8, white: 8 });
    assert_eq!(record.outcome().to_string(), "0");
    assert!(record.agree_on_dead(&ByColor::default()), "both find all stones alive after all");
    assert_eq!(record.outcome().to_string(), "B+5");
}

#[test]
fn nobody_marks_dead_stones_unless_two_passes_ended_the_game() {
    for end in ["resign", "pass resign", ""] {
        let mut game = Game::new("borsboom komi=0", 4);
        game.play("B1 C1 B2 C2 B3 C3 B4 C4 D1");
        game.play(end);
        let mut record = game.referee.finish();
        let before = record.clone();
        assert!(!record.agree_on_dead(&ByColor::new(|_| set("D1"))), "{end}");
        assert_eq!(record, before);
    }
}

#[test]
fn an_agreed_result_is_taken_as_it_is() {
    let mut game = Game::new("borsboom", 5);
    game.play("C3 C3");
    let heard = game.referee.agree(Some(Color::White), Some(5)).unwrap();
    assert_eq!(game.tell(&heard), both("game over: W+2.5"));
    let mut record = game.referee.finish();
    assert_eq!(record.turns().last().unwrap().end, TurnEnd::Open);
    assert!(!record.agree_on_dead(&ByColor::new(|_| set("C3"))));
}

#[test]
fn an_unfinished_game_is_recorded_as_such() {
    let mut game = Game::new("borsboom", 5);
    game.play("C3 C3 A1 B1 B1");
    let record = game.referee.finish();
    assert_eq!(record.outcome(), &Outcome::UNFINISHED);
    assert_eq!(record.outcome().to_string(), "?");
    let ends: Vec<_> = record.turns().iter().map(|turn| (turn.refused.len(), turn.end)).collect();
    let stone = |text| TurnEnd::Play { point: point(text), taken: PointSet::EMPTY };
    let open = (1, TurnEnd::Open);
    assert_eq!(ends, [(0, stone("C3")), (1, stone("A1")), (0, stone("B1")), open]);
    // Areas are counted all the same.
    assert_eq!(record.score().area, ByColor { black: 2, white: 1 });
    // A turn in which nothing was tried leaves nothing.
    assert_eq!(Game::new("borsboom", 5).referee.finish().turns(), []);
}

#[test]
fn the_record_has_every_capture() {
    let mut game = Game::new("cazenave", 3);
    game.play("A2 A1 B1");
    let record = game.referee.finish();
    let last = record.turns().last().unwrap();
    assert_eq!(last.end, TurnEnd::Play { point: point("B1"), taken: set("A1") });
    assert_eq!(record.position().board().stones(Color::White), PointSet::EMPTY);
}

#[test]
fn a_game_without_a_witness_sounds_the_same() {
    let mut watched = Game::new("common", 5);
    let (mut alone, witness) = Referee::new(*watched.referee.rules(), *watched.referee.setup());
    drop(witness);
    for text in ["C3", "C3", "B3", "pass", "A1", "pass", "pass"] {
        let seat = alone.to_move().unwrap();
        let heard = alone.hear(seat, choice(text)).unwrap();
        assert_eq!(watched.referee.hear(seat, choice(text)).as_ref(), Ok(&heard), "{text}");
    }
    assert_eq!(alone.finish(), watched.referee.finish());
}

#[test]
fn a_witness_sees_it_all_when_he_looks() {
    let (mut referee, mut witness) =
        Referee::new(RefereeRules::default(), Setup::even(BoardSize::NINE));
    for (seat, text) in [(Color::Black, "C3"), (Color::White, "C3"), (Color::White, "pass")] {
        referee.hear(seat, choice(text)).unwrap();
    }
    assert_eq!(witness.position().moves(), 0);
    assert_eq!(witness.news().len(), 3);
    assert_eq!(witness.news(), []);
    assert_eq!(witness.position().moves(), 2);
    assert_eq!(witness.position(), referee.finish().position());
}

#[test]
fn with_a_handicap_white_begins() {
    let stones = ["C3", "G7"].map(point);
    let setup = Setup::handicap(BoardSize::NINE, stones).unwrap();
    let mut game = Game::start("borsboom komi=0.5", setup);
    assert_eq!(game.referee.to_move(), Some(Color::White));
    assert_eq!(game.referee.hear(Color::Black, choice("E5")), Err(RefereeError::NotYourTurn),);
    assert_eq!(game.views.white.theirs(), set("C3 G7"));
    assert_eq!(game.views.black.mine(), set("C3 G7"));
    game.play("C3 E5 pass pass");
    let record = game.referee.finish();
    assert_eq!(record.turns()[0].color, Color::White);
    assert_eq!(record.turns()[0].refused, [(point("C3"), Refusal::OpponentStone)]);
    assert_eq!(record.score().area, ByColor { black: 2, white: 1 });
    assert_eq!(record.score().komi, Komi::from_half_points(1));
    assert_eq!(record.outcome().to_string(), "B+0.5");
}

#[test]
fn no_handicap_is_an_even_game() {
    assert_eq!(Setup::handicap(BoardSize::NINE, []), Ok(Setup::even(BoardSize::NINE)));
    assert_eq!(Setup::even(BoardSize::NINE).first(), Color::Black);
    let full = BoardSize::MIN.points();
    assert!(Setup::handicap(BoardSize::MIN, full).is_err(), "stones without a liberty");
    assert!(Setup::handicap(BoardSize::MIN, [point("C3")]).is_err(), "off the board");
}

#[test]
fn tries_are_counted_aloud_after_the_turn() {
    let mut game = Game::new("borsboom tries=count", 5);
    assert_eq!(game.play("C3 C3").black, "");
    assert_eq!(game.play("C3 D3").black, "your opponent moves after 2 refused");
    assert_eq!(game.play("E5").white, "your opponent moves after 0 refused");
    assert_eq!(game.views.as_ref().map(View::tries_heard), ByColor { black: 2, white: 0 });
}
