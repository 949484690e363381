//! Finds what a word names. In: a word, and catalogues. Out: projects, or kinds; the nearest names if it is
//! neither.

use crate::failure::Failure;
use crdc_catalogue::{Catalogue, Definition, Project};
use crdc_source::diag::nearest;

/// A project with its catalogue.
#[derive(Clone, Copy)]
pub(super) struct Found<'c> {
    pub(super) catalogue: &'c Catalogue,
    pub(super) project: &'c Project,
}

/// A kind of a project.
#[derive(Clone, Copy)]
pub(super) struct Kind<'c> {
    pub(super) found: Found<'c>,
    pub(super) definition: &'c Definition,
}

/// What a word names.
pub(super) enum Named<'c> {
    Projects(Vec<Found<'c>>),
    /// By group; several projects may have the same kind.
    Kinds(Vec<Kind<'c>>),
}

/// What a word names: a project, or else a kind.
///
/// # Errors
/// It names nothing.
pub(super) fn find<'c>(catalogues: &'c [Catalogue], word: &str) -> Result<Named<'c>, Failure> {
    let projects = projects(catalogues, word);
    if !projects.is_empty() {
        return Ok(Named::Projects(projects));
    }
    let mut kinds: Vec<Kind<'c>> = all(catalogues).filter(|kind| is_named(kind.definition, word)).collect();
    if kinds.is_empty() {
        return Err(format!(
            "no project and no kind {word} is in the catalogue: {}",
            meant(catalogues, word)
        ));
    }
    kinds.sort_by(|one, other| key(one).cmp(&key(other)));
    Ok(Named::Kinds(kinds))
}

/// The projects of a name, those of the first catalogue first.
pub(super) fn projects<'c>(catalogues: &'c [Catalogue], name: &str) -> Vec<Found<'c>> {
    let of = |catalogue: &'c Catalogue| Some(Found { catalogue, project: catalogue.project(name)? });
    catalogues.iter().filter_map(of).collect()
}

/// The answer about a project that is not there.
pub(super) fn no_project(catalogues: &[Catalogue], name: &str) -> Failure {
    let names = catalogues.iter().flat_map(Catalogue::projects).map(|project| project.name.as_str());
    match nearest(name, names) {
        Some(meant) => format!("no project {name} is in the catalogue: did you mean `{meant}`?"),
        None => format!("no project {name} is in the catalogue: crdc catalogue list names the projects"),
    }
}

fn all(catalogues: &[Catalogue]) -> impl Iterator<Item = Kind<'_>> {
    catalogues.iter().flat_map(|catalogue| {
        catalogue.projects().iter().flat_map(move |project| {
            let found = Found { catalogue, project };
            project.definitions.iter().map(move |definition| Kind { found, definition })
        })
    })
}

/// What kinds are ordered by: their group and their name.
pub(super) fn key<'k>(kind: &'k Kind<'_>) -> (&'k str, &'k str) {
    (&kind.definition.group, &kind.definition.kind)
}

/// Whether a word is the kind or the plural of a definition, with its group or without.
fn is_named(definition: &Definition, word: &str) -> bool {
    [&definition.kind, &definition.plural].into_iter().any(|name| {
        let Some((start, rest)) = word.split_at_checked(name.len()) else { return false };
        let group = rest.strip_prefix('.');
        let fits =
            rest.is_empty() || group.is_some_and(|group| group.eq_ignore_ascii_case(&definition.group));
        fits && start.eq_ignore_ascii_case(name)
    })
}

/// The names that are nearest to a word.
fn meant(catalogues: &[Catalogue], word: &str) -> String {
    let projects = || catalogues.iter().flat_map(Catalogue::projects);
    let kinds = || projects().flat_map(|project| &project.definitions);
    let project = nearest(word, projects().map(|project| project.name.as_str())).map(str::to_owned);
    let kind = nearest(word, kinds().map(|kind| kind.kind.as_str()));
    let kind = kind.or_else(|| nearest(word, kinds().map(|kind| kind.plural.as_str()))).map(str::to_owned);
    // Only a word with a group can be near to one.
    let full = |name: fn(&Definition) -> &str| {
        let names = kinds().filter(|_| word.contains('.'));
        let names: Vec<String> = names.map(|kind| format!("{}.{}", name(kind), kind.group)).collect();
        nearest(word, names.iter().map(String::as_str)).map(str::to_owned)
    };
    let full = full(|kind| &kind.kind).or_else(|| full(|kind| &kind.plural));
    let names: Vec<String> =
        [project, kind, full].into_iter().flatten().map(|name| format!("`{name}`")).collect();
    match names.as_slice() {
        [] => "crdc catalogue list names the projects".to_owned(),
        names => format!("did you mean {}?", names.join(" or ")),
    }
}
