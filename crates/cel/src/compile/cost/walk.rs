//! Visits each node: adds its cost, and records its size and path.

use super::coster::{Coster, EntrySizes, Local};
use super::path::{Part, Path};
use super::range::Range;
use crate::compile::ast::{Comprehension, Constant, ExprId, Kind, Name};
use crate::compile::types;

const NEW_LIST: Range = Range::fixed(10);
const NEW_MAP: Range = Range::fixed(30);
const NEW_MESSAGE: Range = Range::fixed(40);

impl Coster<'_> {
    pub(super) fn cost(&mut self, id: ExprId) -> Range {
        let ast = self.ast;
        match ast.kind(id) {
            Kind::Constant(_) | Kind::Invalid => Range::ZERO,
            Kind::Ident(name) => self.ident(id, name),
            Kind::Select { operand, field, test } => self.select(id, *operand, field, *test),
            Kind::Call { function, target, args } => self.call(id, function, *target, args),
            Kind::List(items) => {
                let mut sum = Range::ZERO;
                let mut value = if items.is_empty() { Range::ZERO } else { Range::NONE };
                for item in items {
                    sum = sum.plus(self.cost(item.value));
                    if !self.forgets() {
                        value = value.union(self.size_or_unknown(item.value));
                    }
                }
                let entries = EntrySizes { is_list: true, key: Range::ONE, value };
                self.entry_sizes[id.index()] = (!self.forgets()).then_some(entries);
                sum.plus(NEW_LIST)
            }
            Kind::Map(entries) => {
                let mut sum = Range::ZERO;
                let start = if entries.is_empty() { Range::ZERO } else { Range::NONE };
                let (mut key, mut value) = (start, start);
                for entry in entries {
                    sum = sum.plus(self.cost(entry.key)).plus(self.cost(entry.value));
                    if !self.forgets() {
                        key = key.union(self.size_or_unknown(entry.key));
                        value = value.union(self.size_or_unknown(entry.value));
                    }
                }
                let entries = EntrySizes { is_list: false, key, value };
                self.entry_sizes[id.index()] = (!self.forgets()).then_some(entries);
                sum.plus(NEW_MAP)
            }
            Kind::Struct { fields, .. } => {
                let costs = fields.iter().map(|field| self.cost(field.value));
                costs.fold(Range::ZERO, Range::plus).plus(NEW_MESSAGE)
            }
            Kind::Comprehension(found) if self.forgets() => self.older_comprehension(id, found),
            Kind::Comprehension(found) if self.is_bind(found) => self.bind(id, found),
            Kind::Comprehension(found) => self.comprehension(id, found),
        }
    }

    fn ident(&mut self, id: ExprId, name: &Name) -> Range {
        self.path_of[id.index()] = match self.local(id) {
            Some(Local { range: Some(range), .. }) if self.forgets() => {
                let of = self.typing.of(range).map(|of| self.types.kind(of));
                let part = match of {
                    Some(types::Kind::List(_)) => Some(Part::Items),
                    Some(types::Kind::Map(..)) => Some(Part::Keys),
                    _ => None,
                };
                let path = self.path_of[range.index()];
                part.map_or(self.path_of[id.index()], |part| self.paths.append(path, part))
            }
            Some(local) => local.path,
            None => self.paths.variable(name.clone()),
        };
        Range::ONE
    }

    fn select(&mut self, id: ExprId, operand: ExprId, field: &Name, test: bool) -> Range {
        let sum = self.cost(operand);
        if test {
            return sum;
        }
        let path = self.path(operand);
        self.path_of[id.index()] = self.paths.append(path, Part::Field(field.clone()));
        let selects = self.typing.of(operand).is_some_and(|of| {
            let kind = self.types.kind(of);
            matches!(
                kind,
                types::Kind::Map(..)
                    | types::Kind::Declared(_)
                    | types::Kind::Object(_)
                    | types::Kind::Param(_)
            )
        });
        if selects { sum.plus(Range::ONE) } else { sum }
    }

    fn is_bind(&self, found: &Comprehension) -> bool {
        matches!(self.ast.kind(found.range), Kind::List(items) if items.is_empty())
            && self.ast.constant(found.condition) == Some(&Constant::Bool(false))
            && found.accumulator != "__result__"
    }

    fn bind(&mut self, id: ExprId, found: &Comprehension) -> Range {
        let sum = self.cost(found.range).plus(self.cost(found.init));
        self.push_value(&found.accumulator, found.init);
        let sum = sum.plus(self.cost(found.result));
        self.pop(&found.accumulator);
        self.copy_sizes(id, found.result);
        sum
    }

    pub(super) fn copy_sizes(&mut self, to: ExprId, from: ExprId) {
        if let Some(size) = self.size(from) {
            self.sizes[to.index()] = Some(size);
        }
        if let Some(entries) = self.entries(from) {
            self.entry_sizes[to.index()] = Some(entries);
        }
    }

    fn comprehension(&mut self, id: ExprId, found: &Comprehension) -> Range {
        let mut sum = self.cost(found.range).plus(self.cost(found.init));
        self.push_value(&found.accumulator, found.init);
        match &found.second {
            Some(second) => {
                self.push_part(&found.variable, found.range, false);
                self.push_part(second, found.range, true);
            }
            None => {
                let is_list = self.is_list(found.range);
                self.push_part(&found.variable, found.range, is_list);
            }
        }
        let each = self.cost(found.condition);
        let each = self.cost(found.step).plus(each);
        self.pop(&found.variable);
        if let Some(second) = &found.second {
            self.pop(second);
        }
        sum = sum.plus(self.cost(found.result));
        self.pop(&found.accumulator);
        let count = self.size_or_unknown(found.range);
        sum = sum.plus(count.times(each));
        match self.ast.kind(found.init) {
            Kind::Constant(_) => {
                if let Some(size) = self.size(found.init) {
                    self.sizes[id.index()] = Some(size);
                }
            }
            Kind::List(_) | Kind::Map(_) => {
                self.sizes[id.index()] = Some(count);
                if let Some(entries) = self.entries(found.step) {
                    self.entry_sizes[id.index()] = Some(entries);
                }
            }
            _ => {}
        }
        sum
    }

    /// Estimates a loop as servers do that use fewer sizes (`forgets`).
    fn older_comprehension(&mut self, id: ExprId, found: &Comprehension) -> Range {
        let sum = self.cost(found.range).plus(self.cost(found.init));
        let local = Local { path: Path::default(), size: None, entries: None, range: Some(found.range) };
        self.push(&found.variable, local);
        let each = self.cost(found.condition);
        let each = self.cost(found.step).plus(each);
        self.pop(&found.variable);
        let sum = sum.plus(self.cost(found.result));
        let count = self.size_or_unknown(found.range);
        self.sizes[id.index()] = Some(count);
        sum.plus(count.times(each))
    }

    /// Whether a range is a list, not a map.
    fn is_list(&self, range: ExprId) -> bool {
        match self.entries(range) {
            Some(entries) => entries.is_list,
            None => {
                self.typing.of(range).is_some_and(|of| matches!(self.types.kind(of), types::Kind::List(_)))
            }
        }
    }

    /// Declares a variable for the values of a range, or for its keys or indices.
    fn push_part(&mut self, name: &Name, range: ExprId, values: bool) {
        let entries = self.entries(range);
        let size = entries.map(|entries| if values { entries.value } else { entries.key });
        let part = match (values, self.is_list(range)) {
            (true, true) => Part::Items,
            (true, false) => Part::Values,
            (false, true) => Part::Indices,
            (false, false) => Part::Keys,
        };
        let path = self.path(range);
        let path = self.paths.append(path, part);
        self.push(name, Local { path, size, entries: None, range: Some(range) });
    }

    /// Declares a variable that has the value of a node.
    fn push_value(&mut self, name: &Name, value: ExprId) {
        let path = self.path(value);
        let entries = self.entries(value);
        let size = self.size(value);
        self.push(name, Local { path, size, entries, range: None });
    }

    fn push(&mut self, name: &Name, local: Local) {
        self.locals.entry(name.clone()).or_default().push(local);
    }

    fn pop(&mut self, name: &Name) {
        if let Some(locals) = self.locals.get_mut(name) {
            locals.pop();
        }
    }
}
