//! Evaluates single expressions of any type, for tools that compare their values with a record. **Not part of
//! the public interface.**

use bumpalo::Bump;
use crdc::__private::cel::write_value;
use crdc::__private::plan::program::OldSelf;
use crdc_cel::compile::{Evaluator, On};
use crdc_check::cel::{RuleCompiler, SchemaValues, load};
use crdc_schema::Schema;
use crdc_source::Node;

/// The result of an expression for one value of `self`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluated {
    /// The value as JSON that keeps the types, or the reason why there is no value.
    pub value: Result<String, String>,
    /// The cost, in the server's units.
    pub cost: u64,
}

/// For each expression, its results for all values of `self`, which has the schema; `None` if the expression
/// does not compile.
#[must_use]
pub fn evaluate(schema: &Schema, selves: &[Node], texts: &[String]) -> Vec<Option<Vec<Evaluated>>> {
    let Some((mut compiler, root)) = RuleCompiler::for_value(schema) else { return vec![None; texts.len()] };
    let values = SchemaValues::of(schema, false);
    let Some(of) = values.id(schema) else { return vec![None; texts.len()] };
    let arena = Bump::new();
    let mut evaluator = Evaluator::new(&arena, &values.types);
    let mut results: Vec<Option<Vec<Evaluated>>> = Vec::with_capacity(texts.len());
    let programs: Vec<_> = texts.iter().map(|text| compiler.program(text, root, false)).collect();
    results.extend(programs.iter().map(|program| program.as_ref().map(|_| Vec::new())));
    let on = On { new: 0, old: None, of };
    for value in selves {
        load(&mut evaluator, value, of);
        for (program, results) in programs.iter().zip(&mut results) {
            let (Some(program), Some(results)) = (program, results) else { continue };
            let found = evaluator.run(program, OldSelf::Plain, on, |program, context, pair| {
                let value = program.value(context, pair)?;
                let mut text = String::new();
                write_value(value, context.arena, &mut text)?;
                Ok(text)
            });
            results
                .push(Evaluated { value: found.result.map_err(|error| error.to_string()), cost: found.cost });
        }
    }
    results
}
