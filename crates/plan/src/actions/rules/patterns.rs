//! The constant patterns of rules, each compiled once.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

use crdc_schema::pattern::{self, Matcher};

/// Compiled patterns by their text. `None` for patterns that are compiled at run time.
pub(crate) type CompiledPatterns = HashMap<String, Option<Arc<Matcher>>>;

/// Compiles each pattern when it is first looked up.
#[derive(Default)]
pub struct Patterns(RefCell<CompiledPatterns>);

impl Patterns {
    /// Creates a table that already contains some compiled patterns.
    pub fn new(known: CompiledPatterns) -> Patterns {
        Patterns(RefCell::new(known))
    }

    /// The compiled pattern with this text. `None` if it is compiled at run time.
    pub fn get(&self, text: &str) -> Option<Arc<Matcher>> {
        let mut known = self.0.borrow_mut();
        if let Some(known) = known.get(text) {
            return known.clone();
        }
        let found = pattern::compile(text).ok().map(Arc::new);
        known.insert(text.to_owned(), found.clone());
        found
    }

    /// All patterns that were looked up.
    pub(crate) fn into_compiled(self) -> CompiledPatterns {
        self.0.into_inner()
    }
}
