//! The temperature of a subgame, which tells how urgent a move in it is.

/// The subgame `{{FT | F} || {E | ET}}`: the scores if a goal is reached (F) or prevented (E), each
/// without and with its best threat (T). All four are from the view of one side.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Subgame {
    /// The goal reached, and the best threat carried out.
    pub friend_threat: f64,
    /// The goal reached.
    pub friend: f64,
    /// The goal prevented.
    pub enemy: f64,
    /// The goal prevented, and the enemy's best threat carried out.
    pub enemy_threat: f64,
}

impl Subgame {
    /// A subgame without threats.
    pub const fn plain(friend: f64, enemy: f64) -> Subgame {
        Subgame { friend_threat: friend, friend, enemy, enemy_threat: enemy }
    }

    /// The approximate temperature (Cazenave 2006, 6.4). Without large threats it is half the
    /// difference. If threats make one side's move sente, it is the whole difference and half of the
    /// other side's threat.
    ///
    /// ```
    /// use kage_tactics::Subgame;
    /// // Without threats: half the difference.
    /// assert_eq!(Subgame::plain(4.0, -6.0).temperature(), 5.0);
    /// // A large threat makes the move sente: it is worth the whole difference.
    /// let sente = Subgame { friend_threat: 40.0, ..Subgame::plain(4.0, -6.0) };
    /// assert_eq!(sente.temperature(), 10.0);
    /// // The paper's example of an over-valued threat.
    /// let printed = Subgame {
    ///     friend_threat: -14.2, friend: -2.2, enemy: 12.4, enemy_threat: 12.4,
    /// };
    /// assert!((printed.temperature() - 10.3).abs() < 0.001);
    /// ```
    pub fn temperature(&self) -> f64 {
        let Subgame { friend_threat, friend, enemy, enemy_threat } = *self;
        let of_enemy = (enemy_threat - enemy).abs() / 2.0;
        let of_friend = (friend_threat - friend).abs() / 2.0;
        let width = (friend - enemy).abs();
        if of_friend - of_enemy > width {
            of_enemy + width
        } else if of_enemy - of_friend > width {
            of_friend + width
        } else {
            ((friend_threat + friend - enemy - enemy_threat) / 4.0).abs()
        }
    }
}
