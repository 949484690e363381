//! Which parts of a program may be null although their type has no null: the items of lists and the values of maps whose
//! schema is `nullable`. They have no representation of a type. A field that is null is absent.
//
// apiserver: pkg/cel/common/valuesunstructured.go (UnstructuredToVal)

use super::Function;
use super::declare::Seen;
use crate::cel::program::{Expr, Loop, Op, Repr};

impl Function<'_, '_> {
    /// The schema of a part that is a value of the object, if it is easily seen.
    fn schema_of(&self, expr: &Expr) -> Option<Seen> {
        match &expr.op {
            Op::SelfValue | Op::OldSelf => Some(self.seen),
            Op::Local(index) => self.local_schemas.get(index).copied(),
            Op::Field { of, name, .. } => self.rules.field_of(self.schema_of(of)?, name),
            Op::Part { of, .. } => self.rules.each_of(self.schema_of(of)?),
            // A filter keeps items as they are.
            Op::Loop(found) => match found.body.op {
                Op::Local(index) if index == found.first.0 && found.second.is_none() => {
                    self.schema_of(&found.range)
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// The representation of an item of a list, or of a value of a map.
    pub(super) fn part_repr(&self, of: &Expr, repr: &Repr) -> Repr {
        let each = self.schema_of(of).and_then(|of| self.rules.each_of(of));
        // What is read of an object that is null fails by itself.
        let dynamic =
            !matches!(repr, Repr::Object(_)) && each.is_some_and(|each| self.rules.is_nullable(each));
        if dynamic { Repr::Dynamic } else { repr.clone() }
    }

    /// The variables of a loop with their representations, the second one if there is one, and whether they can have the
    /// error of an item that does not fit its schema. Objects have none: their fields fail where they are read.
    pub(super) fn loop_variables(&mut self, found: &Loop) -> Vec<(usize, Repr, bool)> {
        let each = self.schema_of(&found.range).and_then(|of| self.rules.each_of(of));
        let is_list = matches!(found.range.repr, Repr::List(_));
        let of_value = match &found.second {
            Some((second, _)) => Some(*second),
            None => is_list.then_some(found.first.0),
        };
        if let (Some(value), Some(each)) = (of_value, each) {
            self.local_schemas.insert(value, each);
        }
        let variables = std::iter::once(&found.first).chain(&found.second);
        let variable = |(index, repr): &(usize, Repr)| match of_value {
            Some(value) if value == *index => {
                (*index, self.part_repr(&found.range, repr), !matches!(repr, Repr::Object(_)))
            }
            // What the range is may be known only at run time.
            None => {
                let range = &found.range.repr;
                (*index, repr.clone(), !matches!(range, Repr::Map(_) | Repr::Object(_)))
            }
            Some(_) => (*index, repr.clone(), false),
        };
        variables.map(variable).collect()
    }
}
