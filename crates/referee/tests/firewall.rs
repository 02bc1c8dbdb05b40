//! The firewall: who may depend on whom, what the keepers of the truth let slip in their debug
//! output, and which conversions must not exist.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "test helpers")]

use cargo_metadata::{DependencyKind, MetadataCommand};
use kage_goban::{Board, BoardSize, ByColor, Color, KoRule, Move, Point, PointSet, Position};
use kage_phantom::{
    Choice, Lost, Observation, Preset, RefereeRules, Ruling, Setup, Sound, Table, View,
};
use kage_referee::{Referee, Witness};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::path::{Path, PathBuf};

/// What a crate depends on by name.
#[derive(Clone, Default, Debug)]
struct Needs {
    /// Normal and build dependencies, also optional ones and those for one platform only.
    always: BTreeSet<String>,
    /// For its tests.
    tests: BTreeSet<String>,
}

/// The crates of a workspace, with what each needs.
type Workspace = BTreeMap<String, Needs>;

/// The crates that can only hear.
const BLIND: [&str; 7] = ["players", "search", "belief", "net", "tactics", "playout", "gtp"];

/// The crates that have the truth, or lead to one that has it.
const TRUTH: [&str; 9] =
    ["referee", "record", "arena", "data", "train", "lab", "web", "python", "terminal"];

/// The rows of the crate table in ARCHITECTURE.md: a crate, and the crates of the workspace it uses. A
/// new crate gets its row there before it is built.
fn crate_map() -> BTreeMap<String, BTreeSet<String>> {
    let text = include_str!("../../../ARCHITECTURE.md");
    let (_, table) = text.split_once("| crate | uses |").expect("the table of crates");
    let rows = table.lines().skip(2).take_while(|line| line.starts_with("| `"));
    rows.map(|row| {
        let cells: Vec<&str> = row.split('|').collect();
        let names =
            |cell: &str| cell.split('`').skip(1).step_by(2).map(package).collect::<Vec<_>>();
        (names(cells[1]).remove(0), names(cells[2]).into_iter().collect())
    })
    .collect()
}

fn package(name: &str) -> String {
    if name == "kage" { name.to_owned() } else { format!("kage-{name}") }
}

fn is_ours(name: &str) -> bool {
    name == "kage" || name.starts_with("kage-")
}

/// Everything that is wrong with a workspace, as text.
fn objections(workspace: &Workspace) -> Vec<String> {
    let mut all = Vec::new();
    for (name, needs) in workspace {
        all.extend(against_the_map(name, needs));
        all.extend(foreign_needs(name, needs));
    }
    for blind in BLIND.map(package) {
        all.extend(roads_to_the_truth(workspace, &blind));
    }
    all
}

/// A crate uses exactly the crates that the table names.
fn against_the_map(name: &str, needs: &Needs) -> Vec<String> {
    let map = crate_map();
    let Some(listed) = map.get(name) else {
        return vec![format!("{name} is not in ARCHITECTURE.md")];
    };
    let used: BTreeSet<&String> = needs.always.iter().filter(|need| is_ours(need)).collect();
    let listed: BTreeSet<&String> = listed.iter().collect();
    let more = used.difference(&listed).map(|need| format!("{name} must not use {need}"));
    let less = listed.difference(&used).map(|need| format!("{name} does not use {need}"));
    more.chain(less).collect()
}

/// `goban` and `phantom` use no code from outside the workspace.
fn foreign_needs(name: &str, needs: &Needs) -> Vec<String> {
    if name != package("goban") && name != package("phantom") {
        return Vec::new();
    }
    let foreign = needs.always.iter().filter(|need| !is_ours(need));
    foreign.map(|need| format!("{name} must not use {need}")).collect()
}

/// A blind crate cannot reach the truth by any way, and neither can its tests.
fn roads_to_the_truth(workspace: &Workspace, blind: &str) -> Vec<String> {
    let Some(needs) = workspace.get(blind) else { return Vec::new() };
    let mut reached = BTreeSet::new();
    let mut at_hand: Vec<&String> = needs.always.iter().chain(&needs.tests).collect();
    while let Some(name) = at_hand.pop() {
        if reached.insert(name.clone()) {
            at_hand.extend(workspace.get(name).into_iter().flat_map(|needs| &needs.always));
        }
    }
    let truth = TRUTH.map(package).into_iter().filter(|name| reached.contains(name));
    truth.map(|name| format!("{blind} reaches {name}")).collect()
}

/// Reads a workspace without resolving it: declared dependencies need no network, and those that
/// are optional or for other platforms are all there.
fn read_workspace(manifest: &Path) -> Workspace {
    let mut command = MetadataCommand::new();
    command.manifest_path(manifest).no_deps().other_options(vec!["--offline".to_owned()]);
    let metadata = command.exec().expect("cargo metadata");
    let mut workspace = Workspace::new();
    for package in metadata.workspace_packages() {
        let needs = workspace.entry(package.name.to_string()).or_default();
        for dependency in &package.dependencies {
            let tests = dependency.kind == DependencyKind::Development;
            let list = if tests { &mut needs.tests } else { &mut needs.always };
            list.insert(dependency.name.clone());
        }
    }
    workspace
}

fn this_workspace() -> Workspace {
    read_workspace(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../Cargo.toml"))
}

#[test]
fn the_workspace_follows_the_map() {
    let workspace = this_workspace();
    assert_eq!(objections(&workspace), Vec::<String>::new());
    // The reader sees something.
    assert!(workspace["kage-referee"].always.contains("kage-phantom"));
    assert!(workspace["kage-referee"].tests.contains("cargo_metadata"));
    assert_eq!(workspace["kage-goban"].always, BTreeSet::new());
    assert_eq!(workspace["kage-phantom"].always, BTreeSet::from(["kage-goban".to_owned()]));
}

/// A workspace that is exactly as the map says.
fn mapped() -> Workspace {
    let needs =
        |always: BTreeSet<String>| Needs { always, tests: BTreeSet::from(["fastrand".to_owned()]) };
    crate_map().into_iter().map(|(name, uses)| (name, needs(uses))).collect()
}

/// What is wrong with that workspace with more dependencies: `user > used` for a normal one,
/// `user ~ used` for one of its tests.
fn doctored(roads: &[&str]) -> Vec<String> {
    let mut workspace = mapped();
    for road in roads {
        let words: Vec<&str> = road.split(' ').collect();
        let needs = workspace.entry(words[0].to_owned()).or_default();
        let list = if words[1] == ">" { &mut needs.always } else { &mut needs.tests };
        list.insert(words[2].to_owned());
    }
    objections(&workspace)
}

#[test]
fn a_breach_is_noticed() {
    let check = |roads: &[&str], expected: &str| {
        let found = doctored(roads);
        assert!(found.iter().any(|text| text == expected), "{roads:?}: {found:?}");
    };
    for blind in BLIND {
        let blind = package(blind);
        for truth in TRUTH.map(package) {
            let reaches = format!("{blind} reaches {truth}");
            check(&[&format!("{blind} > {truth}")], &reaches);
            check(&[&format!("{blind} ~ {truth}")], &reaches);
            let (first, second) = (format!("{blind} > kage-a"), format!("kage-b > {truth}"));
            check(&[&first, "kage-a > kage-b", &second], &reaches);
        }
        check(&[&format!("{blind} ~ kage-arena")], &format!("{blind} reaches kage-referee"));
    }
    check(&["kage-goban > serde"], "kage-goban must not use serde");
    check(&["kage-phantom > rand"], "kage-phantom must not use rand");
    check(&["kage-phantom > kage-referee"], "kage-phantom must not use kage-referee");
    check(&["kage-referee > kage-players"], "kage-referee must not use kage-players");
    check(&["kage-arena > kage-players"], "kage-arena must not use kage-players");
    check(&["kage-web > kage-search"], "kage-web must not use kage-search");
    check(&["kage-playout > kage-search"], "kage-playout must not use kage-search");
    check(&["kage-web > kage"], "kage-web must not use kage");
    check(&["kage-cellar > kage-goban"], "kage-cellar is not in ARCHITECTURE.md");
}

#[test]
fn the_map_itself_has_no_breach() {
    assert_eq!(objections(&mapped()), Vec::<String>::new());
}

/// A workspace on disk whose players reach the referee by a road that is easy to overlook.
fn sly_workspace(name: &str, road: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let write = |folder: &str, manifest: &str| {
        let folder = root.join(folder);
        std::fs::create_dir_all(folder.join("src")).unwrap();
        std::fs::write(folder.join("src/lib.rs"), "").unwrap();
        std::fs::write(folder.join("Cargo.toml"), manifest).unwrap();
    };
    write("", "[workspace]\nresolver = \"3\"\nmembers = [\"players\", \"referee\"]\n");
    let package = "[package]\nversion = \"0.1.0\"\nedition = \"2024\"\nname = ";
    write("referee", &format!("{package}\"kage-referee\"\n"));
    write("players", &format!("{package}\"kage-players\"\n{road}\n"));
    root.join("Cargo.toml")
}

#[test]
fn sly_roads_are_seen() {
    let honest = "path = \"../referee\"";
    let roads = [
        format!("[dependencies]\nkage-referee = {{ {honest} }}"),
        format!("[dependencies]\nhelper = {{ {honest}, package = \"kage-referee\" }}"),
        format!("[dependencies]\nkage-referee = {{ {honest}, optional = true }}"),
        format!("[build-dependencies]\nkage-referee = {{ {honest} }}"),
        format!("[dev-dependencies]\nkage-referee = {{ {honest} }}"),
        format!("[target.'cfg(windows)'.dependencies]\nkage-referee = {{ {honest} }}"),
    ];
    for (i, road) in roads.iter().enumerate() {
        let found = objections(&read_workspace(&sly_workspace(&format!("sly-{i}"), road)));
        let expected = "kage-players reaches kage-referee".to_owned();
        assert!(found.contains(&expected), "{road}: {found:?}");
    }
    // These crates use nothing of what the map says; that is no breach of the wall.
    let none = objections(&read_workspace(&sly_workspace("sly-none", "")));
    assert!(none.iter().all(|objection| objection.contains("does not use")), "{none:?}");
}

/// Refuses to compile if the type has the trait: then both implementations would fit.
macro_rules! never {
    ($($type:ty: $trait:path),+ $(,)?) => {$(
        const _: fn() = || {
            trait Ambiguous<A> { fn check() {} }
            impl<T: ?Sized> Ambiguous<()> for T {}
            struct Forbidden;
            impl<T: ?Sized + $trait> Ambiguous<Forbidden> for T {}
            let _ = <$type as Ambiguous<_>>::check;
        };
    )+};
}

// A referee that could be cloned could be finished and opened in the middle of the game.
never!(Referee: Clone, Referee: std::fmt::Display, Referee: std::ops::Deref);
never!(Referee: AsRef<Position>, Referee: AsRef<Board>, Referee: AsRef<Table>);
never!(Witness: Into<View>, Table: Into<View>, Position: Into<View>, Board: Into<View>);
never!(Witness: Into<Observation>, Ruling: Into<Observation>, Ruling: Into<Sound>);
never!(PointSet: Into<Lost>, View: Default);

/// What a seat hears of the opponent, field by field. A new field does not compile here until
/// somebody has thought about whether it can say where.
fn all_of(sound: Sound) -> (bool, Option<u32>, PointSet, bool, Option<ByColor<u32>>) {
    match sound {
        Sound::Tried => (false, None, PointSet::EMPTY, false, None),
        Sound::Moved { passed, tries, lost, atari, stones } => {
            (passed, tries, lost.points(), atari, stones)
        }
    }
}

#[test]
fn a_seat_cannot_lose_what_it_does_not_have() {
    let view = View::new(RefereeRules::default(), &Setup::even(BoardSize::NINE), Color::White);
    let e5 = PointSet::of("E5".parse().unwrap());
    assert_eq!(Lost::of(&view, e5), None);
    assert_eq!(Lost::of(&view, PointSet::EMPTY), Some(Lost::NONE));
    let sound =
        Sound::Moved { passed: false, tries: None, lost: Lost::NONE, atari: false, stones: None };
    assert_eq!(all_of(sound), (false, None, PointSet::EMPTY, false, None));
}

/// What a thing's debug output gives away: a point, a set of points, or a row of a board.
fn slips(thing: &impl Debug) -> Option<String> {
    for text in [format!("{thing:?}"), format!("{thing:#?}")] {
        let mut words = text.split(|c: char| !c.is_ascii_alphanumeric());
        let point = words.any(|word| word.parse::<Point>().is_ok());
        let row = [". .", "X .", ". X", "O .", ". O", "X O"].iter().any(|row| text.contains(row));
        if point || row {
            return Some(text);
        }
    }
    None
}

/// Black's stone on the first point, White's refused try there and stone on the second, a capture.
fn debug_texts(rules: RefereeRules, points: [&str; 2]) -> Vec<String> {
    let [one, two] = points.map(|text| text.parse::<Point>().unwrap());
    let (mut referee, mut witness) = Referee::new(rules, Setup::even(BoardSize::NINE));
    let mut table = Table::new(Position::new(BoardSize::NINE, rules.ko));
    let mut texts = Vec::new();
    let tries = [(Color::Black, one), (Color::White, one), (Color::White, two)];
    for (seat, point) in tries {
        referee.hear(seat, Choice::Try(point)).unwrap();
        table.rule(&rules, Move::Play(point)).unwrap();
        witness.news();
        assert_eq!(slips(&referee), None);
        assert_eq!(slips(&witness), None);
        assert_eq!(slips(&table), None);
        texts.push(format!("{referee:?} {witness:?} {table:?}"));
    }
    texts
}

#[test]
fn debug_output_is_redacted() {
    for preset in Preset::ALL {
        let rules = preset.rules();
        let texts = debug_texts(rules, ["E5", "C3"]);
        assert_eq!(texts, debug_texts(rules, ["J9", "A1"]), "{}", preset.name());
    }
    let superko = RefereeRules { ko: KoRule::PositionalSuperko, ..RefereeRules::default() };
    assert_eq!(debug_texts(superko, ["E5", "C3"]), debug_texts(superko, ["A1", "A2"]));
}

#[test]
fn what_is_not_redacted_would_be_noticed() {
    let mut position = Position::new(BoardSize::NINE, KoRule::Simple);
    let ruling = kage_phantom::adjudicate(&position, Move::Play("E5".parse().unwrap())).unwrap();
    position.play(Move::Play("E5".parse().unwrap())).unwrap();
    assert!(slips(&ruling).is_some());
    assert!(slips(&position).is_some());
    assert!(slips(position.board()).is_some());
    assert!(slips(&position.board().stones(Color::Black)).is_some());
    assert!(slips(&Some(Choice::Try("A1".parse().unwrap()))).is_some());
}
