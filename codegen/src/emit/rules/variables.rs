//! The variables of loops: which schemas their values have, and which can be errors.
//
// apiserver: pkg/cel/common/valuesunstructured.go (UnstructuredToVal)

use super::declare::Seen;
use super::function::Function;
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

    /// The variables of a loop with their representations, the second one if there is one, and whether they can have the
    /// error of an item that does not fit its schema. Objects have none, since their fields fail where they are read, unless an
    /// expression added them to a list.
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
                (*index, repr.clone(), !matches!(repr, Repr::Object(_)) || has_added_items(&found.range))
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

/// Whether an expression adds items to a list in an expression.
fn has_added_items(expr: &Expr) -> bool {
    let adds = matches!(&expr.op, Op::Call { overloads, .. } if overloads.contains(&"add_list"));
    adds || expr.children().into_iter().any(has_added_items)
}
