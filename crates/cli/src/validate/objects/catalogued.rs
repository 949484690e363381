//! Decides about an object whose kind comes from the catalogue. In: the results for each release that may be
//! in use. Out: one result.
//!
//! If the release is unknown, an error counts only if all releases that serve the version have an error.
//! Otherwise a warning says which releases refuse the object.

use crate::identity::Identity;
use crate::validate::findings::finding::{Finding, Level};
use crate::validate::objects::validated::Validated;
use crate::validate::report::file_report::Verdict;
use crate::validate::schemas::catalogue::{CataloguedKind, Release, Variant};
use crate::validate::schemas::loader::MISSING;
use crdc_source::Span;

/// The name of the finding about releases that differ.
const DIFFER: &str = "releases-differ";

/// The number of unknown fields for which the releases that know them are searched.
const MOST_SEARCHED: usize = 20;

/// The result for an object. `ask` validates it with the text of some releases, which serve its version.
pub(super) fn decide(
    kind: &CataloguedKind,
    identity: &Identity,
    span: Span,
    missing: Option<Level>,
    mut ask: impl FnMut(&Variant) -> Option<Validated>,
) -> Validated {
    let serving = || kind.variants.iter().filter(|variant| variant.serves(identity));
    let (newest, oldest) = (serving().next(), serving().next_back());
    let mut asked: Vec<(&Variant, Option<Validated>)> = Vec::new();
    for variant in &kind.variants {
        let is_end = [newest, oldest].into_iter().flatten().any(|end| std::ptr::eq(end, variant));
        asked.push((variant, is_end.then(|| ask(variant)).flatten()));
    }
    // What the oldest and the newest release accept, those between them accept too, as a rule; each costs the
    // time to compile a CRD.
    if asked.iter().filter_map(|(_, validated)| validated.as_ref()).any(fails) {
        for (variant, validated) in &mut asked {
            *validated = validated.take().or_else(|| ask(variant));
        }
    }
    if asked.iter().all(|(_, validated)| validated.is_none()) {
        return not_served(kind, identity, span, missing);
    }
    let differ = differ(kind, identity, &asked, span);
    let newest = |is_meant: &dyn Fn(&Validated) -> bool| {
        asked.iter().position(|(_, validated)| validated.as_ref().is_some_and(is_meant))
    };
    let chosen = newest(&|validated| !fails(validated)).or_else(|| newest(&|_| true));
    let chosen = chosen.and_then(|at| asked.into_iter().nth(at)).and_then(|(_, validated)| validated);
    let Some(mut validated) = chosen else { return not_served(kind, identity, span, missing) };
    for finding in validated.findings.iter_mut().filter(|one| one.id == "unknown-field").take(MOST_SEARCHED) {
        let since = finding.field.as_deref().and_then(|path| kind.known_since(identity, path));
        if let Some(since) = since {
            finding.help = Some(format!("{} knows it since {since}", kind.project));
        }
    }
    if !kind.is_certain() {
        validated.findings.iter_mut().for_each(|finding| weaken(finding, kind));
    }
    validated.findings.extend(differ);
    validated
}

fn fails(validated: &Validated) -> bool {
    validated.findings.iter().any(Finding::fails)
}

/// An error that another release may not have is a warning.
fn weaken(finding: &mut Finding, kind: &CataloguedKind) {
    if finding.level != Level::Error {
        return;
    }
    finding.level = Level::Warning;
    let (_, newest) = &kind.against;
    let why = format!("{} {newest} says so, which may not be the release in use", kind.project);
    finding.help = Some(match finding.help.take() {
        Some(help) => format!("{help}; {why}"),
        None => why,
    });
}

/// The warning about releases that refuse the object, or do not serve its version, if others accept it.
fn differ(
    kind: &CataloguedKind,
    identity: &Identity,
    asked: &[(&Variant, Option<Validated>)],
    span: Span,
) -> Option<Finding> {
    let project = &kind.project;
    let served: Vec<(&Variant, &Validated)> =
        asked.iter().filter_map(|(variant, validated)| Some((*variant, validated.as_ref()?))).collect();
    // The newest comes first, in words the oldest.
    let by_age: Vec<Answered<'_>> = served
        .iter()
        .rev()
        .map(|(variant, validated)| Answered {
            first: &variant.first,
            last: &variant.last,
            accepts: !fails(validated),
        })
        .collect();
    let refusing = served.iter().find_map(|(_, validated)| validated.findings.iter().find(|one| one.fails()));
    let name = format!("name the release with --release {project}=VERSION, or `releases` in .crdc.yaml");
    match refusing.filter(|_| by_age.iter().any(|answered| answered.accepts)) {
        Some(refusing) => {
            let message = words(project, &by_age);
            let mut finding = Finding::new(DIFFER, Level::Warning, refusing.span, message);
            finding.field.clone_from(&refusing.field);
            finding.server.push(refusing.message.clone());
            Some(finding.help(name))
        }
        None if asked.first().is_some_and(|(_, newest)| newest.is_none()) => {
            let (_, newest) = &kind.range;
            let last = served.first().map_or("", |(variant, _)| &variant.last);
            let message = format!(
                "{project} serves {} {} up to {last}, and {newest} does not",
                identity.api_version, identity.kind
            );
            let served = kind.served().into_iter().filter(|served| *served != identity.api_version);
            let newer: Vec<&str> = served.collect();
            let help = match newer.as_slice() {
                [] => name,
                newer => format!("write `apiVersion: {}`, or {name}", newer.join("`, or `")),
            };
            Some(Finding::new(DIFFER, Level::Warning, span, message).help(help))
        }
        None => None,
    }
}

/// What some releases answer.
struct Answered<'v> {
    first: &'v str,
    last: &'v str,
    accepts: bool,
}

/// Which releases refuse an object; the oldest release comes first. Neighbours that agree are one.
fn words(project: &str, by_age: &[Answered<'_>]) -> String {
    let runs: Vec<(&str, &str, bool)> = by_age
        .chunk_by(|one, other| one.accepts == other.accepts)
        .filter_map(|run| Some((run.first()?.first, run.last()?.last, run.first()?.accepts)))
        .collect();
    match runs.as_slice() {
        [(_, last, false), (first, _, true)] => {
            format!("refused by {project} up to {last}, accepted since {first}")
        }
        [(_, last, true), (first, _, false)] => {
            format!("accepted by {project} up to {last}, refused since {first}")
        }
        runs => {
            let refusing = runs.iter().filter(|(_, _, accepts)| !accepts);
            let refusing: Vec<String> = refusing
                .map(
                    |(first, last, _)| {
                        if first == last { (*first).to_owned() } else { format!("{first} to {last}") }
                    },
                )
                .collect();
            format!("refused by {project} {}, accepted by its other releases", refusing.join(" and "))
        }
    }
}

/// The result for a version that no release in use serves.
fn not_served(kind: &CataloguedKind, identity: &Identity, span: Span, missing: Option<Level>) -> Validated {
    let Identity { api_version, kind: name, .. } = identity;
    let CataloguedKind { project, range: (first, last), against: (_, newest), .. } = kind;
    if let Some(damaged) = damaged(kind, identity, span, missing) {
        return damaged;
    }
    let served = kind.served();
    let write = match served.as_slice() {
        [] => "no release of it in the catalogue serves the kind".to_owned(),
        served => format!("write `apiVersion: {}`", served.join("`, or `")),
    };
    if matches!(kind.release, Release::Known { .. }) && !kind.variants.is_empty() {
        let message = format!("{api_version} {name} is not served: {project} {newest} has no such version");
        let mut finding = Finding::new("version-not-served", Level::Error, span, message);
        // kubectl's message.
        finding.server.push(format!("no matches for kind \"{name}\" in version \"{api_version}\""));
        return Validated::of(Verdict::Invalid, vec![finding.help(write)]);
    }
    let finding = |level| {
        let range = if first == last { first.clone() } else { format!("{first} to {last}") };
        let message = format!("no schema for {api_version} {name}: the catalogue has {project} {range}");
        Finding::new(MISSING, level, span, message).help(write)
    };
    Validated::of(Verdict::WithoutSchema, missing.map(finding).into_iter().collect())
}

/// The result for a kind whose text in the catalogue cannot be used.
pub(crate) fn damaged(
    kind: &CataloguedKind,
    identity: &Identity,
    span: Span,
    missing: Option<Level>,
) -> Option<Validated> {
    let fault = kind.fault()?;
    let finding = |level| {
        let Identity { api_version, kind: name, .. } = identity;
        let message = format!("no schema for {api_version} {name}: the catalogue is damaged");
        Finding::new(MISSING, level, span, message).help(fault)
    };
    Some(Validated::of(Verdict::WithoutSchema, missing.map(finding).into_iter().collect()))
}

#[cfg(test)]
mod tests {
    use super::{Answered, words};

    #[test]
    fn releases_that_refuse_are_named_by_their_ends() {
        for (answers, expected) in [
            ("a r", "accepted by p up to 1.0, refused since 1.1"),
            ("r a a", "refused by p up to 1.0, accepted since 1.1"),
            ("r a r r", "refused by p 1.0 and 1.2 to 1.3, accepted by its other releases"),
        ] {
            let versions: Vec<String> = (0..4).map(|minor| format!("1.{minor}")).collect();
            let by_age: Vec<Answered<'_>> = answers
                .split(' ')
                .zip(&versions)
                .map(|(answer, version)| Answered { first: version, last: version, accepts: answer == "a" })
                .collect();
            assert_eq!(words("p", &by_age), expected);
        }
    }
}
