//! What a server of an older version does not know in rules. In: the schema of a version. Out: for each rule that such a server refuses, or
//! reads without one of its fields, where and since when servers know it.
//!
//! The rules compile on the newest server. Easy to break: an older server drops fields of rules that it does not know, so the rest of
//! the rule means something else.

use super::compile::RuleCompiler;
use super::declare::Declare;
use crate::cel::server::Minor;
use crate::cel::types::DeclaredId;
use crate::schema::{Rule, Schema};
use crate::source::Span;

/// Something in a rule that a server does not know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Newer {
    /// The expression, or the key of the field.
    pub(crate) span: Span,
    /// The field of the rule.
    pub(crate) field: &'static str,
    /// The server's error; none if it drops the field.
    pub(crate) error: Option<String>,
    /// The first version that knows it.
    pub(crate) since: Minor,
}

/// What a server does not know in the rules of a schema, in the order of the document.
pub(crate) fn newer_than(schema: &Schema, server: Minor) -> Vec<Newer> {
    let declare = Declare::of(schema);
    let mut compilers = Compilers { schema, server, used: Vec::new(), found: Vec::new() };
    schema.visit(&mut |schema| {
        for rule in schema.x_validations.iter().flat_map(|at| &at.value) {
            if let Some(own) = declare.own(schema) {
                compilers.rule(rule, own);
            }
        }
    });
    compilers.found
}

struct Compilers<'s> {
    schema: &'s Schema,
    server: Minor,
    /// By version, from that of the server on.
    used: Vec<RuleCompiler>,
    found: Vec<Newer>,
}

impl Compilers<'_> {
    fn rule(&mut self, rule: &Rule, own: DeclaredId) {
        let fields = [
            (
                "messageExpression",
                rule.message_expression.as_ref().map(|at| at.key),
                Minor::MESSAGE_EXPRESSION,
            ),
            ("reason", rule.reason.as_ref().map(|at| at.key), Minor::FIELD_PATH),
            ("fieldPath", rule.field_path.as_ref().map(|at| at.key), Minor::FIELD_PATH),
            ("optionalOldSelf", rule.optional_old_self.as_ref().map(|at| at.key), Minor::OPTIONAL_OLD_SELF),
        ];
        for (field, key, since) in fields {
            if let Some(span) = key.filter(|_| since > self.server) {
                self.found.push(Newer { span, field, error: None, since });
            }
        }
        let optional = rule.optional_old_self.as_ref().is_some_and(|at| at.value);
        for (field, text) in [("rule", &rule.rule), ("messageExpression", &rule.message_expression)] {
            let Some(text) = text.as_ref().filter(|at| field == "rule" || !at.value.is_empty()) else {
                continue;
            };
            let Some(error) = self.error(0, &text.value, own, optional) else { continue };
            let newest = Minor::NEWEST.0.saturating_sub(self.server.0);
            let mut accepts = |later: &u8| self.error(*later, &text.value, own, optional).is_none();
            let later = (1..=newest).find(&mut accepts).unwrap_or(newest);
            let since = Minor(self.server.0.saturating_add(later));
            self.found.push(Newer { span: text.span, field, error: Some(error), since });
        }
    }

    /// Why the server some versions after the named one refuses an expression.
    fn error(&mut self, later: u8, text: &str, own: DeclaredId, optional: bool) -> Option<String> {
        while self.used.len() <= usize::from(later) {
            let minor = Minor(self.server.0.saturating_add(self.used.len().try_into().unwrap_or(u8::MAX)));
            let declarations = Declare::of(self.schema).declarations;
            self.used.push(RuleCompiler::for_server(declarations, minor));
        }
        self.used.get_mut(usize::from(later))?.refusal(text, own, optional)
    }
}
