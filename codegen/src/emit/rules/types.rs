//! Constants for what rules see of values.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::Rules;
use super::declare::Seen;
use crate::check::cel::escape;
use crate::json::escaped;
use crate::plan::{Node, NodeId, Others, Type};

impl Rules<'_> {
    /// The expression that names the type of a value; the constant is made later.
    pub(super) fn type_of(&mut self, seen: Seen) -> TokenStream {
        let id = match seen {
            Seen::Text => return quote!(&cel::TEXT),
            Seen::Metadata => return quote!(&cel::METADATA),
            Seen::Node(id) | Seen::Resource(id) => id,
        };
        let name = self.node_name(id);
        self.types.entry(seen).or_insert_with(|| name.clone());
        if self.within_types { quote!(&#name) } else { quote!(&super::rule_types::#name) }
    }

    /// The constants of all types that were named, and of those that they name.
    pub(super) fn type_constants(&mut self) -> Vec<TokenStream> {
        self.within_types = true;
        let mut constants = Vec::new();
        let mut done = std::collections::BTreeSet::new();
        loop {
            let next = self.types.iter().find(|(seen, _)| !done.contains(*seen));
            let Some((seen, name)) = next.map(|(seen, name)| (*seen, name.clone())) else { break };
            done.insert(seen);
            if let Seen::Node(id) | Seen::Resource(id) = seen {
                constants.push(self.type_constant(seen, id, &name));
            }
        }
        constants
    }

    fn type_constant(&mut self, seen: Seen, id: NodeId, name: &Ident) -> TokenStream {
        let plan = self.emitter.plan;
        let node = &plan.nodes[id];
        let (form, nullable) = (form(node), node.nullable);
        let mut each = None;
        let mut fields = Vec::new();
        if node.is_only(Type::Array) {
            each = node.array.items;
        } else if let (true, Others::Each(values)) = (node.is_only(Type::Object), node.object.others) {
            each = Some(values);
        } else if node.is_only(Type::Object) {
            fields = self.field_constants(seen, id);
        }
        let each = match each {
            Some(each) => {
                let each = self.type_of(self.seen(each));
                quote!(Some(#each))
            }
            None => quote!(None),
        };
        // The server looks for escaped names in the objects.
        let keys: Vec<String> = match node.array.list_type.as_deref() {
            Some("map") => {
                node.array.keys.iter().map(|key| escape(key).unwrap_or_else(|| key.clone())).collect()
            }
            _ => Vec::new(),
        };
        quote! {
            pub(super) static #name: RuleType = RuleType {
                form: Form::#form,
                nullable: #nullable,
                fields: &[#(#fields),*],
                each: #each,
                keys: &[#(#keys),*],
            };
        }
    }

    fn field_constants(&mut self, seen: Seen, id: NodeId) -> Vec<TokenStream> {
        let plan = self.emitter.plan;
        let declared = self.declare.fields(&plan.nodes[id], matches!(seen, Seen::Resource(_)));
        let known: Vec<&str> = self.fields[id].list().iter().map(|known| known.name).collect();
        let mut fields = Vec::new();
        for name in known {
            let of = declared.iter().find(|(found, _)| *found == name).map(|(_, seen)| *seen);
            let of = match of {
                Some(of) => {
                    let of = self.type_of(of);
                    quote!(Some(#of))
                }
                None => quote!(None),
            };
            let in_rules = escape(name).unwrap_or_else(|| name.to_owned());
            let raw = escaped(name);
            fields.push(quote!(RuleField { name: #raw, escaped: #in_rules, of: #of }));
        }
        fields
    }
}

pub(super) fn form(node: &Node) -> Ident {
    let name = match node.types.as_slice() {
        [Type::Integer, Type::String] => "IntOrString",
        [Type::Array] => match node.array.list_type.as_deref() {
            Some("set") => "Set",
            Some("map") => "ListMap",
            _ => "List",
        },
        [Type::Object] => match node.object.others {
            Others::Each(_) => "Map",
            _ => "Object",
        },
        [Type::String] => match node.format.as_deref() {
            Some("byte") => "Bytes",
            Some("duration") => "Duration",
            Some("date") => "Date",
            Some("date-time") => "DateTime",
            _ => "String",
        },
        [Type::Boolean] => "Bool",
        [Type::Number] => "Double",
        [Type::Integer] => "Int",
        _ => "Preserved",
    };
    format_ident!("{name}")
}
