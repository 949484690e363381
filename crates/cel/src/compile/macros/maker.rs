//! Makes the nodes of an expanded macro. All of them have the location of the macro's parenthesis.

use crate::compile::ast::{Ast, Comprehension, Constant, Entry, ExprId, Field, Item, Kind, Name};
use crate::compile::issues::{Issue, MacroError};

/// The name of the accumulator of loops, which no expression can contain.
pub(in crate::compile) const ACCUMULATOR: &str = "@result";
/// The name of the accumulator in older servers. It is not allowed as the name of a variable.
const OLD_ACCUMULATOR: &str = "__result__";

pub(super) struct Maker<'a> {
    pub(super) ast: &'a mut Ast,
    pub(super) at: u32,
    pub(super) span: (u32, u32),
}

/// A loop before its accumulator and result are filled in.
pub(super) struct Loop {
    pub(super) range: ExprId,
    pub(super) variable: Name,
    pub(super) second: Option<Name>,
    pub(super) init: ExprId,
    pub(super) condition: ExprId,
    pub(super) step: ExprId,
}

impl Maker<'_> {
    pub(super) fn node(&mut self, kind: Kind) -> ExprId {
        self.ast.add(self.at, self.span, kind)
    }

    pub(super) fn constant(&mut self, constant: Constant) -> ExprId {
        self.node(Kind::Constant(constant))
    }

    pub(super) fn bool(&mut self, value: bool) -> ExprId {
        self.constant(Constant::Bool(value))
    }

    pub(super) fn ident(&mut self, name: impl Into<Name>) -> ExprId {
        self.node(Kind::Ident(name.into()))
    }

    pub(super) fn accumulator(&mut self) -> ExprId {
        self.ident(ACCUMULATOR)
    }

    pub(super) fn list(&mut self, items: &[ExprId]) -> ExprId {
        let item = |value: &ExprId| Item { value: *value, optional: false };
        self.node(Kind::List(items.iter().map(item).collect()))
    }

    pub(super) fn call(&mut self, function: &'static str, args: Vec<ExprId>) -> ExprId {
        self.node(Kind::Call { function: function.into(), target: None, args })
    }

    pub(super) fn method(&mut self, function: &'static str, target: ExprId, args: Vec<ExprId>) -> ExprId {
        self.node(Kind::Call { function: function.into(), target: Some(target), args })
    }

    /// Makes a loop whose value is `result`, or the accumulator if there is no `result`.
    pub(super) fn comprehension(&mut self, parts: Loop, result: Option<ExprId>) -> ExprId {
        let result = result.unwrap_or_else(|| self.accumulator());
        self.named_comprehension(parts, ACCUMULATOR.into(), result)
    }

    pub(super) fn named_comprehension(&mut self, parts: Loop, accumulator: Name, result: ExprId) -> ExprId {
        let Loop { range, variable, second, init, condition, step } = parts;
        let parts = Comprehension { range, variable, second, accumulator, init, condition, step, result };
        self.node(Kind::Comprehension(Box::new(parts)))
    }

    /// The name of a variable of a loop.
    pub(super) fn variable(&self, arg: ExprId, otherwise: MacroError) -> Result<Name, Issue> {
        self.ast.ident(arg).cloned().ok_or_else(|| self.error(arg, otherwise))
    }

    /// The names of the two variables of a loop, its first arguments.
    pub(super) fn variables(&self, args: &[ExprId]) -> Result<(Name, Name), Issue> {
        let first = self.variable(args[0], MacroError::NotSimpleName)?;
        let second = self.variable(args[1], MacroError::NotSimpleName)?;
        if first == second {
            return Err(self.error(args[1], MacroError::Duplicate { name: first.to_string() }));
        }
        self.not_accumulator(args[0], &first)?;
        self.not_accumulator(args[1], &second)?;
        Ok((first, second))
    }

    /// Refuses a variable with the name of the accumulator.
    pub(super) fn not_accumulator(&self, arg: ExprId, name: &Name) -> Result<(), Issue> {
        if name == ACCUMULATOR || name == OLD_ACCUMULATOR {
            return Err(self.error(arg, MacroError::Accumulator));
        }
        Ok(())
    }

    pub(super) fn error(&self, node: ExprId, error: MacroError) -> Issue {
        Issue { at: Some(self.ast.at(node)), kind: error.into() }
    }

    /// Copies a tree, with the locations of the original.
    pub(super) fn copy(&mut self, id: ExprId) -> ExprId {
        if self.ast.is_full() {
            return id;
        }
        let node = self.ast.node(id).clone();
        let kind = match node.kind {
            kind @ (Kind::Constant(_) | Kind::Ident(_) | Kind::Invalid) => kind,
            Kind::Select { operand, field, test } => {
                Kind::Select { operand: self.copy(operand), field, test }
            }
            Kind::Call { function, target, args } => Kind::Call {
                function,
                target: target.map(|target| self.copy(target)),
                args: args.into_iter().map(|arg| self.copy(arg)).collect(),
            },
            Kind::List(items) => {
                let copy = |item: Item| Item { value: self.copy(item.value), ..item };
                Kind::List(items.into_iter().map(copy).collect())
            }
            Kind::Map(entries) => {
                let mut copy = |entry: Entry| Entry {
                    key: self.copy(entry.key),
                    value: self.copy(entry.value),
                    ..entry
                };
                Kind::Map(entries.into_iter().map(&mut copy).collect())
            }
            Kind::Struct { name, fields } => {
                let copy = |field: Field| Field { at: self.at, value: self.copy(field.value), ..field };
                Kind::Struct { name, fields: fields.into_iter().map(copy).collect() }
            }
            Kind::Comprehension(mut found) => {
                found.range = self.copy(found.range);
                found.init = self.copy(found.init);
                found.condition = self.copy(found.condition);
                found.step = self.copy(found.step);
                found.result = self.copy(found.result);
                Kind::Comprehension(found)
            }
        };
        self.ast.add(node.at, node.span, kind)
    }
}
