//! Which vector instructions a net is evaluated with. The results are the same with all of them.

use pulp::Arch;
use std::fmt;
use std::sync::atomic::{AtomicU8, Ordering};

/// A set of instructions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Instructions {
    /// Those that every processor has.
    Portable,
    /// AVX2 and FMA.
    Avx2,
    /// AVX-512.
    Avx512,
}

/// This processor does not have the instructions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unsupported(pub Instructions);

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "this processor has no {} instructions", self.0)
    }
}

impl std::error::Error for Unsupported {}

impl fmt::Display for Instructions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Instructions::Portable => "portable",
            Instructions::Avx2 => "AVX2",
            Instructions::Avx512 => "AVX-512",
        })
    }
}

/// What is forced for the whole process: 0 for the best there is, or a code of `CODES` plus 1.
static FORCED: AtomicU8 = AtomicU8::new(0);
const CODES: [Instructions; 3] = [Instructions::Portable, Instructions::Avx2, Instructions::Avx512];

impl Instructions {
    /// From now on all nets of this process use these instructions. This is for tests that compare
    /// them: otherwise a net uses the best that the processor has.
    pub fn force(self) -> Result<(), Unsupported> {
        self.arch().ok_or(Unsupported(self))?;
        FORCED.store(self as u8 + 1, Ordering::Relaxed);
        Ok(())
    }

    #[cfg(target_arch = "x86_64")]
    pub(crate) fn arch(self) -> Option<Arch> {
        match self {
            Instructions::Portable => Some(Arch::Scalar),
            Instructions::Avx2 => pulp::x86::V3::try_new().map(Arch::V3),
            Instructions::Avx512 => pulp::x86::V4::try_new().map(Arch::V4),
        }
    }

    #[cfg(not(target_arch = "x86_64"))]
    pub(crate) fn arch(self) -> Option<Arch> {
        (self == Instructions::Portable).then_some(Arch::Scalar)
    }
}

/// The instructions of this process.
pub(crate) fn arch() -> Arch {
    let forced = usize::from(FORCED.load(Ordering::Relaxed)).checked_sub(1);
    let forced = forced.and_then(|code| CODES.get(code));
    forced.and_then(|instructions| instructions.arch()).unwrap_or_else(Arch::new)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "test helpers")]

    use super::*;
    use crate::conv::{self, Bias, Epilogue, Kernel, Scratch, padded};
    use crate::grid::Grid;
    use crate::{ChoiceOptions, ChoiceTarget, Optimizer, StepOptions, TrainingExample};
    use crate::{Inference, Input, Look, Net, Planes, Shape};
    use kage_goban::{BoardSize, Color, PointSet};
    use kage_phantom::{RefereeRules, Setup, View};

    /// The instructions this processor has.
    fn available() -> Vec<Arch> {
        CODES.into_iter().filter_map(Instructions::arch).collect()
    }

    /// All instructions must give the same bits: self-play on different machines is compared.
    #[test]
    fn convolutions_have_equal_bits() {
        let (ins, boards, grid) = (24, 3, Grid::new(7));
        let number = |i: usize| ((i * 7919 % 1013) as f32 - 506.0) / 311.0;
        let weights: Vec<f32> = (0..9 * ins * ins).map(number).collect();
        let kernel = Kernel::new(&weights, ins);
        let x: Vec<f32> =
            (0..boards * padded(ins) * grid.places()).map(|i| number(i + 5)).collect();
        let all = available().into_iter().map(|arch| {
            let mut y = vec![0.0; x.len()];
            let epilogue = Epilogue { bias: Bias::None, skip: Some(&x), rectify: true };
            conv::forward(arch, grid, &x, &kernel, epilogue, &mut y, &mut Scratch::default());
            let mut gradient = Kernel::blank(ins, ins);
            conv::kernel_gradient(arch, grid, &x, &y, &mut gradient, &mut Scratch::default());
            let mut sums = vec![0.0; weights.len()];
            gradient.add_to(&mut sums);
            y.iter().chain(&sums).map(|value| value.to_bits()).collect::<Vec<u32>>()
        });
        let all: Vec<Vec<u32>> = all.collect();
        assert!(all.windows(2).all(|two| two[0] == two[1]), "{} ways differ", all.len());
    }

    /// Outputs, and the weights after a step of training.
    #[test]
    fn forced_instructions_give_equal_bits() {
        let shape = Shape { input: Input::View, blocks: 2, channels: 16 };
        let net = Net::new(shape, 5);
        let stones: PointSet = ["C3", "E5"].map(|name| name.parse().unwrap()).into_iter().collect();
        let rules = RefereeRules::default();
        let of_size = |lines: u8| {
            let setup = Setup::handicap(BoardSize::new(lines).unwrap(), stones).unwrap();
            Planes::of_view(&View::new(rules, &setup, Color::Black))
        };
        let planes: Vec<Planes> = [9, 9, 5, 13].map(of_size).into_iter().collect();
        let example = |planes: &Planes| {
            let example = TrainingExample::of(planes.clone(), 3);
            let open = PointSet::board(BoardSize::new(5).unwrap());
            let choice = ChoiceTarget::Imitate { open, chances: vec![(7, 1.0)] };
            TrainingExample { choice, win: Some(1.0), ..example }
        };
        let examples: Vec<TrainingExample> = planes.iter().map(example).collect();
        let bits = || {
            let looks: Vec<Look<'_>> =
                planes.iter().map(|planes| Look { planes, symmetry: 6 }).collect();
            let outputs = Inference::new(&net).evaluate(&looks);
            let mut optimizer = Optimizer::new(net.clone());
            let (rate, choices) = (0.01, ChoiceOptions::default());
            let options = StepOptions { rate, decay: 0.0, norm: 1.0, choices };
            optimizer.step(&examples.iter().collect::<Vec<_>>(), options, 1).unwrap();
            (outputs, optimizer.to_bytes())
        };
        let best = bits();
        for instructions in CODES {
            if instructions.force().is_ok() {
                assert_eq!(bits(), best, "{instructions}");
            }
        }
        FORCED.store(0, Ordering::Relaxed);
    }
}
