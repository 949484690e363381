//! Problems of publishing, by path in the tree: the text that their spans refer to is written last.

use super::tree;
use crdc_source::diag::{Code, Diagnostic, Severity};
use crdc_source::{Node, Span};

/// The help for a type that contains itself.
pub(super) const CUT: &str = "cut the recursion with `#[schemars(schema_with = \"…\")]` and `#[crdc(unchecked_schema)]` on the field, and a function that returns \
    `{\"type\": \"object\", \"x-kubernetes-preserve-unknown-fields\": true}`";

/// A step from a value to a child.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// A member.
    Key(String),
    /// An item.
    Index(usize),
}

/// A problem.
#[derive(Clone, Debug)]
pub(super) struct Problem {
    code: Code,
    steps: Vec<Step>,
    message: String,
    label: String,
    help: String,
}

impl Problem {
    pub(super) fn new(code: Code, steps: &[Step], message: impl Into<String>) -> Problem {
        let (steps, message) = (steps.to_vec(), message.into());
        Problem { code, steps, message, label: String::new(), help: String::new() }
    }

    /// Whether the problem prevents publishing.
    pub(super) fn is_error(&self) -> bool {
        self.code.severity() == Severity::Error
    }

    pub(super) fn help(self, help: impl Into<String>) -> Problem {
        Problem { help: help.into(), ..self }
    }

    pub(super) fn label(self, label: impl Into<String>) -> Problem {
        Problem { label: label.into(), ..self }
    }

    /// The position of the value with the problem, if the document has the value.
    pub(super) fn value(&self, document: &Node) -> Option<Span> {
        let value = self.steps.iter().try_fold(document, |node, step| match step {
            Step::Key(key) => node.get(key),
            Step::Index(index) => tree::items(node).get(*index),
        });
        value.map(|value| value.span)
    }

    /// The diagnostic, at the deepest position on the path that exists in the document.
    pub(super) fn into_diagnostic(self, document: &Node) -> Diagnostic {
        let span = span(document, &self.steps);
        Diagnostic::new(self.code, span, self.message).label(self.label).help(self.help)
    }
}

fn span(document: &Node, steps: &[Step]) -> Span {
    let (mut at, mut span) = (document, Span { start: document.span.start, end: document.span.start });
    for step in steps {
        match step {
            Step::Key(key) => {
                let Some(member) = at.member(key) else { break };
                (at, span) = (&member.value, member.key_span);
            }
            Step::Index(index) => {
                let Some(item) = tree::items(at).get(*index) else { break };
                (at, span) = (item, item.span);
            }
        }
    }
    span
}

/// The field path of the steps, as in validation errors: `spec.users[].name`.
pub(super) fn field(steps: &[Step]) -> String {
    let mut out = String::new();
    let schema = |step: &Step| *step == Step::Key("openAPIV3Schema".to_owned());
    let mut rest = steps.iter().skip(steps.iter().position(schema).map_or(0, |at| at + 1));
    while let Some(step) = rest.next() {
        match step {
            Step::Key(key) if key == "properties" => {
                if let Some(Step::Key(name)) = rest.next() {
                    if !out.is_empty() {
                        out.push('.');
                    }
                    out.push_str(name);
                }
            }
            Step::Key(key) if key == "items" => out.push_str("[]"),
            Step::Key(key) if key == "additionalProperties" => out.push_str("[*]"),
            _ => {}
        }
    }
    out
}
