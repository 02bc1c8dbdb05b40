//! Games that sound alike to a seat give that seat equal views and byte-equal news.
//!
//! What "sounds alike" means is said by the oracle, which shares no code with the product. Truths
//! that sound alike are made by moving the opponent's hidden stones and refused tries about. The
//! product, and products that leak on purpose, go through the same checker.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "test helpers")]

mod games;
mod oracle;

use fastrand::Rng;
use games::{Game, Step, random_choice, random_game, random_point};
use kage_goban::{BoardSize, Color, Move, Point};
use kage_phantom::{
    Answer, AtariCalls, CaptorHears, Choice, Ending, Forfeit, Observation, Outcome, PassHeard,
    ReasonTold, RefereeRules, Refusal, Sound, TriesHeard, View,
};
use kage_referee::{Referee, RefereeError};
use oracle::{Grid, Oracle, Wrong};
use std::collections::{BTreeMap, HashSet};
use std::fmt::Write;

/// How many random games the real product is checked with, and how many truths are made of each
/// for each seat.
const GAMES: u64 = 1_000;
const TRUTHS: usize = 24;

/// What reaches a seat at once, as bytes, and its view then.
struct Frame {
    said: String,
    view: View,
}

/// A way from a game to everything that reaches one seat of it.
type Product<'a> = &'a dyn Fn(&Game, Color) -> Result<Vec<Frame>, RefereeError>;

/// The line between the referee and a seat: the honest one, and some that say more.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Line {
    Honest,
    /// Numbers the frames of this seat. Harmless: the seat could count them himself.
    NumbersFrames,
    /// Numbers each frame by the rulings so far, heard or not.
    NumbersRulings,
    /// Sends an empty frame for what is not heard.
    SendsEmptyFrames,
    /// Sends the true board along.
    SendsBoard,
}

/// Plays a game with a referee whose rules may differ from those that were agreed.
fn stage(
    game: &Game,
    seat: Color,
    told: RefereeRules,
    line: Line,
) -> Result<Vec<Frame>, RefereeError> {
    let (mut referee, mut witness) = Referee::new(told, game.setup);
    let mut view = View::new(told, &game.setup, seat);
    let mut frames = Vec::new();
    for (number, &(color, choice)) in game.steps.iter().enumerate() {
        let news = &referee.hear(color, choice)?[seat];
        if news.is_empty() && line != Line::SendsEmptyFrames {
            continue;
        }
        let mut said = serialize(news);
        // Logs count as sound, too. They cost more than the game, so not every frame has one.
        if frames.len() % 16 == 3 || referee.outcome().is_some() {
            writeln!(said, "{referee:?}").unwrap();
        }
        match line {
            Line::Honest | Line::SendsEmptyFrames => {}
            Line::NumbersFrames => write!(said, "frame {}", frames.len()).unwrap(),
            Line::NumbersRulings => write!(said, "frame {number}").unwrap(),
            Line::SendsBoard => {
                witness.news();
                said += &witness.position().board().to_string();
            }
        }
        for one in news {
            view.update(one).unwrap_or_else(|error| panic!("{error} in\n{game}"));
        }
        frames.push(Frame { said, view: view.clone() });
    }
    Ok(frames)
}

/// The news in both text forms.
fn serialize(news: &[Observation]) -> String {
    let mut text = String::new();
    for one in news {
        writeln!(text, "{one}\n{one:?}").unwrap();
    }
    text
}

fn honest(game: &Game, seat: Color) -> Result<Vec<Frame>, RefereeError> {
    stage(game, seat, game.rules, Line::Honest)
}

/// How often each thing was seen.
#[derive(Default, Debug)]
struct Tally {
    /// Pairs of truths that sound alike, by preset: with different boards, and with the same boards
    /// but different tries.
    alike: BTreeMap<&'static str, (u32, u32)>,
    /// Those of them in which the seat loses or takes stones, and in which a try of its own is
    /// refused.
    with_captures: u32,
    with_refusals: u32,
    /// Pairs that sound different.
    unlike: u32,
    /// Changed games that were none.
    invalid: u32,
}

/// What is wrong with a product, and the games that show it.
#[derive(Debug)]
struct Breach {
    kind: Kind,
    story: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// Truths that sound alike do not give the same.
    Leak,
    /// Truths that sound different give the same.
    Deaf,
    /// It takes what the oracle does not take, or the other way round.
    Legality,
}

fn check(seeds: std::ops::Range<u64>, product: Product<'_>) -> Result<Tally, Breach> {
    let mut tally = Tally::default();
    for seed in seeds {
        let game = base_game(seed);
        for seat in Color::BOTH {
            check_seat(&game, seat, product, &mut tally)?;
        }
    }
    Ok(tally)
}

/// Short games sound alike more often; long ones have captures and kos in them.
fn base_game(seed: u64) -> Game {
    let mut random = Rng::with_seed(seed ^ 0xBA5E);
    let lines = [3, 4, 4, 5, 5, 6, 7, 9][random.usize(0..8)];
    let area = usize::from(lines) * usize::from(lines);
    random_game(seed, lines, random.usize(4..=(4 * area).min(140)))
}

fn check_seat(
    base: &Game,
    seat: Color,
    product: Product<'_>,
    tally: &mut Tally,
) -> Result<(), Breach> {
    let (sound, boards) = listen(base, seat).unwrap();
    let heard = product(base, seat).unwrap();
    let mut random = Rng::with_seed(base.seed ^ 0x5EA7 ^ u64::from(seat == Color::White) << 32);
    let mut seen = HashSet::from([base.steps.clone()]);
    // Walking from truth to truth, so that the last are far from the first.
    let mut here = base.clone();
    for _ in 0..TRUTHS {
        let truth = change(&mut random, &here, seat);
        if !seen.insert(truth.steps.clone()) {
            continue;
        }
        match (listen(&truth, seat), product(&truth, seat)) {
            (Err(wrong), Err(error)) if wrong == as_wrong(error) => tally.invalid += 1,
            (Ok((other, its_boards)), Ok(its_heard)) if other == sound => {
                if let Some(difference) = first_difference(&heard, &its_heard) {
                    return Err(breach(Kind::Leak, base, &truth, seat, &difference));
                }
                tally.count(base, &sound, boards != its_boards);
                here = truth;
            }
            (Ok(_), Ok(its_heard)) => {
                if said(&heard) == said(&its_heard) {
                    return Err(breach(Kind::Deaf, base, &truth, seat, ""));
                }
                tally.unlike += 1;
            }
            _ => return Err(breach(Kind::Legality, base, &truth, seat, "")),
        }
    }
    Ok(())
}

fn listen(game: &Game, seat: Color) -> Result<(Vec<String>, Vec<Grid>), Wrong> {
    oracle::transcript(&game.rules, &game.setup, &game.steps, seat)
}

fn as_wrong(error: RefereeError) -> Wrong {
    match error {
        RefereeError::NotYourTurn => Wrong::Turn,
        RefereeError::GameOver => Wrong::Over,
        RefereeError::OffBoard(_) => Wrong::OffBoard,
    }
}

fn said(frames: &[Frame]) -> Vec<&str> {
    frames.iter().map(|frame| frame.said.as_str()).collect()
}

/// The first thing that differs between what reaches a seat in two games. The debug text of a view
/// has its whole past in it, so it is not written after every frame of a long game.
fn first_difference(one: &[Frame], two: &[Frame]) -> Option<String> {
    if one.len() != two.len() {
        return Some(format!("{} and {} frames", one.len(), two.len()));
    }
    let often = 1 + one.len() / 12;
    for (at, (a, b)) in one.iter().zip(two).enumerate() {
        if a.said != b.said {
            return Some(format!("frame {at}:\n{}and\n{}", a.said, b.said));
        }
        let written = at % often == 0 || at + 1 == one.len();
        let debug_differs = || format!("{:?}", a.view) != format!("{:?}", b.view);
        if a.view != b.view
            || a.view.to_string() != b.view.to_string()
            || written && debug_differs()
        {
            return Some(format!("the view at frame {at}:\n{:?}and\n{:?}", a.view, b.view));
        }
    }
    None
}

fn breach(kind: Kind, base: &Game, truth: &Game, seat: Color, difference: &str) -> Breach {
    let story = format!("{kind:?} for {seat}:\n{base}and\n{truth}{difference}");
    Breach { kind, story }
}

impl Tally {
    fn count(&mut self, game: &Game, sound: &[String], boards_differ: bool) {
        let hears = |word| u32::from(sound.iter().any(|text| text.contains(word)));
        self.with_captures += hears("took") | hears("lost");
        self.with_refusals += hears("refused ");
        let plain = game.rules == game.preset.rules();
        let name = if plain { game.preset.name() } else { "changed" };
        let (boards, tries) = self.alike.entry(name).or_default();
        *if boards_differ { boards } else { tries } += 1;
    }

    fn all_alike(&self) -> u32 {
        self.alike.values().map(|(boards, tries)| boards + tries).sum()
    }
}

/// The same game, but the opponent of the seat does something else somewhere. It may be no game at
/// all, and it may sound different; nobody promises anything here.
fn change(random: &mut Rng, game: &Game, seat: Color) -> Game {
    let mut truth = game.clone();
    let theirs: Vec<usize> = (0..game.steps.len()).filter(|&i| game.steps[i].0 != seat).collect();
    if theirs.is_empty() {
        return truth;
    }
    let steps = &mut truth.steps;
    let pick = theirs[random.usize(0..theirs.len())];
    let new = random_try(random, game.setup.size());
    match random.u8(0..20) {
        0..6 => steps[pick].1 = new,
        6..9 => move_to_end(random, steps, &theirs, new),
        9..12 => swap_choices(steps, pick, theirs[random.usize(0..theirs.len())]),
        12..15 => exchange_points(steps, &theirs, game.steps[pick].1, new),
        15..16 => permute(random, steps, &theirs),
        16..18 => steps.insert(pick, (!seat, retry(random, game, pick).unwrap_or(new))),
        18..19 => drop(steps.remove(pick)),
        _ => steps[pick].1 = if steps[pick].1 == Choice::Pass { new } else { Choice::Pass },
    }
    truth
}

fn random_try(random: &mut Rng, size: BoardSize) -> Choice {
    Choice::Try(random_point(random, size))
}

/// Changes one of the last few things they did: less depends on them.
fn move_to_end(random: &mut Rng, steps: &mut [Step], theirs: &[usize], new: Choice) {
    let last = theirs.len() - 1 - random.usize(0..theirs.len().min(5));
    steps[theirs[last]].1 = new;
}

fn swap_choices(steps: &mut [Step], a: usize, b: usize) {
    let (one, two) = (steps[a].1, steps[b].1);
    steps[a].1 = two;
    steps[b].1 = one;
}

/// Puts all that they do on one point to another one, and the other way round.
fn exchange_points(steps: &mut [Step], theirs: &[usize], one: Choice, two: Choice) {
    for &i in theirs {
        let choice = &mut steps[i].1;
        if *choice == one {
            *choice = two;
        } else if *choice == two {
            *choice = one;
        }
    }
}

/// Makes their choices in another order.
fn permute(random: &mut Rng, steps: &mut [Step], theirs: &[usize]) {
    let mut choices: Vec<Choice> = theirs.iter().map(|&i| steps[i].1).collect();
    random.shuffle(&mut choices);
    for (&i, choice) in theirs.iter().zip(choices) {
        steps[i].1 = choice;
    }
}

/// A try that is refused at this step, or none.
fn retry(random: &mut Rng, game: &Game, at: usize) -> Option<Choice> {
    let mut oracle = Oracle::new(&game.rules, &game.setup);
    for &(color, choice) in &game.steps[..at] {
        oracle.hear(color, choice).ok()?;
    }
    let size = game.setup.size();
    let stone = |&point: &Point| oracle::at(oracle.grid(), oracle::place(point)).is_some();
    let stones: Vec<Point> = size.points().filter(stone).collect();
    (!stones.is_empty()).then(|| Choice::Try(stones[random.usize(0..stones.len())]))
}

#[test]
fn truths_that_sound_alike_give_the_same() {
    let tally = check(0..GAMES, &honest).unwrap_or_else(|breach| panic!("{}", breach.story));
    println!("{tally:?}, {} alike", tally.all_alike());
    // A property that is never tried holds always.
    assert!(tally.all_alike() > 10_000 && tally.unlike > 5_000, "{tally:?}");
    assert!(tally.with_captures > 3_000 && tally.with_refusals > 3_000, "{tally:?}");
    for preset in kage_phantom::Preset::ALL {
        let (boards, tries) = tally.alike[preset.name()];
        assert!(boards > 300 && tries > 50, "{} {tally:?}", preset.name());
    }
}

/// The product with other rules than were agreed, and with another line.
fn check_mutant(
    games: u64,
    told: fn(RefereeRules) -> RefereeRules,
    line: Line,
) -> Result<Tally, Breach> {
    check(0..games, &|game: &Game, seat| stage(game, seat, told(game.rules), line))
}

fn same(rules: RefereeRules) -> RefereeRules {
    rules
}

fn assert_leaks(told: fn(RefereeRules) -> RefereeRules, line: Line) {
    let found = check_mutant(GAMES, told, line);
    assert!(found.as_ref().is_err_and(|breach| breach.kind == Kind::Leak), "{found:?}");
}

fn assert_deaf(told: fn(RefereeRules) -> RefereeRules) {
    let found = check_mutant(GAMES, told, Line::Honest);
    assert!(found.as_ref().is_err_and(|breach| breach.kind == Kind::Deaf), "{found:?}");
}

#[test]
fn a_told_reason_is_caught() {
    assert_leaks(|rules| RefereeRules { reason: ReasonTold::Always, ..rules }, Line::Honest);
}

#[test]
fn a_shown_stone_is_caught() {
    let told = |rules: RefereeRules| match rules.reason {
        ReasonTold::Never => RefereeRules { reason: ReasonTold::Stones, ..rules },
        _ => rules,
    };
    assert_leaks(told, Line::Honest);
}

#[test]
fn counted_tries_are_caught() {
    assert_leaks(|rules| RefereeRules { tries: TriesHeard::Count, ..rules }, Line::Honest);
}

#[test]
fn heard_tries_are_caught() {
    let told = |rules: RefereeRules| match rules.tries {
        TriesHeard::Nothing => RefereeRules { tries: TriesHeard::Each, ..rules },
        _ => rules,
    };
    assert_leaks(told, Line::Honest);
}

#[test]
fn a_frame_too_many_is_caught() {
    assert_leaks(same, Line::SendsEmptyFrames);
}

#[test]
fn capture_points_are_caught() {
    assert_leaks(|rules| RefereeRules { captor: CaptorHears::Points, ..rules }, Line::Honest);
}

#[test]
fn a_sequence_number_is_caught() {
    assert_leaks(same, Line::NumbersRulings);
}

#[test]
fn a_number_of_heard_frames_is_harmless() {
    check_mutant(200, same, Line::NumbersFrames)
        .unwrap_or_else(|breach| panic!("{}", breach.story));
}

#[test]
fn called_ataris_are_caught() {
    assert_leaks(|rules| RefereeRules { atari: AtariCalls::New, ..rules }, Line::Honest);
    assert_leaks(|rules| RefereeRules { atari: AtariCalls::Every, ..rules }, Line::Honest);
}

#[test]
fn an_announced_pass_is_caught() {
    assert_leaks(|rules| RefereeRules { pass: PassHeard::Announced, ..rules }, Line::Honest);
}

#[test]
fn announced_stone_counts_are_caught() {
    assert_leaks(|rules| RefereeRules { counts: true, ..rules }, Line::Honest);
}

#[test]
fn a_true_board_is_caught() {
    assert_leaks(same, Line::SendsBoard);
}

#[test]
fn a_referee_who_says_too_little_is_caught() {
    assert_deaf(|rules| RefereeRules { reason: ReasonTold::Never, ..rules });
    assert_deaf(|rules| RefereeRules { captor: CaptorHears::Number, ..rules });
    assert_deaf(|rules| RefereeRules { tries: TriesHeard::Nothing, ..rules });
    assert_deaf(|rules| RefereeRules { atari: AtariCalls::Never, ..rules });
    assert_deaf(|rules| RefereeRules { pass: PassHeard::Unannounced, ..rules });
    assert_deaf(|rules| RefereeRules { counts: false, ..rules });
}

/// The product's news in the oracle's words.
fn words(news: &[Observation]) -> Option<String> {
    let all: Vec<String> = news.iter().map(word).collect();
    (!all.is_empty()).then(|| all.join("; "))
}

fn word(news: &Observation) -> String {
    match *news {
        Observation::Mine(Answer::Refused { point, reason }) => {
            let why = reason.map_or(String::new(), |why| format!(", {}", reason_word(why)));
            format!("refused {point}{why}")
        }
        Observation::Mine(Answer::Accepted { play, taken, atari, stones }) => {
            let mut text = match play {
                Move::Pass => "passed".to_owned(),
                Move::Play(point) => format!("played {point}"),
            };
            if taken.number > 0 {
                text += &format!(", took {}", taken.number);
            }
            if !taken.points.is_empty() {
                text += &format!(": {}", taken.points);
            }
            text + &both_words(atari, stones)
        }
        Observation::Theirs(Sound::Tried) => "they tried".to_owned(),
        Observation::Theirs(Sound::Moved { passed, tries, lost, atari, stones }) => {
            let mut text = if passed { "they passed" } else { "they moved" }.to_owned();
            if let Some(tries) = tries {
                text += &format!(", {tries} refused before");
            }
            if !lost.is_empty() {
                text += &format!(", lost {}", lost.points());
            }
            text + &both_words(atari, stones)
        }
        Observation::Over(outcome) => format!("over: {}", outcome_words(&outcome)),
    }
}

fn reason_word(reason: Refusal) -> &'static str {
    match reason {
        Refusal::OpponentStone => "Theirs",
        Refusal::OwnStone => "Own",
        Refusal::Suicide => "Suicide",
        Refusal::Ko => "Ko",
    }
}

fn both_words(atari: bool, stones: Option<kage_goban::ByColor<u32>>) -> String {
    let mut text = if atari { ", atari" } else { "" }.to_owned();
    if let Some(stones) = stones {
        text += &format!(", {} black and {} white stones", stones.black, stones.white);
    }
    text
}

fn outcome_words(outcome: &Outcome) -> String {
    match outcome.ending {
        Ending::Count(score) => {
            format!("{outcome}, counted {} to {}", score.area.black, score.area.white)
        }
        Ending::Resignation => outcome.to_string(),
        Ending::Forfeit(Forfeit::Tries) => format!("{outcome}, too many tries"),
        Ending::Repetition => format!("{outcome}, repeated"),
        _ => panic!("{outcome:?} is none of the random games' endings"),
    }
}

/// One game, said twice.
struct Pair {
    game: Game,
    random: Rng,
    referee: Referee,
    oracle: Oracle,
}

impl Pair {
    fn new(seed: u64) -> Pair {
        let game = Game { steps: Vec::new(), ..base_game(seed) };
        let (referee, _) = Referee::new(game.rules, game.setup);
        let oracle = Oracle::new(&game.rules, &game.setup);
        Pair { game, random: Rng::with_seed(seed), referee, oracle }
    }

    /// Both hear the same and must say the same, also where they do not take it.
    fn hear(&mut self, seat: Color, choice: Choice) -> Option<String> {
        self.game.steps.push((seat, choice));
        let expected = self.oracle.hear(seat, choice);
        let heard = self.referee.hear(seat, choice);
        let said = heard.map(|heard| heard.map(|news| words(&news))).map_err(as_wrong);
        assert!(said == expected, "{said:?}, expected {expected:?} in\n{}", self.game);
        if said.is_err() {
            self.game.steps.pop();
        }
        said.ok().and_then(|said| said.black)
    }

    /// Now and then a seat tries what it may not.
    fn say_nonsense(&mut self) {
        let seat = Color::BOTH[self.random.usize(0..2)];
        let off_board = Choice::Try(Point::new(18, self.random.u8(0..19)).unwrap());
        let pass = self.random.bool() && self.oracle.turn() != Some(seat);
        self.hear(seat, if pass { Choice::Pass } else { off_board });
    }

    fn play_out(mut self) -> Vec<String> {
        let mut truth = self.game.setup.position(self.game.rules.ko);
        let mut heard = Vec::new();
        while let Some(seat) = self.oracle.turn().filter(|_| self.game.steps.len() < 250) {
            if self.random.u8(..) < 16 {
                self.say_nonsense();
            }
            let resigns = self.random.u16(0..600) == 0;
            let choice = random_choice(&mut self.random, &truth);
            let who = if resigns && self.random.bool() { !seat } else { seat };
            heard.extend(self.hear(who, if resigns { Choice::Resign } else { choice }));
            // Only to choose by; where it is refused, nothing happens here either.
            let wish = if let Choice::Try(point) = choice { Move::Play(point) } else { Move::Pass };
            let _ = truth.play(wish);
        }
        self.say_nonsense();
        heard
    }
}

#[test]
fn the_referee_says_what_the_oracle_says() {
    let mut said = BTreeMap::<&str, u32>::new();
    let parts = [
        "Theirs",
        "Own",
        "Suicide",
        "Ko",
        "took",
        ": ",
        "they tried",
        "refused before",
        "lost",
        "atari",
        "black and",
        "they passed",
        "counted",
        "W+0",
        "over: 0",
        "too many",
        "repeated",
        "+R",
        "refused",
    ];
    for seed in 0..4_000 {
        for text in Pair::new(seed).play_out() {
            for part in parts.iter().filter(|&&part| text.contains(part)) {
                *said.entry(part).or_default() += 1;
            }
        }
    }
    println!("{said:?}");
    for part in parts {
        assert!(said.get(part).is_some_and(|&times| times >= 3), "{part}: {said:?}");
    }
}
