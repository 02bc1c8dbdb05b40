//! `kage worlds`: what may be true at a moment of a recorded game, as one seat heard it.

use crate::args::Worlds;
use crate::boards;
use crate::failure::Failure;
use crate::{files, hearing};
use anstyle::{AnsiColor, Style};
use kage_belief::{History, Mixing, Options, Sampler, SamplerStats, World, verify};
use kage_goban::{Color, Point, draw, stone_mark};
use kage_phantom::{Answer, Causes, Knowledge, Observation, Refusal, Sound, View};
use serde_json::{Value, json};
use std::io::Write;

/// How many worlds are drawn side by side.
const SHOWN: usize = 3;

pub(crate) fn run(options: &Worlds) -> Result<(), Failure> {
    let (game, _) = files::load(&options.file, options.game)?;
    let views = hearing::views(&game, &options.file, options.seat)?;
    let Some(view) = views.get(options.at) else {
        let (file, moves) = (options.file.clone(), views.len() - 1);
        return Err(Failure::NoSuchMove { file, wanted: options.at, moves });
    };
    let settings = Options::default().with_seed(options.seed);
    let mut sampler = History::with_prior(settings, options.prior.prior()?);
    for earlier in &views[..=options.at] {
        sampler.update(earlier);
    }
    let found = Found::draw(&mut sampler, view, settings.chains, options.count as usize);
    let mut out = anstream::stdout().lock();
    if options.json {
        files::write_json(&mut out, &found.report(options, view))?;
        return Ok(());
    }
    write!(out, "{}", found.in_words(options, view))?;
    Ok(())
}

/// The worlds that were drawn.
struct Found {
    mixing: Mixing,
    verified: usize,
    some: Vec<World>,
    stats: SamplerStats,
    health: String,
}

impl Found {
    fn draw(sampler: &mut dyn Sampler, view: &View, chains: usize, count: usize) -> Found {
        let mut mixing = Mixing::new(chains);
        let (mut verified, mut some) = (0, Vec::new());
        sampler.draw(count, &mut |world| {
            verified += usize::from(verify(view, world));
            mixing.add(world, !view.color());
            if some.len() < SHOWN {
                some.push(world.clone());
            }
        });
        let (stats, health) = (sampler.stats(), sampler.health().to_string());
        Found { mixing, verified, some, stats, health }
    }

    fn in_words(&self, options: &Worlds, view: &View) -> String {
        let worlds = self.mixing.worlds();
        let mut text = format!(
            "What may be true for {} after move {}: {worlds} worlds, {} different\n\n",
            boards::name(options.seat),
            options.at,
            self.mixing.distinct(),
        );
        text += &self.heat_map(view);
        text += "  numbers: in how many of a hundred worlds a stone of theirs stands there\n\n";
        text += &self.side_by_side();
        text += "\nWhat is certain, and why\n";
        for line in certain(view) {
            text += &format!("  {line}\n");
        }
        let always = self.always(view);
        if !always.is_empty() {
            text += &format!("In all {worlds} worlds, though not proved\n");
            for line in always {
                text += &format!("  {line}\n");
            }
        }
        text + &self.summary()
    }

    fn summary(&self) -> String {
        let SamplerStats { steps, accepted, repairs, refills, fallbacks, failures, .. } =
            self.stats;
        format!(
            "\nThe sampler: {}; {} of {} worlds verified, worth {:.0} independent ones\n  \
             {steps} steps, {accepted} accepted, {repairs} chains mended, {refills} replaced, \
             {fallbacks} worlds without history, {failures} updates without a chain\n",
            self.health,
            self.verified,
            self.mixing.worlds(),
            self.mixing.effective_sample_size(),
        )
    }

    /// Their chance to have a stone on each point, in hundredths.
    fn heat_map(&self, view: &View) -> String {
        let lines = view.size().get();
        let columns: Vec<String> = (0..lines)
            .filter_map(|col| Point::new(col, 0))
            .map(|point| format!("{:>4}", point.to_string().trim_end_matches('1')))
            .collect();
        let letters = format!("   {}\n", columns.concat());
        let mut text = letters.clone();
        for row in (0..lines).rev() {
            text += &format!(" {:>2}", row + 1);
            for point in (0..lines).filter_map(|col| Point::new(col, row)) {
                text += &self.heat(view, point);
            }
            text += &format!("  {}\n", row + 1);
        }
        text + &letters
    }

    fn heat(&self, view: &View, point: Point) -> String {
        let mark = match view.at(point) {
            Knowledge::Mine => format!("{:>4}", stone_mark(view.color())),
            Knowledge::Theirs => format!("{:>4}", stone_mark(!view.color())),
            _ => match (100.0 * self.mixing.share(point)).round() as u32 {
                0 => "   .".to_owned(),
                share => format!("{share:>4}"),
            },
        };
        let style = shade(view.at(point), self.mixing.share(point));
        format!("{style}{mark}{style:#}")
    }

    fn side_by_side(&self) -> String {
        let boards: Vec<(String, String)> = self.some.iter().enumerate().map(drawn).collect();
        let boards: Vec<(&str, &str)> =
            boards.iter().map(|(title, board)| (title.as_str(), board.as_str())).collect();
        boards::side_by_side(&boards)
    }

    /// Points that are the same in all worlds and that the view is not certain of.
    fn always(&self, view: &View) -> Vec<String> {
        let open = |point: &Point| {
            !matches!(view.at(*point), Knowledge::Mine | Knowledge::Theirs | Knowledge::Empty)
        };
        let said = |point: Point| match self.mixing.share(point) {
            share if share >= 1.0 => Some(format!("{point} is theirs")),
            share if share <= 0.0 && matches!(view.at(point), Knowledge::Refused(_)) => {
                Some(format!("{point} is empty: it was refused for something else than a stone"))
            }
            _ => None,
        };
        view.size().points().filter(open).filter_map(said).collect()
    }

    fn report(&self, options: &Worlds, view: &View) -> Value {
        let chance =
            |point: Point| json!({"point": point.to_string(), "chance": self.mixing.share(point)});
        let moves =
            |world: &World| world.plays().iter().map(ToString::to_string).collect::<Vec<_>>();
        let SamplerStats { steps, accepted, repairs, refills, fallbacks, failures, .. } =
            self.stats;
        json!({
            "file": options.file.display().to_string(),
            "seat": if options.seat == Color::Black { "black" } else { "white" },
            "move": options.at,
            "seed": options.seed,
            "prior": options.prior.to_string(),
            "worlds": self.mixing.worlds(),
            "verified": self.verified,
            "distinct": self.mixing.distinct(),
            "effective_sample_size": self.mixing.effective_sample_size(),
            "health": self.health,
            "chances": (view.size().points()).filter(|p| !view.mine().contains(*p)).map(chance).collect::<Vec<_>>(),
            "certain": certain(view),
            "in_all_worlds": self.always(view),
            "samples": self.some.iter().map(moves).collect::<Vec<_>>(),
            "sampler": {
                "steps": steps, "accepted": accepted, "repairs": repairs, "refills": refills,
                "fallbacks": fallbacks, "failures": failures,
            },
        })
    }
}

/// Fuller colours for likelier stones.
fn shade(known: Knowledge, share: f64) -> Style {
    let color = match known {
        Knowledge::Mine => AnsiColor::Cyan,
        Knowledge::Theirs => AnsiColor::Yellow,
        _ if share < 0.005 => return Style::new().dimmed(),
        _ if share < 0.25 => AnsiColor::Blue,
        _ if share < 0.6 => AnsiColor::Magenta,
        _ => AnsiColor::Red,
    };
    let style = color.on_default();
    if share > 0.85 { style.bold() } else { style }
}

fn drawn((index, world): (usize, &World)) -> (String, String) {
    let stone =
        |point: Point| Color::BOTH.into_iter().find(|&color| world.stones(color).contains(point));
    let board = draw(world.size(), |point| stone(point).map_or('.', stone_mark));
    (format!("World {}", index + 1), board)
}

/// What the view is certain of, and open refusals, each with its reason.
pub(crate) fn certain(view: &View) -> Vec<String> {
    let theirs =
        view.theirs().iter().map(|point| format!("{point} is theirs: {}", why(view, point)));
    let open = view.refused().iter().map(|(point, refused)| {
        let causes = in_words(refused.causes);
        format!("{point} was refused at move {}: {causes}", refused.at + 1)
    });
    let count = view.their_stones();
    let number = format!(
        "they have {}{} stones on the board",
        if count.exact { "" } else { "at most " },
        count.at_most
    );
    let empty = view.empty();
    let known = (!empty.is_empty()).then(|| format!("certainly empty now: {empty}"));
    theirs.chain(open).chain([number]).chain(known).collect()
}

/// Why a point is certainly theirs: what was heard last that shows it.
fn why(view: &View, point: Point) -> String {
    if view.setup().stones(!view.color()).contains(point) {
        return "it is a handicap stone".to_owned();
    }
    let mut before = View::new(*view.rules(), view.setup(), view.color());
    let mut reason = "by what is around it, all else being impossible".to_owned();
    for news in view.log() {
        reason = shown_by(&before, news, point).unwrap_or(reason);
        // It was heard in this order before.
        let _ = before.update(news);
    }
    reason
}

/// What a piece of news shows of a point, if it shows a stone of theirs there.
fn shown_by(before: &View, news: &Observation, point: Point) -> Option<String> {
    let number = before.moves() + 1;
    match news {
        Observation::Mine(Answer::Refused { point: tried, reason }) if *tried == point => {
            if *reason == Some(Refusal::OpponentStone) {
                return Some(format!("refused at move {number}, and the referee named it"));
            }
            let why_not = before.why_no_suicide(point)?;
            let ko = before.likely_ko() == Some(point);
            (!ko).then(|| format!("refused at move {number}; no ko, and not suicide: {why_not}"))
        }
        Observation::Theirs(Sound::Moved { lost, .. }) => {
            let border = lost.points().neighbors(before.size()) - lost.points();
            let taken = border.contains(point);
            taken.then(|| {
                format!("it is beside stones of the seat's that were taken at move {number}")
            })
        }
        _ => None,
    }
}

fn in_words(causes: Causes) -> String {
    let Causes { stone, suicide, ko } = causes;
    let named = [(stone, "a stone"), (suicide, "suicide"), (ko, "ko")];
    let words: Vec<&str> = named.iter().filter(|(may, _)| *may).map(|(_, word)| *word).collect();
    words.join(" or ")
}
