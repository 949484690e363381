//! Advice in terms of Rust types and attributes, instead of YAML.
//!
//! In: schemas with rules, and the findings of the check of the document. Out: a warning for each integer
//! whose format servers do not know, and helps that name attributes.

use super::problem::{Problem, Step, field};
use super::tree;
use crdc_source::Node;
use crdc_source::diag::{Code, Diagnostic};

/// The schemas that schemars writes for integer types whose format servers do not know: the Rust type, a
/// format that servers know, and the greatest value, if the schema does not have it.
//
// schemars: json_schema_impls/primitives.rs
const INTEGERS: [(&str, &str, &str, Option<&str>); 9] = [
    ("int8", "i8", "int32", None),
    ("int16", "i16", "int32", None),
    ("uint8", "u8", "int32", None),
    ("uint16", "u16", "int32", None),
    ("uint32", "u32", "int64", Some("4294967295")),
    ("uint64", "u64", "int64", None),
    ("uint", "usize", "int64", None),
    ("int", "isize", "int64", None),
    ("uint128", "u128", "int64", None),
];

/// Adds a problem for each integer in a schema whose format servers ignore.
pub(super) fn formats(schema: &Node, steps: &mut Vec<Step>, problems: &mut Vec<Problem>) {
    let text = |key: &str| schema.get(key).and_then(Node::as_str);
    let known = INTEGERS.iter().find(|(format, ..)| text("format") == Some(format));
    if let (Some("integer"), Some((format, rust, instead, most))) = (text("type"), known) {
        let signed = if *instead == "int32" { "i32" } else { "i64" };
        let most = most.filter(|_| schema.get("maximum").is_none());
        let place = field(steps);
        let message = match most {
            Some(most) => format!(
                "`{place}`: servers do not know the format `{format}`, and store numbers above {most}, which `{rust}` cannot read"
            ),
            None => format!("`{place}`: servers do not know the format `{format}`, and warn of it"),
        };
        let range = most.map(|most| format!(", range(max = {most})")).unwrap_or_default();
        let help = match (inside(steps), most) {
            (None, _) => {
                format!("write `#[schemars(extend(\"format\" = \"{instead}\"){range})]` on the field")
            }
            (Some("items"), Some(most)) => {
                format!("write `#[schemars(inner(range(max = {most})))]` on the field")
            }
            (Some(_), _) => {
                format!("use a type whose format servers know: schemars writes `{instead}` for `{signed}`")
            }
        };
        let mut at = steps.clone();
        at.push(Step::Key("format".to_owned()));
        problems.push(Problem::new(Code::FormatUnrecognized, &at, message).help(help));
    }
    for member in tree::members(schema) {
        steps.push(Step::Key(member.key.clone()));
        match member.key.as_str() {
            "properties" => {
                for property in tree::members(&member.value) {
                    steps.push(Step::Key(property.key.clone()));
                    formats(&property.value, steps, problems);
                    steps.pop();
                }
            }
            "items" | "additionalProperties" => formats(&member.value, steps, problems),
            _ => {}
        }
        steps.pop();
    }
}

/// The keyword of the schema, if it is a schema of items or values. The attributes of the field do not apply
/// to it.
fn inside(steps: &[Step]) -> Option<&str> {
    match steps {
        [.., before, Step::Key(key)] if *before != Step::Key("properties".to_owned()) => Some(key.as_str()),
        _ => None,
    }
}

/// Advice in Rust for a finding of the check. Its own help is about YAML.
pub(super) fn help(found: Diagnostic) -> Diagnostic {
    let help = match found.code {
        Code::TypeMissing => {
            "this is the schema of an untagged enum, or of a type of another crate: give the field one that servers take with \
             `#[schemars(schema_with = \"…\")]` and `#[crdc(unchecked_schema)]`"
        }
        Code::NestedStructure => {
            "this is the schema of an enum, or of a type of another crate: give the field one that servers take with \
             `#[schemars(schema_with = \"…\")]` and `#[crdc(unchecked_schema)]`"
        }
        Code::SchemaMissing => NO_SCHEMA,
        _ => return found,
    };
    found.help(help)
}

/// The help if kube wrote no schema.
pub(super) const NO_SCHEMA: &str = "with `#[kube(schema = \"disabled\")]`, give the schema of the type: \
    `.schema(\"spec\", serde_json::to_string(&schemars::schema_for!(…Spec))?)`";
