//! Reads values of a suite. In: nodes. Out: values, and problems with their places.

use crate::suite::model::Problem;
use crdc_source::{Member, Node, Span, Value};

#[derive(Default)]
pub(super) struct Reader {
    pub(super) problems: Vec<Problem>,
}

impl Reader {
    pub(super) fn object(&mut self, value: &Node) -> Option<Node> {
        if let Value::Object(_) = value.value {
            return Some(value.clone());
        }
        self.problem(value.span, "expected an object");
        None
    }

    pub(super) fn list<'n>(&mut self, value: &'n Node) -> &'n [Node] {
        match &value.value {
            Value::Array(items) => items,
            Value::Null => &[],
            _ => {
                self.problem(value.span, "expected a list");
                &[]
            }
        }
    }

    /// A text, or a list of them.
    pub(super) fn texts(&mut self, value: &Node) -> Vec<String> {
        match &value.value {
            Value::String(text) => vec![text.clone()],
            _ => self.list(value).iter().map(|item| self.text(item)).collect(),
        }
    }

    /// Parts of messages. An empty one is in all of them.
    pub(super) fn parts(&mut self, value: &Node) -> Vec<String> {
        let parts = self.texts(value);
        if parts.iter().any(|part| part.trim().is_empty()) {
            self.problem(
                value.span,
                "an empty text fits every message: write a part of the one that is expected",
            );
        }
        parts
    }

    pub(super) fn text(&mut self, value: &Node) -> String {
        if let Value::String(text) = &value.value {
            return text.clone();
        }
        self.problem(value.span, "expected a text");
        String::new()
    }

    pub(super) fn flag(&mut self, value: &Node) -> bool {
        if let Value::Bool(flag) = value.value {
            return flag;
        }
        self.problem(value.span, "expected true or false");
        false
    }

    pub(super) fn number(&mut self, value: &Node) -> Option<i64> {
        match value.value {
            Value::Int(number) => Some(number),
            _ => {
                self.problem(value.span, "expected a whole number");
                None
            }
        }
    }

    pub(super) fn unknown(&mut self, key: &str, span: Span, expected: &str) {
        self.problem(span, &format!("unknown key `{key}` in {expected}"));
    }

    pub(super) fn problem(&mut self, span: Span, words: &str) {
        self.problems.push(Problem { span, words: words.to_owned() });
    }
}

pub(super) fn members(node: &Node) -> &[Member] {
    match &node.value {
        Value::Object(members) => members,
        _ => &[],
    }
}
