//! The interpreter for the rules of defaults.

use crate::program::constants;
use crate::types::Types;
use crate::values;
use bumpalo::Bump;
use crdc::__private::cel::{Built, Context, EvalError, Memory, Meter, Pair};
use crdc::__private::plan::program::Program as Constants;
use crdc_codegen::cel::program::{Program, ValueTypeId, ValueTypes};
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
    document: Built,
    memory: Memory,
}

impl<'t> Opened<'t> {
    pub(crate) fn new(arena: &'t Bump, types: &'t ValueTypes) -> Self {
        Opened { types: Types::new(arena, types), document: Built::default(), memory: Memory::default() }
    }

    /// Evaluates an expression, and has its result read while it is in memory; also returns the cost.
    pub(crate) fn run<T>(
        &mut self,
        program: &Program,
        on: On,
        read: impl for<'a> FnOnce(&'a Constants<'a>, Context<'a>, Pair<'a>) -> Result<T, EvalError>,
    ) -> (Result<T, EvalError>, u64) {
        let meter = Meter::new(COST_OF_CALL);
        let result = {
            let view = self.document.view();
            let of = self.types.get(on.of);
            let pair = Pair { new: view.node(on.new, of), old: on.old.map(|old| view.node(old, of)) };
            let arena = Bump::new();
            let program = constants(&arena, program, on.purpose);
            self.memory.limited(meter.limited(read(program, Context::new(&self.memory, &meter), pair)))
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
            Purpose::Rule { .. } => self
                .run(program, on, |program, context, pair| program.holds(context, pair).map(Answer::Holds)),
            Purpose::Message => self.run(program, on, |program, context, pair| {
                program.text(context, pair).map(|text| Answer::Text(text.to_owned()))
            }),
        };
        let failed = |error: EvalError| Failure {
            over_limit: error == EvalError::CostLimit,
            reason: error.to_string(),
        };
        Evaluation { result: result.map_err(failed), cost }
    }
}
