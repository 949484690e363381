//! Errors of `.crdc.yaml`. In: a place, the problem there, and the help. Out: the error as text for people.

use std::borrow::Cow;

use crdc_source::diag::Severity;
use crdc_source::render::{Message, Renderer};
use crdc_source::{Member, Node, Span, Value};

/// An error of the file.
#[derive(Debug)]
pub(super) struct ConfigError {
    span: Span,
    pub(super) message: String,
    help: Cow<'static, str>,
}

impl ConfigError {
    /// The error as text for people, with its line of the file.
    pub(super) fn show(&self, renderer: &Renderer<'_>) -> String {
        renderer.message(&Message {
            severity: Severity::Error,
            level: None,
            id: "config",
            words: &self.message,
            span: self.span,
            label: "",
            notes: &[],
            lines: vec![("help", self.help.clone().into_owned())],
        })
    }
}

/// An error at a place.
pub(super) fn error(
    span: Span,
    message: impl Into<String>,
    help: impl Into<Cow<'static, str>>,
) -> ConfigError {
    ConfigError { span, message: message.into(), help: help.into() }
}

/// The members of an object. Other values are reported as errors.
pub(super) fn members<'n>(node: &'n Node, help: &'static str, errors: &mut Vec<ConfigError>) -> &'n [Member] {
    match &node.value {
        Value::Object(members) => members,
        _ => {
            errors.push(error(node.span, "this is not a mapping", help));
            &[]
        }
    }
}
