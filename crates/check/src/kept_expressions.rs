//! Decides which functions an expression may use. An expression that an update keeps may use all functions of
//! the server; a new one only those that the version before also has. In: the schemas of the old document.
//! Out: the version whose functions an expression may use.
//!
//! Easy to break: expressions are compared only by their text, wherever in the document they were.
//
// apiextensions-apiserver: pkg/apis/apiextensions/validation/validation.go (preexistingExpressions)

use std::collections::HashSet;

use crdc_schema::Schema;
use crdc_vocabulary::Minor;

/// The texts of the rules and of the messages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct KeptExpressions {
    rules: HashSet<String>,
    messages: HashSet<String>,
}

impl KeptExpressions {
    /// The expressions of the schemas of a document.
    pub(crate) fn of(schemas: &[&Schema]) -> KeptExpressions {
        let mut kept = KeptExpressions::default();
        let mut add = |schema: &Schema| {
            for rule in schema.x_validations.iter().flat_map(|rules| &rules.value) {
                kept.rules.extend(rule.rule.as_ref().map(|at| at.value.clone()));
                kept.messages.extend(rule.message_expression.as_ref().map(|at| at.value.clone()));
            }
        };
        schemas.iter().for_each(|root| root.visit(&mut add));
        kept
    }

    /// The version whose functions an expression may use on a server: a function may be used one version
    /// after it was added, or at once if the expression is kept.
    pub(super) fn functions(&self, server: Minor, expression: &str, is_message: bool) -> Minor {
        let is_kept = match is_message {
            true => server >= Minor::KEPT_MESSAGES && self.messages.contains(expression),
            false => self.rules.contains(expression),
        };
        if is_kept { Minor(server.0.saturating_add(1)) } else { server }
    }
}
