//! Evaluates programs on values that are not in a request, such as defaults.

use bumpalo::Bump;
use crdc_vocabulary::rules::COST_OF_CALL;

use super::program::{Program, ValueTypeId, ValueTypes, flatten};
use super::type_table::TypeTable;
use crate::program::{OldSelf, Program as Flat};
use crate::{Built, Context, EvalError, Evaluated, Memory, Meter, Node, Pair, Value, ValueType};

/// Evaluates expressions on the parts of one value.
#[derive(Debug)]
pub struct Evaluator<'t> {
    types: TypeTable<'t>,
    document: Built,
    memory: Memory,
}

/// What an expression is evaluated on. Parts of the value are named by the number of values before them, in document order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct On {
    /// `self`
    pub new: u32,
    /// `oldSelf`
    pub old: Option<u32>,
    /// Their type.
    pub of: ValueTypeId,
}

/// The result of an evaluation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluation<T> {
    /// The value, or why there is none.
    pub result: Evaluated<T>,
    /// What it cost, in the server's units.
    pub cost: u64,
}

impl<'t> Evaluator<'t> {
    /// For values of these types, which are laid out in the arena.
    #[must_use]
    pub fn new(arena: &'t Bump, types: &'t ValueTypes) -> Self {
        Evaluator {
            types: TypeTable::new(arena, types),
            document: Built::default(),
            memory: Memory::default(),
        }
    }

    /// Replaces the value: `load` builds it.
    pub fn load(&mut self, load: impl FnOnce(&mut Built, &TypeTable<'t>)) {
        self.document.clear();
        load(&mut self.document, &self.types);
    }

    /// Evaluates a rule. It also runs without an old value if `oldSelf` is an optional.
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

    /// Evaluates an expression with the variables of its scope, and has its result read while it is in memory. Each variable is a part of what
    /// was loaded and its type, in the order in which they were declared. The scope has no `self`.
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
    /// // Values that are read by what they are.
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
        let (new, of) = variables.first().copied().unwrap_or_default();
        let places: Vec<_> = variables.iter().map(|(at, of)| (*at, self.types.get(*of))).collect();
        let on = On { new, old: None, of };
        self.evaluate(program, OldSelf::Plain, on, &places, |program, context, pair, nodes| {
            let values: Vec<_> = nodes.iter().map(|node| node.value(context.arena)).collect();
            read(program.value_with(context, pair, &values)?)
        })
    }

    /// Evaluates an expression, and has its result read while it is in memory.
    pub fn run<T>(
        &mut self,
        program: &Program,
        old: OldSelf,
        on: On,
        read: impl for<'a> FnOnce(&'a Flat<'a>, Context<'a>, Pair<'a>) -> Result<T, EvalError>,
    ) -> Evaluation<T> {
        self.evaluate(program, old, on, &[], |program, context, pair, _| read(program, context, pair))
    }

    fn evaluate<T>(
        &mut self,
        program: &Program,
        old: OldSelf,
        on: On,
        others: &[(u32, &'t ValueType<'t>)],
        read: impl for<'a> FnOnce(&'a Flat<'a>, Context<'a>, Pair<'a>, &[Node<'a>]) -> Result<T, EvalError>,
    ) -> Evaluation<T> {
        let meter = Meter::new(COST_OF_CALL);
        let result = {
            let view = self.document.view();
            let of = self.types.get(on.of);
            let pair = Pair { new: view.node(on.new, of), old: on.old.map(|old| view.node(old, of)) };
            let nodes: Vec<Node<'_>> = others.iter().map(|(at, of)| view.node(*at, of)).collect();
            let arena = Bump::new();
            let program = arena.alloc(flatten(&arena, program, old, &mut |_| None));
            self.memory.limited(meter.limited(read(
                program,
                Context::new(&self.memory, &meter),
                pair,
                &nodes,
            )))
        };
        self.memory.reset();
        Evaluation { result, cost: meter.spent() }
    }
}
