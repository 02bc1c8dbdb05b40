//! A net as a [`Critic`].

use crate::activations::Look;
use crate::inference::Inference;
use crate::planes::{Input, Planes};
use crate::table_planes::Side;
use kage_goban::ByColor;
use kage_phantom::{Critic, CriticValue, WatchedTable};
use std::sync::Arc;

/// A net that sees both boards. It evaluates boards of any size.
#[derive(Clone, Debug)]
pub struct NetCritic {
    inference: Arc<Inference>,
    sides: ByColor<Side>,
}

impl NetCritic {
    /// A critic of this net, told who plays; `None` if the net is a policy.
    pub fn new(inference: Arc<Inference>, sides: ByColor<Side>) -> Option<NetCritic> {
        let is_critic = inference.shape().input == Input::Table;
        is_critic.then_some(NetCritic { inference, sides })
    }
}

impl Critic for NetCritic {
    fn evaluate(&self, games: &[WatchedTable<'_>]) -> Vec<Option<CriticValue>> {
        let planes =
            |game: &WatchedTable<'_>| Planes::of_table(game.position, game.views, self.sides);
        let planes: Vec<Planes> = games.iter().map(planes).collect();
        let looks: Vec<Look<'_>> =
            planes.iter().map(|planes| Look { planes, symmetry: 0 }).collect();
        let outputs = self.inference.evaluate(&looks).into_iter();
        let value = outputs
            .map(|output| CriticValue { win: output.win().into(), lead: output.lead().into() });
        value.map(Some).collect()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "test helpers")]

    use super::*;
    use crate::{Net, Shape};
    use kage_goban::{BoardSize, Color};
    use kage_phantom::{RefereeRules, Setup, Views};

    #[test]
    fn it_judges_boards_of_any_size_in_order() {
        let net = |input| Net::new(Shape { input, blocks: 1, channels: 8 }, 3);
        let inference = |input| Arc::new(Inference::new(&net(input)));
        assert!(NetCritic::new(inference(Input::View), ByColor::default()).is_none());
        let critic = NetCritic::new(inference(Input::Table), ByColor::default()).unwrap();
        let rules = RefereeRules::default();
        let setups = [5, 13].map(|lines| Setup::even(BoardSize::new(lines).unwrap()));
        let positions = setups.map(|setup| setup.position(rules.ko));
        let views = setups.map(|setup| Views::new(rules, &setup));
        let games = [0, 1].map(|at| {
            let views: ByColor<&kage_phantom::View> =
                ByColor::new(|color: Color| &views[at][color]);
            WatchedTable { position: &positions[at], views }
        });
        let together = critic.evaluate(&games);
        let alone: Vec<_> = games.iter().flat_map(|game| critic.evaluate(&[*game])).collect();
        assert_eq!(together, alone);
        assert_ne!(together[0], together[1]);
        assert!(together[0].is_some_and(|value| (0.0..=1.0).contains(&value.win)));
    }
}
