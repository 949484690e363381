//! A rule that stands for an extension. In: its expression, and the path of its error. Out: an item of
//! `x-kubernetes-validations` for a server version.
//!
//! Easy to break: a server drops unknown fields of rules, so rules for older servers have fewer fields.

use crate::field_path;
use crate::unread::MARK;
use crdc_source::{Member, Node, Span, Value};
use crdc_vocabulary::Minor;

/// A rule.
#[derive(Clone, Debug)]
pub struct Lowered<'s> {
    /// The extension that it stands for.
    pub(super) keyword: &'static str,
    /// The key of the extension.
    pub(super) span: Span,
    /// The expression.
    pub(super) rule: String,
    /// The message, or what is shown if the expression fails.
    pub(super) message: String,
    /// The message as an expression.
    pub(super) message_expression: Option<String>,
    /// The field at which the error is reported. `None` for the value itself.
    pub field: Option<&'s str>,
    /// Whether the error is that a value is required.
    pub(super) required: bool,
    /// Whether `oldSelf` is an optional.
    pub(super) optional_old_self: bool,
}

impl<'s> Lowered<'s> {
    pub(super) fn new(keyword: &'static str, span: Span, rule: String, message: &str) -> Lowered<'s> {
        Lowered {
            keyword,
            span,
            rule,
            message: message.to_owned(),
            message_expression: None,
            field: None,
            required: false,
            optional_old_self: false,
        }
    }

    pub(super) fn at(self, field: &'s str) -> Lowered<'s> {
        Lowered { field: Some(field), ..self }
    }

    /// The item of `x-kubernetes-validations`. All of it has the place of the extension, so that problems are
    /// reported there.
    #[must_use]
    pub fn to_node(&self, server: Minor) -> Node {
        let mut members = Vec::new();
        let mut add = |key: &str, value: Value| {
            let value = Node { span: self.span, value };
            members.push(Member { key: key.to_owned(), key_span: self.span, value });
        };
        add("rule", Value::String(format!("{}{MARK}{}", self.rule, self.keyword)));
        add("message", Value::String(self.message.clone()));
        if let Some(expression) =
            self.message_expression.as_ref().filter(|_| server >= Minor::MESSAGE_EXPRESSION)
        {
            add("messageExpression", Value::String(expression.clone()));
        }
        if let Some(field) = self.field.filter(|_| server >= Minor::FIELD_PATH) {
            add("fieldPath", Value::String(field_path::of_field(field)));
        }
        if self.required && server >= Minor::FIELD_PATH {
            add("reason", Value::String("FieldValueRequired".to_owned()));
        }
        if self.optional_old_self {
            add("optionalOldSelf", Value::Bool(true));
        }
        Node { span: self.span, value: Value::Object(members) }
    }
}

/// A text as a string literal of CEL.
pub(super) fn quoted(text: &str) -> String {
    let plain = text.chars().all(|c| !c.is_control() && c != '\'' && c != '\\');
    if plain { format!("'{text}'") } else { format!("\"{}\"", crdc_source::json::escaped(text)) }
}

#[cfg(test)]
mod tests {
    use super::{Lowered, Minor, quoted};
    use crate::field_path::of_field;
    use crdc_source::Span;

    #[test]
    fn older_servers_get_what_they_know() {
        let lowered = Lowered {
            message_expression: Some("'m'".to_owned()),
            required: true,
            ..Lowered::new("x-kubernetes-unions", Span::default(), "has(self.a)".to_owned(), "m").at("a")
        };
        let written = |minor| lowered.to_node(Minor(minor)).to_json();
        let first = r#"{"rule":"has(self.a) // crdc x-kubernetes-unions","message":"m""#;
        assert_eq!(written(26), format!("{first}}}"));
        assert_eq!(written(27), format!(r#"{first},"messageExpression":"'m'"}}"#));
        let all = r#""messageExpression":"'m'","fieldPath":".a","reason":"FieldValueRequired""#;
        assert_eq!(written(28), format!("{first},{all}}}"));
    }

    #[test]
    fn names_and_texts_are_quoted() {
        assert_eq!([of_field("a_1"), of_field("a.b"), of_field("it's")], [".a_1", "['a.b']", "['it\\'s']"]);
        assert_eq!([quoted("a b"), quoted("it's"), quoted("a\n")], ["'a b'", "\"it's\"", "\"a\\n\""]);
    }
}
