//! Two sources in, the changes of each CustomResourceDefinition that both have out.

use super::{Change, compare};
use crate::schema::{self, Crd};
use crate::source::{self, Source};
use std::collections::HashMap;

/// The changes of one CustomResourceDefinition.
#[derive(Clone, Debug, Default)]
pub struct Compared {
    /// Its name in the new document.
    pub crd: String,
    /// How many versions it has there.
    pub versions: usize,
    /// What changed, see [`compare()`].
    pub changes: Vec<Change>,
}

/// Compares all CustomResourceDefinitions of a source with those that `old` has under the same name;
/// where each has one, those two. Documents that only one of them has are left out.
///
/// ```
/// use crdc_codegen::{compare::compare_sources, source::Source};
/// let source = Source::new("crd.yaml", "kind: ConfigMap\n");
/// assert!(compare_sources(&source, &source).is_empty());
/// ```
#[must_use]
pub fn compare_sources(old: &Source, new: &Source) -> Vec<Compared> {
    let read = |source: &Source| schema::read(&source::parse(source).0).0;
    let (old, new) = (read(old), read(new));
    let names = Counterparts::new(&old);
    let alone = new.len() == 1;
    let changes = |crd: &Crd| {
        let old = names.of(crd, alone)?;
        let name = crd.name.as_ref().map_or(String::new(), |name| name.value.clone());
        Some(Compared { crd: name, versions: crd.versions.len(), changes: compare(old, crd) })
    };
    new.iter().filter_map(changes).collect()
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

    /// What a document replaces: the one of its name. Where it stands alone and there was one only,
    /// that one, even under another name.
    pub(crate) fn of(&self, new: &Crd, alone: bool) -> Option<&'a Crd> {
        self.by_name.get(&name(new)).copied().or(self.only.filter(|_| alone))
    }
}

fn name(crd: &Crd) -> Option<&str> {
    crd.name.as_ref().map(|name| name.value.as_str())
}
