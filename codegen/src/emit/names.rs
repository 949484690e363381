//! Names of generated functions: the path of the node's first place, made an identifier.

use std::collections::{HashMap, HashSet};

use proc_macro2::Ident;
use quote::format_ident;

use crate::plan::{Plan, Type};

/// The function's name for each node.
pub(super) struct Names {
    names: Vec<Ident>,
}

impl Names {
    /// Names for all nodes; equal plans give equal names.
    pub(super) fn new(plan: &Plan) -> Self {
        let mut taken: HashSet<String> = ["root".to_owned()].into();
        let mut counts: HashMap<String, u32> = HashMap::new();
        let mut names = vec![format_ident!("root"); plan.nodes.len()];
        // Parents have higher numbers: they choose first, as a reader meets them first.
        for id in (0..plan.nodes.len()).rev() {
            if id == plan.root {
                continue;
            }
            let wanted = plain(plan, id).unwrap_or_else(|| identifier(&plan.places[id]));
            let mut name = wanted.clone();
            // Goes on where the last one of that name ended: thousands may want one.
            let count = counts.entry(wanted.clone()).or_insert(1u32);
            while !taken.insert(name.clone()) {
                *count += 1;
                name = format!("{wanted}_{count}");
            }
            names[id] = format_ident!("{name}");
        }
        Names { names }
    }

    /// The function of a node.
    pub(super) fn of(&self, id: usize) -> &Ident {
        &self.names[id]
    }
}

/// Nodes that ask for a type and nothing else are named after it: they stand in many places.
fn plain(plan: &Plan, id: usize) -> Option<String> {
    let node = &plan.nodes[id];
    let [kind] = node.types.as_slice() else {
        return None;
    };
    let bare = crate::plan::Node { types: vec![*kind], ..crate::plan::Node::default() };
    if *node != bare {
        return None;
    }
    let name = match kind {
        Type::Object => "empty_object",
        Type::Array => "any_array",
        Type::String => "any_string",
        Type::Integer => "any_integer",
        Type::Number => "any_number",
        Type::Boolean => "any_boolean",
    };
    Some(name.to_owned())
}

/// `spec.rules[].backendRefs` becomes `spec_rules_item_backend_refs`.
fn identifier(place: &str) -> String {
    let mut out = String::new();
    let mut previous = '_';
    for unit in place.chars() {
        match unit {
            '[' | '{' => {
                let word = if unit == '[' { "_item" } else { "_value" };
                out.push_str(if out.ends_with('_') { &word[1..] } else { word });
            }
            ']' | '}' => {}
            _ if unit.is_ascii_alphanumeric() => {
                if unit.is_ascii_uppercase() && (previous.is_ascii_lowercase() || previous.is_ascii_digit()) {
                    out.push('_');
                }
                out.push(unit.to_ascii_lowercase());
            }
            _ if out.ends_with('_') => {}
            _ => out.push('_'),
        }
        previous = unit;
    }
    let out = out.trim_matches('_');
    // Never a keyword, never a digit first, never a name of the prelude or the runtime.
    let free = out.contains('_') && !out.starts_with(|first: char| first.is_ascii_digit() || first == '_');
    if free { out.to_owned() } else { format!("at_{out}") }
}

#[cfg(test)]
mod tests {
    use super::identifier;

    #[test]
    fn identifiers_read_like_paths() {
        assert_eq!(identifier("spec.rules[].backendRefs"), "spec_rules_item_backend_refs");
        assert_eq!(identifier("spec.labels{}"), "spec_labels_value");
        assert_eq!(identifier("spec"), "at_spec");
        assert_eq!(identifier("type"), "at_type");
        assert_eq!(identifier("3d.größe"), "at_3d_gr_e");
        assert_eq!(identifier("_"), "at_");
        assert_eq!(identifier("<allOf 0>"), "all_of_0");
        assert_eq!(identifier("spec.list<anyOf 1>[]"), "spec_list_any_of_1_item");
    }
}
