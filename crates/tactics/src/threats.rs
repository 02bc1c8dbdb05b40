//! How much a search may threaten.

/// The highest order of threats.
pub const ORDERS: usize = 3;

/// How many threats of each order a line of play may still contain.
///
/// A move is a threat of order one if, should the opponent pass, one more move reaches the goal; of
/// order two if then a chain of threats of order one does (a ladder); and so on. An atari is a
/// threat of order one, a net is one of order two.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Budget([u8; ORDERS]);

impl Budget {
    /// So many threats of order one, two and three.
    pub const fn new(threats: [u8; ORDERS]) -> Budget {
        Budget(threats)
    }

    /// Is a threat of this order, from one, left?
    #[inline]
    pub(crate) const fn allows(self, order: usize) -> bool {
        self.0[order - 1] > 0
    }

    /// Is nothing left?
    #[inline]
    pub(crate) fn is_spent(self) -> bool {
        self.0 == [0; ORDERS]
    }

    /// Without one threat of this order.
    #[inline]
    pub(crate) const fn spend(self, order: usize) -> Budget {
        let mut left = self;
        left.0[order - 1] -= 1;
        left
    }

    /// Only what is of a lower order than this.
    #[inline]
    pub(crate) fn below(self, order: usize) -> Budget {
        Budget(std::array::from_fn(|i| if i + 1 < order { self.0[i] } else { 0 }))
    }

    /// Has it as many threats of every order as the other?
    #[inline]
    pub(crate) fn covers(self, other: Budget) -> bool {
        self.0.iter().zip(other.0).all(|(&mine, theirs)| mine >= theirs)
    }
}

/// The budgets of iterative deepening, from cheap to dear.
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
