//! Raw YAML trees to nodes: resolves scalars, expands aliases, applies merge keys, turns keys into strings.
//! Easy to break: go-yaml v2 applies `<<` at its position, so that it overrides keys before it. Expansion is
//! limited by node count as in go-yaml, and by bytes in addition.
//
// go.yaml.in/yaml/v2 v2.4.3: decode.go

use super::budget::Budget;
use super::raw::{self, Raw, RawDocument, RawKind};
use super::scalar::{self, Scalar};
use super::{Member, Node, Span, Value, dialect, plain};
use crate::diag::{Code, Diagnostic, quoted};
use crate::limits::MAX_DEPTH;
use crate::object::ObjectBuilder;
use std::borrow::Cow;

/// Reads all documents of a YAML text. Documents that are not plain are read by the complete reader one at a
/// time. If such a document has a problem or its end is not certain, the complete reader reads the rest of
/// the text.
pub(super) fn parse(text: &str, problems: &mut Vec<Diagnostic>) -> Vec<Node> {
    if !plain::is_plain(text) {
        return parse_any(text, problems);
    }
    let (mut documents, mut from) = (Vec::new(), 0);
    while let Some(start) = plain::nodes(text, from, &mut documents) {
        let end = raw::next_document(text, start + 1).unwrap_or(text.len());
        let (one, mut found) = (text.get(..end).unwrap_or(text), Vec::new());
        let read = read_from(one, start, text.len(), &mut found);
        if !found.is_empty() {
            documents.extend(read_from(text, start, text.len(), problems));
            break;
        }
        documents.extend(read);
        from = end;
    }
    documents
}

/// Parses texts of all forms with the complete reader, which is slower.
pub(super) fn parse_any(text: &str, problems: &mut Vec<Diagnostic>) -> Vec<Node> {
    dialect::control_characters(text, problems);
    read_from(text, 0, text.len(), problems)
}

/// The documents from the offset at which a document begins. `length` is the length of the whole text.
fn read_from(text: &str, from: usize, length: usize, problems: &mut Vec<Diagnostic>) -> Vec<Node> {
    let documents = raw::read(text, from, problems);
    documents.iter().filter_map(|document| build(document, length, problems)).collect()
}

/// The shapes of documents, and the first problem.
pub(super) fn shapes(text: &str) -> (Vec<String>, Option<String>) {
    let mut problems = Vec::new();
    dialect::control_characters(text, &mut problems);
    let documents = raw::read(text, 0, &mut problems);
    let first = problems.first().map(|problem| problem.message.clone());
    (documents.iter().map(raw::shape).collect(), first)
}

fn build(document: &RawDocument<'_>, length: usize, problems: &mut Vec<Diagnostic>) -> Option<Node> {
    let mut builder = Builder {
        document,
        problems,
        budget: Budget::new(length),
        open: vec![false; document.nodes.len()],
        outer_alias: None,
        stopped: false,
    };
    let node = builder.node(document.root?, 0);
    if builder.stopped { None } else { Some(node) }
}

struct Builder<'d, 'a, 'p> {
    document: &'d RawDocument<'a>,
    problems: &'p mut Vec<Diagnostic>,
    budget: Budget,
    /// The nodes that are being built: an alias to one of them is a loop.
    open: Vec<bool>,
    /// The outermost alias being expanded. Errors inside were already reported at its anchor.
    outer_alias: Option<Span>,
    /// Whether the document was abandoned.
    stopped: bool,
}

impl<'d, 'a> Builder<'d, 'a, '_> {
    fn node(&mut self, index: usize, depth: usize) -> Node {
        let document = self.document;
        let Some(raw) = document.nodes.get(index) else {
            return null(Span::default());
        };
        if self.stopped || !self.count(raw.span, depth) {
            return null(raw.span);
        }
        let value = match &raw.kind {
            RawKind::Scalar { .. } => {
                let (scalar, text) = self.scalar(raw);
                self.scalar_value(scalar, text, raw.span)
            }
            RawKind::Sequence(items) => {
                self.set_open(index, true);
                let items = items.iter().map(|item| self.node(*item, depth + 1)).collect();
                self.set_open(index, false);
                Value::Array(items)
            }
            RawKind::Mapping(children) => {
                self.set_open(index, true);
                let members = self.mapping(children, depth);
                self.set_open(index, false);
                Value::Object(members)
            }
            RawKind::Alias(target) => self
                .alias(raw, *target, |builder| builder.node(*target, depth + 1).value)
                .unwrap_or(Value::Null),
            RawKind::Unknown => Value::Null,
        };
        Node { span: raw.span, value }
    }

    fn mapping(&mut self, children: &[usize], depth: usize) -> Vec<Member> {
        let mut object = ObjectBuilder::default();
        for pair in children.chunks_exact(2) {
            let [key, value] = *pair else { continue };
            if self.stopped {
                break;
            }
            if let Some(span) = self.merge_key(key) {
                self.merge(span, value, depth, &mut object);
                continue;
            }
            let name = self.key(key, depth + 1);
            let value = self.node(value, depth + 1);
            if let (Some(name), Some(raw)) = (name, self.document.nodes.get(key)) {
                self.insert(&mut object, name, raw.span, value);
            }
        }
        object.finish()
    }

    fn insert(&mut self, object: &mut ObjectBuilder, key: String, span: Span, value: Node) {
        let replaced = object.insert(key, span, value, false);
        // Overriding a merged key is the purpose of merging.
        if let Some(before) = replaced.filter(|before| !before.merged) {
            let problem = Diagnostic::new(
                Code::YamlDuplicateKey,
                span,
                format!("key {} already set in map", quoted(object.last_key())),
            );
            let problem = problem.label("this one is used").note(before.key_span, "first set here");
            self.report(problem);
        }
    }

    /// The span of a `<<` that merges.
    // decode.go: isMerge
    fn merge_key(&self, key: usize) -> Option<Span> {
        let raw = self.document.nodes.get(key)?;
        match &raw.kind {
            RawKind::Scalar { text, plain, tag } if text == "<<" => {
                let merges = match tag.as_deref() {
                    None => *plain,
                    // A lone `!` leaves the style open.
                    Some(tag) => matches!(tag, "!" | "tag:yaml.org,2002:merge"),
                };
                merges.then_some(raw.span)
            }
            _ => None,
        }
    }

    // decode.go: merge
    fn merge(&mut self, key: Span, value: usize, depth: usize, object: &mut ObjectBuilder) {
        let document = self.document;
        let Some(raw) = document.nodes.get(value) else {
            return;
        };
        let parts = match &raw.kind {
            RawKind::Sequence(items) => &items[..],
            _ => std::slice::from_ref(&value),
        };
        // In reverse: earlier parts take precedence.
        for part in parts.iter().rev() {
            if !self.is_mapping(*part) {
                let at = document.nodes.get(*part).map_or(raw.span, |part| part.span);
                let message = "map merge requires map or sequence of maps as the value";
                self.report(Diagnostic::new(Code::YamlBadMerge, at, message).note(key, "merged here"));
                continue;
            }
            let merged = self.node(*part, depth + 1);
            let Value::Object(members) = merged.value else {
                continue;
            };
            for member in members {
                let replaced = object.insert(member.key, member.key_span, member.value, true);
                // If an equal value overrides a member, the order of both does not matter.
                if let Some(before) = replaced.filter(|before| !before.merged && !before.equal) {
                    let name = quoted(object.last_key());
                    let message = format!("`<<` overrides the key {name} before it");
                    let problem = Diagnostic::new(Code::YamlDuplicateKey, key, message)
                        .label("Kubernetes applies a merge at its position")
                        .note(before.key_span, "overridden")
                        .help("put `<<` before the keys that should override it");
                    self.report(problem);
                }
            }
        }
    }

    fn is_mapping(&self, index: usize) -> bool {
        let kind = |index: usize| self.document.nodes.get(index).map(|raw| &raw.kind);
        match kind(index) {
            Some(RawKind::Alias(target)) => matches!(kind(*target), Some(RawKind::Mapping(_))),
            kind => matches!(kind, Some(RawKind::Mapping(_))),
        }
    }

    /// The key as a string; otherwise reports it and returns `None`.
    fn key(&mut self, index: usize, depth: usize) -> Option<String> {
        let document = self.document;
        let raw = document.nodes.get(index)?;
        if !self.count(raw.span, depth) {
            return None;
        }
        match &raw.kind {
            RawKind::Scalar { .. } => {
                let (scalar, text) = self.scalar(raw);
                let key = scalar.key(text).map(Cow::into_owned);
                if key.is_none() {
                    let what = scalar.describe();
                    let what = if what == "null" { what } else { "an integer above int64" };
                    self.report(bad_key(raw.span, what));
                }
                key
            }
            RawKind::Alias(target) => {
                let key = self.alias(raw, *target, |builder| builder.key(*target, depth + 1))?;
                if key.is_none() && !self.stopped {
                    self.report(bad_key(raw.span, "the anchor's value"));
                }
                key
            }
            RawKind::Sequence(_) => {
                self.report(bad_key(raw.span, "a list"));
                None
            }
            RawKind::Mapping(_) => {
                self.report(bad_key(raw.span, "a mapping"));
                None
            }
            RawKind::Unknown => None,
        }
    }

    /// Expands an alias. Reports a loop and returns `None`.
    // decode.go: alias
    fn alias<T>(&mut self, raw: &Raw<'_>, target: usize, expand: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.open.get(target).copied().unwrap_or(true) {
            let anchor = self.document.nodes.get(target).map_or(raw.span, |target| target.span);
            self.report(
                Diagnostic::new(Code::YamlAliasLoop, raw.span, "anchor value contains itself")
                    .note(Span { end: anchor.start, ..anchor }, "the anchor's value starts here"),
            );
            return None;
        }
        let outermost = self.outer_alias.is_none();
        self.outer_alias.get_or_insert(raw.span);
        let value = expand(self);
        if outermost {
            self.outer_alias = None;
        }
        Some(value)
    }

    /// Counts one decoding step. False if the document must be abandoned.
    fn count(&mut self, span: Span, depth: usize) -> bool {
        if depth > MAX_DEPTH {
            let message = format!("collections are nested more than {MAX_DEPTH} deep");
            let at = self.outer_alias.unwrap_or(span);
            self.stop(Diagnostic::new(Code::SourceTooDeep, at, message).label("this one is too deep"));
        } else if !self.budget.step(self.outer_alias.is_some()) {
            self.stop_bomb(span);
        }
        !self.stopped
    }

    fn stop_bomb(&mut self, span: Span) {
        let at = self.outer_alias.unwrap_or(span);
        self.stop(
            Diagnostic::new(Code::YamlAliasBomb, at, "document contains excessive aliasing")
                .label("abandoned while expanding this"),
        );
    }

    fn stop(&mut self, problem: Diagnostic) {
        self.stopped = true;
        self.problems.push(problem);
    }

    fn report(&mut self, problem: Diagnostic) {
        if self.outer_alias.is_none() {
            self.problems.push(problem);
        }
    }

    fn set_open(&mut self, index: usize, open: bool) {
        if let Some(slot) = self.open.get_mut(index) {
            *slot = open;
        }
    }

    fn scalar(&mut self, raw: &'d Raw<'a>) -> (Scalar, &'d str) {
        let RawKind::Scalar { text, plain, tag } = &raw.kind else {
            return (Scalar::Null, "");
        };
        if self.outer_alias.is_some() && !self.budget.expand_bytes(text.len()) {
            self.stop_bomb(raw.span);
            return (Scalar::Null, "");
        }
        match scalar::resolve(text, *plain, tag.as_deref()) {
            Ok(scalar) => (scalar, text),
            Err(mismatch) => {
                self.report(Diagnostic::new(Code::YamlBadTag, raw.span, mismatch.0));
                (Scalar::Text, text)
            }
        }
    }

    fn scalar_value(&mut self, scalar: Scalar, text: &str, span: Span) -> Value {
        if let Some(value) = scalar.into_value(Cow::Borrowed(text)) {
            return value;
        }
        let message = format!("`{text}` is not a JSON number");
        self.report(
            Diagnostic::new(Code::NumberOutOfRange, span, message)
                .help("put it in quotes if it is meant as text"),
        );
        Value::Null
    }
}

fn null(span: Span) -> Node {
    Node { span, value: Value::Null }
}

fn bad_key(span: Span, what: &str) -> Diagnostic {
    Diagnostic::new(Code::YamlBadKey, span, format!("{what} cannot be a key"))
        .label("keys must be strings, booleans or numbers")
        .help("put the key in quotes")
}
