//! Evaluates single expressions of any type over one field of an object, for tools that compare their values
//! with a record. Resources have rules instead.

use alloc::format;
use alloc::string::{String, ToString};

use super::budget::OF_CALL;
use super::buffers::Buffers;
use crate::error::{Broken, ErrorSource, ErrorType, FieldError};
use crdc_cel::program::Program;
use crdc_cel::{Context, Document, EvalError, Indexes, Meter, Node, Pair, RuleType, write_value};
use crdc_object::tape::Tape;
use crdc_vocabulary::go::{Escapes, json_string};

/// Expressions over the value of one field.
#[derive(Debug)]
pub struct Expressions {
    /// The field of the object whose value is `self`.
    pub field: &'static str,
    /// The type that the expressions see.
    pub of: &'static RuleType,
    /// The programs of the expressions.
    pub programs: &'static [&'static Program<'static>],
}

/// Evaluates expressions. If the object lacks the field, no expression is evaluated. The object gets one
/// error, whose detail is a list in JSON: for each expression `{"value": …, "cost": …}` or `{"eval_error": …,
/// "cost": …}`.
pub(crate) fn evaluate(
    tape: Tape<'_>,
    expressions: &'static Expressions,
    buffers: &mut Buffers,
) -> Option<Broken> {
    let at = tape.member(0, expressions.field.as_bytes())?;
    let indexes = Indexes::default();
    let memory = &mut buffers.memory;
    let document = Document::new(tape, &indexes);
    let mut detail = String::from("[");
    for (index, program) in expressions.programs.iter().enumerate() {
        let meter = Meter::new(OF_CALL);
        let pair = Pair { new: Node::new(&document, at, expressions.of), old: None };
        let context = Context::new(memory, &meter);
        let value = program.value(context, pair).and_then(|value| {
            let mut text = String::new();
            write_value(value, context.arena, &mut text)?;
            Ok::<_, EvalError>(text)
        });
        let result = match value {
            Ok(value) => format!("\"value\":{value}"),
            Err(error) => format!("\"eval_error\":{}", json_string(&error.to_string(), Escapes::Fewest)),
        };
        let separator = if index == 0 { "" } else { "," };
        detail.push_str(&format!("{separator}{{{result},\"cost\":{}}}", meter.spent()));
        memory.reset();
    }
    detail.push(']');
    let error = FieldError::new(ErrorType::Invalid, expressions.field, None, detail, ErrorSource::Cel);
    Some(Broken { at, transition: true, error, rule: None })
}
