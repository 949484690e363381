//! Checks that all items of a list or map literal have the same type. The argument of `format` may have items
//! of any types.
//
// cel-go: cel/validator.go (homogeneousAggregateLiteralValidator)

use super::Validator;
use crate::compile::ast::{ExprId, Kind};
use crate::compile::issues::{IssueKind, Issues, ShownType};
use crate::compile::types::Type;

impl Validator<'_> {
    pub(super) fn homogeneous(&self, issues: &mut Issues) {
        let nodes = self.outside_of_format();
        for id in &nodes {
            if let Kind::List(items) = self.ast.kind(*id) {
                let mut values =
                    items.iter().map(|item| (item.value, self.element(item.value, item.optional)));
                let Some((_, first)) = values.next() else { continue };
                if let Some((value, of)) = values.find(|(_, of)| self.differ(*of, first)) {
                    self.mismatch(value, first, of, issues);
                }
            }
        }
        for id in &nodes {
            if let Kind::Map(entries) = self.ast.kind(*id) {
                let types = |index: usize| {
                    let entry = entries.get(index)?;
                    Some((self.element(entry.key, false), self.element(entry.value, entry.optional)))
                };
                let Some((keys, values)) = types(0) else { continue };
                for (index, entry) in entries.iter().enumerate().skip(1) {
                    let Some((key, value)) = types(index) else { continue };
                    if self.differ(key, keys) {
                        self.mismatch(entry.key, keys, key, issues);
                    }
                    if self.differ(value, values) {
                        self.mismatch(entry.value, values, value, issues);
                    }
                }
            }
        }
    }

    fn differ(&self, a: Type, b: Type) -> bool {
        let is_unknown = |of| self.has_unknown_types && of == Type::DYN;
        a != b && !is_unknown(a) && !is_unknown(b)
    }

    fn element(&self, value: ExprId, optional: bool) -> Type {
        let of = self.types.without_null(self.typing.of(value).unwrap_or(Type::DYN));
        if optional { self.types.unwrap_optional(of).0 } else { of }
    }

    fn mismatch(&self, value: ExprId, expected: Type, found: Type, issues: &mut Issues) {
        let shown = |of| ShownType::new(of, self.types, self.declarations);
        let kind = IssueKind::Mismatch { expected: shown(expected), found: shown(found) };
        issues.report(self.ast.at(value), kind);
    }

    /// The nodes that are not below a call of `format`, children before parents.
    fn outside_of_format(&self) -> Vec<ExprId> {
        let mut order = Vec::new();
        let mut open: Vec<ExprId> = self.ast.root().into_iter().collect();
        while let Some(id) = open.pop() {
            order.push(id);
            let formats = matches!(self.ast.kind(id), Kind::Call { function, .. } if function == "format");
            if !formats {
                open.extend(self.ast.children(id));
            }
        }
        order.reverse();
        order
    }
}
