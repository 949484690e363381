//! Compares patterns by the strings that they match. In: two patterns. Out: a string that only the first one
//! matches, found once for each pair of patterns.
//!
//! Easy to break: tables of patterns are slow to compile, so their number is limited.

use crdc_schema::pattern::{Incomparable, only_first};
use crdc_schema::{At, Schema};
use std::cell::RefCell;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// Cache of compared patterns. Documents repeat the same few patterns, and tables are slow to compile.
#[derive(Default)]
pub(super) struct Patterns {
    found: RefCell<HashMap<Asked, Result<Option<String>, Incomparable>>>,
}

/// Two patterns, the minimum and the maximum length.
type Asked = (String, String, usize, usize);

/// Limit of compared pattern pairs, so that no document takes minutes.
const MOST_PAIRS: usize = 100;

impl Patterns {
    /// Returns a string that only matches the first pattern, of a length that the schema allows.
    pub(super) fn only(
        &self,
        first: &str,
        second: &str,
        schema: &Schema,
    ) -> Result<Option<String>, Incomparable> {
        let length =
            |limit: &Option<At<i64>>| limit.as_ref().map(|at| usize::try_from(at.value).unwrap_or(0));
        let least = length(&schema.min_length).unwrap_or(0);
        let most = length(&schema.max_length).unwrap_or(usize::MAX);
        let mut found = self.found.borrow_mut();
        let full = found.len() >= MOST_PAIRS;
        match found.entry((first.to_owned(), second.to_owned(), least, most)) {
            Entry::Occupied(known) => known.get().clone(),
            Entry::Vacant(_) if full => Err(Incomparable),
            Entry::Vacant(place) => place.insert(only_first(first, second, least..=most)).clone(),
        }
    }
}
