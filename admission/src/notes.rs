//! What passes through beside the verdict: warnings and audit annotations.
//!
//! Easy to break: validators run in any order, so what they say is sorted by their names.

use std::cell::RefCell;
use std::collections::BTreeSet;

/// What a flow collects. Nothing is allocated until there is something.
#[derive(Debug, Default)]
pub(crate) struct Notes {
    /// Each with the plugin that gave it; empty for those of crdc.
    warnings: RefCell<Vec<(String, String)>>,
    annotations: RefCell<Vec<(String, String)>>,
}

impl Notes {
    pub(crate) fn warn(&self, plugin: &str, text: String) {
        self.warnings.borrow_mut().push((plugin.to_owned(), text));
    }

    pub(crate) fn annotate(&self, plugin: &str, key: &str, value: String) {
        let key = if plugin.is_empty() { key.to_owned() } else { format!("{plugin}/{key}") };
        self.annotations.borrow_mut().push((key, value));
    }

    /// A mark of what was said until now.
    pub(crate) fn mark(&self) -> [usize; 2] {
        [self.warnings.borrow().len(), self.annotations.borrow().len()]
    }

    /// Forgets what was said since the mark, before a flow starts again.
    pub(crate) fn forget(&self, [warnings, annotations]: [usize; 2]) {
        self.warnings.borrow_mut().truncate(warnings);
        self.annotations.borrow_mut().truncate(annotations);
    }

    /// Sorts the warnings since the mark by the names of their plugins.
    pub(crate) fn sort_since(&self, [warnings, _]: [usize; 2]) {
        if let Some(since) = self.warnings.borrow_mut().get_mut(warnings..) {
            since.sort_by(|a, b| a.0.cmp(&b.0));
        }
    }

    /// Warnings, each once, and audit annotations sorted by key; of equal keys the least value is kept.
    // apiserver: endpoints/filters/warning.go records each text once
    pub(crate) fn into_parts(self) -> (Vec<String>, Vec<(String, String)>) {
        let mut warnings: Vec<String> =
            self.warnings.into_inner().into_iter().map(|(_, text)| text).collect();
        if warnings.len() > 1 {
            let mut seen = BTreeSet::new();
            let first: Vec<bool> = warnings.iter().map(|text| seen.insert(text.as_str())).collect();
            let mut first = first.into_iter();
            warnings.retain(|_| first.next().unwrap_or(true));
        }
        let mut annotations = self.annotations.into_inner();
        annotations.sort();
        annotations.dedup_by(|later, first| later.0 == first.0);
        (warnings, annotations)
    }
}
