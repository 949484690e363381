//! Computes the value of each node of an expression, and the conditions under which it is true, false or an
//! error. A node is an error if a field is absent, or a value has the wrong type. In: a typed expression.
//! Out: one [`Known`] for each node.
//!
//! Easy to break: an error is neither true nor false. A node that is not a bool is "true" if it is not an
//! error.

use std::collections::HashMap;

use super::facts::Facts;
use super::formula::Formula;
use super::value::{Value, ValueId};
use crdc_cel::compile::ast::{Constant, ExprId, Kind, Name};
use crdc_cel::compile::types::{self, Type};
use crdc_cel::compile::{Checked, Environment, Scope};

/// The result of evaluating a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    /// The value.
    pub(super) value: ValueId,
    /// The condition under which the node is true, or, if it is not a bool, no error.
    pub(super) yes: Formula,
    /// The condition under which the node is false.
    pub(super) no: Formula,
}

/// The values of `self` and `oldSelf`, and the parts of them that are always equal.
#[derive(Clone, Copy)]
pub(super) struct Same<'a> {
    /// Fields that are always equal to those of `oldSelf`.
    pub(super) fields: &'a [String],
    /// Whether `self` always equals `oldSelf`.
    pub(super) whole: bool,
    /// Whether `self` is a resource, whose name never changes.
    pub(super) resource: bool,
    /// Whether the expression is evaluated for the old object, so that `self` is the old value.
    pub(super) old: bool,
    /// The value of `self`.
    pub(super) new: ValueId,
    /// The value of `oldSelf`.
    pub(super) before: ValueId,
}

/// The elements of a list that a loop makes (`map` or `filter`).
#[derive(Clone)]
pub(super) struct Elements {
    pub(super) element: ValueId,
    /// The condition under which the loop adds an element.
    pub(super) given: Formula,
    /// The lists whose elements the condition and the element depend on.
    pub(super) lists: Vec<ValueId>,
}

/// The evaluation of an expression.
pub(super) struct Evaluation<'a, 's> {
    pub(super) checked: &'a Checked,
    pub(super) scope: &'a Scope,
    pub(super) environment: &'a Environment,
    pub(super) facts: &'a mut Facts<'s>,
    pub(super) known: Vec<Option<Known>>,
    pub(super) elements: HashMap<ExprId, Elements>,
    same: Same<'a>,
    /// Whether a result depends on a part of `self` that always equals the part of `oldSelf`.
    pub(super) used_same: bool,
    /// The variables of the loops around a node, the innermost last.
    pub(super) locals: Vec<(Name, ValueId)>,
    /// For each list, the number of loops over it around a node.
    pub(super) open: HashMap<ValueId, u32>,
}

impl<'a, 's> Evaluation<'a, 's> {
    pub(crate) fn of(
        checked: &'a Checked,
        scope: &'a Scope,
        environment: &'a Environment,
        facts: &'a mut Facts<'s>,
        same: Same<'a>,
    ) -> Evaluation<'a, 's> {
        let mut evaluation = Evaluation {
            known: vec![None; checked.ast.len()],
            checked,
            scope,
            environment,
            facts,
            elements: HashMap::new(),
            same,
            used_same: false,
            locals: Vec::new(),
            open: HashMap::new(),
        };
        if let Some(root) = checked.ast.root() {
            evaluation.node(root);
        }
        evaluation
    }

    pub(super) fn get(&self, id: ExprId) -> Option<Known> {
        self.known.get(id.index()).copied().flatten()
    }

    pub(super) fn type_of(&self, id: ExprId) -> Type {
        self.checked.typing.of(id).unwrap_or(Type::DYN)
    }

    pub(super) fn type_kind(&self, id: ExprId) -> &'a types::Kind {
        self.scope.types.kind(self.type_of(id))
    }

    pub(super) fn is_optional(&self, id: ExprId) -> bool {
        matches!(self.type_kind(id), types::Kind::Optional(_))
    }

    pub(super) fn ok(&mut self, known: Known) -> Formula {
        self.facts.formulas.or(known.yes, known.no)
    }

    pub(crate) fn node(&mut self, id: ExprId) -> Known {
        let found = self.evaluate(id);
        self.known[id.index()] = Some(found);
        found
    }

    fn evaluate(&mut self, id: ExprId) -> Known {
        let checked = self.checked;
        match checked.ast.kind(id) {
            Kind::Constant(constant) => self.constant(constant),
            Kind::Ident(name) => self.ident(id, name),
            Kind::Select { operand, field, test } => self.select(id, *operand, field, *test),
            Kind::Call { function, target, args } => {
                let args: Vec<ExprId> = target.iter().chain(args).copied().collect();
                self.call(id, function, &args)
            }
            Kind::Comprehension(found) => self.comprehension(id, found),
            Kind::List(_) | Kind::Map(_) | Kind::Struct { .. } | Kind::Invalid => {
                let children = checked.ast.children(id);
                let name = match checked.ast.kind(id) {
                    Kind::List(items) if items.iter().all(|item| !item.optional) => "[]",
                    // Entries may be optional, and messages have names.
                    _ => return self.unique(id, &children),
                };
                self.strict(id, name, &children)
            }
        }
    }

    /// A value that equals no other value.
    pub(super) fn unique(&mut self, id: ExprId, children: &[ExprId]) -> Known {
        let name = format!("#{}", self.facts.values.len());
        self.strict(id, name, children)
    }

    fn constant(&mut self, constant: &Constant) -> Known {
        let (of, text) = match constant {
            Constant::Null => ("null", String::new()),
            Constant::Bool(value) => ("bool", value.to_string()),
            Constant::Int(value) => ("int", value.to_string()),
            // Numbers of different types are equal if their values are.
            Constant::Uint(value) => ("int", value.to_string()),
            Constant::Double(value) if value.fract() == 0.0 => ("int", value.to_string()),
            Constant::Double(value) => ("double", value.to_string()),
            Constant::String(value) => ("string", value.clone()),
            Constant::Bytes(value) => ("bytes", format!("{value:?}")),
        };
        let value = self.facts.values.of(Value::Literal(of, text));
        let yes = Formula::of(*constant != Constant::Bool(false));
        Known { value, yes, no: Formula::of(yes == Formula::FALSE) }
    }

    fn ident(&mut self, id: ExprId, name: &Name) -> Known {
        let local = self.locals.iter().rev().find(|(local, _)| local == name).map(|(_, value)| *value);
        let value = match (local, name.as_ref()) {
            (Some(value), _) => value,
            (None, "self") => {
                if self.same.old {
                    self.same.before
                } else {
                    self.same.new
                }
            }
            (None, "oldSelf") if self.same.whole && !self.is_optional(id) => {
                self.used_same = true;
                self.same.new
            }
            (None, "oldSelf") => self.same.before,
            (None, _) => self.facts.values.of(Value::Type(name.clone())),
        };
        self.valued(id, value, Formula::TRUE)
    }

    /// The result of a node with this value, which may be an error.
    pub(super) fn valued(&mut self, id: ExprId, value: ValueId, ok: Formula) -> Known {
        if self.type_of(id) != Type::BOOL {
            return Known { value, yes: ok, no: Formula::FALSE };
        }
        let truth = self.facts.truth(value);
        self.answered(value, truth, ok)
    }

    /// The result of a node that is true where `truth` is, but may be an error.
    pub(super) fn answered(&mut self, value: ValueId, truth: Formula, ok: Formula) -> Known {
        let yes = self.facts.formulas.and(ok, truth);
        let no = self.facts.formulas.without(ok, truth);
        Known { value, yes, no }
    }

    /// A field of a value.
    pub(crate) fn field(&mut self, of: ValueId, name: &Name) -> ValueId {
        let is_name = self.same.resource && name == "name";
        let same = match self.facts.values.get(of) {
            _ if of == self.same.before => {
                self.same.fields.iter().any(|field| field == name).then_some(self.same.new)
            }
            Value::Field(root, metadata)
                if is_name && *root == self.same.before && metadata == "metadata" =>
            {
                let metadata = metadata.clone();
                Some(self.facts.values.of(Value::Field(self.same.new, metadata)))
            }
            _ => None,
        };
        if same.is_some() {
            self.used_same = true;
        }
        let of = same.unwrap_or(of);
        let name = self.facts.values.declared_name(of, name);
        self.facts.values.of(Value::Field(of, name))
    }

    /// The value in an optional.
    pub(super) fn content(&mut self, of: ValueId) -> ValueId {
        // With `optionalOldSelf`.
        if of == self.same.before { of } else { self.facts.values.content(of) }
    }

    /// The field that a selection or `_?._` selects.
    pub(super) fn selected(&mut self, operand: ExprId, name: &Name) -> Option<ValueId> {
        let of = self.get(operand)?.value;
        let of = if self.is_optional(operand) { self.content(of) } else { of };
        Some(self.field(of, name))
    }

    /// Whether reading a field of the operand fails if it is absent, and the schema knows the field.
    pub(super) fn may_fail(&self, operand: ExprId, name: &str) -> bool {
        let declared = matches!(self.type_kind(operand), types::Kind::Declared(_));
        let known = self.get(operand).is_some_and(|of| {
            let name = self.facts.values.declared_name(of.value, &Name::from(name.to_owned()));
            let values = &self.facts.values;
            values.property(of.value, &name).is_some() || values.is_optional_metadata(of.value, &name)
        });
        declared && known
    }

    fn select(&mut self, id: ExprId, operand: ExprId, name: &Name, test: bool) -> Known {
        let of = self.node(operand);
        let ok = self.ok(of);
        let Some(field) = self.selected(operand, name) else { return of };
        let optional = self.is_optional(operand);
        if test {
            let present = if optional { self.facts.reachable(field) } else { self.facts.present(field) };
            let value = self.facts.values.call("has", vec![field]);
            return self.answered(value, present, ok);
        }
        if optional {
            let value = self.facts.values.of(Value::Optional(field));
            return self.valued(id, value, ok);
        }
        let mut ok = ok;
        if self.may_fail(operand, name) {
            let present = self.facts.present(field);
            ok = self.facts.formulas.and(ok, present);
        }
        self.valued(id, field, ok)
    }

    /// A node that is an error if one of its children is.
    pub(super) fn strict(&mut self, id: ExprId, name: impl Into<Name>, args: &[ExprId]) -> Known {
        let (values, ok) = self.args(args);
        let value = self.facts.values.call(name, values);
        self.valued(id, value, ok)
    }

    pub(super) fn args(&mut self, args: &[ExprId]) -> (Vec<ValueId>, Formula) {
        let mut ok = Formula::TRUE;
        let mut values = Vec::with_capacity(args.len());
        for arg in args {
            let known = self.node(*arg);
            let here = self.ok(known);
            ok = self.facts.formulas.and(ok, here);
            values.push(known.value);
        }
        (values, ok)
    }
}
