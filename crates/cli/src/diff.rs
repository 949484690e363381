//! Prints the difference of two objects as lines of YAML.
//!
//! Members have no order, so they are sorted; numbers are compared by value, and so are strings that YAML can
//! write in several ways.

use crdc_documents::publish::to_yaml;
use crdc_source::{Node, Value};
use similar::TextDiff;

/// The lines that differ, with some lines around them: lines of `before` with `-`, lines of `after` with `+`.
/// `names` are the names of both texts.
pub(crate) fn lines(before: &str, after: &str, names: [&str; 2]) -> String {
    // The running time grows with the product of the lines and the differences.
    const MOST: usize = 10_000;
    if before.lines().count().max(after.lines().count()) > MOST {
        return "the objects are too large to show what differs\n".to_owned();
    }
    let diff = TextDiff::from_lines(before, after);
    diff.unified_diff().context_radius(3).header(names[0], names[1]).to_string()
}

/// The lines of two objects that differ; empty if they are equal.
pub(crate) fn objects(before: &Node, after: &Node, names: [&str; 2]) -> String {
    let [before, after] = [before, after].map(|object| {
        let mut object = object.clone();
        sort(&mut object);
        to_yaml(&object)
    });
    lines(&before, &after, names)
}

/// Sorts members by their names and writes whole floats as integers, as servers do.
pub(crate) fn sort(node: &mut Node) {
    match &mut node.value {
        Value::Object(members) => {
            members.sort_by(|one, other| one.key.cmp(&other.key));
            members.iter_mut().for_each(|member| sort(&mut member.value));
        }
        Value::Array(items) => items.iter_mut().for_each(sort),
        Value::Float(float) if float.fract() == 0.0 && float.abs() < 9.0e15 => {
            #[allow(clippy::cast_possible_truncation)]
            let whole = *float as i64;
            node.value = Value::Int(whole);
        }
        _ => {}
    }
}
