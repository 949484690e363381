//! The index of a catalogue. In: its text. Out: projects, whose runs of releases and places of texts have
//! been checked.

use std::ops::Range;
use std::str::Split;
use std::sync::OnceLock;

use crate::error::{Error, Fault};
use crate::project::{Chart, Definition, Project, Release, Run, VersionRule};
use crate::version::Version;

/// Reads the lines of an index; `texts` is where the file has texts.
pub(crate) fn read(text: &str, texts: Range<usize>) -> Result<Vec<Project>, Error> {
    let mut projects = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        read_line(line, &texts, &mut projects).map_err(|fault| Error::IndexLine { line: number, fault })?;
    }
    Ok(projects)
}

fn read_line(line: &str, texts: &Range<usize>, projects: &mut Vec<Project>) -> Result<(), Fault> {
    let mut words = line.split(' ');
    let letter = words.next();
    if letter == Some("P") {
        projects.push(project(words, texts)?);
        return Ok(());
    }
    let project = projects.last_mut();
    match letter {
        Some("R") => {
            let release = Release { version: Version::new(&next(&mut words)?), commit: next(&mut words)? };
            no_more(words)?;
            project.ok_or(Fault::NoProject)?.releases.push(release);
        }
        Some("C") => {
            let name = next(&mut words)?;
            let versions = rule(&next(&mut words)?)?;
            project.ok_or(Fault::NoProject)?.charts.push(Chart { name, versions, addresses: all(words)? });
        }
        Some("I") => project.ok_or(Fault::NoProject)?.images.extend(all(words)?),
        Some("O") => project.ok_or(Fault::NoProject)?.packages.extend(all(words)?),
        Some("D") => {
            let project = project.ok_or(Fault::NoProject)?;
            let (group, kind, plural) = (next(&mut words)?, next(&mut words)?, next(&mut words)?);
            let runs = runs(&next(&mut words)?, project.releases.len())?;
            no_more(words)?;
            project.definitions.push(Definition { group, kind, plural, runs });
        }
        _ => return Err(Fault::UnknownLine),
    }
    Ok(())
}

fn project(mut words: Split<'_, char>, texts: &Range<usize>) -> Result<Project, Fault> {
    let (name, repository, licence) = (next(&mut words)?, next(&mut words)?, next(&mut words)?);
    let (offset, length) = (number(&next(&mut words)?)?, number(&next(&mut words)?)?);
    no_more(words)?;
    let start = texts.start.checked_add(offset).ok_or(Fault::Outside)?;
    let end = start.checked_add(length).filter(|end| *end <= texts.end).ok_or(Fault::Outside)?;
    Ok(Project {
        name,
        repository,
        licence,
        releases: Vec::new(),
        charts: Vec::new(),
        images: Vec::new(),
        packages: Vec::new(),
        definitions: Vec::new(),
        place: start..end,
        lines: OnceLock::new(),
    })
}

/// `FIRST-LAST=LINE,…`, in the order of the releases.
fn runs(word: &str, releases: usize) -> Result<Vec<Run>, Fault> {
    let mut runs: Vec<Run> = Vec::new();
    for part in word.split(',') {
        let wrong = || Fault::Run(part.to_owned());
        let (range, line) = part.split_once('=').ok_or_else(wrong)?;
        let (first, last) = range.split_once('-').ok_or_else(wrong)?;
        let run = Run { first: number(first)?, last: number(last)?, line: number(line)? };
        let after = runs.last().is_none_or(|before| before.last < run.first);
        if !after || run.first > run.last || run.last >= releases {
            return Err(wrong());
        }
        runs.push(run);
    }
    Ok(runs)
}

/// `same`, or `CHART=RELEASE,…`.
fn rule(word: &str) -> Result<VersionRule, Fault> {
    if word == "same" {
        return Ok(VersionRule::Same);
    }
    let mut pairs = Vec::new();
    for part in word.split(',') {
        let (from, release) = part.split_once('=').ok_or_else(|| Fault::Rule(part.to_owned()))?;
        pairs.push((Version::new(from), Version::new(release)));
    }
    Ok(VersionRule::From(pairs))
}

/// A word; `-` stands for an empty one.
fn next(words: &mut Split<'_, char>) -> Result<String, Fault> {
    match words.next() {
        None | Some("") => Err(Fault::Words),
        Some("-") => Ok(String::new()),
        Some(word) => Ok(word.to_owned()),
    }
}

fn all(mut words: Split<'_, char>) -> Result<Vec<String>, Fault> {
    let mut all = Vec::new();
    while words.clone().next().is_some() {
        all.push(next(&mut words)?);
    }
    Ok(all)
}

fn no_more(mut words: Split<'_, char>) -> Result<(), Fault> {
    words.next().map_or(Ok(()), |_| Err(Fault::Words))
}

fn number(word: &str) -> Result<usize, Fault> {
    word.parse().map_err(|_| Fault::Number(word.chars().take(20).collect()))
}
