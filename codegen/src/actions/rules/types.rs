//! What rules see of values at run time.

use std::collections::HashMap;

use super::builder::RuleBuilder;
use super::declare::Seen;
use super::node::RuleTypes;
use crate::actions::fields::NAMES;
use crate::check::cel::escape;
use crate::json::escaped;
use crate::plan::{Node, NodeId, Others, Type};
use crdc_cel::Form;
use crdc_cel::compile::program::{ValueField, ValueType, ValueTypeId};

/// Makes the types of values that are asked for.
#[derive(Default)]
pub(super) struct TypeBuilder {
    types: RuleTypes,
    /// None while the type is being made.
    known: HashMap<Seen, Option<ValueTypeId>>,
}

impl TypeBuilder {
    /// The type of a value; `None` while it is being made: only schemas without rules are recursive.
    pub(super) fn of(&mut self, rules: &RuleBuilder<'_>, seen: Seen) -> Option<ValueTypeId> {
        if let Some(known) = self.known.get(&seen) {
            return *known;
        }
        self.known.insert(seen, None);
        let made = match seen {
            Seen::Text => ValueType::of(Form::String),
            Seen::Metadata => {
                let text = self.of(rules, Seen::Text);
                let fields = NAMES.map(|name| field(name, text));
                ValueType { fields: fields.into(), ..ValueType::of(Form::Object) }
            }
            Seen::Node(id) | Seen::Resource(id) => self.of_node(rules, seen, id),
        };
        let id = self.types.all.add(made);
        self.types.seen.push(seen);
        self.known.insert(seen, Some(id));
        Some(id)
    }

    fn of_node(&mut self, rules: &RuleBuilder<'_>, seen: Seen, id: NodeId) -> ValueType {
        let node = &rules.plan.nodes[id];
        let (mut each, mut fields) = (None, Vec::new());
        if node.is_only(Type::Array) {
            each = node.array.items;
        } else if let (true, Others::Each(values)) = (node.is_only(Type::Object), node.object.others) {
            each = Some(values);
        } else if node.is_only(Type::Object) {
            let declared = rules.declare.fields(id, matches!(seen, Seen::Resource(_)));
            let declared: HashMap<&str, Seen> = declared.into_iter().collect();
            // Without a type those that the schema does not specify.
            let typed = |name: &str| {
                let seen = declared.get(name).copied();
                field(name, seen.and_then(|seen| self.of(rules, seen)))
            };
            fields = rules.fields[id].list().iter().map(|known| known.name).map(typed).collect();
        }
        // The server looks for escaped names in the objects.
        let keys = match node.array.list_type.as_deref() {
            Some("map") => node.array.keys.iter().map(|key| in_rules(key)).collect(),
            _ => Vec::new(),
        };
        let each = each.and_then(|each| self.of(rules, rules.seen(each)));
        ValueType { form: form(node), nullable: node.nullable, fields, each, keys }
    }

    /// All of them.
    pub(super) fn finish(self) -> RuleTypes {
        self.types
    }
}

fn field(name: &str, of: Option<ValueTypeId>) -> ValueField {
    ValueField { name: escaped(name), in_rules: in_rules(name), of }
}

/// The name of a field in rules; the same if rules cannot name it.
fn in_rules(name: &str) -> String {
    escape(name).unwrap_or_else(|| name.to_owned())
}

/// How values of a node are read.
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
