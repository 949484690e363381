//! The functions of the constant patterns of a value's rules.

use std::collections::BTreeMap;

use proc_macro2::{Ident, TokenStream};
use quote::format_ident;

use crate::pattern::Matcher;

/// Patterns with the names and the code of their functions.
pub(super) struct Matchers<'r> {
    runtime: &'r TokenStream,
    functions: BTreeMap<String, (Ident, TokenStream)>,
}

impl<'r> Matchers<'r> {
    pub(super) fn new(runtime: &'r TokenStream) -> Matchers<'r> {
        Matchers { runtime, functions: BTreeMap::new() }
    }

    /// The name of the function of a pattern. A new one is named after what uses it.
    pub(super) fn function(&mut self, user: &Ident, pattern: &str, matcher: &Matcher) -> Ident {
        if let Some((name, _)) = self.functions.get(pattern) {
            return name.clone();
        }
        let name = format_ident!("{user}_matches_{}", self.functions.len());
        let code = matcher.emit(&name, self.runtime);
        self.functions.insert(pattern.to_owned(), (name.clone(), code));
        name
    }

    /// All functions.
    pub(super) fn into_items(self) -> impl Iterator<Item = TokenStream> {
        self.functions.into_values().map(|(_, code)| code)
    }
}
