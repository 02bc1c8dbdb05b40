//! The player `kage`. A net evaluates the view, playouts start in sampled worlds, and tries are
//! ranked by their value if accepted. On 9x9 worlds are drawn by the net's probabilities of hidden
//! stones. On other boards they are histories that fit what was heard.

use crate::aims::{TACTICS, Tactician};
use crate::guard::GUARD;
use crate::net_prior::{NET, NetChoice, SYMMETRIES, symmetries};
use crate::registry::{OptionEntry, PlayerEntry};
use crate::search_player::{
    BANK, CLOCK, EYE, PLAYOUTS, SCORING, SEED, SearchOptions, SearchPlayer, THREADS, TIME,
};
use crate::spec::{OptionReader, SpecError};
use crate::world_source::{BURN_IN, CHAINS, DRAWS, PRIOR, WORLDS, WorldOptions};
use kage_phantom::Player;
use kage_search::{PassAlivePoints, Scoring, WorldAmaf};

pub(crate) const ENTRY: PlayerEntry = PlayerEntry {
    name: "kage",
    about: "a net's prior and playouts in sampled worlds; ranks tries by their value if accepted",
    source: "this program",
    beyond: &[],
    options: &[
        PLAYOUTS,
        TIME,
        BANK,
        CLOCK,
        SCORING,
        EYE,
        OptionEntry {
            takes: "net or history",
            default: "net where there is one, history elsewhere",
            about: "the sampler of worlds. net: hidden stones by the net's probabilities; history: complete histories that fit what was heard",
            ..WORLDS
        },
        OptionEntry { default: "learned", ..PRIOR },
        DRAWS,
        CHAINS,
        BURN_IN,
        TACTICS,
        NET,
        SYMMETRIES,
        PRIOR_VISITS,
        TEMPERATURE,
        THREADS,
        GUARD,
        SEED,
    ],
    make,
};

const PRIOR_VISITS: OptionEntry = OptionEntry {
    name: "prior-visits",
    takes: "a number",
    default: "1400",
    about: "the weight of the net's prediction, in playouts, with up to 1,000 playouts a try; with more, it grows in proportion",
};
const TEMPERATURE: OptionEntry = OptionEntry {
    name: "temperature",
    takes: "a number",
    default: "0.03",
    about: "softmax temperature, in win rate, among the best tries of the first eight moves; 0 picks the best",
};

/// Default weight of the net's prediction, in playouts.
const DEFAULT_PRIOR_VISITS: f64 = 1400.0;
/// Default temperature of the opening. After four stones no opening is likelier than one in ten. It
/// costs one or two percentage points (docs/experiments/015).
const DEFAULT_TEMPERATURE: f64 = 0.03;

fn make(options: &mut OptionReader, seed: u64) -> Result<Box<dyn Player>, SpecError> {
    let mut common = SearchOptions::from_options(options, seed, Scoring::Win)?;
    common.candidates.pass_alive = PassAlivePoints::Last;
    let symmetries = symmetries(options)?;
    let mut net = NetChoice::from_options(options).load(symmetries)?;
    // A net predicts win rates, not points.
    if common.scoring == Scoring::Territory && net.take().is_some_and(|net| net.is_needed()) {
        return Err(SpecError::Both(NET.name, "scoring=territory"));
    }
    let mut search = WorldAmaf::new(common.scoring, common.threads);
    search.prior_visits = options.decimal(PRIOR_VISITS.name)?.unwrap_or(DEFAULT_PRIOR_VISITS);
    search.temperature = options.decimal(TEMPERATURE.name)?.unwrap_or(DEFAULT_TEMPERATURE);
    search.aim_reader = Tactician::from_options(options)?;
    let worlds = WorldOptions::of_net(options)?;
    let player = SearchPlayer::new(Box::new(search), common);
    Ok(Box::new(player.with_worlds(Some(worlds)).with_prior(net)))
}
