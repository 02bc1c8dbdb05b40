//! Limits on the threats in a line of play.

/// The highest order of a threat.
pub const ORDERS: usize = 3;

/// How many threats of each order a line of play may still contain.
///
/// A move is a threat of order one if one more move reaches the goal after a pass of the opponent. It
/// is a threat of order two if a sequence of threats of order one does, as in a ladder; and so on. An
/// atari is a threat of order one, a net is a threat of order two.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Budget([u8; ORDERS]);

impl Budget {
    /// A budget of threats of order one, two and three.
    pub const fn new(threats: [u8; ORDERS]) -> Budget {
        Budget(threats)
    }

    /// Whether a threat of this order (from one) is left.
    #[inline]
    pub(crate) const fn allows(self, order: usize) -> bool {
        self.0[order - 1] > 0
    }

    /// Whether no threat is left.
    #[inline]
    pub(crate) fn is_spent(self) -> bool {
        self.0 == [0; ORDERS]
    }

    /// The budget with one threat of this order less.
    #[inline]
    pub(crate) const fn spend(self, order: usize) -> Budget {
        let mut left = self;
        left.0[order - 1] -= 1;
        left
    }

    /// The budget with only the threats of lower orders.
    #[inline]
    pub(crate) fn below(self, order: usize) -> Budget {
        Budget(std::array::from_fn(|i| if i + 1 < order { self.0[i] } else { 0 }))
    }

    /// Whether it has at least as many threats of each order as the other.
    #[inline]
    pub(crate) fn covers(self, other: Budget) -> bool {
        self.0.iter().zip(other.0).all(|(&mine, theirs)| mine >= theirs)
    }
}

/// The budgets of iterative deepening, from small to large.
pub(crate) const LEVELS: [Budget; 8] = [
    Budget::new([2, 0, 0]),
    Budget::new([5, 0, 0]),
    Budget::new([40, 0, 0]),
    Budget::new([3, 1, 0]),
    Budget::new([8, 2, 0]),
    Budget::new([40, 3, 0]),
    Budget::new([6, 2, 1]),
    Budget::new([40, 3, 2]),
];
