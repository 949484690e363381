//! One expression: its text, parsed and typed by the compiler's front end.

use crdc_cel::compile::types::Declarations;
use crdc_cel::compile::{Checked, Environment, Scope, Text};
use crdc_vocabulary::Minor;

use super::evaluate::Evaluator;
use super::types::declare;
use super::value::{Evaluated, Failure, Value};
use crate::interpreter::Structural;

/// Whether the values of a schema have a type in rules.
pub(super) fn has_type(schema: &Structural) -> bool {
    declare(schema, &mut Declarations::default()).is_some()
}

/// An expression over `self` and `oldSelf`.
#[derive(Clone, Debug)]
pub struct Expression {
    checked: Checked,
}

impl Expression {
    /// Parses an expression over values of a schema. `optional` is whether `oldSelf` is an optional.
    ///
    /// # Errors
    /// The text is not a valid expression, or the values have no type in rules. The error is the
    /// reason.
    pub fn new(text: &str, schema: &Structural, optional: bool) -> Result<Expression, String> {
        let mut scope = Scope::default();
        let root = declare(schema, &mut scope.declarations).ok_or("the value has no type")?;
        scope.set_self(root, optional);
        let text = Text::new(text);
        let checked = Environment::new(Minor::NEWEST).check(&text, &mut scope);
        checked.map(|checked| Expression { checked }).map_err(|issues| issues.display(&text))
    }

    /// Whether the expression uses a variable.
    pub fn names(&self, variable: &str) -> bool {
        self.checked.names(variable)
    }

    /// The value of the expression for these values of the variables. A variable may be an error, and
    /// `oldSelf` may be absent.
    ///
    /// # Errors
    /// The evaluation fails. The error is the reason.
    pub fn evaluate<'a>(
        &'a self,
        own: Evaluated<Value<'a>>,
        old: Option<Evaluated<Value<'a>>>,
    ) -> Evaluated<Value<'a>> {
        let mut variables = vec![("self", own)];
        variables.extend(old.map(|old| ("oldSelf", old)));
        let Some(root) = self.checked.ast.root() else {
            return Err(Failure::Unknown("an empty expression".to_owned()));
        };
        Evaluator { ast: &self.checked.ast, typing: &self.checked.typing, variables }.value(root)
    }
}
