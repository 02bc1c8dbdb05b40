//! The strategies of a solution as text, for a checker that shares no code with the solver.
//!
//! After the header each line is a decision: the seat, everything it has heard, a bar, and each
//! choice with its probability. `docs/exact.md` has the words. Decisions that are turned copies of
//! each other are written once; those that the seat never lets happen are left out.

use super::board::points_of;
use super::flows::{Bounds, Flow};
use super::infosets::Action;
use super::tree::Tree;
use kage_goban::{ByColor, Color};
use std::fmt::Write;

/// Choices with smaller shares are not written.
const LEAST_SHARE: f64 = 1e-7;

/// The certificate of a pair of strategies.
pub(super) fn text(tree: &Tree, flows: &ByColor<Flow>, bounds: Bounds) -> String {
    let config = &tree.config;
    let mut text = format!(
        "# kage certificate 1\n# board {}\n# rules {}\n# cap {}\n# tries {}\n# worth {}\n\
         # lower {}\n# upper {}\n",
        config.shape,
        config.rules,
        config.cap,
        config.tries.word(),
        config.worth.word(),
        bounds.lower,
        bounds.upper
    );
    for color in Color::BOTH {
        write_side(tree, flows, color, &mut text);
    }
    text
}

fn write_side(tree: &Tree, flows: &ByColor<Flow>, color: Color, text: &mut String) {
    let (side, flow) = (&tree.sides[color], &flows[color]);
    let shape = tree.config.shape;
    // What is left of the flow when small shares are not played.
    let mut kept = vec![0.0; flow.len()];
    kept[0] = 1.0;
    for node in 0..side.len() {
        let into = |&(sequence, share): &(u32, f32)| f64::from(share) * kept[sequence as usize];
        let reach: f64 = side.leading_to(node).iter().map(into).sum();
        let whole: f64 = flow[side.of(node)].iter().sum();
        if reach <= 0.0 || whole <= 0.0 {
            continue;
        }
        let mut choices = String::new();
        for (action, at) in side.actions(&tree.symmetries, node).zip(side.of(node)) {
            let share = flow[at] / whole;
            if share < LEAST_SHARE {
                continue;
            }
            kept[at] = reach * share;
            match action {
                Action::Try(points) => {
                    let each = share / f64::from(points.count_ones());
                    for point in points_of(points) {
                        let _ = write!(choices, " {} {each}", shape.name(point));
                    }
                }
                Action::Signal => {
                    let _ = write!(choices, " signal {share}");
                }
                Action::Pass => {
                    let _ = write!(choices, " pass {share}");
                }
            }
        }
        let seat = color.letter().to_ascii_lowercase();
        let log = side.log(shape, node);
        let _ = writeln!(text, "{seat} {log} |{choices}");
    }
}
