//! Prints the difference of two objects as lines of YAML.
//!
//! Members have no order, so they are sorted; numbers are compared by value, and so are strings that YAML can
//! write in several ways.

use crdc_documents::publish::to_yaml;
use crdc_source::{Node, Value};
use similar::algorithms::{Capture, Compact, Replace, myers};
use similar::udiff::UnifiedHunkHeader;
use similar::{DiffOp, group_diff_ops};
use std::fmt::Write as _;

/// The lines that differ, with some lines around them: lines of `before` with `-`, lines of `after` with `+`.
/// `names` are the names of both texts.
pub(crate) fn lines(before: &str, after: &str, names: [&str; 2]) -> String {
    // The running time grows with the product of the lines and the differences.
    const MOST: usize = 10_000;
    if before.lines().count().max(after.lines().count()) > MOST {
        return "the objects are too large to show what differs\n".to_owned();
    }
    let [before, after]: [Vec<&str>; 2] = [before, after].map(|text| text.split_inclusive('\n').collect());
    let mut text = String::new();
    for (index, hunk) in group_diff_ops(changes(&before, &after), 3).iter().enumerate() {
        if index == 0 {
            let _ = writeln!(text, "--- {}\n+++ {}", names[0], names[1]);
        }
        let _ = writeln!(text, "{}", UnifiedHunkHeader::new(hunk));
        for change in hunk.iter().flat_map(|op| op.iter_changes(&*before, &*after)) {
            let line = change.value();
            let end = if line.ends_with('\n') { "" } else { "\n" };
            let _ = write!(text, "{}{line}{end}", change.tag());
        }
    }
    text
}

/// As [`similar::TextDiff`], which has all algorithms for several types of texts: half a megabyte of code.
fn changes(before: &[&str], after: &[&str]) -> Vec<DiffOp> {
    let mut found = Compact::new(Replace::new(Capture::new()), before, after);
    match myers::diff(&mut found, before, 0..before.len(), after, 0..after.len()) {
        Ok(()) => found.into_inner().into_inner().into_ops(),
        Err(never) => match never {},
    }
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
