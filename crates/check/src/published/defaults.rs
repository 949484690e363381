//! Defaults in published schemas must have a type that their schema allows, and must not be infinitely
//! recursive. Required fields are not checked: the `{}` default of a Go struct often lacks them.

use crate::report::Report;
use crdc_schema::references::default;
use crdc_schema::references::{Definitions, Parts};
use crdc_schema::value::{Steps, validate};
use crdc_schema::{Crd, Schema, SchemaOrBool};
use crdc_source::diag::Code;
use crdc_source::{Node, Value};

/// Limit of validation steps for all defaults of a kind.
const STEPS: usize = 1 << 22;

/// The maximum number of nested defaults that are applied.
const MOST: usize = 1 << 16;

/// Checks every default of all schemas.
pub(super) fn defaults(all: &Crd, definitions: &Definitions, report: &mut Report) {
    let mut steps = Steps::new(STEPS);
    let mut most = MOST;
    for version in &all.versions {
        if let Some(schema) = &version.parts.schema {
            schema.value.visit(&mut |schema| own(schema, definitions, &mut steps, &mut most, report));
        }
    }
}

fn own(schema: &Schema, definitions: &Definitions, steps: &mut Steps, most: &mut usize, report: &mut Report) {
    let Some(written) = &schema.default else { return };
    // The limit was exceeded, which has been reported.
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
                "the defaults below this one are infinitely recursive, or too many",
            )
            .help("remove the default of a field that refers back to its own definition")
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

/// Collects the parts of a value that their schemas do not allow.
fn value<'n>(
    node: &'n Node,
    schema: &Parts<'_>,
    definitions: &Definitions,
    steps: &mut Steps,
    wrong: &mut Vec<(&'n Node, String)>,
) {
    // The server treats a null default as absent.
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
