//! Compares sources. In: the old and new sources. Out: the changes of each CustomResourceDefinition in both,
//! and the added and removed definitions. Removing a definition removes all its objects.

use super::change::{Change, Effect, Impact, Kind};
use super::document::compare;
use super::versions;
use crdc_check::counterparts::Counterparts;
use crdc_schema::Crd;
use crdc_source::Source;
use crdc_source::diag::{Diagnostic, Severity};
use std::collections::{HashMap, HashSet};

/// The changes of a CustomResourceDefinition.
#[derive(Clone, Debug, Default)]
pub struct Compared {
    /// The name in the new document; in the old one if it was removed.
    pub crd: String,
    /// The number of versions in that document.
    pub versions: usize,
    /// The index of the old source that contains the definition; 0 if it was added.
    pub old: usize,
    /// The changes, see [`compare()`].
    pub changes: Vec<Change>,
}

/// The changes from some sources to others.
#[derive(Clone, Debug, Default)]
pub struct Comparison {
    /// The changes in the documents of each new source.
    pub sources: Vec<Vec<Compared>>,
    /// The documents of the old sources that no new source contains, each with one change.
    pub removed: Vec<Compared>,
}

/// Compares the CustomResourceDefinitions of two sources by name. If each source has only one, compares these
/// two. An added or removed definition is one change; removed definitions are last.
///
/// ```
/// use crdc_source::Source;
/// use crdc_documents::compare::compare_sources;
/// let source = Source::new("crd.yaml", "kind: ConfigMap\n");
/// assert!(compare_sources(&source, &source).is_empty());
/// ```
#[must_use]
pub fn compare_sources(old: &Source, new: &Source) -> Vec<Compared> {
    let Comparison { sources, removed } = compare_all(std::slice::from_ref(old), std::slice::from_ref(new));
    sources.into_iter().flatten().chain(removed).collect()
}

/// Compares several old sources with several new sources, like [`compare_sources`].
#[must_use]
pub fn compare_all(old: &[Source], new: &[Source]) -> Comparison {
    let read = |source: &Source| crdc_schema::read(&crdc_source::parse(source).0).0;
    let (mut all, mut ends) = (Vec::new(), Vec::new());
    for source in old {
        all.append(&mut read(source));
        ends.push(all.len());
    }
    let old = all;
    let places: HashMap<*const Crd, usize> =
        old.iter().enumerate().map(|(index, crd)| (std::ptr::from_ref(crd), index)).collect();
    let source_of = |crd: &Crd| {
        let place = places.get(&std::ptr::from_ref(crd)).copied().unwrap_or_default();
        ends.partition_point(|end| *end <= place)
    };
    let names = Counterparts::new(&old);
    let mut kept: HashSet<*const Crd> = HashSet::new();
    let mut comparison = Comparison::default();
    for source in new {
        let crds = read(source);
        let alone = new.len() == 1 && crds.len() == 1;
        let changes = |crd: &Crd| {
            let Some(old) = names.of(crd, alone) else { return compared(crd, 0, vec![added(crd)]) };
            kept.insert(std::ptr::from_ref(old));
            compared(crd, source_of(old), compare(old, crd))
        };
        comparison.sources.push(crds.iter().map(changes).collect());
    }
    let gone = old.iter().filter(|crd| !kept.contains(&std::ptr::from_ref(*crd)) && names.stands(crd));
    comparison.removed = gone.map(|crd| compared(crd, source_of(crd), vec![removed(crd)])).collect();
    comparison
}

/// Returns the errors that prevent comparing with an old source: syntax errors, and values of a wrong type.
#[must_use]
pub fn unreadable(old: &Source) -> Vec<Diagnostic> {
    let (documents, mut problems) = crdc_source::parse(old);
    problems.extend(crdc_schema::read(&documents).1);
    problems.retain(|problem| problem.severity() == Severity::Error);
    crdc_source::diag::arrange(&mut problems);
    problems
}

/// Whether a source has documents to compare with.
#[must_use]
pub fn has_crds(source: &Source) -> bool {
    !crdc_schema::read(&crdc_source::parse(source).0).0.is_empty()
}

fn compared(crd: &Crd, old: usize, changes: Vec<Change>) -> Compared {
    let name = crd.name.as_ref().map(|name| name.value.clone()).unwrap_or_default();
    Compared { crd: name, versions: crd.versions.len(), old, changes }
}

fn definition(crd: &Crd) -> String {
    match crd.names.as_ref().and_then(|names| names.value.kind.as_ref()) {
        Some(kind) => format!("the CustomResourceDefinition of kind `{}`", kind.value),
        None => "the CustomResourceDefinition".to_owned(),
    }
}

fn added(crd: &Crd) -> Change {
    let said = format!("{} is new", definition(crd));
    Change::new(Kind::Definition, Effect::Added, Impact::Harmless, said)
        .places(None, versions::head(crd).or(Some(crd.span)))
}

fn removed(crd: &Crd) -> Change {
    let said = format!("{} was removed", definition(crd));
    Change::new(Kind::Definition, Effect::Removed, Impact::Breaks, said)
        .help("deleting a CustomResourceDefinition deletes all its objects")
        .places(versions::head(crd).or(Some(crd.span)), None)
}
