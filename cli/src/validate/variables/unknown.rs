//! Which findings are about values that nobody knows. In: the places of unknown values, and a finding. Out: whether it may go away when
//! they are known.
//!
//! Easy to break: everything else is checked. So an error of an object that holds an unknown value counts if the value cannot matter: a
//! field that is missing, or one that is unknown.

use crate::validate::finding::Finding;
use crate::validate::place::{self, Places};
use crdc_codegen::source::{Node, Span, Value};

/// The places of unknown values.
#[derive(Clone, Debug, Default)]
pub(crate) struct Unknown {
    spans: Vec<Span>,
}

/// Findings about the container of an unknown value that do not depend on it.
const INDEPENDENT: [&str; 6] =
    ["unknown-field", "required-value", "too-many", "wrong-type", "missing-schema", "managed-fields"];

impl Unknown {
    pub(super) fn add(&mut self, span: Span) {
        self.spans.push(span);
    }

    pub(super) fn sort(&mut self) {
        self.spans.sort_by_key(|span| (span.start, span.end));
        self.spans.dedup();
    }

    #[cfg(test)]
    pub(super) fn spans(&self) -> &[Span] {
        &self.spans
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.spans.is_empty()
    }

    /// Whether a value itself is unknown.
    pub(crate) fn is(&self, span: Span) -> bool {
        self.spans.binary_search_by_key(&(span.start, span.end), |known| (known.start, known.end)).is_ok()
    }

    /// Whether there is an unknown value in a part of the text.
    fn is_in(&self, span: Span) -> bool {
        let first = self.spans.partition_point(|known| known.end <= span.start);
        self.spans.get(first).is_some_and(|known| known.start < span.end)
    }

    /// Whether a finding about an object may be due to an unknown value.
    pub(crate) fn explains(&self, finding: &Finding, object: &Node) -> bool {
        if self.is_empty() {
            return false;
        }
        if self.is_in(finding.span) {
            return true;
        }
        let Some(path) = finding.field.as_deref() else { return false };
        let path = place::in_message(&finding.message).unwrap_or(path);
        let (at, is_whole) = Places::new(object).reached(path);
        if self.is(at.node.span) && !matches!(at.node.value, Value::Array(_) | Value::Object(_)) {
            return true;
        }
        if of_template_labels(path)
            && object.get("spec").and_then(|spec| spec.get("selector")).is_some_and(|of| self.is_in(of.span))
        {
            return true;
        }
        let is_rule = ["rule", "union"].contains(&finding.id);
        let depends =
            is_rule || (is_whole && !INDEPENDENT.contains(&finding.id) && finding.span == at.span());
        depends && self.is_in(at.node.span)
    }

    /// An object without the unknown values that findings are about, so that the rest of it is checked. Values of members are removed, or
    /// null for a decoder that takes null for nothing. None if nothing changes.
    pub(crate) fn without(&self, object: &Node, findings: &[Finding], as_null: bool) -> Option<Node> {
        let mut gone: Vec<Span> =
            findings.iter().map(|finding| finding.span).filter(|span| self.is(*span)).collect();
        gone.sort_by_key(|span| (span.start, span.end));
        let mut object = object.clone();
        remove(&mut object, &gone, as_null).then_some(object)
    }
}

/// The labels of pods have to match the selector, whatever that is.
fn of_template_labels(path: &str) -> bool {
    path.starts_with("spec.template.metadata.labels")
}

fn remove(node: &mut Node, gone: &[Span], as_null: bool) -> bool {
    let is_gone = |node: &Node| {
        matches!(node.value, Value::String(_))
            && gone
                .binary_search_by_key(&(node.span.start, node.span.end), |span| (span.start, span.end))
                .is_ok()
    };
    let mut changed = false;
    match &mut node.value {
        Value::Object(members) => {
            if !as_null {
                let before = members.len();
                members.retain(|member| !is_gone(&member.value));
                changed |= members.len() < before;
            }
            for member in members {
                if is_gone(&member.value) {
                    member.value.value = Value::Null;
                    changed = true;
                } else {
                    changed |= remove(&mut member.value, gone, as_null);
                }
            }
        }
        Value::Array(items) => {
            for item in items {
                if as_null && is_gone(item) {
                    item.value = Value::Null;
                    changed = true;
                } else {
                    changed |= remove(item, gone, as_null);
                }
            }
        }
        _ => {}
    }
    changed
}
