//! Words the problems of rules and documents that contradict each other. In: the path of a value, and the
//! details of the contradiction. Out: problems.

use super::keywords;
use super::problem::{Problem, Step, field};
use super::variants::Conflict;
use crdc_source::diag::{Code, quoted};

/// The path of a keyword in the schema at a path.
pub(super) fn step(steps: &[Step], key: &str) -> Vec<Step> {
    let mut steps = steps.to_vec();
    steps.push(Step::Key(key.to_owned()));
    steps
}

/// The problem that the document has another value for a keyword.
pub(super) fn contradiction(steps: &[Step], key: &str, message: &str) -> Problem {
    let message = format!("`{}`: {message}", field(steps));
    Problem::new(Code::PublishContradiction, &step(steps, key), message).help(keywords::agreement(key))
}

/// The problem that the document lacks a schema which the rules of a type mention.
pub(super) fn no_place(steps: &[Step], name: &str, what: &str) -> Problem {
    let message = format!("`{}`: {what}, which the rules of `{name}` mention", field(steps));
    let help = "use the type's schema in the document, or put `#[crdc(leaf)]` on the field";
    Problem::new(Code::PublishNoPlace, steps, message).help(help)
}

/// The problem that the document accepts more keys of a map than the type of the map can read.
pub(super) fn any_key(steps: &[Step], pattern: &str) -> Problem {
    let place = field(steps);
    let message =
        format!("`{place}`: servers accept any key, but the type reads only keys like {}", quoted(pattern));
    let help = format!(
        "limit the map with `+k8s:maxProperties`, and write `+crdc:rule=self.all(key, key.matches(r'{pattern}'))` on the field"
    );
    Problem::new(Code::PublishKeys, &step(steps, "additionalProperties"), message).help(help)
}

/// The problem that a field with an `enum` is written as null.
pub(super) fn null_among(steps: &[Step]) -> Problem {
    let message = format!("`{}`: `None` is written as null, which no `enum` accepts", field(steps));
    let help = "add `#[serde(skip_serializing_if = \"Option::is_none\")]` to the field";
    let problem = Problem::new(Code::PublishEnumNull, &step(steps, "enum"), message);
    problem.label("every `None` is rejected").help(help)
}

/// The problem that two variants of an enum have different constraints on one value.
pub(super) fn variants(steps: &[Step], name: &str, conflict: &Conflict) -> Problem {
    let mut steps = steps.to_vec();
    if let Some(field) = &conflict.field {
        steps.extend([Step::Key("properties".to_owned()), Step::Key(field.clone())]);
    }
    let which = match &conflict.variants {
        [Some(one), Some(other)] => format!("the variants `{one}` and `{other}` of `{name}`"),
        [Some(one), None] | [None, Some(one)] => format!("the variant `{one}` of `{name}` and another one"),
        [None, None] => format!("variants of `{name}`"),
    };
    let message = format!(
        "`{}`: {which} have different markers for it, but a document has one schema for all variants",
        field(&steps)
    );
    let help = match conflict.field {
        Some(_) => {
            "write the same markers in all variants with the field, or give it another name in one of them"
        }
        None => "write the same markers on the types of all variants",
    };
    Problem::new(Code::PublishContradiction, &steps, message).help(help)
}
