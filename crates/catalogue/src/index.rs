//! The index of a catalogue. In: its text. Out: projects, whose runs of releases and places of texts have
//! been checked.

use std::ops::Range;
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
    let mut words = split(line, b' ');
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
            let runs = runs(words.next().unwrap_or_default(), project.releases.len())?;
            no_more(words)?;
            project.definitions.push(Definition { group, kind, plural, runs });
        }
        _ => return Err(Fault::UnknownLine),
    }
    Ok(())
}

fn project<'a>(mut words: impl Iterator<Item = &'a str>, texts: &Range<usize>) -> Result<Project, Fault> {
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
    let mut runs: Vec<Run> = Vec::with_capacity(1 + word.bytes().filter(|byte| *byte == b',').count());
    for part in split(word, b',') {
        let run = run(part).filter(|run| run.first <= run.last && run.last < releases);
        let after = |run: &Run| runs.last().is_none_or(|before| before.last < run.first);
        runs.push(run.filter(after).ok_or_else(|| Fault::Run(part.chars().take(60).collect()))?);
    }
    Ok(runs)
}

/// `FIRST-LAST=LINE`.
fn run(part: &str) -> Option<Run> {
    let (range, line) = split_at(part, b'=')?;
    let (first, last) = split_at(range, b'-')?;
    Some(Run { first: first.parse().ok()?, last: last.parse().ok()?, line: line.parse().ok()? })
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

/// The parts of a text between a character. The parts are short: the search of `str::split` takes longer to
/// begin.
fn split(text: &str, between: u8) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest?;
        let Some((part, after)) = split_at(text, between) else { return rest.take() };
        rest = Some(after);
        Some(part)
    })
}

/// What is before and after the first of a character of ASCII.
fn split_at(text: &str, at: u8) -> Option<(&str, &str)> {
    let end = text.bytes().position(|byte| byte == at)?;
    Some((text.get(..end)?, text.get(end + 1..)?))
}

/// The next word.
fn next<'a>(words: &mut impl Iterator<Item = &'a str>) -> Result<String, Fault> {
    word(words.next().unwrap_or_default())
}

/// A word; `-` stands for an empty one.
fn word(word: &str) -> Result<String, Fault> {
    match word {
        "" => Err(Fault::Words),
        "-" => Ok(String::new()),
        word => Ok(word.to_owned()),
    }
}

fn all<'a>(words: impl Iterator<Item = &'a str>) -> Result<Vec<String>, Fault> {
    words.map(word).collect()
}

fn no_more<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<(), Fault> {
    words.next().map_or(Ok(()), |_| Err(Fault::Words))
}

fn number(word: &str) -> Result<usize, Fault> {
    word.parse().map_err(|_| Fault::Number(word.chars().take(20).collect()))
}
