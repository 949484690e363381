//! Checks literals of lists, maps and messages. If the items of a literal have several types, its item type
//! is `dyn`; `validate` reports such literals.

use super::{Checker, Reference};
use super::{patches, well_known};
use crate::compile::ast::{Entry, ExprId, Item, Kind};
use crate::compile::issues::IssueKind;
use crate::compile::types::{self, Type};

impl Checker<'_> {
    pub(super) fn check_list(&mut self, id: ExprId) {
        let Kind::List(items) = self.ast.kind(id) else { return };
        let items = items.clone();
        let mut joined = None;
        for Item { value, optional } in items {
            self.check(value);
            let of = self.get(value);
            let of = self.element(value, of, optional);
            joined = Some(self.join(joined, of));
        }
        let of = joined.unwrap_or_else(|| self.types.fresh());
        let of = self.types.list(of);
        self.set(id, of);
    }

    pub(super) fn check_map(&mut self, id: ExprId) {
        let Kind::Map(entries) = self.ast.kind(id) else { return };
        let entries = entries.clone();
        let (mut keys, mut values) = (None, None);
        for Entry { key, value, optional } in entries {
            self.check(key);
            let of = self.get(key);
            keys = Some(self.join(keys, of));
            self.check(value);
            let of = self.get(value);
            let of = self.element(value, of, optional);
            values = Some(self.join(values, of));
        }
        let (key, value) = match (keys, values) {
            (Some(key), Some(value)) => (key, value),
            _ => (self.types.fresh(), self.types.fresh()),
        };
        let of = self.types.map(key, value);
        self.set(id, of);
    }

    /// The type of an element, given its value and the type `of` of the value. The value of an element with
    /// `?` must be an optional, and the element has the type of its content.
    fn element(&mut self, value: ExprId, of: Type, optional: bool) -> Type {
        if !optional {
            return of;
        }
        let (inner, is_optional) = self.types.unwrap_optional(of);
        if !is_optional && !self.types.is_dyn(inner) {
            let expected = self.types.optional(inner);
            self.report_mismatch(value, expected, inner);
        }
        inner
    }

    /// Joins the type of the elements so far with the type of another element.
    fn join(&mut self, previous: Option<Type>, current: Type) -> Type {
        let Some(previous) = previous else { return current };
        if self.assign(previous, current) {
            return self.types.most_general(previous, current);
        }
        Type::DYN
    }

    pub(super) fn check_message(&mut self, id: ExprId) {
        let Kind::Struct { name, fields } = self.ast.kind(id) else { return };
        let (name, fields) = (name.clone(), fields.clone());
        let at = self.ast.at(id);
        let Some(of) = self.lookup(&name) else {
            self.report_undeclared(id, &name);
            self.set(id, Type::ERROR);
            return;
        };
        self.refer(id, Reference::Name);
        let bare = name.trim_start_matches('.').to_owned();
        let mut message: Option<&'static str> = None;
        let mut result = Type::ERROR;
        match *self.types.kind(of) {
            types::Kind::TypeOf(Some(inner)) => {
                message = well_known::name_of(inner, self.types);
                if message.is_some() || patches::is_one(inner, self.types) {
                    result = inner;
                } else {
                    let name = self.types.runtime_name(inner, self.declarations);
                    self.report(at, IssueKind::NotMessage { name });
                }
            }
            types::Kind::Error => {}
            _ => {
                let name = self.types.runtime_name(of, self.declarations);
                self.report(at, IssueKind::NotType { name });
            }
        }
        self.set(id, result);
        for field in fields {
            self.check(field.value);
            let known = match patches::field(result, &field.name, self.types) {
                None => message.and_then(|message| well_known::field(message, &field.name, self.types)),
                found => found.map(Some),
            };
            let expected = match known {
                Some(Some(of)) => of,
                Some(None) => {
                    self.report(field.at, IssueKind::UndefinedField { name: field.name.to_string() });
                    Type::ERROR
                }
                None => {
                    let name = message.unwrap_or(&bare).to_owned();
                    self.report(field.at, IssueKind::Unresolved { name });
                    Type::ERROR
                }
            };
            let found = self.get(field.value);
            let found = self.element(field.value, found, field.optional);
            if !self.assign(expected, found) {
                let (expected, found) = (self.shown(expected), self.shown(found));
                let kind = IssueKind::FieldType { field: field.name.to_string(), expected, found };
                self.report(field.at, kind);
            }
        }
    }
}
