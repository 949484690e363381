//! Evaluates programs on values that are not part of a request, such as defaults. In: a program, and a value
//! that is built for it. Out: the result and its cost.

use bumpalo::Bump;
use crdc_vocabulary::rules::COST_OF_CALL;

use super::program::{Program, ValueTypeId, ValueTypes, flatten};
use super::type_table::TypeTable;
use crate::context::meter::Meter;
use crate::context::{Context, Memory};
use crate::document::schema::RuleType;
use crate::error::{EvalError, Evaluated};
use crate::operations::rule_variables::Pair;
use crate::program::{OldSelf, Program as Flat};
use crate::values::Value;
use crate::values::built::{Built, View};

/// Evaluates expressions on the parts of one value.
#[derive(Debug)]
pub struct Evaluator<'t> {
    types: TypeTable<'t>,
    document: Built,
    memory: Memory,
}

/// The input of an evaluation. Parts of the value are named by the number of values before them, in document
/// order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct On {
    /// `self`
    pub new: u32,
    /// `oldSelf`
    pub old: Option<u32>,
    /// The type of `self`.
    pub of: ValueTypeId,
}

/// The result of an evaluation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluation<T> {
    /// The value, or the error.
    pub result: Evaluated<T>,
    /// The cost, in the server's units.
    pub cost: u64,
}

impl<'t> Evaluator<'t> {
    /// Creates an evaluator for values of these types. The arena holds the types.
    #[must_use]
    pub fn new(arena: &'t Bump, types: &'t ValueTypes) -> Self {
        Evaluator {
            types: TypeTable::new(arena, types),
            document: Built::default(),
            memory: Memory::default(),
        }
    }

    /// Replaces the loaded value by the one that `load` builds.
    pub fn load(&mut self, load: impl FnOnce(&mut Built, &TypeTable<'t>)) {
        self.document.clear();
        load(&mut self.document, &self.types);
    }

    /// Evaluates a rule. If `oldSelf` is an optional, the rule also runs without an old value.
    pub fn rule(&mut self, program: &Program, on: On, optional_old_self: bool) -> Evaluation<bool> {
        let old = if optional_old_self { OldSelf::Optional } else { OldSelf::Plain };
        self.run(program, old, on, |program, context, pair| program.holds(context, pair))
    }

    /// Evaluates the message of a rule.
    pub fn message(&mut self, program: &Program, on: On) -> Evaluation<String> {
        self.run(program, OldSelf::InMessage, on, |program, context, pair| {
            program.text(context, pair).map(str::to_owned)
        })
    }

    /// Evaluates an expression with the variables of its scope, and passes its result to `read` while the
    /// result is in memory. A variable is given as a part of the loaded value with its type, in the order of
    /// declaration. The scope has no `self`.
    ///
    /// ```
    /// use crdc_cel::compile::program::{ValueType, ValueTypes, lower};
    /// use crdc_cel::compile::types::Type;
    /// use crdc_cel::compile::{Environment, Evaluator, Scope, Text};
    /// use crdc_cel::{Form, Slot, Value};
    /// use crdc_vocabulary::Minor;
    ///
    /// let mut scope = Scope::default();
    /// scope.variables.declare("object", Type::DYN);
    /// scope.variables.declare("oldObject", Type::DYN);
    /// let text = Text::new("oldObject == null && object.size() > 2");
    /// let checked = Environment::new(Minor::NEWEST).check(&text, &mut scope).expect("it is right");
    /// let program = lower(&checked, &scope).expect("it has a program");
    ///
    /// // Values without a schema, read by their JSON types.
    /// let mut types = ValueTypes::default();
    /// let of = types.add(ValueType::of(Form::Raw));
    /// let arena = bumpalo::Bump::new();
    /// let mut evaluator = Evaluator::new(&arena, &types);
    /// evaluator.load(|document, _| {
    ///     document.string(Slot::Item, "abc");
    ///     document.null(Slot::Item);
    /// });
    /// let found = evaluator.run_with(&program, &[(0, of), (1, of)], |value| Ok(matches!(value, Value::Bool(true))));
    /// assert_eq!((found.result, found.cost), (Ok(true), 5));
    /// ```
    pub fn run_with<T>(
        &mut self,
        program: &Program,
        variables: &[(u32, ValueTypeId)],
        read: impl for<'a> FnOnce(Value<'a>) -> Result<T, EvalError>,
    ) -> Evaluation<T> {
        self.session(|session| {
            let values: Vec<_> = variables.iter().map(|(at, of)| session.part(*at, *of)).collect();
            let Evaluation { result, cost } = session.evaluate(program, &values);
            Evaluation { result: result.and_then(read), cost }
        })
    }

    /// Evaluates several expressions in a row. Each may use the results of earlier ones as variables.
    ///
    /// ```
    /// # use crdc_cel::compile::program::{Program, ValueTypes, lower};
    /// # use crdc_cel::compile::{Environment, Evaluator, Scope, Text};
    /// # use crdc_cel::Value;
    /// # use crdc_vocabulary::Minor;
    /// let (environment, mut scope) = (Environment::new(Minor::NEWEST), Scope::default());
    /// let [sum, twice] = ["1 + 2", "variables.sum * 2"].map(|text| {
    ///     let checked = environment.check(&Text::new(text), &mut scope).expect("it is right");
    ///     let program = lower(&checked, &scope).expect("it has a program");
    ///     // From now on others can name it.
    ///     scope.variables.declare("variables.sum", checked.result);
    ///     program
    /// });
    /// let (arena, types) = (bumpalo::Bump::new(), ValueTypes::default());
    /// Evaluator::new(&arena, &types).session(|session| {
    ///     let sum = session.evaluate(&sum, &[]).result;
    ///     assert!(matches!(session.evaluate(&twice, &[sum]).result, Ok(Value::Int(6))));
    /// });
    /// ```
    pub fn session<T>(&mut self, evaluate: impl for<'a> FnOnce(&Session<'a>) -> T) -> T {
        let result = {
            let (programs, document) = (Bump::new(), self.document.view());
            let (types, memory) = (&self.types, &self.memory);
            evaluate(&Session { document: &document, types, memory, programs: &programs })
        };
        self.memory.reset();
        result
    }

    /// Prepares a program and its values in memory, and calls `read`, which evaluates the program.
    pub fn run<T>(
        &mut self,
        program: &Program,
        old: OldSelf,
        on: On,
        read: impl for<'a> FnOnce(&'a Flat<'a>, Context<'a>, Pair<'a>) -> Result<T, EvalError>,
    ) -> Evaluation<T> {
        let meter = Meter::new(COST_OF_CALL);
        let result = {
            let view = self.document.view();
            let of = self.types.get(on.of);
            let pair = Pair { new: view.node(on.new, of), old: on.old.map(|old| view.node(old, of)) };
            let arena = Bump::new();
            let program = arena.alloc(flatten(&arena, program, old, &mut |_| None));
            self.memory.limited(meter.limited(read(program, Context::new(&self.memory, &meter), pair)))
        };
        self.memory.reset();
        Evaluation { result, cost: meter.spent() }
    }
}

/// A session that evaluates expressions one after the other in the same memory.
#[derive(Debug)]
pub struct Session<'a> {
    document: &'a View<'a>,
    types: &'a TypeTable<'a>,
    memory: &'a Memory,
    programs: &'a Bump,
}

impl<'a> Session<'a> {
    /// A part of the loaded value, identified by the number of values before it in document order.
    ///
    /// # Errors
    /// The value does not fit its type.
    pub fn part(&self, at: u32, of: ValueTypeId) -> Evaluated<Value<'a>> {
        self.document.node(at, self.types.get(of)).value(&self.memory.arena)
    }

    /// Evaluates an expression whose scope has no `self`, with its variables in the order in which they were
    /// declared. A variable that is an error makes the expressions that read it fail.
    pub fn evaluate(&self, program: &Program, variables: &[Evaluated<Value<'a>>]) -> Evaluation<Value<'a>> {
        let meter = &*self.programs.alloc(Meter::new(COST_OF_CALL));
        let program = self.programs.alloc(flatten(self.programs, program, OldSelf::Plain, &mut |_| None));
        let pair = Pair { new: self.document.node(0, RuleType::RAW), old: None };
        let value = program.value_with(Context::new(self.memory, meter), pair, variables);
        Evaluation { result: self.memory.limited(meter.limited(value)), cost: meter.spent() }
    }
}
