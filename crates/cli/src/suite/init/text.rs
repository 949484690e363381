//! The text of a suite that `crdc test --init` makes.

use super::limits::{Limit, NamedRule};
use crate::edit::{empty, set, text};
use crdc_source::{Node, Span, Value, to_flow_yaml, to_yaml};
use std::path::PathBuf;

/// A suite without its limits.
pub(super) struct Draft<'d> {
    /// The file of the CRD, as seen from the suite.
    pub(super) crd: PathBuf,
    /// The sample that tests change.
    pub(super) object: Option<&'d Node>,
    /// Other samples.
    pub(super) samples: &'d [Node],
    pub(super) rules: Vec<NamedRule>,
}

/// What tests expect of refused values.
#[derive(Clone, Copy)]
pub(super) enum Expecting<'e> {
    /// An error that names the value.
    Path,
    /// Any error, and of samples what the server says of each.
    Any(&'e [Verdict]),
}

/// What the server says of a sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Accepted,
    /// It is accepted without some of its fields, or with another warning.
    Pruned,
    Refused,
}

impl Draft<'_> {
    /// How many tests come before those of limits.
    pub(super) fn first_limit(&self) -> usize {
        usize::from(self.object.is_some()) + self.samples.len()
    }

    /// The suite.
    pub(super) fn text(&self, limits: &[Limit], expecting: Expecting<'_>) -> String {
        let mut out =
            "# Made by crdc test --init: a valid object, and in each test a change of it.\n".to_owned();
        out +=
            "# docs/testing-crds.md says what else a suite may have; crdc test --update writes messages.\n";
        out += &member("crd", &text(&self.crd.display().to_string()));
        if let Some(object) = self.object {
            out += &member("object", object);
        }
        out += "tests:\n";
        let verdict = |place: usize| match expecting {
            Expecting::Path => Verdict::Accepted,
            Expecting::Any(verdicts) => verdicts.get(place).copied().unwrap_or(Verdict::Accepted),
        };
        let mut place = 0;
        let mut sample = |name: String, key: &str, value: &Node| {
            let (said, expected): (_, &[&str]) = match verdict(place) {
                Verdict::Accepted => ("is accepted", &[]),
                // What is refused may have unknown fields, too.
                Verdict::Refused => ("is refused: complete it", &["errors", "warnings"]),
                Verdict::Pruned => ("has warnings: correct it", &["warnings"]),
            };
            place += 1;
            let mut test = empty();
            set(&mut test, "name", text(&format!("{name} {said}")));
            set(&mut test, key, value.clone());
            expected.iter().for_each(|key| set(&mut test, key, text("any")));
            item(&test)
        };
        if self.object.is_some() {
            out += &sample("the sample".to_owned(), "patch", &empty());
        }
        for object in self.samples {
            let name = crate::edit::metadata(object, "name").unwrap_or("without a name");
            out += &sample(format!("the sample {name}"), "create", object);
        }
        out.extend(limits.iter().map(|limit| test(limit, expecting)));
        if !self.rules.is_empty() {
            out += "# For each rule, write what makes it false:\n";
        }
        for NamedRule { path, rule, message, uses_old_self } in &self.rules {
            let name = if message.is_empty() { rule } else { message };
            let mut stub = empty();
            set(&mut stub, "name", text(name));
            // A rule about the old value runs on updates.
            if *uses_old_self {
                set(&mut stub, "old", empty());
            }
            set(&mut stub, "patch", empty());
            set(&mut stub, "errors", text("any"));
            let place = if path.is_empty() { "the object" } else { path };
            out += &format!("# {place}: {}\n#- {}\n", one_line(rule), to_flow_yaml(&stub));
        }
        out
    }
}

/// The test of a limit, on one line.
fn test(limit: &Limit, expecting: Expecting<'_>) -> String {
    let mut test = empty();
    set(&mut test, "name", text(&limit.name));
    set(&mut test, "patch", limit.patch.clone());
    match (&limit.refused_at, expecting) {
        (None, _) => {}
        (Some(path), Expecting::Path) => {
            let paths = Value::Array(vec![text(path)]);
            set(&mut test, "errorsInclude", Node { span: Span::default(), value: paths });
        }
        (Some(_), Expecting::Any(_)) => set(&mut test, "errors", text("any")),
    }
    format!("- {}\n", to_flow_yaml(&test))
}

/// A member of the document, in block style.
fn member(key: &str, value: &Node) -> String {
    let mut document = empty();
    set(&mut document, key, value.clone());
    to_yaml(&document)
}

/// An item of a list, in block style.
fn item(value: &Node) -> String {
    to_yaml(&Node { span: Span::default(), value: Value::Array(vec![value.clone()]) })
}

/// A text that ends no comment.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
