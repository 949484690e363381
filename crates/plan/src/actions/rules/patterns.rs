//! The constant patterns of rules, each compiled once.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

use crdc_schema::pattern::{self, Matcher};

/// Patterns that were asked for; none for those that are left to the run time.
pub(crate) type CompiledPatterns = HashMap<String, Option<Arc<Matcher>>>;

/// Compiles patterns as they are asked for.
#[derive(Default)]
pub struct Patterns(RefCell<CompiledPatterns>);

impl Patterns {
    /// Some are known already.
    pub fn new(known: CompiledPatterns) -> Patterns {
        Patterns(RefCell::new(known))
    }

    /// A pattern.
    pub fn get(&self, text: &str) -> Option<Arc<Matcher>> {
        let mut known = self.0.borrow_mut();
        if let Some(known) = known.get(text) {
            return known.clone();
        }
        let found = pattern::compile(text).ok().map(Arc::new);
        known.insert(text.to_owned(), found.clone());
        found
    }

    /// The patterns that were asked for.
    pub(crate) fn into_compiled(self) -> CompiledPatterns {
        self.0.into_inner()
    }
}
