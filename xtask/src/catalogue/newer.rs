//! Whether projects have newer releases than a catalogue. In: the list, clones, a catalogue. Out: a line for
//! each newer release, for a job that opens an issue.

use anyhow::Result;
use crdc_catalogue::Catalogue;

use super::list::List;
use super::mirrors::Mirrors;
use super::tags;

/// Prints what is newer; returns whether nothing is.
pub(super) fn report(list: &List, mirrors: &mut Mirrors, known: &Catalogue) -> Result<bool> {
    let lines = lines(list, mirrors, known)?;
    lines.iter().for_each(|line| println!("{line}"));
    println!("{} projects have releases that the catalogue has not", lines.len());
    Ok(lines.is_empty())
}

/// A line for each project that has releases which the catalogue has not.
pub(super) fn lines(list: &List, mirrors: &mut Mirrors, known: &Catalogue) -> Result<Vec<String>> {
    let mut lines = Vec::new();
    for project in &list.projects {
        let Some(repository) = mirrors.get(&project.repository)? else { continue };
        let releases = tags::releases(project, &list.from, repository)?;
        let known = known.project(&project.name).map_or(&[][..], |project| project.releases.as_slice());
        let new =
            releases.iter().filter(|(version, _)| known.iter().all(|release| release.version != *version));
        let new: Vec<&str> = new.map(|(version, _)| version.as_str()).collect();
        if !new.is_empty() {
            lines.push(format!("{}: {}", project.name, new.join(", ")));
        }
    }
    Ok(lines)
}
