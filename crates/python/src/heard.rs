//! One thing that a seat heard.

use crate::action::{number, of_move};
use crate::arrays::numbers;
use kage_goban::BoardSize;
use kage_phantom::{Answer, Observation, Refusal, Sound};
use pyo3::prelude::*;

/// One thing that a seat heard: the answer to its own try, a sound of the opponent's turn, or the end.
///
/// >>> import kage_go
/// >>> game = kage_go.Game(size=9)
/// >>> game.step("E5")
/// Heard('E5 is legal')
/// >>> heard = game.step("E5")
/// >>> heard.kind, heard.action, str(heard)
/// ('refused', 40, 'E5 is illegal')
#[pyclass(module = "kage_go", frozen, eq)]
#[derive(Clone, PartialEq)]
pub(crate) struct Heard {
    size: BoardSize,
    news: Observation,
}

impl Heard {
    pub(crate) fn new(size: BoardSize, news: Observation) -> Heard {
        Heard { size, news }
    }
}

#[pymethods]
impl Heard {
    /// `"accepted"` or `"refused"` (the seat's own try), `"moved"` or `"tried"` (the opponent), or `"over"`.
    #[getter]
    fn kind(&self) -> &'static str {
        match self.news {
            Observation::Mine(Answer::Accepted { .. }) => "accepted",
            Observation::Mine(Answer::Refused { .. }) => "refused",
            Observation::Theirs(Sound::Moved { .. }) => "moved",
            Observation::Theirs(Sound::Tried) => "tried",
            Observation::Over(_) => "over",
        }
    }

    /// Whether it is the refusal of the seat's own try.
    #[getter]
    fn refused(&self) -> bool {
        matches!(self.news, Observation::Mine(Answer::Refused { .. }))
    }

    /// The seat's own action that was answered; None for what the opponent did.
    #[getter]
    fn action(&self) -> Option<usize> {
        match self.news {
            Observation::Mine(Answer::Accepted { play, .. }) => Some(of_move(self.size, play)),
            Observation::Mine(Answer::Refused { point, .. }) => Some(number(self.size, point)),
            Observation::Theirs(_) | Observation::Over(_) => None,
        }
    }

    /// Why the try was refused (`"opponent stone"`, `"own stone"`, `"suicide"`, `"ko"`), if the rules tell it.
    #[getter]
    fn reason(&self) -> Option<&'static str> {
        match self.news {
            Observation::Mine(Answer::Refused { reason, .. }) => reason.map(Refusal::word),
            _ => None,
        }
    }

    /// How many stones of the opponent the seat's move captured.
    #[getter]
    fn taken(&self) -> u32 {
        match self.news {
            Observation::Mine(Answer::Accepted { taken, .. }) => taken.number,
            _ => 0,
        }
    }

    /// Their points, as far as the rules tell them.
    #[getter]
    fn taken_points(&self) -> Vec<usize> {
        match self.news {
            Observation::Mine(Answer::Accepted { taken, .. }) => numbers(self.size, &taken.points),
            _ => Vec::new(),
        }
    }

    /// The points of the seat's own stones that the opponent's move captured.
    #[getter]
    fn lost_points(&self) -> Vec<usize> {
        match self.news {
            Observation::Theirs(Sound::Moved { lost, .. }) => numbers(self.size, &lost.points()),
            _ => Vec::new(),
        }
    }

    /// Whether the opponent was announced to have passed.
    #[getter]
    fn passed(&self) -> bool {
        matches!(self.news, Observation::Theirs(Sound::Moved { passed: true, .. }))
    }

    /// How many tries of the opponent were refused before its move, if the rules tell it.
    #[getter]
    fn tries(&self) -> Option<u32> {
        match self.news {
            Observation::Theirs(Sound::Moved { tries, .. }) => tries,
            _ => None,
        }
    }

    /// Whether atari was announced.
    #[getter]
    fn atari(&self) -> bool {
        match self.news {
            Observation::Mine(Answer::Accepted { atari, .. })
            | Observation::Theirs(Sound::Moved { atari, .. }) => atari,
            _ => false,
        }
    }

    /// The numbers of black and white stones, if the rules announce them.
    #[getter]
    fn stones(&self) -> Option<(u32, u32)> {
        match self.news {
            Observation::Mine(Answer::Accepted { stones, .. })
            | Observation::Theirs(Sound::Moved { stones, .. }) => {
                stones.map(|stones| (stones.black, stones.white))
            }
            _ => None,
        }
    }

    /// The result, as in SGF, if the game is over.
    #[getter]
    fn result(&self) -> Option<String> {
        match self.news {
            Observation::Over(outcome) => Some(outcome.to_string()),
            _ => None,
        }
    }

    /// The words of the referee.
    fn __str__(&self) -> String {
        self.news.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Heard('{}')", self.news)
    }
}
