//! Nets as a [`Policy`].

use crate::activations::Look;
use crate::choices::Choices;
use crate::file::FileError;
use crate::inference::{Inference, NetOutput};
use crate::network::Net;
use crate::planes::{Input, Planes};
use crate::v3;
use crate::view_planes::open_points;
use kage_goban::{BoardSize, Point};
use kage_phantom::{Policy, Prediction, View};
use std::sync::{Arc, OnceLock};

/// A net that evaluates views, of any format that was ever built in.
#[derive(Clone, Debug)]
pub struct PolicyNet {
    kind: Kind,
    hash: u64,
}

#[derive(Clone, Debug)]
enum Kind {
    /// For 9x9.
    V3(v3::inference::Inference),
    /// For any size.
    AnySize(Inference),
}

/// The names of the nets that are built in, the default first, with their bytes.
const BUILT_IN: [(&str, &[u8]); 1] = [("f", include_bytes!("../weights/view-9x9.net"))];

impl PolicyNet {
    /// A net from the bytes of its file.
    pub fn from_bytes(bytes: &[u8]) -> Result<PolicyNet, FileError> {
        let kind = if bytes.starts_with(v3::file::MAGIC) {
            Kind::V3(v3::inference::Inference::of_bytes(bytes)?)
        } else {
            let net = Net::from_bytes(bytes)?;
            if net.shape().input == Input::Table {
                return Err(FileError::Critic);
            }
            Kind::AnySize(Inference::new(&net))
        };
        Ok(PolicyNet { kind, hash: hash(bytes) })
    }

    /// The names of the nets that are built in, the default first.
    pub fn built_in_names() -> impl Iterator<Item = &'static str> {
        BUILT_IN.into_iter().map(|(name, _)| name)
    }

    /// The file of a built-in net; `None` if there is none of this name.
    pub fn built_in_bytes(name: &str) -> Option<&'static [u8]> {
        BUILT_IN.into_iter().find(|(known, _)| *known == name).map(|(_, bytes)| bytes)
    }

    /// A built-in net, prepared once; `None` if there is none of this name.
    pub fn built_in(name: &str) -> Option<Arc<PolicyNet>> {
        static NETS: [OnceLock<Option<Arc<PolicyNet>>>; BUILT_IN.len()] = [OnceLock::new()];
        let at = BUILT_IN.iter().position(|(known, _)| *known == name)?;
        let read = || PolicyNet::from_bytes(BUILT_IN[at].1).ok().map(Arc::new);
        // A test checks that all of them can be read.
        NETS[at].get_or_init(read).clone()
    }

    /// The built-in net that is used if none is named.
    pub fn default_net() -> Option<Arc<PolicyNet>> {
        PolicyNet::built_in_names().next().and_then(PolicyNet::built_in)
    }

    /// The first half of an identity of its bytes, as 16 hexadecimal digits, to be printed beside results.
    pub fn hash(&self) -> String {
        format!("{:016x}", self.hash)
    }

    /// Whether it evaluates boards of this size.
    pub fn plays(&self, size: BoardSize) -> bool {
        match self.kind {
            Kind::V3(_) => size == BoardSize::NINE,
            Kind::AnySize(_) => true,
        }
    }

    /// What it predicts of each view, as the mean of several symmetries.
    pub fn predict(&self, views: &[&View], symmetries: u8) -> Vec<Option<Prediction>> {
        match &self.kind {
            Kind::V3(inference) => inference.predict(views, symmetries),
            Kind::AnySize(inference) => {
                let planes: Vec<Planes> = views.iter().map(|view| Planes::of_view(view)).collect();
                let planes: Vec<&Planes> = planes.iter().collect();
                let outputs = inference.evaluate_symmetries(&planes, symmetries);
                let predicted = views.iter().zip(&outputs);
                predicted.map(|(view, output)| Some(prediction(view, output))).collect()
            }
        }
    }

    /// Evaluates one view in one symmetry, and returns an output that must be used. For measurements.
    pub fn evaluate_all(&self, views: &[&View]) -> f32 {
        match &self.kind {
            Kind::V3(inference) => inference.evaluate_all(views),
            Kind::AnySize(inference) => {
                let planes: Vec<Planes> = views.iter().map(|view| Planes::of_view(view)).collect();
                let look = |planes| Look { planes, symmetry: 0 };
                let looks: Vec<Look<'_>> = planes.iter().map(look).collect();
                inference.evaluate(&looks).iter().map(NetOutput::pass_logit).sum()
            }
        }
    }
}

/// The hash of Fowler, Noll and Vo (FNV-1a) with 64 bits.
fn hash(bytes: &[u8]) -> u64 {
    let mix = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, mix)
}

/// What an output predicts. Points that are not open have advantages too, but no chance.
fn prediction(view: &View, output: &NetOutput) -> Prediction {
    let choices = Choices::of(output, open_points(view));
    let most =
        choices.open.iter().map(|point| output.logit(point)).fold(f32::NEG_INFINITY, f32::max);
    let most = if most.is_finite() { most } else { output.pass_logit() };
    let advantage =
        |point: Point| (point, Prediction::LOGIT_WORTH * f64::from(output.logit(point) - most));
    let chance = |number: usize| (choices.choice(number), f64::from(choices.chance(number)));
    Prediction {
        win: output.win().into(),
        advantages: view.size().points().map(advantage).collect(),
        choices: (0..choices.log_chances.len()).map(chance).collect(),
        hidden: view.size().points().map(|at| (at, f64::from(output.hidden(at)))).collect(),
    }
}

/// A net as a [`Policy`]. A view of a size that it does not play gets `None`.
#[derive(Clone, Debug)]
pub struct NetPolicy {
    /// The net.
    pub net: Arc<PolicyNet>,
    /// The number of symmetries whose mean is taken, from 1 to 8.
    pub symmetries: u8,
}

impl Policy for NetPolicy {
    fn predict(&self, views: &[&View]) -> Vec<Option<Prediction>> {
        self.net.predict(views, self.symmetries)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "test helpers")]

    use super::*;
    use crate::Shape;
    use kage_goban::{Color, PointSet};
    use kage_phantom::{Choice, RefereeRules, Setup};

    fn view(lines: u8, stones: &[&str]) -> View {
        let stones: PointSet = stones.iter().map(|name| name.parse::<Point>().unwrap()).collect();
        let setup = Setup::handicap(BoardSize::new(lines).unwrap(), stones).unwrap();
        View::new(RefereeRules::default(), &setup, Color::Black)
    }

    #[test]
    fn all_built_in_nets_can_be_read() {
        for name in PolicyNet::built_in_names() {
            let net = PolicyNet::built_in(name).unwrap();
            assert!(net.plays(BoardSize::NINE), "{name}");
        }
        assert_eq!(PolicyNet::default_net().unwrap().hash(), "cb25a91454dae574");
        assert!(PolicyNet::built_in("nobody").is_none());
    }

    #[test]
    fn a_batch_is_answered_in_order() {
        let net = Net::new(Shape { input: Input::View, blocks: 1, channels: 8 }, 3);
        let any_size = Arc::new(PolicyNet::from_bytes(&net.to_bytes()).unwrap());
        for (net, small) in [(any_size, true), (PolicyNet::default_net().unwrap(), false)] {
            let policy = NetPolicy { net, symmetries: 2 };
            let views = [view(9, &["C3"]), view(5, &[]), view(9, &["E5", "G6"])];
            let together = policy.predict(&views.each_ref());
            let alone: Vec<_> = views.iter().flat_map(|view| policy.predict(&[view])).collect();
            assert_eq!(together, alone);
            assert_eq!(together[1].is_some(), small);
            assert_ne!(together[0], together[2]);
            let first = together[0].as_ref().unwrap();
            assert_eq!((first.advantages.len(), first.hidden.len()), (81, 81));
        }
    }

    #[test]
    fn the_chances_are_those_of_the_choices() {
        let net = Net::new(Shape { input: Input::View, blocks: 1, channels: 8 }, 3);
        let net = PolicyNet::from_bytes(&net.to_bytes()).unwrap();
        let said = net.predict(&[&view(3, &["A2", "B1", "B2"])], 8).remove(0).unwrap();
        assert_eq!(said.choices.len(), 6, "five open points, and a pass");
        assert_eq!(said.choices[5].0, Choice::Pass);
        assert!((said.choices.iter().map(|(_, chance)| chance).sum::<f64>() - 1.0).abs() < 1e-5);
    }

    #[test]
    fn a_critic_is_no_policy() {
        let net = Net::new(Shape { input: Input::Table, blocks: 1, channels: 4 }, 3);
        let error = PolicyNet::from_bytes(&net.to_bytes()).unwrap_err();
        assert_eq!(error, FileError::Critic);
    }
}
