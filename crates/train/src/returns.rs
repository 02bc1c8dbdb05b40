//! Lambda returns: the value of a turn, computed after the end of the game.

use kage_goban::Color;
use kage_net::NetOutput;

/// The value of a position for one side.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Value {
    /// The probability of a win.
    pub win: f32,
    /// The lead in points, komi included.
    pub lead: f32,
}

impl Value {
    /// The output of a net, for the side to move.
    pub fn of(output: &NetOutput) -> Value {
        Value { win: output.win(), lead: output.lead() }
    }

    /// The same position for the other side.
    #[must_use]
    pub fn turned(self) -> Value {
        Value { win: 1.0 - self.win, lead: -self.lead }
    }

    /// From a value for Black to one for a side, and back.
    #[must_use]
    pub fn for_side(self, side: Color) -> Value {
        if side == Color::Black { self } else { self.turned() }
    }

    /// One number, in win rate: each point of the lead adds `lead_weight`.
    pub fn worth(self, lead_weight: f64) -> f32 {
        self.win + lead_weight as f32 * self.lead
    }
}

/// For each turn, the mixture of the critic's estimates of later turns and of the end of the game.
///
/// This is TD(lambda) (Sutton 1988): going back from the end, each turn mixes its own estimate into the
/// return of the turns before it, with weight `1 - lambda`. With 1 the end alone counts. All values are for
/// Black.
pub fn lambda_returns(end: Value, estimates: &[Value], lambda: f32) -> Vec<Value> {
    let mix = |later: f32, now: f32| lambda * later + (1.0 - lambda) * now;
    let mut later = end;
    let mut returns = Vec::with_capacity(estimates.len());
    for now in estimates.iter().rev() {
        returns.push(later);
        later = Value { win: mix(later.win, now.win), lead: mix(later.lead, now.lead) };
    }
    returns.reverse();
    returns
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_the_two_sides_are_opposite() {
        let black = Value { win: 0.75, lead: 10.0 };
        let white = black.for_side(Color::White);
        assert_eq!(white, Value { win: 0.25, lead: -10.0 });
        assert_eq!(black.for_side(Color::Black), black);
    }

    #[test]
    fn later_turns_and_the_end_are_mixed() {
        let value = |win: f32| Value { win, lead: 0.0 };
        let end = value(1.0);
        let estimates = [value(0.9), value(0.5), value(0.25)];
        let wins = |lambda: f32| -> Vec<f32> {
            lambda_returns(end, &estimates, lambda).iter().map(|value| value.win).collect()
        };
        assert_eq!(wins(1.0), [1.0, 1.0, 1.0], "the end alone");
        assert_eq!(wins(0.0), [0.5, 0.25, 1.0], "the next turn alone");
        assert_eq!(wins(0.5), [0.5625, 0.625, 1.0]);
    }
}
