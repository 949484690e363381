//! Which releases have a field. In: kinds, and the path of a field. Out: for each version of a kind, the
//! releases that have the field, with its type and its default; the nearest name if none has it.

use std::collections::BTreeMap;

use super::lines;
use super::named::Kind;
use super::ranges::{Range, ends, joined, words};
use super::schema;
use super::texts::Texts;
use crate::failure::Failure;
use crdc_source::diag::nearest;

/// The most names that an unknown one is compared with.
const MOST_NAMES: usize = 2000;

/// What is known of a field in one project.
#[derive(Default)]
struct Known {
    /// The releases that have the field, with its type, by version.
    runs: BTreeMap<String, Vec<(Range, String)>>,
    /// What the newest release without the field would have called it.
    meant: Option<String>,
}

/// The answer about kinds of the same name, a list for each group.
///
/// # Errors
/// No release of any project has the field.
pub(super) fn text(kinds: &[&[Kind<'_>]], path: &str, texts: &Texts) -> Result<String, Failure> {
    let (mut lines, mut meant) = (Vec::new(), None);
    for kind in kinds.iter().copied().flatten() {
        let (definition, project) = (kind.definition, kind.found.project);
        let known = known(kind, path, texts)?;
        meant = meant.or(known.meant);
        if known.runs.is_empty() {
            continue;
        }
        lines.push(format!(
            "{path} of {}.{} in {} ({})",
            definition.kind,
            definition.group,
            project.name,
            ends(project)
        ));
        for (version, runs) in known.runs {
            for (range, says) in joined(runs.into_iter()) {
                lines.push(format!("  {version}, {}: {says}", words(project, range)));
            }
        }
    }
    if !lines.is_empty() {
        return Ok(lines::text(&lines));
    }
    let name = kinds.iter().copied().flatten().next().map_or("", |kind| kind.definition.kind.as_str());
    Err(match meant {
        Some(meant) => format!("no release has the field {path} of {name}: did you mean `{meant}`?"),
        None => format!("no release has the field {path} of {name}"),
    })
}

fn known(kind: &Kind<'_>, path: &str, texts: &Texts) -> Result<Known, Failure> {
    let (found, definition) = (kind.found, kind.definition);
    let mut known = Known::default();
    // The newest release is asked first what was meant.
    for run in definition.runs.iter().rev() {
        let tree = texts.tree(found.catalogue, found.project, run.line)?;
        for (version, root) in schema::by_version(&tree) {
            match schema::at(root, path) {
                Ok(field) => {
                    let runs = known.runs.entry(version.to_owned()).or_default();
                    runs.push(((run.first, run.last), schema::words(field)));
                }
                Err(lost) if known.meant.is_none() => known.meant = meant(&lost, path),
                Err(_) => {}
            }
        }
    }
    known.runs.values_mut().for_each(|runs| runs.reverse());
    Ok(known)
}

/// The whole path with the name that is nearest to the first unknown one.
fn meant(lost: &schema::Lost<'_, '_>, path: &str) -> Option<String> {
    let end = lost.rest.find(['.', '[', '{']).unwrap_or(lost.rest.len());
    let names = schema::members(lost.schema).map(|(name, _)| name).take(MOST_NAMES);
    let name = nearest(&lost.rest[..end], names)?;
    let start = path.strip_suffix(lost.rest)?;
    Some(format!("{start}{name}"))
}
