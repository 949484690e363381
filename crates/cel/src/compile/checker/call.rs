//! Checks calls: resolves the function, and chooses its overloads.

use super::{Checker, Reference, patches};
use crate::compile::ast::{ExprId, Kind, Name};
use crate::compile::issues::{IssueKind, ShownType};
use crate::compile::types::{Params, Type};
use crate::functions::Overload;

impl Checker<'_> {
    pub(super) fn check_call(&mut self, id: ExprId) {
        let Kind::Call { function, target, args } = self.ast.kind(id) else { return };
        let (function, target, args) = (function.clone(), *target, args.clone());
        if function == "_?._" {
            self.check_optional_select(id, &args);
            return;
        }
        for arg in &args {
            self.check(*arg);
        }
        let registry = self.registry;
        if let Some(target) = target {
            self.check_member_call(id, function, target, args);
            return;
        }
        match registry.function(&function) {
            Some(overloads) => {
                let bare = Name::from(function.trim_start_matches('.').to_owned());
                self.resolve(id, &bare, overloads, None, &args);
                if bare != function {
                    self.ast.replace(id, Kind::Call { function: bare, target: None, args });
                }
            }
            None => self.undeclared(id, &function),
        }
    }

    fn check_member_call(&mut self, id: ExprId, function: Name, target: ExprId, args: Vec<ExprId>) {
        let registry = self.registry;
        // `optional.of(x)` may be a function with this name; all such names have one dot.
        if let Some(qualifier) = self.ast.ident(target) {
            let name = format!("{}.{function}", qualifier.trim_start_matches('.'));
            if self.variables.has_patches() && name == patches::ESCAPE {
                self.resolve(id, &name, &[&patches::ESCAPE_KEY], None, &args);
                return;
            }
            if let Some(overloads) = registry.function(&name) {
                let name = Name::from(name);
                self.resolve(id, &name, overloads, None, &args);
                self.ast.replace(id, Kind::Call { function: name, target: None, args });
                return;
            }
        }
        self.check(target);
        match registry.function(&function) {
            Some(overloads) => self.resolve(id, &function, overloads, Some(target), &args),
            None => self.undeclared(id, &function),
        }
    }

    fn undeclared(&mut self, id: ExprId, function: &str) {
        self.set(id, Type::ERROR);
        self.report_undeclared(id, function);
    }

    /// Sets the type of a call to the result type of the overloads that fit.
    fn resolve(
        &mut self,
        id: ExprId,
        function: &str,
        overloads: &[&'static Overload],
        target: Option<ExprId>,
        args: &[ExprId],
    ) {
        if function == "_&&_" || function == "_||_" {
            self.resolve_logic(id, overloads, args);
            return;
        }
        let operands: Vec<Type> = target.iter().chain(args).map(|operand| self.get(*operand)).collect();
        let mut fitting = Vec::new();
        let mut result: Option<Type> = None;
        for overload in overloads.iter().filter(|overload| overload.member == target.is_some()) {
            let mut params = Params::default();
            let expected: Vec<Type> =
                overload.args.iter().map(|arg| self.types.instance(arg, &mut params)).collect();
            let of = self.types.instance(&overload.result, &mut params);
            if !self.types.assign_all(&mut self.bindings, &operands, &expected) {
                continue;
            }
            fitting.push(overload.id);
            let of = self.substitute(of);
            result = Some(match result {
                Some(first) if self.types.is_dyn(first) || first == of => first,
                Some(_) => Type::DYN,
                None => of,
            });
        }
        match result {
            Some(of) => {
                self.set(id, of);
                self.refer(id, Reference::Overloads(fitting));
            }
            None => {
                self.report_no_overload(id, function, target.is_some(), &operands);
                self.set(id, Type::ERROR);
            }
        }
    }

    fn resolve_logic(&mut self, id: ExprId, overloads: &[&'static Overload], args: &[ExprId]) {
        let mut fits = true;
        for arg in args {
            let found = self.get(*arg);
            if !self.assign(found, Type::BOOL) {
                self.report_mismatch(*arg, Type::BOOL, found);
                fits = false;
            }
        }
        self.set(id, if fits { Type::BOOL } else { Type::ERROR });
        if fits {
            self.refer(id, Reference::Overloads(overloads.iter().map(|overload| overload.id).collect()));
        }
    }

    fn report_no_overload(&mut self, id: ExprId, function: &str, member: bool, operands: &[Type]) {
        let mut shown = |of: &Type| {
            let of = self.types.substitute(&self.bindings, *of, true);
            ShownType::new(of, self.types, self.declarations)
        };
        let (target, args) = match operands.split_first() {
            Some((target, args)) if member => (Some(shown(target)), args),
            _ => (None, operands),
        };
        let args = args.iter().map(shown).collect();
        let at = self.ast.at(id);
        self.report(at, IssueKind::NoOverload { function: function.to_owned(), target, args });
    }
}
