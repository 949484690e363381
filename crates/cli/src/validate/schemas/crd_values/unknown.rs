//! Removes keywords with unknown values from the schemas of a CRD. In: a CRD in which given variables are
//! replaced. Out: the CRD without these keywords, and the places of unknown values.
//!
//! Easy to break: no object may be refused because of an unknown value. Without most keywords a schema
//! accepts more objects; `OPEN` and `STRUCTURE` list the other keywords. Text for people (`description`) has
//! no effect, so it counts as known.

use crate::validate::variables::Unknown;
use crdc_source::{Member, Node, Span, Value};
use std::collections::BTreeSet;

/// The beginning of variables in a text.
pub(crate) const VARIABLE: &str = "${";

/// Keywords whose values are kept as they are written.
const KEPT: [&str; 5] = ["description", "title", "example", "externalDocs", "id"];

/// Limits from which servers estimate costs.
const LIMITS: [&str; 5] = ["maxItems", "maxLength", "maxProperties", "enum", "format"];

/// Keywords that make a schema accept more objects: unknown values of them count as true.
const OPEN: [&str; 2] = [PRESERVE, "nullable"];

const PRESERVE: &str = "x-kubernetes-preserve-unknown-fields";

/// Keywords without which a list has no keys.
const LISTS: [&str; 2] = ["x-kubernetes-list-type", "x-kubernetes-list-map-keys"];

/// Keywords without which a schema has no structure: if one is unknown, the schema accepts everything.
const STRUCTURE: [&str; 6] = [
    "type",
    "properties",
    "items",
    "additionalProperties",
    "x-kubernetes-int-or-string",
    "x-kubernetes-embedded-resource",
];

/// The prefix of keywords that refer to other parts of a schema.
const EXTENSION: &str = "x-kubernetes-";

/// The unknown values of a text.
#[derive(Default)]
pub(crate) struct Found {
    /// The places of unknown values, and of the parts that are removed because of them.
    places: BTreeSet<(u32, u32)>,
    /// The places of the values that contain unknown values.
    around: BTreeSet<(u32, u32)>,
    count: usize,
    /// Whether a limit was removed.
    pub(crate) has_limit: bool,
}

impl Found {
    pub(crate) fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// Whether a place is in an unknown value.
    pub(crate) fn is_in(&self, span: Span) -> bool {
        // Places do not nest, so it is the last place that does not begin after the span.
        let before = self.places.range(..=(span.start, u32::MAX)).next_back();
        before.is_some_and(|(_, end)| span.end <= *end)
    }

    /// Whether an unknown value was removed from the value at a place.
    pub(crate) fn is_around(&self, span: Span) -> bool {
        self.around.contains(&(span.start, span.end))
    }

    /// Removes keywords with unknown values from the schemas of a CRD.
    pub(crate) fn leave_out(&mut self, crd: &mut Node, unknown: &Unknown) {
        if unknown.is_empty() {
            return;
        }
        self.names(crd, unknown);
        self.any(crd, unknown);
    }

    /// The name of a CRD consists of other names, which may be unknown.
    fn names(&mut self, crd: &Node, unknown: &Unknown) {
        let Some(spec) = crd.get("spec") else { return };
        let parts = [spec.get("group"), spec.get("names").and_then(|names| names.get("plural"))];
        let name = crd.get("metadata").and_then(|metadata| metadata.get("name"));
        if let Some(name) = name
            && parts.into_iter().flatten().any(|part| is_unknown(part, unknown))
        {
            self.around.insert((name.span.start, name.span.end));
        }
    }

    /// A value outside of schemas is kept as it is written, unless a server would refuse the text: in a CA
    /// bundle, labels, or a conversion. Returns whether a schema in it may have another form.
    fn any(&mut self, node: &mut Node, unknown: &Unknown) -> bool {
        if is_unknown(node, unknown) {
            self.add(node.span);
        }
        let mut has_lost = false;
        match &mut node.value {
            Value::Object(members) => {
                members.retain_mut(|Member { key, key_span, value }| {
                    match key.as_str() {
                        "openAPIV3Schema" => has_lost |= self.schema(value, *key_span, unknown),
                        "labels" | "annotations" => self.texts(value, unknown),
                        _ => has_lost |= self.any(value, unknown),
                    }
                    let is_one = |node: &Node| is_unknown(node, unknown);
                    match key.as_str() {
                        "caBundle" => !is_one(value),
                        "conversion" => !value.get("strategy").is_some_and(is_one),
                        _ => true,
                    }
                });
                // The paths of selectable fields may refer to removed fields.
                members.retain(|member| !has_lost || member.key != "selectableFields");
            }
            Value::Array(items) => items.iter_mut().for_each(|item| has_lost |= self.any(item, unknown)),
            _ => {}
        }
        has_lost
    }

    /// Removes unknown labels and annotations.
    fn texts(&mut self, node: &mut Node, unknown: &Unknown) {
        let Value::Object(members) = &mut node.value else { return };
        members.retain(|member| {
            let is_name = unknown.is(member.key_span) && member.key.contains(VARIABLE);
            let is_kept = !is_name && !is_unknown(&member.value, unknown);
            if !is_kept {
                self.add(if is_name { member.key_span } else { member.value.span });
            }
            is_kept
        });
    }

    /// Removes keywords of a schema. Returns whether the schema, or one in it, may have another form.
    fn schema(&mut self, node: &mut Node, key: Span, unknown: &Unknown) -> bool {
        let around = [node.span, key];
        let is_one = is_unknown(node, unknown);
        let Value::Object(members) = &mut node.value else {
            if is_one {
                self.add(node.span);
            }
            return is_one;
        };
        let mut has_lost = false;
        let filled = filled(members, unknown);
        let mut lost = Vec::new();
        members.retain_mut(|Member { key, key_span, value }| {
            let is_kept = match key.as_str() {
                "properties" | "patternProperties" | "definitions" => {
                    let (at, is_below) = self.schemas(value, unknown);
                    lost.extend(at.map(|at| (PRESERVE, at)));
                    has_lost |= is_below || at.is_some();
                    !is_unknown(value, unknown)
                }
                "items" | "additionalProperties" => {
                    let is_kept = !is_unknown(value, unknown);
                    has_lost |= is_kept && self.schema(value, *key_span, unknown);
                    is_kept
                }
                "x-kubernetes-validations" => {
                    self.rules(value, unknown);
                    !is_unknown(value, unknown)
                }
                "required" => {
                    self.required(value, &filled, unknown);
                    !is_unknown(value, unknown)
                }
                kept if KEPT.contains(&kept) => true,
                _ => !holds_unknown(value, unknown),
            };
            if !is_kept {
                self.has_limit |= LIMITS.contains(&key.as_str());
                self.add(value.span);
                self.around.extend(around.map(|span| (span.start, span.end)));
                let open = OPEN.iter().chain(&LISTS).chain(&STRUCTURE).find(|open| *open == key);
                lost.extend(open.map(|open| (*open, value.span)));
            }
            is_kept
        });
        has_lost |= lost.iter().any(|(key, _)| STRUCTURE.contains(key));
        if has_lost || lost.iter().any(|(key, _)| LISTS.contains(key)) {
            // The extensions depend on keywords that were removed.
            members.retain(|member| member.key == PRESERVE || !member.key.starts_with(EXTENSION));
        }
        for (key, at) in lost {
            let value = match key {
                key if LISTS.contains(&key) => continue,
                key if STRUCTURE.contains(&key) => {
                    members.retain(|one| one.key == "type" && one.value.as_str() == Some("object"));
                    PRESERVE
                }
                key => key,
            };
            if members.iter().all(|member| member.key != value) {
                let is_true = Node { span: at, value: Value::Bool(true) };
                members.push(Member { key: value.to_owned(), key_span: at, value: is_true });
            }
        }
        has_lost
    }

    /// Removes keywords of schemas with names, which may be unknown too. Returns the place of a removed
    /// schema, and whether a schema may have another form.
    fn schemas(&mut self, node: &mut Node, unknown: &Unknown) -> (Option<Span>, bool) {
        let span = node.span;
        let (mut lost, mut has_lost) = (None, false);
        let Value::Object(members) = &mut node.value else { return (lost, has_lost) };
        members.retain_mut(|member| {
            let is_name = unknown.is(member.key_span) && member.key.contains(VARIABLE);
            if is_name || is_unknown(&member.value, unknown) {
                let end = member.value.span.end.max(member.key_span.end);
                let at = Span { start: member.key_span.start, end };
                self.add(at);
                self.around.insert((span.start, span.end));
                lost = Some(at);
                return false;
            }
            has_lost |= self.schema(&mut member.value, member.key_span, unknown);
            true
        });
        (lost, has_lost)
    }

    /// Removes rules whose text is unknown.
    fn rules(&mut self, node: &mut Node, unknown: &Unknown) {
        let Value::Array(rules) = &mut node.value else { return };
        rules.retain_mut(|rule| {
            let is_one = |key| rule.get(key).is_some_and(|text| is_unknown(text, unknown));
            if ["rule", "optionalOldSelf"].into_iter().any(is_one) {
                self.add(rule.span);
                return false;
            }
            let around = (rule.span.start, rule.span.end);
            let Value::Object(members) = &mut rule.value else { return true };
            members.retain(|member| {
                // The message has no effect on validation.
                let is_kept = member.key == "message" || !holds_unknown(&member.value, unknown);
                if !is_kept {
                    self.add(member.value.span);
                    self.around.insert(around);
                }
                is_kept
            });
            true
        });
    }

    /// Removes unknown names from `required`, and names of fields with an unknown default, since objects get
    /// that default.
    fn required(&mut self, node: &mut Node, filled: &[String], unknown: &Unknown) {
        let Value::Array(names) = &mut node.value else { return };
        names.retain(|name| {
            if name.as_str().is_some_and(|name| filled.iter().any(|filled| filled == name)) {
                return false;
            }
            let is_unknown = is_unknown(name, unknown);
            if is_unknown {
                self.add(name.span);
            }
            !is_unknown
        });
    }

    fn add(&mut self, span: Span) {
        self.count += 1;
        self.places.insert((span.start, span.end));
    }
}

/// The properties of a schema whose defaults are unknown.
fn filled(schema: &[Member], unknown: &Unknown) -> Vec<String> {
    let properties =
        schema.iter().find(|member| member.key == "properties").map(|member| &member.value.value);
    let Some(Value::Object(properties)) = properties else { return Vec::new() };
    let has_unknown =
        |member: &&Member| member.value.get("default").is_some_and(|default| holds_unknown(default, unknown));
    properties.iter().filter(has_unknown).map(|member| member.key.clone()).collect()
}

/// Whether a value is an unknown variable. Actions of templates count as text in a CRD.
fn is_unknown(node: &Node, unknown: &Unknown) -> bool {
    node.as_str().is_some_and(|text| text.contains(VARIABLE)) && unknown.is(node.span)
}

/// Whether a value contains an unknown value at any depth.
fn holds_unknown(node: &Node, unknown: &Unknown) -> bool {
    match &node.value {
        Value::Array(items) => items.iter().any(|item| holds_unknown(item, unknown)),
        Value::Object(members) => members.iter().any(|member| holds_unknown(&member.value, unknown)),
        _ => is_unknown(node, unknown),
    }
}
