//! The tables that a seat cannot rule out, whatever its opponent tried: they decide which tries are
//! useful. A table is kept once for each position.

use super::file::CertificateFile;
use kage_goban::{Color, Move, Point, PointSet, Position};
use kage_phantom::{Observation, Sound, Table, TriesHeard};

/// Tables that sound alike to a seat so far.
pub(super) type Possible = Vec<Table>;

/// At the beginning of the game.
pub(super) fn start(file: &CertificateFile) -> Possible {
    vec![Table::new(Position::new(file.size, file.rules.ko))]
}

/// The points that may be legal.
pub(super) fn legal_somewhere(possible: &Possible) -> PointSet {
    possible.iter().fold(PointSet::EMPTY, |all, table| all | table.position().legal_points())
}

/// After a try or a pass of the seat's own, which was answered so.
pub(super) fn after_mine(
    file: &CertificateFile,
    possible: &Possible,
    seat: Color,
    wish: Move,
    answer: &Observation,
) -> Possible {
    let after = possible.iter().filter_map(|table| {
        let mut table = table.clone();
        let (_, heard) = table.rule(&file.rules, wish).ok()?;
        (heard[seat].as_ref() == Some(answer)).then_some(table)
    });
    once_each(after.collect())
}

/// After a turn of the opponent's of which the seat heard this, and so many refused tries.
pub(super) fn after_theirs(
    file: &CertificateFile,
    possible: &Possible,
    seat: Color,
    sound: &Sound,
    heard_tries: u32,
) -> Possible {
    let tries = match *sound {
        Sound::Moved { tries: Some(tries), .. } => tries,
        _ => heard_tries,
    };
    let mut after = Vec::new();
    for table in possible {
        let position = table.position();
        let mut table = table.clone();
        let free = PointSet::board(file.size) - position.board().stones(!seat);
        let refused: Vec<Point> = (free - position.legal_points()).iter().collect();
        if refused.len() < tries as usize {
            continue;
        }
        if file.rules.tries != TriesHeard::Nothing {
            for &point in &refused[..tries as usize] {
                let _ = table.rule(&file.rules, Move::Play(point));
            }
        }
        let plays = table.position().legal_points();
        for wish in plays.iter().map(Move::Play).chain([Move::Pass]) {
            let mut table = table.clone();
            let Ok((_, heard)) = table.rule(&file.rules, wish) else { continue };
            if heard[seat] == Some(Observation::Theirs(*sound)) {
                after.push(table);
            }
        }
    }
    once_each(after)
}

fn once_each(tables: Vec<Table>) -> Possible {
    let mut kept: Vec<Table> = Vec::new();
    let key = |table: &Table| {
        let position = table.position();
        (position.board().hash(), position.ko(), position.passes())
    };
    let mut seen = std::collections::BTreeSet::new();
    for table in tables {
        if seen.insert(key(&table)) {
            kept.push(table);
        }
    }
    kept
}
