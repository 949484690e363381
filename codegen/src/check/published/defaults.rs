//! Defaults in published schemas: of a type that their schema admits, and with an end. What is filled in
//! where something is required is not asked of them: a Go struct's `{}` is often not valid.

use crate::check::report::Report;
use crate::check::value::{Steps, validate};
use crate::diag::Code;
use crate::plan::default;
use crate::references::{Definitions, Parts};
use crate::schema::{Crd, Schema, SchemaOrBool};
use crate::source::{Node, Value};

/// How much is done for all defaults of a kind.
const STEPS: usize = 1 << 22;

/// How many defaults are applied below all others.
const MOST: usize = 1 << 16;

/// Looks at every default of all schemas.
pub(super) fn defaults(all: &Crd, definitions: &Definitions, report: &mut Report) {
    let mut steps = Steps(STEPS);
    let mut most = MOST;
    for version in &all.versions {
        if let Some(schema) = &version.parts.schema {
            schema.value.visit(&mut |schema| own(schema, definitions, &mut steps, &mut most, report));
        }
    }
}

fn own(schema: &Schema, definitions: &Definitions, steps: &mut Steps, most: &mut usize, report: &mut Report) {
    let Some(written) = &schema.default else { return };
    // Some were too many, which was said.
    if *most == 0 {
        return;
    }
    let mut left = default::MOST.min(*most);
    let before = left;
    default::bounded(schema, definitions, &mut left);
    *most -= before - left;
    if left == 0 {
        report
            .add(
                Code::DefaultEndless,
                written.key,
                "the defaults below this one have no end, or are too many",
            )
            .help("leave out the default of a field that leads back to its own definition")
            .done();
        return;
    }
    let mut wrong = Vec::new();
    value(&written.value, &Parts::of(schema, definitions), definitions, steps, &mut wrong);
    for (node, message) in wrong {
        report
            .add(Code::DefaultInvalid, node.span, format!("the default is not valid: {message}"))
            .help("change the default, or the schema")
            .done();
    }
}

/// What of a value is not admitted where it stands.
fn value<'n>(
    node: &'n Node,
    schema: &Parts<'_>,
    definitions: &Definitions,
    steps: &mut Steps,
    wrong: &mut Vec<(&'n Node, String)>,
) {
    // The server takes a null for no default.
    if node.value == Value::Null {
        return;
    }
    let found = validate(node, &schema.scalar(), steps);
    wrong.extend(found.list.into_iter().map(|one| (node, one.message)));
    match &node.value {
        Value::Object(members) => {
            for member in members {
                let known = schema.property(&member.key).map(|property| &property.schema);
                let each =
                    || match schema.find(|part| part.additional_properties.as_ref()).map(|at| &*at.value) {
                        Some(SchemaOrBool::Schema(each)) => Some(each),
                        _ => None,
                    };
                if let Some(inner) = known.or_else(each) {
                    value(&member.value, &Parts::of(inner, definitions), definitions, steps, wrong);
                }
            }
        }
        Value::Array(items) => {
            if let Some((each, _)) = schema.find(Schema::one_item) {
                let each = Parts::of(each, definitions);
                items.iter().for_each(|item| value(item, &each, definitions, steps, wrong));
            }
        }
        _ => {}
    }
}
