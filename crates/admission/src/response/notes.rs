//! Warnings for the client and annotations of the audit event, which plugins add to a verdict.
//!
//! Easy to break: validators run in any order, so their warnings are sorted by their names.

use std::cell::RefCell;
use std::collections::BTreeSet;

/// The notes that a flow collects. Memory is allocated for the first note.
#[derive(Debug, Default)]
pub(crate) struct Notes(RefCell<Option<Box<Collected>>>);

/// The notes that plugins added.
#[derive(Debug, Default)]
struct Collected {
    /// The warnings, each with the name of its plugin; the name is empty for warnings of crdc.
    warnings: Vec<(String, String)>,
    annotations: Vec<(String, String)>,
}

/// The notes of a response. Nearly all responses have none.
#[derive(Debug, Default)]
pub(crate) struct Reported {
    pub(crate) warnings: Vec<String>,
    pub(crate) annotations: Vec<(String, String)>,
}

impl Notes {
    pub(crate) fn warn(&self, plugin: &str, text: String) {
        self.0.borrow_mut().get_or_insert_default().warnings.push((plugin.to_owned(), text));
    }

    pub(crate) fn annotate(&self, plugin: &str, key: &str, value: String) {
        let key = if plugin.is_empty() { key.to_owned() } else { format!("{plugin}/{key}") };
        self.0.borrow_mut().get_or_insert_default().annotations.push((key, value));
    }

    /// The number of warnings and of annotations so far, as a mark for the next two functions.
    #[inline]
    pub(crate) fn mark(&self) -> [usize; 2] {
        self.0
            .borrow()
            .as_ref()
            .map_or([0, 0], |collected| [collected.warnings.len(), collected.annotations.len()])
    }

    /// Removes the notes that were added since the mark, before a flow starts again.
    pub(crate) fn forget(&self, [warnings, annotations]: [usize; 2]) {
        if let Some(collected) = &mut *self.0.borrow_mut() {
            collected.warnings.truncate(warnings);
            collected.annotations.truncate(annotations);
        }
    }

    /// Sorts the warnings since the mark by the names of their plugins.
    #[inline]
    pub(crate) fn sort_since(&self, [warnings, _]: [usize; 2]) {
        if let Some(collected) = &mut *self.0.borrow_mut() {
            collected.sort_since(warnings);
        }
    }

    /// Returns the warnings, each once, and the audit annotations sorted by key. Of equal keys, the smallest
    /// value is kept.
    pub(crate) fn finish(self) -> Option<Box<Reported>> {
        self.0.into_inner().map(|collected| collected.finish())
    }
}

impl Collected {
    #[cold]
    fn sort_since(&mut self, warnings: usize) {
        if let Some(since) = self.warnings.get_mut(warnings..) {
            since.sort_by(|a, b| a.0.cmp(&b.0));
        }
    }

    // apiserver: endpoints/filters/warning.go records each text once
    #[cold]
    fn finish(self) -> Box<Reported> {
        let mut warnings: Vec<String> = self.warnings.into_iter().map(|(_, text)| text).collect();
        if warnings.len() > 1 {
            let mut seen = BTreeSet::new();
            let first: Vec<bool> = warnings.iter().map(|text| seen.insert(text.as_str())).collect();
            let mut first = first.into_iter();
            warnings.retain(|_| first.next().unwrap_or(true));
        }
        let mut annotations = self.annotations;
        annotations.sort();
        annotations.dedup_by(|later, first| later.0 == first.0);
        Box::new(Reported { warnings, annotations })
    }
}
