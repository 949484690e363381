//! Finds the first server version that accepts an expression, and the part that needs this version. The
//! versions come from the tables of functions and macros. All features that compare versions, such as
//! `explain --cost` and `check --kubernetes`, use this code.
//
// apiserver: pkg/cel/environment/base.go

use super::ast::{ExprId, Kind};
use super::environment::{Checked, Environment};
use super::macros;
use crdc_vocabulary::Minor;
use crdc_vocabulary::cel_names::{RESERVED, RESERVED_FIELDS};

/// A part of an expression that some servers do not support.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Newer {
    /// The node.
    pub node: ExprId,
    /// The feature, for people: "`isIP`", "macro with two variables".
    pub what: String,
    /// The first minor version on which a new rule may use it.
    pub since: Minor,
}

impl Environment {
    /// The first minor version on which the expression can be installed, by the functions and macros that it
    /// uses.
    #[must_use]
    pub fn since(&self, checked: &Checked) -> Minor {
        let uses = checked.ast.post_order().into_iter().filter_map(|node| self.newer_node(checked, node));
        uses.map(|found| found.since).max().unwrap_or(Minor::FIRST)
    }

    /// The parts of an expression that a server does not support, each kind once, in the order of the
    /// expression.
    #[must_use]
    pub fn newer(&self, checked: &Checked, server: Minor) -> Vec<Newer> {
        let mut found: Vec<Newer> = Vec::new();
        for node in checked.ast.post_order() {
            let newer = self.newer_node(checked, node).filter(|newer| newer.since > server);
            if let Some(newer) = newer.filter(|newer| !found.iter().any(|known| known.what == newer.what)) {
                found.push(newer);
            }
        }
        found.sort_by_key(|newer| checked.ast.node(newer.node).span);
        found
    }

    fn newer_node(&self, checked: &Checked, node: ExprId) -> Option<Newer> {
        let newer = |what: String, since: Minor| Some(Newer { node, what, since });
        match checked.ast.kind(node) {
            Kind::Comprehension(found) if found.second.is_some() => newer(PAIRS.to_owned(), macros::PAIRS),
            Kind::Select { field, .. } if RESERVED.contains(&field.as_ref()) => {
                newer(format!("`{field}` as the name of a field"), RESERVED_FIELDS)
            }
            kind => {
                // The newest of the overloads may be the one that is meant, but any of them is enough to
                // compile.
                let overloads = checked.typing.overloads(node).iter();
                let since =
                    overloads.filter_map(|id| self.registry.overload(id)).map(|(_, since)| since).min()?;
                let Kind::Call { function, .. } = kind else {
                    return newer("function of this type".to_owned(), since);
                };
                newer(shown(function), since)
            }
        }
    }
}

/// The name of a function or operator as it is written.
fn shown(function: &str) -> String {
    match function {
        "_?._" => "`.?`".to_owned(),
        "_[?_]" => "`[?…]`".to_owned(),
        operator if operator.starts_with('_') => {
            format!("`{}` for values of these types", operator.trim_matches('_'))
        }
        // Functions that macros expand to.
        "@sortByAssociatedKeys" => "`sortBy`".to_owned(),
        "cel.@mapInsert" => PAIRS.to_owned(),
        name => format!("`{name}`"),
    }
}

const PAIRS: &str = "macro with two variables";
