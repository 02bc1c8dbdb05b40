//! The problems of `suites/threats`: the search solves each, and the prover confirms each answer.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "test helpers")]

mod prover;

use kage_goban::Color;
use kage_tactics::{AnyGoal, Objective, Problem, ProblemAnswer, Question};
use prover::{Graph, ProverGoal, ProverThreat};
use std::collections::BTreeMap;
use std::path::Path;

fn problems() -> Vec<Problem> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../suites/threats");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|end| end == "txt"));
    files.sort();
    let read = |path| {
        let text = std::fs::read_to_string(&path).unwrap();
        Problem::read_all(&text).unwrap_or_else(|error| panic!("{path:?}: {error}"))
    };
    files.into_iter().flat_map(read).collect()
}

fn aim(goal: AnyGoal) -> ProverGoal {
    match goal {
        AnyGoal::Connect(goal) => ProverGoal::Link(goal.color, goal.one, goal.other),
        AnyGoal::EmptyConnect(goal) => ProverGoal::Link(goal.color, goal.point, goal.stone),
        AnyGoal::Capture(goal) => ProverGoal::Take(goal.color, goal.stone),
        AnyGoal::Separate(goal) => ProverGoal::Part(goal.color, goal.one, goal.other),
        AnyGoal::Live(goal) => ProverGoal::Live(goal.color, goal.stone),
    }
}

/// The prover's answer to a problem.
fn truth(problem: &Problem) -> ProblemAnswer {
    let graph = Graph::new(&problem.board, None, problem.region, 150_000);
    let graph = graph.unwrap_or_else(|| panic!("{}: the region is too large", problem.name));
    let holds = match problem.question {
        Question::Goal(objective, first) => {
            let start = graph.find(&problem.board, first, None);
            let forced = graph.forced(aim(objective.goal()))[start];
            forced == matches!(objective, Objective::Reach(_))
        }
        Question::Sente { goal, threat, point } => {
            let color = goal.color();
            let mut after = problem.board.clone();
            after.place(color, point).unwrap();
            let threat = match threat {
                Objective::Reach(goal) => ProverThreat::Reach(aim(goal)),
                Objective::Prevent(goal) => ProverThreat::Break(aim(goal)),
            };
            let start = graph.find(&after, !color, None);
            prover::is_sente(&graph, aim(goal.goal()), threat, start)
        }
    };
    holds.into()
}

/// The names of the problems with a wrong answer.
fn wrong(answer: impl Fn(&Problem) -> ProblemAnswer) -> Vec<String> {
    let wrong = |problem: &Problem| answer(problem) != problem.answer;
    problems().into_iter().filter(wrong).map(|problem| problem.name).collect()
}

#[test]
fn the_search_solves_every_problem() {
    assert_eq!(wrong(|problem| problem.solve(1_000_000).answer), Vec::<String>::new());
}

#[test]
fn the_prover_confirms_every_answer() {
    assert_eq!(wrong(truth), Vec::<String>::new());
}

/// The kind of a problem, for the table below.
fn kind(problem: &Problem) -> String {
    let word = |objective: Objective| objective.to_string().split(' ').next().unwrap().to_owned();
    match problem.question {
        Question::Goal(objective, _) => word(objective),
        Question::Sente { goal, threat, .. } => format!("{} v {}", word(goal), word(threat)),
    }
}

#[test]
fn there_are_problems_of_every_kind() {
    let mut counts: BTreeMap<String, [usize; 2]> = BTreeMap::new();
    for problem in problems() {
        counts.entry(kind(&problem)).or_default()
            [usize::from(problem.answer == ProblemAnswer::Yes)] += 1;
    }
    let wanted = [
        ("empty-connect v empty-connect", 11),
        ("empty-connect v connect", 2),
        ("empty-connect v disconnect", 2),
        ("connect v disconnect", 2),
        ("empty-connect v capture", 2),
        ("capture", 8),
        ("live", 5),
        ("connect", 4),
        ("separate", 2),
    ];
    for (kind, least) in wanted {
        let [no, yes] = counts.get(kind).copied().unwrap_or_default();
        assert!(no + yes >= least && no > 0 && yes > 0, "{kind}: {yes} yes, {no} no");
    }
}

#[test]
fn a_line_is_legal_and_reaches_its_goal() {
    for problem in problems() {
        let Question::Goal(Objective::Reach(goal), _) = problem.question else { continue };
        let solution = problem.solve(1_000_000);
        if solution.answer == ProblemAnswer::No {
            continue;
        }
        let mut board = problem.board.clone();
        for &(color, point) in &solution.line {
            board.place(color, point).unwrap_or_else(|e| panic!("{}: {e}", problem.name));
        }
        assert!(aim(goal).reached(&board), "{}: {:?}", problem.name, solution.line);
        let last: Color = solution.line.last().unwrap().0;
        assert_eq!(last, goal.color(), "{}", problem.name);
    }
}
