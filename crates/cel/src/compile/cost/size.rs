//! Computes the sizes of values: their numbers of characters, bytes, items or entries.

use super::coster::{Coster, EntrySizes, Local, Operand};
use super::path::{Part, Path};
use super::range::Range;
use crate::compile::ast::{Constant, ExprId, Kind};
use crate::compile::types::{self, Type};

impl Coster<'_> {
    pub(super) fn local(&self, id: ExprId) -> Option<Local> {
        self.ast.ident(id).and_then(|name| self.locals.get(name)).and_then(|locals| locals.last()).copied()
    }

    pub(super) fn path(&self, id: ExprId) -> Path {
        if self.forgets() {
            return self.path_of[id.index()];
        }
        self.local(id).map_or_else(|| self.path_of[id.index()], |local| local.path)
    }

    pub(super) fn operand(&mut self, id: ExprId) -> Operand {
        Operand { id, path: self.path(id), size: self.size(id) }
    }

    /// The size of a node, if it is known.
    pub(super) fn size(&mut self, id: ExprId) -> Option<Range> {
        if let Some(size) = self.sizes[id.index()] {
            return Some(size);
        }
        if let Some(size) = self.written_size(id) {
            return Some(size);
        }
        if self.forgets() {
            return None;
        }
        if let Some(size) = self.size_at(self.path(id)) {
            self.sizes[id.index()] = Some(size);
            return Some(size);
        }
        if self.typing.of(id).is_some_and(|of| self.is_scalar(of)) {
            return Some(Range::ONE);
        }
        self.local(id).and_then(|local| local.size)
    }

    pub(super) fn size_or_unknown(&mut self, id: ExprId) -> Range {
        let operand = self.operand(id);
        self.size_of(operand)
    }

    /// The size of an operand as it was before the call.
    pub(super) fn size_of(&self, operand: Operand) -> Range {
        if let Some(size) = operand.size {
            return size;
        }
        if self.forgets() {
            let is_scalar = || self.typing.of(operand.id).is_some_and(|of| self.is_scalar(of));
            let known = self.size_at(operand.path).or_else(|| is_scalar().then_some(Range::ONE));
            return known.unwrap_or(Range::UNKNOWN);
        }
        Range::UNKNOWN
    }

    /// The size of an operand, or, if it is not known, the size that the schema allows at its path.
    pub(super) fn size_or_declared(&self, operand: Operand) -> Range {
        operand.size.or_else(|| self.size_at(operand.path)).unwrap_or(Range::UNKNOWN)
    }

    /// The size that the schema allows at a path.
    pub(super) fn size_at(&self, path: Path) -> Option<Range> {
        let root = self.root?;
        if self.forgets() && self.paths.is_accumulator(path) {
            return None;
        }
        if self.paths.is_keys(path, root, self.declarations) {
            // Keys are strings without a limit of their own, which the server takes for zero.
            return Some(Range::ZERO);
        }
        let found = self.paths.resolve(path, root, self.declarations)?;
        Some(Range { min: 0, max: (self.limits)(found) })
    }

    /// The size of the items of a list, by the schema.
    pub(super) fn item_size(&mut self, list: Operand) -> Range {
        if list.path.is_empty() {
            return Range::UNKNOWN;
        }
        let path = self.paths.extended(list.path, Part::Items);
        self.size_at(path).unwrap_or(Range::UNKNOWN)
    }

    /// The size of a literal in the expression.
    fn written_size(&self, id: ExprId) -> Option<Range> {
        let size = match self.ast.kind(id) {
            Kind::Constant(Constant::String(text)) => text.chars().count(),
            Kind::Constant(Constant::Bytes(bytes)) => bytes.len(),
            Kind::Constant(_) => 1,
            Kind::List(items) => items.len(),
            Kind::Map(entries) => entries.len(),
            _ => return None,
        };
        Some(Range::fixed(size as u64))
    }

    fn is_scalar(&self, of: Type) -> bool {
        match self.types.kind(of) {
            types::Kind::Bool
            | types::Kind::Double
            | types::Kind::Duration
            | types::Kind::Int
            | types::Kind::Timestamp
            | types::Kind::Uint => true,
            types::Kind::Optional(inner) => !self.forgets() && self.is_scalar(*inner),
            types::Kind::Nullable(inner) => self.is_scalar(*inner),
            _ => false,
        }
    }

    pub(super) fn entries(&self, id: ExprId) -> Option<EntrySizes> {
        self.entry_sizes[id.index()].or_else(|| self.local(id).and_then(|local| local.entries))
    }
}
