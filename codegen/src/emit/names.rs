//! Names generated functions: the path of the node's first occurrence, as an identifier. A scalar that
//! several schemas share, and any node that constrains only its type, is named after its type and
//! constraints.

use proc_macro2::Ident;
use quote::format_ident;

use super::scalar_name::scalar_name;
use super::structure::words::Taken;
use crdc_plan::actions::shared;
use crdc_plan::{Node, Plan, Type};

/// The name of each node's function.
pub(super) struct Names {
    names: Vec<Ident>,
    shared: Vec<bool>,
}

impl Names {
    /// The names for all nodes; equal plans have equal names.
    pub(super) fn new(plan: &Plan) -> Self {
        let mut taken = Taken::with(&["root"]);
        let shared = shared(plan);
        let mut names = vec![format_ident!("root"); plan.nodes.len()];
        // Parents have higher numbers. They choose first, because they are read first.
        for id in (0..plan.nodes.len()).rev() {
            if id == plan.root {
                continue;
            }
            let node = &plan.nodes[id];
            let scalar = scalar_name(node).filter(|_| shared[id] || is_plain(node));
            let named = scalar.or_else(|| empty(node).map(str::to_owned));
            let wanted = named.unwrap_or_else(|| identifier(&plan.places[id]));
            names[id] = format_ident!("{}", taken.unique(wanted));
        }
        Names { names, shared }
    }

    /// Whether more than one schema has the node.
    pub(super) fn is_shared(&self, id: usize) -> bool {
        self.shared[id]
    }

    /// The function of a node.
    pub(super) fn of(&self, id: usize) -> &Ident {
        &self.names[id]
    }

    /// The constants of a node.
    pub(super) fn constant(&self, id: usize) -> Ident {
        format_ident!("{}", self.names[id].to_string().to_uppercase())
    }
}

/// Nodes that only constrain the type are named after it, wherever they are.
fn is_plain(node: &Node) -> bool {
    *node == Node { types: node.types.clone(), ..Node::default() }
}

fn empty(node: &Node) -> Option<&'static str> {
    match node.types.as_slice() {
        [Type::Object] if is_plain(node) => Some("empty_object"),
        [Type::Array] if is_plain(node) => Some("any_array"),
        _ => None,
    }
}

/// Names use at most this many bytes from the end of a path.
const MOST_NAME_BYTES: usize = 160;

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
    // Only ASCII is left.
    let out = out.get(out.len().saturating_sub(MOST_NAME_BYTES)..).unwrap_or_default().trim_matches('_');
    // Never a keyword, never a leading digit, never a name of the prelude or the runtime.
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
