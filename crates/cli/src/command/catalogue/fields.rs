//! Which releases have a field. In: kinds, and the path of a field. Out: for each version of a kind, the
//! releases that have the field, with its type and its default, as text or JSON; the nearest name if none has
//! it.

use std::collections::BTreeMap;

use super::lines;
use super::named::Kind;
use super::ranges::{Range, as_json, ends, joined, words};
use super::schema::{self, Says};
use super::texts::Texts;
use crate::failure::Failure;
use crdc_source::diag::nearest;
use serde_json::{Value, json};

/// The most names that an unknown one is compared with.
const MOST_NAMES: usize = 2000;

/// A field of a kind in a project.
pub(super) struct Known<'c> {
    kind: Kind<'c>,
    path: String,
    runs: Runs,
}

/// The releases that have a field, with its type, by version.
type Runs = BTreeMap<String, Vec<(Range, Says)>>;

/// What is known of a field, by kind: several groups have kinds of a name, and several projects a kind.
///
/// # Errors
/// No release of any project has the field.
pub(super) fn known<'c>(kinds: &[Kind<'c>], path: &str, texts: &Texts) -> Result<Vec<Known<'c>>, Failure> {
    let (mut all, mut meant) = (Vec::new(), None);
    for kind in kinds {
        let (runs, other) = of_kind(kind, path, texts)?;
        meant = meant.or(other);
        if !runs.is_empty() {
            all.push(Known { kind: *kind, path: path.to_owned(), runs });
        }
    }
    if !all.is_empty() {
        return Ok(all);
    }
    let name = kinds.first().map_or("", |kind| kind.definition.kind.as_str());
    Err(match meant {
        Some(meant) => format!("no release has the field {path} of {name}: did you mean `{meant}`?"),
        None => format!("no release has the field {path} of {name}"),
    })
}

/// The answer for people.
pub(super) fn text(all: &[Known<'_>]) -> String {
    let mut lines = Vec::new();
    for Known { kind, path, runs } in all {
        let (definition, project) = (kind.definition, kind.found.project);
        let (of, releases) = (&definition.kind, ends(project));
        lines.push(format!("{path} of {of}.{} in {} ({releases})", definition.group, project.name));
        for (version, runs) in runs {
            for (range, says) in runs {
                lines.push(format!("  {version}, {}: {}", words(project, *range), says.words()));
            }
        }
    }
    lines::text(&lines)
}

/// The answer about a field of a kind in a project for programs.
pub(super) fn json(Known { kind, path, runs }: &Known<'_>) -> Value {
    let (definition, project) = (kind.definition, kind.found.project);
    let of_run = |version: &str, (range, says): &(Range, Says)| {
        let default = says.default.as_deref().map(|text| serde_json::from_str(text).unwrap_or(Value::Null));
        let mut run = json!({"version": version, "type": says.kind, "releases": as_json(project, *range)});
        if let (Some(default), Some(run)) = (default, run.as_object_mut()) {
            run.insert("default".to_owned(), default);
        }
        run
    };
    let runs = runs.iter().flat_map(|(version, runs)| runs.iter().map(|run| of_run(version, run)));
    json!({
        "path": path,
        "kind": definition.kind,
        "group": definition.group,
        "project": project.name,
        "versions": runs.collect::<Vec<_>>(),
    })
}

/// The releases that have the field of a kind, by version, and what the newest release without it would have
/// called it.
fn of_kind(kind: &Kind<'_>, path: &str, texts: &Texts) -> Result<(Runs, Option<String>), Failure> {
    let (found, definition) = (kind.found, kind.definition);
    let (mut by_version, mut wanted) = (Runs::new(), None);
    // The newest release is asked first what was meant.
    for run in definition.runs.iter().rev() {
        let tree = texts.tree(found.catalogue, found.project, run.line)?;
        for (version, root) in schema::by_version(&tree) {
            match schema::at(root, path) {
                Ok(field) => {
                    let runs = by_version.entry(version.to_owned()).or_default();
                    runs.push(((run.first, run.last), Says::of(field)));
                }
                Err(lost) if wanted.is_none() => wanted = meant(&lost, path),
                Err(_) => {}
            }
        }
    }
    for runs in by_version.values_mut() {
        *runs = joined(std::mem::take(runs).into_iter().rev());
    }
    Ok((by_version, wanted))
}

/// The whole path with the name that is nearest to the first unknown one.
fn meant(lost: &schema::Lost<'_, '_>, path: &str) -> Option<String> {
    let end = lost.rest.find(['.', '[', '{']).unwrap_or(lost.rest.len());
    let names = schema::members(lost.schema).map(|(name, _)| name).take(MOST_NAMES);
    let name = nearest(&lost.rest[..end], names)?;
    let start = path.strip_suffix(lost.rest)?;
    Some(format!("{start}{name}"))
}
