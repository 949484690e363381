//! Values whose rules certainly hold because they lack some fields. They are not noted: decoding knows which fields a value has.
//!
//! In: the programs of the rules. Out: the fields. `!has(self.a) || self.a > 1` holds for each value without `a`, whatever
//! else is in it, since CEL's `||` and `&&` ignore errors of one side if the other one decides.
//!
//! Easy to break: a field that the runtime may add after decoding, as it does with discriminators that it deduces, is never
//! absent here.

use std::collections::BTreeMap;

use super::plan_rules::Rules;
use crate::cel::ast::Constant;
use crate::cel::program::{Expr, Op};
use crate::emit::emitter::Emitter;
use crate::plan::{NodeId, Type};

/// Fields by their numbers, ascending.
type Numbers = Vec<usize>;

impl Emitter<'_> {
    /// For each of the noted values that can be settled, the fields without which all of its rules hold.
    pub(in crate::emit) fn settled_rules(&self) -> BTreeMap<NodeId, Numbers> {
        // Tests record what is evaluated.
        if self.noted.is_empty() || self.coverage.is_some() {
            return BTreeMap::new();
        }
        let mut rules = Rules::new(self);
        rules.find_holders();
        self.noted.iter().filter_map(|id| Some((*id, rules.settled(*id)?))).collect()
    }
}

impl Rules<'_> {
    fn settled(&mut self, id: NodeId) -> Option<Numbers> {
        let node = &self.emitter.plan.nodes[id];
        let is_object = node.types == [Type::Object] && !node.looks_elsewhere() && !node.embedded;
        // Programs take time to make.
        if !is_object || !node.rules.iter().all(|rule| rule.rule.contains("has(")) {
            return None;
        }
        let (decided, _) = self.decided_rules(id);
        if decided.len() != node.rules.len() || decided.iter().any(|rule| rule.transition) {
            return None;
        }
        let numbers = joined(decided.iter().map(|rule| self.decides(&rule.program.root).yes))?;
        // The runtime may set these later.
        let may_be_set = |number: &usize| node.is_discriminator(self.fields[id].list()[*number].name);
        (!numbers.iter().any(may_be_set)).then_some(numbers)
    }

    /// What is certain of a condition on `self`.
    // Of both at once: a condition of a condition would be asked four times otherwise, and so on.
    fn decides(&self, condition: &Expr) -> Decided {
        match &condition.op {
            Op::Constant(Constant::Bool(true)) => Decided { no: None, yes: Some(Numbers::new()) },
            Op::Constant(Constant::Bool(false)) => Decided { no: Some(Numbers::new()), yes: None },
            Op::HasField { of, object, name } if matches!(of.op, Op::SelfValue) => {
                let number = self.field_number(*object, name);
                Decided { no: number.map(|number| vec![usize::from(number)]), yes: None }
            }
            Op::Call { function, args, .. } if function == "!_" && args.len() == 1 => {
                let Decided { no, yes } = self.decides(&args[0]);
                Decided { no: yes, yes: no }
            }
            Op::And(a, b) => {
                let (a, b) = (self.decides(a), self.decides(b));
                Decided { no: fewer(a.no, b.no), yes: joined([a.yes, b.yes]) }
            }
            Op::Or(a, b) => {
                let (a, b) = (self.decides(a), self.decides(b));
                Decided { no: joined([a.no, b.no]), yes: fewer(a.yes, b.yes) }
            }
            Op::Conditional(parts) => {
                let [condition, then, otherwise] = &**parts;
                let condition = self.decides(condition);
                let (then, otherwise) = (self.decides(then), self.decides(otherwise));
                let no = fewer(
                    joined([condition.yes.clone(), then.no]),
                    joined([condition.no.clone(), otherwise.no]),
                );
                let yes = fewer(joined([condition.yes, then.yes]), joined([condition.no, otherwise.yes]));
                Decided { no, yes }
            }
            _ => Decided::default(),
        }
    }
}

/// The fields without which a condition is certainly false, and those without which it is certainly true.
#[derive(Default)]
struct Decided {
    no: Option<Numbers>,
    yes: Option<Numbers>,
}

/// All of them, if all are known.
fn joined(parts: impl IntoIterator<Item = Option<Numbers>>) -> Option<Numbers> {
    let mut all: Numbers = parts.into_iter().collect::<Option<Vec<_>>>()?.concat();
    all.sort_unstable();
    all.dedup();
    Some(all)
}

/// The shorter one of those that are known.
fn fewer(a: Option<Numbers>, b: Option<Numbers>) -> Option<Numbers> {
    [a, b].into_iter().flatten().min_by_key(Vec::len)
}
