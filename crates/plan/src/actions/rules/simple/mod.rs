//! Builds pre-checks: reads and comparisons without errors and costs, for rules that use only simple and
//! common expressions.
//!
//! In: the programs of the rules. Out: a pre-check, or `None` if a program has a part that is not simple.
//! crdc-codegen writes the pre-check as a function, crdc-dynamic interprets it.
//!
//! Easy to break: **a pre-check must have the same result as the evaluation**, see
//! `crates/cel/src/document/precheck.rs`.

mod joined;
mod texts;
mod unrolled;

use std::collections::{BTreeMap, HashMap, HashSet};

use crdc_cel::Form;
use crdc_vocabulary::go::parse_duration;

use super::builder::RuleBuilder;
use super::precheck::{Aggregate, Base, Precheck, PrecheckExpr, PrecheckLoop, Read, Scope, ScopeField, Sign};
use crdc_cel::compile::ast::Constant;
use crdc_cel::compile::program::{Expr, Loop, LoopKind, Op, Repr};
use crdc_cel::compile::types::DeclaredId;
use crdc_cel::program::Search;
use crdc_check::rule_compiler::Schemas;
use joined::{Fresh, all};
use texts::texts;

/// The rules of a value.
pub(super) struct Simple<'r, 'p> {
    rules: &'r RuleBuilder<'p>,
    /// The representation of `self`.
    this: Repr,
    /// The fields of variables that are looked up in advance.
    known: HashMap<Base, BTreeMap<u16, ScopeField>>,
    /// The representations of the variables of loops, and their slots.
    locals: BTreeMap<usize, (Repr, usize)>,
    /// The variables that are used themselves, not only through fields that were looked up.
    named: HashSet<usize>,
    /// The number of slots.
    slots: usize,
}

/// Joins rules `c ? a : true` with the same condition, which is then evaluated once. The order of rules does
/// not matter, because all must hold.
fn under_conditions(rules: Vec<PrecheckExpr>) -> Vec<PrecheckExpr> {
    let mut found: Vec<(PrecheckExpr, Vec<PrecheckExpr>)> = Vec::new();
    let mut conditions: HashMap<String, usize> = HashMap::new();
    for rule in rules {
        match rule {
            PrecheckExpr::Choice(parts) if matches!(parts[2], PrecheckExpr::Bool(true)) => {
                let [condition, then, _] = *parts;
                let next = found.len();
                let known = *conditions.entry(format!("{condition:?}")).or_insert(next);
                match found.get_mut(known) {
                    Some((_, under)) => under.push(then),
                    None => found.push((condition, vec![then])),
                }
            }
            rule => found.push((rule, Vec::new())),
        }
    }
    let joined = |(first, under): (PrecheckExpr, Vec<PrecheckExpr>)| match all(under) {
        Some(then) => PrecheckExpr::Choice(Box::new([first, then, PrecheckExpr::Bool(true)])),
        None => first,
    };
    found.into_iter().map(joined).collect()
}

/// The number of reads of each field, and its representation.
type Uses = BTreeMap<u16, (usize, Option<Repr>)>;

impl<'r, 'p> Simple<'r, 'p> {
    /// The pre-check of these programs. `None` if a program has a part that is not simple.
    pub(super) fn rules(rules: &'r RuleBuilder<'p>, this: Repr, programs: &[&Expr]) -> Option<Precheck> {
        let (known, locals, named) = (HashMap::new(), BTreeMap::new(), HashSet::new());
        let mut simple = Simple { rules, this, known, locals, named, slots: 1 };
        let scope = simple.scope(Base::This, &Op::SelfValue, programs)?;
        let values = programs.iter().map(|rule| simple.value(rule)).collect::<Option<Vec<_>>>()?;
        let mut fresh = Fresh { local: simple.next_local(), slot: simple.slots };
        let pattern = |text: String| {
            let matcher = rules.patterns.get(&text)?;
            Some((text, matcher))
        };
        let values = joined::joined(under_conditions(values), &mut fresh, &pattern);
        let mut rules = Precheck { scope, rules: values, slots: fresh.slot };
        rules.compact();
        Some(rules)
    }

    /// The number of a new variable.
    fn next_local(&self) -> usize {
        self.locals.last_key_value().map_or(0, |(last, _)| last + 1)
    }

    fn slot(&mut self) -> usize {
        self.slots += 1;
        self.slots - 1
    }

    /// The fields of a variable that parts read.
    fn scope(&mut self, base: Base, op: &Op, parts: &[&Expr]) -> Option<Scope> {
        let mut uses = Uses::new();
        parts.iter().try_for_each(|part| self.uses(op, part, 1, &mut uses))?;
        let mut known = BTreeMap::new();
        for (number, (count, repr)) in uses {
            let read = repr.filter(|_| count > 1).as_ref().and_then(reader);
            known.insert(number, ScopeField { number, slot: self.slot(), read });
        }
        let scope = Scope { fields: known.values().cloned().collect() };
        self.known.insert(base, known);
        Some(scope)
    }

    /// Counts how often the fields of a variable are read. A read within a loop counts as several.
    fn uses(&self, variable: &Op, expr: &Expr, weight: usize, uses: &mut Uses) -> Option<()> {
        if let Op::Field { of, object, name } | Op::HasField { of, object, name } = &expr.op
            && is_same(variable, &of.op)
        {
            let found = uses.entry(self.rules.field_number(*object, name)?).or_default();
            if matches!(expr.op, Op::Field { .. }) {
                found.0 += weight;
                found.1 = Some(expr.repr.clone());
            }
            return Some(());
        }
        if let Op::Loop(found) = &expr.op {
            self.uses(variable, &found.range, weight, uses)?;
            let parts = found.filter.iter().chain([&found.body]);
            return parts.into_iter().try_for_each(|part| self.uses(variable, part, 2, uses));
        }
        expr.children().into_iter().try_for_each(|child| self.uses(variable, child, weight, uses))
    }

    /// The value of a part. Lists and objects are indices, which are checked where they are used.
    fn value(&mut self, expr: &Expr) -> Option<PrecheckExpr> {
        Some(match &expr.op {
            Op::Constant(Constant::Bool(value)) => PrecheckExpr::Bool(*value),
            // rustc warns about comparisons with the smallest and the largest integer.
            Op::Constant(Constant::Int(value)) if ![i64::MIN, i64::MAX].contains(value) => {
                PrecheckExpr::Int(*value)
            }
            Op::Constant(Constant::String(text)) => PrecheckExpr::Text(text.clone()),
            Op::SelfValue => {
                if expr.repr != self.this {
                    return None;
                }
                read_at(PrecheckExpr::This, &expr.repr)?
            }
            // Its value was read when the loop reached it.
            Op::Local(local) => {
                let (repr, slot) = self.locals.get(local)?;
                if *repr != expr.repr {
                    return None;
                }
                self.named.insert(*local);
                PrecheckExpr::Local { local: *local, slot: *slot, read: reader(repr) }
            }
            Op::Field { of, object, name } => {
                let number = self.rules.field_number(*object, name)?;
                let base = base(&of.op);
                let known = base.and_then(|base| self.known.get(&base)?.get(&number));
                if let (Some(base), Some(ScopeField { slot, read: Some(read), .. })) = (base, known) {
                    return Some(PrecheckExpr::Known { base, number, slot: *slot, read: *read });
                }
                let place = self.place(of, *object, name)?;
                read_at(place, &expr.repr)?
            }
            Op::HasField { of, object, name } => {
                let form = self.form_of(*object, name)?;
                PrecheckExpr::Has(Box::new(self.place(of, *object, name)?), form)
            }
            Op::Part { of, key } => {
                let (Repr::List(item), Op::Constant(Constant::Int(index))) = (&of.repr, &key.op) else {
                    return None;
                };
                if !expr.repr.is_like(item) {
                    return None;
                }
                let index = usize::try_from(*index).ok()?;
                read_at(PrecheckExpr::Item(Box::new(self.value(of)?), index), &expr.repr)?
            }
            Op::And(a, b) => PrecheckExpr::And(self.both(a, b)?),
            Op::Or(a, b) => PrecheckExpr::Or(self.both(a, b)?),
            Op::Conditional(parts) => {
                let [condition, then, otherwise] = &**parts;
                if then.repr != otherwise.repr {
                    return None;
                }
                let parts = [self.value(condition)?, self.value(then)?, self.value(otherwise)?];
                PrecheckExpr::Choice(Box::new(parts))
            }
            Op::Equal { values, negated } => {
                let [a, b] = &**values;
                let simple = matches!(a.repr, Repr::Bool | Repr::Int | Repr::String | Repr::Duration);
                if !simple || a.repr != b.repr {
                    return None;
                }
                let sign = if *negated { Sign::Unequal } else { Sign::Equal };
                PrecheckExpr::Compare(sign, self.both(a, b)?)
            }
            Op::Call { function, overloads, meant: None, args } => match overloads.as_slice() {
                [overload] => self.call(function, overload, args)?,
                _ => return None,
            },
            Op::Loop(found) => self.looped(found)?,
            _ => return None,
        })
    }

    fn both(&mut self, a: &Expr, b: &Expr) -> Option<Box<[PrecheckExpr; 2]>> {
        Some(Box::new([self.value(a)?, self.value(b)?]))
    }

    /// The index of a field.
    fn place(&mut self, of: &Expr, object: DeclaredId, name: &str) -> Option<PrecheckExpr> {
        let number = self.rules.field_number(object, name)?;
        if let Some(base) = base(&of.op)
            && let Some(known) = self.known.get(&base).and_then(|known| known.get(&number))
        {
            return Some(PrecheckExpr::Place { base, number, slot: known.slot });
        }
        if !matches!(of.repr, Repr::Object(_)) {
            return None;
        }
        Some(PrecheckExpr::Field(Box::new(self.value(of)?), number))
    }

    /// The form of a field for rules.
    fn form_of(&self, object: DeclaredId, name: &str) -> Option<Form> {
        let (_, seen) = self.rules.field_of(self.rules.compiler.seen(object)?, name)?;
        let form = self.rules.schemas.form_of(seen);
        // Only parsing shows whether the value fits its format.
        let parsed = matches!(form, Form::Bytes | Form::Duration | Form::Date | Form::DateTime);
        (!parsed).then_some(form)
    }

    fn call(&mut self, function: &str, overload: &str, args: &[Expr]) -> Option<PrecheckExpr> {
        let [a, others @ ..] = args else { return None };
        Some(match (overload, others) {
            ("logical_not", []) => PrecheckExpr::Not(Box::new(self.value(a)?)),
            ("less_int64" | "less_duration", [b]) => PrecheckExpr::Compare(Sign::Less, self.both(a, b)?),
            ("less_equals_int64" | "less_equals_duration", [b]) => {
                PrecheckExpr::Compare(Sign::AtMost, self.both(a, b)?)
            }
            ("greater_int64" | "greater_duration", [b]) => {
                PrecheckExpr::Compare(Sign::Greater, self.both(a, b)?)
            }
            ("greater_equals_int64" | "greater_equals_duration", [b]) => {
                PrecheckExpr::Compare(Sign::AtLeast, self.both(a, b)?)
            }
            ("add_int64", [b]) => {
                let parts = self.both(a, b)?;
                self.rolled(&parts).unwrap_or(PrecheckExpr::Add(parts))
            }
            ("size_list" | "list_size", []) => match &a.op {
                Op::Loop(found) => self.count(found)?,
                _ => PrecheckExpr::Size(Box::new(self.value(a)?)),
            },
            ("size_string" | "string_size", []) => PrecheckExpr::SizeOfText(Box::new(self.value(a)?)),
            ("string_to_duration", []) => {
                if let Op::Constant(Constant::String(text)) = &a.op {
                    return Some(PrecheckExpr::Duration(parse_duration(text.as_bytes())?));
                }
                PrecheckExpr::DurationOf(Box::new(self.value(a)?))
            }
            ("starts_with_string", [b]) => PrecheckExpr::StartsWith(self.both(a, b)?),
            ("ends_with_string", [b]) => PrecheckExpr::EndsWith(self.both(a, b)?),
            ("contains_string", [b]) => PrecheckExpr::Contains(self.both(a, b)?),
            ("in_list", [list]) => self.is_in(a, list)?,
            (_, [pattern]) if function == Search::Matches.name() => {
                let Op::Constant(Constant::String(pattern)) = &pattern.op else { return None };
                let matcher = self.rules.patterns.get(pattern)?;
                PrecheckExpr::Matches(Box::new(self.value(a)?), (pattern.clone(), matcher))
            }
            _ => return None,
        })
    }

    /// Converts a sum to a loop, if it is a sum over items that was written out.
    fn rolled(&mut self, [a, b]: &[PrecheckExpr; 2]) -> Option<PrecheckExpr> {
        let local = self.next_local();
        let sum = unrolled::sum(a, b, local, self.slots)?;
        if let PrecheckExpr::Loop(found) = &sum
            && found.local == local
        {
            let slot = self.slot();
            self.locals.insert(local, (Repr::Dynamic, slot));
        }
        Some(sum)
    }

    /// `a in b` of texts.
    fn is_in(&mut self, a: &Expr, list: &Expr) -> Option<PrecheckExpr> {
        if a.repr != Repr::String {
            return None;
        }
        let Op::List(items) = &list.op else {
            let (Repr::List(item), Op::Constant(Constant::String(_))) = (&list.repr, &a.op) else {
                return None;
            };
            if **item != Repr::String {
                return None;
            }
            let a = self.value(a)?;
            return Some(PrecheckExpr::InList(Box::new([self.value(list)?, a])));
        };
        let texts: Vec<String> = texts(items)?.into_iter().map(str::to_owned).collect();
        if texts.is_empty() {
            return None;
        }
        Some(PrecheckExpr::OneOf(Box::new(self.value(a)?), texts))
    }

    fn looped(&mut self, found: &Loop) -> Option<PrecheckExpr> {
        let Loop { kind, filter: None, body, .. } = found else { return None };
        match kind {
            LoopKind::All => self.over(found, Aggregate::All, body),
            LoopKind::Exists => self.over(found, Aggregate::Exists, body),
            LoopKind::ExistsOne => self.over(found, Aggregate::ExistsOne, body),
            LoopKind::Collect | LoopKind::TransformMap | LoopKind::TransformMapEntry => None,
        }
    }

    /// `size(list.filter(x, p))`
    fn count(&mut self, found: &Loop) -> Option<PrecheckExpr> {
        let filter = found.filter.as_ref()?;
        let keeps = matches!(found.body.op, Op::Local(index) if index == found.first.0);
        if found.kind != LoopKind::Collect || !keeps {
            return None;
        }
        self.over(found, Aggregate::Count, filter)
    }

    /// A loop over the items of a list.
    fn over(&mut self, found: &Loop, aggregate: Aggregate, body: &Expr) -> Option<PrecheckExpr> {
        let (local, repr) = &found.first;
        if found.second.is_some() || !matches!(found.range.repr, Repr::List(_)) {
            return None;
        }
        let list = self.value(&found.range)?;
        let read = match repr {
            Repr::Object(_) => None,
            // Items of other types are left to the evaluation.
            repr => Some(reader(repr)?),
        };
        let slot = self.slot();
        self.locals.insert(*local, (repr.clone(), slot));
        let scope = self.scope(Base::Local(*local), &Op::Local(*local), &[body])?;
        self.named.remove(local);
        let body = self.value(body)?;
        // Rustc would warn about a loop whose body does not use the item, and hardly any rule has one.
        if scope.fields.is_empty() && !self.named.contains(local) {
            return None;
        }
        let local = *local;
        Some(PrecheckExpr::Loop(Box::new(PrecheckLoop {
            aggregate,
            list,
            local,
            slot,
            read,
            scope,
            body,
            tallies: Vec::new(),
        })))
    }
}

/// The value that holds the fields of a value.
fn base(op: &Op) -> Option<Base> {
    match op {
        Op::SelfValue => Some(Base::This),
        Op::Local(local) => Some(Base::Local(*local)),
        _ => None,
    }
}

fn is_same(variable: &Op, op: &Op) -> bool {
    match (variable, op) {
        (Op::SelfValue, Op::SelfValue) => true,
        (Op::Local(a), Op::Local(b)) => a == b,
        _ => false,
    }
}

/// The way in which a scalar is read.
fn reader(repr: &Repr) -> Option<Read> {
    match repr {
        Repr::Bool => Some(Read::Bool),
        Repr::Int => Some(Read::Int),
        Repr::String => Some(Read::Text),
        _ => None,
    }
}

/// The value at an index.
fn read_at(place: PrecheckExpr, repr: &Repr) -> Option<PrecheckExpr> {
    match repr {
        Repr::List(_) | Repr::Object(_) => Some(place),
        repr => Some(PrecheckExpr::Read(reader(repr)?, Box::new(place))),
    }
}
