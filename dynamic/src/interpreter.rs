//! The interpreter for the rules of defaults.

use crate::program::cel::{Built, Context, Counted, EvalError, Memory, Pair, is_true};
use crate::program::{Calls, Run};
use crate::types::Types;
use crate::values;
use bumpalo::Bump;
use crdc_codegen::cel::program::{Program, Repr, ValueTypeId, ValueTypes};
use crdc_codegen::check::cel::{Answer, Evaluation, Evaluator, Failure, On, Purpose};
use crdc_codegen::source::Node;
use crdc_vocabulary::rules::COST_OF_CALL;

/// Runs rules for crdc-codegen.
#[derive(Clone, Copy, Debug, Default)]
pub struct Interpreter;

impl crdc_codegen::check::cel::Interpreter for Interpreter {
    fn open(&self, types: &ValueTypes, run: &mut dyn FnMut(&mut dyn Evaluator)) {
        let arena = Bump::new();
        run(&mut Opened::new(&arena, types));
    }
}

/// Evaluates expressions on the parts of one value.
pub(crate) struct Opened<'t> {
    types: Types<'t>,
    calls: Calls<'t>,
    document: Built,
    memory: Memory,
}

impl<'t> Opened<'t> {
    pub(crate) fn new(arena: &'t Bump, types: &'t ValueTypes) -> Self {
        Opened {
            types: Types::new(arena, types),
            calls: Calls::new(arena),
            document: Built::default(),
            memory: Memory::default(),
        }
    }

    /// Evaluates an expression, and has its result read while it is in memory; also returns the cost.
    pub(crate) fn run<T>(
        &mut self,
        program: &Program,
        on: On,
        read: impl FnOnce(&Run<'_>, &Program) -> Result<T, EvalError>,
    ) -> (Result<T, EvalError>, u64) {
        let meter = Counted::new(COST_OF_CALL);
        let result = {
            let view = self.document.view();
            let of = self.types.get(on.of);
            let pair = Pair { new: view.node(on.new, of), old: on.old.map(|old| view.node(old, of)) };
            let run = Run {
                context: Context::new(&self.memory, &meter),
                pair,
                purpose: on.purpose,
                calls: &self.calls,
            };
            self.memory.limited(meter.limited(read(&run, program)))
        };
        self.memory.reset();
        (result, meter.spent())
    }
}

impl Evaluator for Opened<'_> {
    fn load(&mut self, value: &Node, of: ValueTypeId) {
        values::load(&mut self.document, &self.types, value, of);
    }

    fn evaluate(&mut self, program: &Program, on: On) -> Evaluation {
        let (result, cost) = match on.purpose {
            Purpose::Rule { .. } => self.run(program, on, |run, program| {
                run.root(program, &Repr::Dynamic).map(|result| Answer::Holds(is_true(result)))
            }),
            Purpose::Message => self.run(program, on, |run, program| {
                let text: &str = run.root(program, &Repr::String).and_then(crate::program::cel::of)?;
                Ok(Answer::Text(text.to_owned()))
            }),
        };
        let failed = |error: EvalError| Failure {
            over_limit: error == EvalError::CostLimit,
            reason: error.to_string(),
        };
        Evaluation { result: result.map_err(failed), cost }
    }
}
