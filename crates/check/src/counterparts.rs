//! Pairs new documents with the old ones that they replace. In: the old documents. Out: for a new one, its
//! counterpart.
//!
//! Easy to break: several documents may have the same name; then the last one counts.

use crdc_schema::Crd;
use std::collections::HashMap;

/// The old documents by name.
pub struct Counterparts<'a> {
    by_name: HashMap<Option<&'a str>, &'a Crd>,
    /// The single old document, if there is exactly one.
    only: Option<&'a Crd>,
}

impl<'a> Counterparts<'a> {
    /// Collects the names of the old documents.
    #[must_use]
    pub fn new(old: &'a [Crd]) -> Counterparts<'a> {
        let by_name = old.iter().map(|crd| (name(crd), crd)).collect();
        let only = old.first().filter(|_| old.len() == 1);
        Counterparts { by_name, only }
    }

    /// Whether an old document is the last one with its name.
    #[must_use]
    pub fn stands(&self, crd: &Crd) -> bool {
        self.by_name.get(&name(crd)).is_some_and(|last| std::ptr::eq(*last, crd))
    }

    /// The document that `new` replaces: the one with the same name. If `alone` is set, there is only one new
    /// document, which replaces a single old one whatever their names are.
    #[must_use]
    pub fn of(&self, new: &Crd, alone: bool) -> Option<&'a Crd> {
        self.by_name.get(&name(new)).copied().or(self.only.filter(|_| alone))
    }
}

fn name(crd: &Crd) -> Option<&str> {
    crd.name.as_ref().map(|name| name.value.as_str())
}
