//! Loads values of documents for rules, with the field numbers of their types.

use crdc_cel::compile::program::ValueTypeId;
use crdc_cel::compile::{Evaluator, TypeTable};
use crdc_cel::{Built, Slot};
use crdc_source::{Node, Value};

/// Replaces the document of an evaluator by a value.
pub fn load(evaluator: &mut Evaluator<'_>, value: &Node, of: ValueTypeId) {
    evaluator.load(|document, types| append(document, types, value, Slot::Item, Some(of)));
}

fn append(document: &mut Built, types: &TypeTable<'_>, node: &Node, slot: Slot<'_>, of: Option<ValueTypeId>) {
    match &node.value {
        Value::Null => document.null(slot),
        Value::Bool(value) => document.bool(slot, *value),
        Value::Int(value) => document.int(slot, *value),
        Value::Float(value) => document.float(slot, *value),
        Value::String(text) => document.string(slot, text),
        Value::Array(items) => {
            document.begin_list(slot);
            let each = of.and_then(|of| types.each(of));
            for item in items {
                append(document, types, item, Slot::Item, each);
            }
            document.end();
        }
        Value::Object(members) => {
            document.begin_object(slot);
            let each = of.and_then(|of| types.each(of));
            for member in members {
                let name = member.key.as_str();
                match of.and_then(|of| types.field(of, name)) {
                    Some((number, of)) => {
                        append(document, types, &member.value, Slot::Field { name, number }, Some(of));
                    }
                    None => append(document, types, &member.value, Slot::Member(name), each),
                }
            }
            document.end();
        }
    }
}
