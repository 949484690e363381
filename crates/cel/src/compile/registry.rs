//! The functions of one server, by name.

use std::collections::HashMap;

use crate::functions::{Overload, functions};
use crdc_vocabulary::Minor;

/// The functions of one server, by name.
#[derive(Clone, Debug)]
pub(super) struct Registry {
    minor: Minor,
    functions: HashMap<&'static str, Vec<&'static Overload>>,
    overloads: HashMap<&'static str, (&'static Overload, Minor)>,
}

impl Registry {
    pub(super) fn new(minor: Minor) -> Registry {
        let mut registry = Registry { minor, functions: HashMap::new(), overloads: HashMap::new() };
        for function in functions() {
            for overload in function.overloads {
                let since = overload.since.unwrap_or(function.since);
                if since <= minor {
                    registry.functions.entry(function.name).or_default().push(overload);
                    registry.overloads.insert(overload.id, (overload, since));
                }
            }
        }
        registry
    }

    /// The version of the server.
    pub(super) fn minor(&self) -> Minor {
        self.minor
    }

    /// The overloads of a function.
    pub(super) fn function(&self, name: &str) -> Option<&[&'static Overload]> {
        self.functions.get(name.strip_prefix('.').unwrap_or(name)).map(Vec::as_slice)
    }

    /// The overload with this identifier, and the first version on which new rules may use it.
    pub(super) fn overload(&self, id: &str) -> Option<(&'static Overload, Minor)> {
        self.overloads.get(id).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overloads_have_unique_names() {
        let registry = Registry::new(Minor::NEWEST);
        let count: usize = registry.functions.values().map(Vec::len).sum();
        assert_eq!(registry.overloads.len(), count);
    }

    #[test]
    fn older_servers_have_fewer_functions() {
        let old = Registry::new(Minor(25));
        assert!(old.function("quantity").is_none());
        assert!(old.function("size").is_some());
        assert_eq!(old.function("_<_").map(<[_]>::len), Some(8));
        assert_eq!(Registry::new(Minor(29)).function("_<_").map(<[_]>::len), Some(14));
    }

    #[test]
    fn functions_that_name_operands_are_functions() {
        let known: Vec<_> = functions().map(|function| function.name).collect();
        let naming = crdc_vocabulary::rules::NAMING_OPERANDS;
        let unknown: Vec<_> = naming.iter().filter(|name| !known.contains(name)).collect();
        assert!(unknown.is_empty(), "{unknown:?}");
        assert!(naming.is_sorted());
    }
}
