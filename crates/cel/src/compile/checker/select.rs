//! Checks selections: `a.b`, `has(a.b)`, `a.?b`.

use super::{Checker, Reference};
use super::{patches, well_known};
use crate::compile::ast::{Constant, ExprId, Kind, Name};
use crate::compile::issues::IssueKind;
use crate::compile::types::{self, Shape, Type};
use crdc_vocabulary::cel_names::{RESERVED, RESERVED_FIELDS};

impl Checker<'_> {
    pub(super) fn check_select(&mut self, id: ExprId) {
        if let Some(name) = self.qualified(id)
            && let Some(of) = self.lookup(&name)
        {
            self.set(id, of);
            self.refer(id, Reference::Name);
            self.ast.replace(id, Kind::Ident(name.trim_start_matches('.').to_owned().into()));
            return;
        }
        let Kind::Select { operand, field, test } = self.ast.kind(id) else { return };
        let (operand, field, test) = (*operand, field.clone(), *test);
        if let Some((_, of)) = self.check_member(id, operand, &field) {
            // Declared fields are present.
            self.set(id, if of.is_some() { Type::BOOL } else { Type::ERROR });
            self.ast.replace(id, Kind::Constant(Constant::Bool(true)));
            return;
        }
        let of = self.check_field(id, operand, &field, false);
        let of = if test { Type::BOOL } else { self.substitute(of) };
        self.set(id, of);
    }

    /// `_?._(operand, "field")`
    pub(super) fn check_optional_select(&mut self, id: ExprId, args: &[ExprId]) {
        let &[operand, field] = args else { return };
        let Some(Constant::String(name)) = self.ast.constant(field) else { return };
        let name = Name::from(name.clone());
        if let Some((member, of)) = self.check_member(id, operand, &name) {
            let of = of.unwrap_or(Type::ERROR);
            self.ast.replace(operand, Kind::Ident(member));
            self.set(operand, of);
            self.refer(operand, Reference::Name);
            let function = Name::from("optional.of");
            self.ast.replace(id, Kind::Call { function, target: None, args: vec![operand] });
            let optional = self.types.optional(of);
            self.set(id, optional);
            self.refer(id, Reference::Overloads(vec!["optional_of"]));
            return;
        }
        let of = self.check_field(id, operand, &name, true);
        let of = self.substitute(of);
        self.set(id, of);
        self.refer(id, Reference::Overloads(vec!["select_optional_field"]));
    }

    /// The qualified name of a member of a group of variables, and its type. Reports a member that is not
    /// declared.
    fn check_member(&mut self, id: ExprId, operand: ExprId, field: &str) -> Option<(Name, Option<Type>)> {
        let group = self.ast.ident(operand)?.clone();
        if self.is_local(&group) || !self.variables.is_group(&group) {
            return None;
        }
        let member = format!("{group}.{field}");
        let of = self.variables.get(&member);
        if of.is_none() {
            let at = self.ast.at(id);
            self.report(at, IssueKind::UndefinedField { name: field.to_owned() });
        }
        Some((member.into(), of))
    }

    fn check_field(&mut self, id: ExprId, operand: ExprId, field: &Name, optional: bool) -> Type {
        self.check(operand);
        let of = self.get(operand);
        let of = self.substitute(of);
        let (target, is_optional) = self.types.unwrap_optional(of);
        let result = match self.types.kind(target).clone() {
            types::Kind::Map(_, value) => value,
            types::Kind::Declared(_) | types::Kind::Object(_) | types::Kind::Patch(_) => {
                let at = self.ast.at(id);
                self.field_type(at, target, field)
            }
            types::Kind::Param(_) => {
                self.assign(Type::DYN, target);
                Type::DYN
            }
            _ => {
                if !self.types.is_dyn_or_error(target) {
                    let at = self.ast.at(id);
                    let of = self.shown(target);
                    self.report(at, IssueKind::NoFields { of });
                }
                Type::DYN
            }
        };
        if is_optional || optional { self.types.optional(result) } else { result }
    }

    /// The escaped name of a field whose name is a reserved word. Newer servers accept such a name without
    /// escapes.
    fn reserved(&self, field: &str) -> Option<String> {
        let reserved = self.registry.minor() >= RESERVED_FIELDS && RESERVED.contains(&field);
        reserved.then(|| format!("__{field}__"))
    }

    /// The type of a field of an object; reports a field that does not exist.
    pub(super) fn field_type(&mut self, at: u32, of: Type, field: &str) -> Type {
        if let Some(found) = patches::field(of, field, self.types) {
            return found;
        }
        let found = match self.types.kind(of).clone() {
            types::Kind::Declared(declared) => match &self.declarations.get(declared).shape {
                Shape::Object(fields) => {
                    let found = fields.get(field).or_else(|| fields.get(&self.reserved(field)?));
                    found.map(|field| self.types.declared(*field, self.declarations))
                }
                _ => None,
            },
            types::Kind::Object(name) => match well_known::field(name, field, self.types) {
                Some(found) => found,
                None => {
                    self.report(at, IssueKind::Unresolved { name: name.to_owned() });
                    return Type::ERROR;
                }
            },
            _ => None,
        };
        found.unwrap_or_else(|| {
            self.report(at, IssueKind::UndefinedField { name: field.to_owned() });
            Type::ERROR
        })
    }
}
