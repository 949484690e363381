//! Recognizes findings that unknown values may cause. In: the places of unknown values, and a finding. Out:
//! whether the finding may disappear when the values are known.
//!
//! Easy to break: everything else is checked. So an error about an object that contains an unknown value
//! counts if the value has no influence: a missing field, or an unknown field.

use std::collections::{BTreeMap, BTreeSet};

use crate::validate::findings::field_spans::Places;
use crate::validate::findings::finding::Finding;
use crdc_source::{Node, Source, Span, Value};
use crdc_vocabulary::Expected;

/// The places of unknown values.
#[derive(Clone, Debug, Default)]
pub(crate) struct Unknown {
    spans: Vec<Span>,
    /// The places of unknown values without quotes, which are null if they are empty.
    plain: BTreeSet<(u32, u32)>,
}

/// An object and its unknown values.
#[derive(Clone, Copy)]
pub(crate) struct Filled<'n> {
    pub(crate) node: &'n Node,
    pub(crate) unknown: &'n Unknown,
}

/// The names of findings about the container of an unknown value that do not depend on the value.
const INDEPENDENT: [&str; 6] =
    ["unknown-field", "required-value", "too-many", "wrong-type", "missing-schema", "managed-fields"];

impl Unknown {
    pub(super) fn add(&mut self, span: Span) {
        self.spans.push(span);
    }

    pub(super) fn add_plain(&mut self, span: Span) {
        self.plain.insert((span.start, span.end));
        self.add(span);
    }

    /// Whether an unknown value may be null.
    pub(super) fn may_be_null(&self, span: Span) -> bool {
        self.plain.contains(&(span.start, span.end))
    }

    /// Adds the name of an object to the unknown values.
    pub(crate) fn add_name(&mut self, object: &Node) {
        let name = object.get("metadata").and_then(|metadata| metadata.get("name"));
        // A name does not replace a list.
        let is_scalar = |name: &&Node| !matches!(name.value, Value::Array(_) | Value::Object(_));
        if let Some(name) = name.filter(is_scalar) {
            self.add(name.span);
            self.sort();
        }
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

    /// Whether asking about some values tells nothing: of a rule with a pattern, which accepts texts that
    /// nobody guesses, and of an error of the unknown value itself, unless it is about its length or about
    /// the field being there.
    pub(crate) fn is_open(&self, finding: &Finding, places: &mut Places<'_>) -> bool {
        if let Some(rule) = &finding.rule {
            return ["matches", "find", "split", "format"].iter().any(|call| rule.contains(call));
        }
        let path = finding.path();
        // The server may name a field that another one is copied to: what is shown is known then.
        let is_shown = self.is_in(finding.span);
        let is_own = self.is(finding.span)
            || (is_shown && path.is_some_and(|path| self.is(places.find(path).node.span)));
        is_own && !["too-long", "forbidden-value"].contains(&finding.id)
    }

    /// Whether a finding about an object may be due to an unknown value.
    pub(crate) fn explains(&self, finding: &Finding, object: &Node, places: &mut Places<'_>) -> bool {
        if self.is_empty() {
            return false;
        }
        if self.is_in(finding.span) {
            return true;
        }
        let Some(path) = finding.path() else { return false };
        // There is no such field, whatever its value.
        if finding.id == "unknown-field" {
            return false;
        }
        let (at, is_whole) = places.reached(path);
        if self.is(at.node.span) && !matches!(at.node.value, Value::Array(_) | Value::Object(_)) {
            return true;
        }
        // Labels of the template have to match the selector, whatever it is.
        if path == "spec.template.metadata.labels"
            && finding.id == "invalid-value"
            && object.get("spec").and_then(|spec| spec.get("selector")).is_some_and(|of| self.is_in(of.span))
        {
            return true;
        }
        if let (Some(rule), Some(place)) = (&finding.rule, &finding.rule_at) {
            return self.reads_unknown(rule, places.find(place).node);
        }
        let is_rule = ["rule", "union"].contains(&finding.id);
        let depends =
            is_rule || (is_whole && !INDEPENDENT.contains(&finding.id) && finding.span == at.span());
        depends && self.is_in(at.node.span)
    }

    /// Whether a rule of a value reads something unknown: each `self` with the members after it, as far as
    /// the value has them.
    fn reads_unknown(&self, rule: &str, value: &Node) -> bool {
        rule.match_indices("self").any(|(at, _)| {
            let mut node = value;
            let mut rest = rule.get(at + "self".len()..).unwrap_or_default();
            while let Some(after_dot) = rest.strip_prefix('.') {
                let after_dot = after_dot.strip_prefix('?').unwrap_or(after_dot);
                let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
                let (name, after) =
                    after_dot.split_at(after_dot.find(|c| !is_name(c)).unwrap_or(after_dot.len()));
                // A method, or a name that CEL escapes, may read all of it.
                if after.starts_with('(') || name.contains("__") {
                    break;
                }
                let Value::Object(members) = &node.value else { break };
                let Some(member) = members.iter().find(|member| member.key == name) else {
                    // The member is absent, unless an unknown key is its name.
                    return members.iter().any(|member| self.is_in(member.key_span));
                };
                (node, rest) = (&member.value, after);
            }
            self.is_in(node.span)
        })
    }

    /// An object without the unknown values that findings are about, so that the rest of it is checked. A
    /// value of a custom resource becomes one that its error asks for; if that does not help (`tried`), it is
    /// removed. For a decoder that takes null for nothing, it is null. None if nothing changes.
    pub(crate) fn without(
        &self,
        object: &Node,
        findings: &[Finding],
        as_null: bool,
        tried: &mut BTreeSet<(u32, u32)>,
    ) -> Option<Node> {
        let mut gone = BTreeMap::new();
        for finding in findings.iter().filter(|finding| self.is(finding.span)) {
            let key = (finding.span.start, finding.span.end);
            let other = if as_null {
                Instead::Value(Value::Null)
            } else if tried.insert(key) {
                expected(finding).into_iter().next().map_or(Instead::Nothing, Instead::Value)
            } else {
                Instead::Nothing
            };
            gone.insert(key, other);
        }
        let mut object = object.clone();
        replace(&mut object, &gone).then_some(object)
    }
}

/// The replacement of an unknown value.
enum Instead {
    Value(Value),
    Nothing,
}

/// The number of values that errors ask for and that are tried: an enum may have thousands.
pub(super) const MOST_EXPECTED: usize = 24;

/// The values that an error asks for, if it says so.
pub(super) fn expected(finding: &Finding) -> Vec<Value> {
    match finding.expected.as_deref() {
        Some(Expected::Values(values)) => {
            values.iter().take(MOST_EXPECTED).filter_map(|text| read(text)).collect()
        }
        Some(Expected::Type(name)) => match name.as_str() {
            "integer" | "number" => vec![Value::Int(1)],
            "boolean" => vec![Value::Bool(true)],
            "array" => vec![Value::Array(Vec::new())],
            "object" => vec![Value::Object(Vec::new())],
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// A value from JSON text.
fn read(text: &str) -> Option<Value> {
    let (documents, _) = crdc_source::parse_json(&Source::new("", text));
    documents.into_iter().next().map(|document| document.value)
}

fn replace(node: &mut Node, gone: &BTreeMap<(u32, u32), Instead>) -> bool {
    let of = |node: &Node| {
        let is_scalar = !matches!(node.value, Value::Array(_) | Value::Object(_) | Value::Null);
        gone.get(&(node.span.start, node.span.end)).filter(|_| is_scalar)
    };
    let mut changed = false;
    let mut change = |node: &mut Node| match of(node) {
        Some(Instead::Value(value)) => {
            node.value = value.clone();
            changed = true;
        }
        Some(Instead::Nothing) => {}
        None => changed |= replace(node, gone),
    };
    match &mut node.value {
        Value::Object(members) => {
            members.iter_mut().for_each(|member| change(&mut member.value));
            let before = members.len();
            members.retain(|member| !matches!(of(&member.value), Some(Instead::Nothing)));
            changed |= members.len() < before;
        }
        Value::Array(items) => items.iter_mut().for_each(change),
        _ => {}
    }
    changed
}
