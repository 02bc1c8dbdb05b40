//! Signatures: what every player chooses at fixed seeds, as one hash a player.
//!
//! A signature changes only if a player's choices or visit counts change, because it contains no
//! floats and no times. It is the same for any number of threads, in any build, with any
//! instructions of the processor. A commit that does not change play keeps it.

use kage_arena::{SeatedPlayer, Terms, Time, play_watched};
use kage_goban::{BoardSize, ByColor, Color, Move, Position};
use kage_parallel::WorkerPanicked;
use kage_phantom::{
    Choice, Explanation, Observation, PlayerError, RefereeRules, Ruling, Seats, Setup,
};
use kage_players::{PlayerSpec, SpecError};
use kage_record::{ReplayError, TextError, Transcript, from_text, replay};
use kage_referee::Heard;
use std::fmt::{self, Write};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// The players that are signed, each with the options that matter.
const SIGNED: [&str; 60] = [
    "random",
    "random:eyes=fill",
    "random:refusals=stones,captures=all-configurations",
    "random:eye=thesis,refusals=stones,captures=all-configurations",
    "standard:playouts=300",
    "standard:playouts=300,scoring=territory,eye=thesis",
    "standard:playouts=300,worlds=metaposition",
    "standard:playouts=300,refusals=stones,safe-stones=off",
    "all-as-first:playouts=500",
    "all-as-first:playouts=500,threads=2",
    "all-as-first:playouts=500,scoring=territory,eye=thesis",
    "all-as-first:playouts=500,ranking=own",
    "all-as-first:playouts=500,guard=on",
    "all-as-first:bank=20k",
    "all-as-first:playouts=500,worlds=uniform",
    "all-as-first:playouts=500,worlds=metaposition",
    "all-as-first:playouts=500,worlds=history",
    "all-as-first:playouts=500,worlds=history,prior=learned,draws=20",
    "all-as-first:playouts=500,refusals=stones,captures=all-configurations,safe-stones=believed,passing=as-2007",
    "cazenave:playouts=500",
    "uct-late:playouts=400",
    "uct-late:playouts=400,threads=2",
    "uct-late:playouts=200,batch=1,scoring=territory,eye=thesis",
    "uct-late:playouts=200,batch=1,eye=thesis,refusals=stones,captures=all-configurations,safe-stones=believed,passing=as-2007",
    "uct-late:playouts=400,guard=on",
    "uct-early:playouts=400",
    "uct-early:playouts=200,batch=1,scoring=territory,eye=thesis",
    "uct-early:playouts=200,batch=1,weight=3",
    "uct-influence-move:playouts=400",
    "uct-influence-move:playouts=200,batch=1,scoring=territory",
    "uct-influence-fill:playouts=400",
    "uct-influence-fill:playouts=200,batch=1,scoring=territory",
    "uct-rave:playouts=400",
    "uct-rave:playouts=400,rave=100,scoring=win+territory",
    "hybrid:playouts=300,switch=3",
    "hybrid:playouts=300,switch=contact",
    "gambit:opening=cross,then=all-as-first:playouts=300",
    "gambit:opening=wall,then=uct-late:playouts=300",
    "gambit:opening=diamond,playouts=300",
    "ismcts:playouts=300",
    "ismcts:playouts=300,threads=2",
    "ismcts:simulations=200,final-choice=max-value",
    "ismcts:simulations=200,final-choice=normalized-visit,rave=on",
    "ismcts:playouts=300,observer=multi,sampler=metaposition",
    "ismcts:playouts=300,prior=learned",
    "ismcts:simulations=100,nodes=openspiel,draws=10",
    "ismcts:simulations=100,nodes=openspiel,eyes=fill,draws=10,final-choice=max-value",
    "bs-mcts:playouts=600,states=8",
    "bs-mcts:playouts=600,states=8,threads=2",
    "bs-mcts:playouts=600,states=8,guess=0,predict=-1",
    "goals:playouts=50,reading=20",
    "goals:playouts=300,reading=20,threats=off",
    "policy",
    "policy:symmetries=1,temperature=0.05",
    "kage:playouts=500",
    "kage:playouts=500,threads=2",
    "kage:playouts=500,net=none",
    "kage:playouts=500,worlds=history,chains=8,burn-in=2",
    "kage:playouts=500,net=none,scoring=territory,prior=flat",
    "kage:playouts=500,tactics=on,temperature=0",
];

/// The players that are signed.
pub fn signed() -> Result<Vec<PlayerSpec>, SignatureError> {
    Ok(SIGNED.iter().map(|spec| spec.parse()).collect::<Result<_, SpecError>>()?)
}

/// Players that need another program, which may play differently on another machine.
pub const UNSIGNED: [&str; 1] = ["engine-eval"];

/// Recorded games, in which players are asked for their tries.
const GAMES: [&str; 4] = [
    include_str!("../../../suites/games/borsboom-b4.txt"),
    include_str!("../../../suites/games/cazenave-2006.txt"),
    include_str!("../../../suites/games/olympiad-2007-game-2.txt"),
    include_str!("../../../suites/games/olympiad-2007-game-6.txt"),
];
/// The turns of real games at which players are asked, for each try of the turn.
const ASKED_AT: [usize; 4] = [3, 16, 33, 50];
/// Games of each player against itself: the lines of the board, and the number of tries.
const OWN_GAMES: [(u8, u32); 2] = [(9, 8), (5, 12)];
/// The seed of everything.
const SEED: u64 = 1;

/// What a player chose, as one line of `suites/signatures.txt`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signature {
    /// The player.
    pub spec: PlayerSpec,
    /// Turns at which it was asked.
    pub positions: u32,
    /// How often it was asked.
    pub tries: u32,
    /// A hash over its choices and the visits of its candidates.
    pub hash: u64,
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Signature { spec, positions, tries, hash } = self;
        write!(f, "{spec} {positions} {tries} {hash:016x}")
    }
}

/// Why a player has no signature.
#[derive(Clone, Debug)]
pub enum SignatureError {
    /// Its spec is wrong.
    Spec(SpecError),
    /// It could not play.
    Player {
        /// The player.
        spec: String,
        /// What went wrong.
        error: PlayerError,
    },
    /// One of the built-in games cannot be read.
    Text(TextError),
    /// One of the built-in games cannot have been played.
    Replay(ReplayError),
    /// A thread panicked, so its players are missing.
    Worker(WorkerPanicked),
}

impl fmt::Display for SignatureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SignatureError::Spec(error) => error.fmt(f),
            SignatureError::Player { spec, error } => write!(f, "{spec}: {error}"),
            SignatureError::Text(error) => write!(f, "a built-in game: {error}"),
            SignatureError::Replay(error) => write!(f, "a built-in game: {error}"),
            SignatureError::Worker(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for SignatureError {}

impl From<WorkerPanicked> for SignatureError {
    fn from(error: WorkerPanicked) -> SignatureError {
        SignatureError::Worker(error)
    }
}

impl From<ReplayError> for SignatureError {
    fn from(error: ReplayError) -> SignatureError {
        SignatureError::Replay(error)
    }
}

impl From<SpecError> for SignatureError {
    fn from(error: SpecError) -> SignatureError {
        SignatureError::Spec(error)
    }
}

/// The signatures of these players, in order, computed on this number of threads. After each,
/// `done` gets the number of finished ones.
pub fn signatures(
    specs: &[PlayerSpec],
    threads: usize,
    done: impl Fn(usize) + Sync,
) -> Result<Vec<Signature>, SignatureError> {
    let games = games()?;
    let (next, ready) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let worker = |_: usize| {
        let mut mine = Vec::new();
        while let Some(spec) = specs.get(next.fetch_add(1, Ordering::Relaxed)) {
            mine.push(sign(spec, &games)?);
            done(ready.fetch_add(1, Ordering::Relaxed) + 1);
        }
        Ok::<_, SignatureError>(mine)
    };
    let mut signatures = Vec::new();
    for part in kage_parallel::map(0..threads.max(1), worker)? {
        signatures.extend(part?);
    }
    signatures.sort_by_key(|signature| specs.iter().position(|spec| *spec == signature.spec));
    Ok(signatures)
}

/// The signatures as `suites/signatures.txt` has them.
pub fn signature_text(signatures: &[Signature]) -> String {
    let mut text = String::from(HEADER);
    for spec in UNSIGNED {
        let _ = writeln!(text, "# {spec} is left out: it needs another program");
    }
    for signature in signatures {
        let _ = writeln!(text, "{signature}");
    }
    text
}

const HEADER: &str = "\
# What each player chooses at fixed seeds: `kage bench signature` prints this file.
# spec, positions, tries, hash over choices and visit counts
";

fn games() -> Result<Vec<Transcript>, SignatureError> {
    GAMES.iter().map(|text| from_text(text).map_err(SignatureError::Text)).collect()
}

/// Asks a player in all games.
fn sign(spec: &PlayerSpec, games: &[Transcript]) -> Result<Signature, SignatureError> {
    let mut signer = Signer { spec, positions: 0, tries: 0, hash: HASH_START };
    for (number, game) in games.iter().enumerate() {
        let seat = if number % 2 == 0 { Color::Black } else { Color::White };
        match spec.is_sighted() {
            true => signer.in_visible_game(game, seat)?,
            false => signer.in_real_game(game, seat)?,
        }
    }
    for (lines, tries) in OWN_GAMES {
        signer.in_own_game(BoardSize::new(lines).unwrap_or(BoardSize::NINE), tries)?;
    }
    let Signer { positions, tries, hash, .. } = signer;
    Ok(Signature { spec: spec.clone(), positions, tries, hash })
}

/// Hash FNV-1a: its first value and its factor.
const HASH_START: u64 = 0xCBF2_9CE4_8422_2325;
const HASH_FACTOR: u64 = 0x0000_0100_0000_01B3;

/// Asks one player, and hashes what it chooses.
struct Signer<'a> {
    spec: &'a PlayerSpec,
    positions: u32,
    tries: u32,
    hash: u64,
}

impl Signer<'_> {
    /// Follows a recorded game from one seat, and asks the player before each try of some of the
    /// seat's turns.
    fn in_real_game(&mut self, game: &Transcript, seat: Color) -> Result<(), SignatureError> {
        let setup = setup(game)?;
        let mut views = Seats::new(game.rules, &setup);
        let mut player = self.spec.seat(SEED)?;
        player.begin(&views[seat]).map_err(|error| self.fault(error))?;
        let mut turns = 0;
        for heard in heard_in(game)? {
            let asked = ASKED_AT.contains(&turns);
            let mut is_turn = false;
            for news in &heard[seat] {
                let mine = matches!(news, Observation::Mine(_));
                if mine && asked {
                    self.positions += u32::from(!is_turn);
                    let choice = player.choose(&views[seat], None);
                    let choice = choice.map_err(|error| self.fault(error))?;
                    self.note(choice, player.explain());
                }
                is_turn |= mine;
                views.hear_one(seat, news).map_err(ReplayError::Misheard)?;
                player.hear(&views[seat], news).map_err(|error| self.fault(error))?;
            }
            turns += usize::from(is_turn);
        }
        Ok(())
    }

    /// Two players of the spec play the first tries of a game, if they play boards of this size.
    fn in_own_game(&mut self, size: BoardSize, tries: u32) -> Result<(), SignatureError> {
        let (rules, setup) = (RefereeRules::default(), Setup::even(size));
        let mut black = self.seated(SEED)?;
        if matches!(&black, SeatedPlayer::Blind(player) if !player.plays(size)) {
            return Ok(());
        }
        let mut white = self.seated(SEED + 1)?;
        let (stop, last) = (AtomicBool::new(false), self.tries + tries);
        let seats = ByColor { black: &mut black, white: &mut white };
        let terms = Terms { rules, setup, time: Time::Free };
        let played = play_watched(seats, &terms, &stop, &mut |made| {
            self.positions += u32::from(made.view.tried().is_empty());
            self.note(made.choice, made.explanation);
            stop.store(self.tries >= last, Ordering::Relaxed);
        });
        let void = played.void.filter(|_| self.tries < last).map(|void| void.what);
        let fault = void.or(played.fault).map(PlayerError::Infrastructure);
        fault.map_or(Ok(()), |error| Err(self.fault(error)))
    }

    /// The same for a player that sees the board.
    fn in_visible_game(&mut self, game: &Transcript, seat: Color) -> Result<(), SignatureError> {
        let setup = setup(game)?;
        let mut player = self.spec.seat_sighted(SEED)?;
        player.begin(&game.rules, &setup, seat).map_err(|error| self.fault(error))?;
        let mut position = setup.position(game.rules.ko);
        let mut turns = 0;
        for (play, after) in plays_in(game)? {
            if position.turn() == seat {
                if ASKED_AT.contains(&turns) {
                    self.positions += 1;
                    let choice = player.choose(&position, None);
                    let choice = choice.map_err(|error| self.fault(error))?;
                    self.note(choice, None);
                }
                turns += 1;
            }
            player.played(position.turn(), play).map_err(|error| self.fault(error))?;
            position = after;
        }
        Ok(())
    }

    fn seated(&self, seed: u64) -> Result<SeatedPlayer, SignatureError> {
        Ok(match self.spec.is_sighted() {
            true => SeatedPlayer::Sighted(self.spec.seat_sighted(seed)?),
            false => SeatedPlayer::Blind(self.spec.seat(seed)?),
        })
    }

    /// Hashes a choice, and the visits of all candidates in an order that depends on no value.
    fn note(&mut self, choice: Choice, explanation: Option<&Explanation>) {
        self.tries += 1;
        self.hash(&choice.to_string());
        let candidates = explanation.map_or(&[][..], |why| &why.candidates);
        let mut visits: Vec<String> = (candidates.iter())
            .map(|candidate| format!("{}={}", candidate.choice, candidate.visits))
            .collect();
        visits.sort_unstable();
        visits.iter().for_each(|word| self.hash(word));
    }

    fn hash(&mut self, word: &str) {
        for byte in word.bytes().chain([b' ']) {
            self.hash = (self.hash ^ u64::from(byte)).wrapping_mul(HASH_FACTOR);
        }
    }

    fn fault(&self, error: PlayerError) -> SignatureError {
        SignatureError::Player { spec: self.spec.to_string(), error }
    }
}

/// What each seat heard in each turn of a game.
fn heard_in(game: &Transcript) -> Result<Vec<Heard>, SignatureError> {
    let mut heard = Vec::new();
    replay(game, |step| heard.push(step.heard))?;
    Ok(heard)
}

/// The moves and passes of a game, each with the position after it.
fn plays_in(game: &Transcript) -> Result<Vec<(Move, Position)>, SignatureError> {
    let mut plays = Vec::new();
    replay(game, |step| {
        if let Some(&Ruling::Accepted { play, .. }) = step.rulings.last() {
            plays.push((play, step.position.clone()));
        }
    })?;
    Ok(plays)
}

fn setup(game: &Transcript) -> Result<Setup, SignatureError> {
    Ok(Setup::handicap(game.size, game.handicap).map_err(ReplayError::Setup)?)
}
