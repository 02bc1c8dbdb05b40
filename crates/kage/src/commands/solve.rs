//! `kage solve`: tactical problems, solved by a proof search.

use crate::args::Solve;
use crate::failure::Failure;
use crate::files;
use crate::render::problems::in_words;
use crate::render::progress;
use kage_lab::{SolvedProblem, problems_json};
use kage_tactics::Problem;
use std::path::{Path, PathBuf};

pub(crate) fn run(options: &Solve) -> Result<(), Failure> {
    let mut problems = Vec::new();
    for file in problem_files(options)? {
        problems.extend(read(&file)?.into_iter().map(|problem| (file.clone(), problem)));
    }
    if problems.is_empty() {
        return Err(Failure::Other("there are no problems there".to_owned()));
    }
    let bar = progress::bar(problems.len() as u64, "{bar:30} {pos}/{len} problems, {elapsed}");
    let solve = |(file, problem): (PathBuf, Problem)| {
        bar.inc(1);
        SolvedProblem::solve(file, problem, options.limit, options.runs)
    };
    let solved: Vec<SolvedProblem> = problems.into_iter().map(solve).collect();
    bar.finish_and_clear();
    files::say(&problems_json(&solved), options.json, || {
        in_words(&solved, options.suite.is_some())
    })?;
    let wrong = solved.iter().filter(|solved| !solved.is_right()).count();
    if wrong > 0 {
        return Err(Failure::Other(format!("{wrong} of {} answers are wrong", solved.len())));
    }
    Ok(())
}

/// The file that is named, or all `.txt` files of the suite, in order.
fn problem_files(options: &Solve) -> Result<Vec<PathBuf>, Failure> {
    let Some(folder) = &options.suite else { return Ok(options.file.iter().cloned().collect()) };
    let fail = |error| Failure::Read(folder.clone(), error);
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(fail)? {
        let path = entry.map_err(fail)?.path();
        if path.extension().is_some_and(|end| end == "txt") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

fn read(file: &Path) -> Result<Vec<Problem>, Failure> {
    let text = std::fs::read_to_string(file);
    let text = text.map_err(|error| Failure::Read(file.to_owned(), error))?;
    Problem::read_all(&text).map_err(|error| Failure::Other(format!("{}: {error}", file.display())))
}
