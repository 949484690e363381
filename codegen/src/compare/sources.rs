//! Two sources in, the changes of each CustomResourceDefinition that both have out, and which of them came or
//! went: removing one removes all its objects.

use super::{Change, Effect, Impact, Kind, compare, versions};
use crate::diag::{Diagnostic, Severity};
use crate::schema::{self, Crd};
use crate::source::{self, Source};
use std::collections::{HashMap, HashSet};

/// The changes of one CustomResourceDefinition.
#[derive(Clone, Debug, Default)]
pub struct Compared {
    /// Its name in the new document; in the old one, where it is gone.
    pub crd: String,
    /// How many versions it has there.
    pub versions: usize,
    /// What changed, see [`compare()`].
    pub changes: Vec<Change>,
}

/// What changed from one source to several.
#[derive(Clone, Debug, Default)]
pub struct Comparison {
    /// For each of the new sources, what changed in its documents.
    pub sources: Vec<Vec<Compared>>,
    /// The documents that none of them has any more, each with one change.
    pub removed: Vec<Compared>,
}

/// Compares all CustomResourceDefinitions of a source with those that `old` has under the same name;
/// where each has one, those two. Those that are new are one change each, and so are those that are gone, which
/// come last.
///
/// ```
/// use crdc_codegen::{compare::compare_sources, source::Source};
/// let source = Source::new("crd.yaml", "kind: ConfigMap\n");
/// assert!(compare_sources(&source, &source).is_empty());
/// ```
#[must_use]
pub fn compare_sources(old: &Source, new: &Source) -> Vec<Compared> {
    let Comparison { sources, removed } = compare_all(old, std::slice::from_ref(new));
    sources.into_iter().flatten().chain(removed).collect()
}

/// The same for several sources that come in the place of one.
#[must_use]
pub fn compare_all(old: &Source, new: &[Source]) -> Comparison {
    let read = |source: &Source| schema::read(&source::parse(source).0).0;
    let old = read(old);
    let names = Counterparts::new(&old);
    let mut kept: HashSet<*const Crd> = HashSet::new();
    let mut comparison = Comparison::default();
    for source in new {
        let crds = read(source);
        let alone = new.len() == 1 && crds.len() == 1;
        let changes = |crd: &Crd| {
            let Some(old) = names.of(crd, alone) else { return compared(crd, vec![added(crd)]) };
            kept.insert(std::ptr::from_ref(old));
            compared(crd, compare(old, crd))
        };
        comparison.sources.push(crds.iter().map(changes).collect());
    }
    let gone = old.iter().filter(|crd| !kept.contains(&std::ptr::from_ref(*crd)) && names.stands(crd));
    comparison.removed = gone.map(|crd| compared(crd, vec![removed(crd)])).collect();
    comparison
}

/// What keeps an old source from being compared: errors of its text, and values of a wrong type.
#[must_use]
pub fn unreadable(old: &Source) -> Vec<Diagnostic> {
    let (documents, mut problems) = source::parse(old);
    problems.extend(schema::read(&documents).1);
    problems.retain(|problem| problem.severity() == Severity::Error);
    crate::diag::arrange(&mut problems);
    problems
}

/// Whether a source has documents to compare with.
#[must_use]
pub fn has_crds(source: &Source) -> bool {
    !schema::read(&source::parse(source).0).0.is_empty()
}

fn compared(crd: &Crd, changes: Vec<Change>) -> Compared {
    Compared { crd: name(crd).unwrap_or_default().to_owned(), versions: crd.versions.len(), changes }
}

fn definition(crd: &Crd) -> String {
    match crd.names.as_ref().and_then(|names| names.value.kind.as_ref()) {
        Some(kind) => format!("the CustomResourceDefinition of the kind `{}`", kind.value),
        None => "the CustomResourceDefinition".to_owned(),
    }
}

fn added(crd: &Crd) -> Change {
    let said = format!("{} is new", definition(crd));
    Change::new(Kind::Definition, Effect::Added, Impact::Harmless, said)
        .places(None, versions::head(crd).or(Some(crd.span)))
}

fn removed(crd: &Crd) -> Change {
    let said = format!("{} is gone", definition(crd));
    Change::new(Kind::Definition, Effect::Removed, Impact::Breaks, said)
        .help("the server deletes all objects of a CustomResourceDefinition that is deleted")
        .places(versions::head(crd).or(Some(crd.span)), None)
}

/// Documents by name.
pub(crate) struct Counterparts<'a> {
    by_name: HashMap<Option<&'a str>, &'a Crd>,
    /// The only document there is.
    only: Option<&'a Crd>,
}

impl<'a> Counterparts<'a> {
    pub(crate) fn new(old: &'a [Crd]) -> Counterparts<'a> {
        let by_name = old.iter().map(|crd| (name(crd), crd)).collect();
        let only = old.first().filter(|_| old.len() == 1);
        Counterparts { by_name, only }
    }

    /// Whether no later document has the same name.
    fn stands(&self, crd: &Crd) -> bool {
        self.by_name.get(&name(crd)).is_some_and(|last| std::ptr::eq(*last, crd))
    }

    /// What a document replaces: the one of its name. Where it stands alone and there was one only,
    /// that one, even under another name.
    pub(crate) fn of(&self, new: &Crd, alone: bool) -> Option<&'a Crd> {
        self.by_name.get(&name(new)).copied().or(self.only.filter(|_| alone))
    }
}

fn name(crd: &Crd) -> Option<&str> {
    crd.name.as_ref().map(|name| name.value.as_str())
}
