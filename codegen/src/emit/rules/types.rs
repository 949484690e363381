//! What rules see of values: as data, and as constants.

use std::collections::HashMap;

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::declare::Seen;
use super::plan_rules::Rules;
use crate::check::cel::escape;
use crate::json::escaped;
use crate::plan::{Node, NodeId, Others, Type};
use crdc_cel::Form;
use crdc_cel::compile::program::{ValueField, ValueType, ValueTypeId, ValueTypes};

/// What rules see of the values of a node.
struct SeenValue<'p> {
    form: Form,
    nullable: bool,
    /// Fields by their numbers; without a type those that the schema does not specify.
    fields: Vec<(&'p str, Option<Seen>)>,
    /// Items, or the values of a map.
    each: Option<Seen>,
    /// The keys of a list map, by their names in rules.
    keys: Vec<String>,
}

/// The types of values as data, made for those that are asked for.
#[derive(Default)]
pub(super) struct SeenTypes {
    types: ValueTypes,
    /// None while the type is being made.
    known: HashMap<Seen, Option<ValueTypeId>>,
}

impl SeenTypes {
    /// The type of a value; none within itself, which only documents without rules have.
    pub(super) fn of(&mut self, rules: &Rules<'_>, seen: Seen) -> Option<ValueTypeId> {
        if let Some(known) = self.known.get(&seen) {
            return *known;
        }
        self.known.insert(seen, None);
        let field = |name: &str, of: Option<ValueTypeId>| ValueField {
            name: escaped(name),
            in_rules: in_rules(name),
            of,
        };
        let made = match seen {
            Seen::Text => ValueType::of(Form::String),
            Seen::Metadata => {
                let text = self.of(rules, Seen::Text);
                let fields = ["name", "generateName"].map(|name| field(name, text));
                ValueType { fields: fields.into(), ..ValueType::of(Form::Object) }
            }
            Seen::Node(id) | Seen::Resource(id) => {
                let SeenValue { form, nullable, fields, each, keys } = rules.value_of(seen, id);
                let fields = fields.into_iter();
                let fields =
                    fields.map(|(name, seen)| field(name, seen.and_then(|seen| self.of(rules, seen))));
                ValueType {
                    form,
                    nullable,
                    fields: fields.collect(),
                    each: each.and_then(|each| self.of(rules, each)),
                    keys,
                }
            }
        };
        let id = self.types.add(made);
        self.known.insert(seen, Some(id));
        Some(id)
    }

    /// All of them.
    pub(super) fn finish(self) -> ValueTypes {
        self.types
    }
}

impl<'p> Rules<'p> {
    /// The expression that names the type of a value; the constant is made later.
    pub(super) fn type_of(&mut self, seen: Seen) -> TokenStream {
        let id = match seen {
            Seen::Text => return quote!(&cel::TEXT),
            Seen::Metadata => return quote!(&cel::METADATA),
            Seen::Node(id) | Seen::Resource(id) => id,
        };
        // Most types are these, and each constant takes the compiler time.
        let node = &self.emitter.plan.nodes[id];
        match form(node) {
            Form::String if !node.nullable => return quote!(&cel::TEXT),
            Form::Int if !node.nullable => return quote!(&cel::INT),
            Form::Bool if !node.nullable => return quote!(&cel::BOOL),
            _ => {}
        }
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
        let SeenValue { form, nullable, fields, each, keys } = self.value_of(seen, id);
        let mut option = |seen: Option<Seen>| match seen {
            Some(seen) => {
                let of = self.type_of(seen);
                quote!(Some(#of))
            }
            None => quote!(None),
        };
        let fields: Vec<_> = fields
            .into_iter()
            .map(|(name, seen)| {
                let (of, in_rules, raw) = (option(seen), in_rules(name), escaped(name));
                quote!(RuleField { name: #raw, escaped: #in_rules, of: #of })
            })
            .collect();
        let (form, each) = (format_ident!("{form:?}"), option(each));
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

    fn value_of(&self, seen: Seen, id: NodeId) -> SeenValue<'p> {
        let node = &self.emitter.plan.nodes[id];
        let (mut each, mut fields) = (None, Vec::new());
        if node.is_only(Type::Array) {
            each = node.array.items;
        } else if let (true, Others::Each(values)) = (node.is_only(Type::Object), node.object.others) {
            each = Some(values);
        } else if node.is_only(Type::Object) {
            let declared = self.declare.fields(id, matches!(seen, Seen::Resource(_)));
            let declared: HashMap<&str, Seen> = declared.into_iter().collect();
            let known = self.emitter.fields[id].list().iter();
            fields = known.map(|known| (known.name, declared.get(known.name).copied())).collect();
        }
        // The server looks for escaped names in the objects.
        let keys = match node.array.list_type.as_deref() {
            Some("map") => node.array.keys.iter().map(|key| in_rules(key)).collect(),
            _ => Vec::new(),
        };
        let each = each.map(|each| self.seen(each));
        SeenValue { form: form(node), nullable: node.nullable, fields, each, keys }
    }
}

/// The name of a field in rules; the same if rules cannot name it.
fn in_rules(name: &str) -> String {
    escape(name).unwrap_or_else(|| name.to_owned())
}

pub(super) fn form(node: &Node) -> Form {
    match node.types.as_slice() {
        [Type::Integer, Type::String] => Form::IntOrString,
        [Type::Array] => match node.array.list_type.as_deref() {
            Some("set") => Form::Set,
            Some("map") => Form::ListMap,
            _ => Form::List,
        },
        [Type::Object] => match node.object.others {
            Others::Each(_) => Form::Map,
            _ => Form::Object,
        },
        [Type::String] => match node.format.as_deref() {
            Some("byte") => Form::Bytes,
            Some("duration") => Form::Duration,
            Some("date") => Form::Date,
            Some("date-time") => Form::DateTime,
            _ => Form::String,
        },
        [Type::Boolean] => Form::Bool,
        [Type::Number] => Form::Double,
        [Type::Integer] => Form::Int,
        _ => Form::Preserved,
    }
}
