//! Reads `x-kubernetes-validations`: CEL rules, whose expressions are not parsed here.

use crate::model::{Rule, Schema};
use crate::reader::{Reader, at};
use crdc_source::diag::Code;
use crdc_source::{Member, Node};

const STRUCT: &str = "ValidationRule";

pub(crate) fn validations<'n>(reader: &mut Reader<'n>, member: &'n Member, schema: &mut Schema) {
    if let Some(nodes) = reader.array(&member.value, "v1.ValidationRules") {
        let mut rules = Vec::with_capacity(nodes.len());
        for (index, node) in nodes.iter().enumerate() {
            reader.enter_index(index);
            rules.push(rule(reader, node));
            reader.leave();
        }
        schema.x_validations = Some(at(member, rules));
    }
}

type Field = (&'static str, for<'n> fn(&mut Reader<'n>, &'n Member, &mut Rule));

const FIELDS: &[Field] = &[
    ("rule", |reader, member, rule| rule.rule = reader.string(member)),
    ("message", |reader, member, rule| rule.message = reader.string(member)),
    ("messageExpression", |reader, member, rule| rule.message_expression = reader.string(member)),
    ("reason", |reader, member, rule| rule.reason = reader.string_of(member, "v1.FieldValueErrorReason")),
    ("fieldPath", |reader, member, rule| rule.field_path = reader.string(member)),
    ("optionalOldSelf", |reader, member, rule| rule.optional_old_self = reader.boolean(member)),
];

fn rule<'n>(reader: &mut Reader<'n>, node: &'n Node) -> Rule {
    let mut rule = Rule { span: node.span, ..Rule::default() };
    for member in reader.object(node, "v1.ValidationRule").unwrap_or_default() {
        match FIELDS.iter().find(|(name, _)| *name == member.key) {
            Some((name, read)) => {
                reader.enter(STRUCT, name);
                read(reader, member, &mut rule);
                reader.leave();
            }
            None => {
                let known = FIELDS.iter().map(|(name, _)| *name);
                reader.unknown_key(member, Code::SchemaUnknownKeyword, "a validation rule", known);
            }
        }
    }
    rule
}
