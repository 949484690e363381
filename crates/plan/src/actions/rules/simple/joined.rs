//! Joins conditions that must all hold: loops over the same list become one loop, and searches of the same
//! text become one pattern.
//!
//! In: conditions in any order. Out: fewer conditions, which all hold if and only if all given conditions
//! hold. Which of them fails does not matter: if one does not hold, or cannot be decided, the rules are
//! evaluated one by one.

use std::collections::{BTreeMap, HashMap};

use crate::actions::rules::precheck::{
    Aggregate, Base, PrecheckExpr, PrecheckLoop, Read, ScopeField, Sign, Tally,
};
use crate::actions::string::Pattern;

/// The most bytes of searches that are joined. A longer pattern might need a large table.
const MOST_SEARCHED: usize = 48;

/// Joins conditions by `&&` to a balanced tree, because a value may have thousands of rules.
pub(super) fn all(mut rules: Vec<PrecheckExpr>) -> Option<PrecheckExpr> {
    while rules.len() > 1 {
        let mut rest = std::mem::take(&mut rules).into_iter();
        while let Some(first) = rest.next() {
            rules.push(match rest.next() {
                Some(second) => PrecheckExpr::And(Box::new([first, second])),
                None => first,
            });
        }
    }
    rules.pop()
}

/// Allocates numbers of variables and slots.
pub(super) struct Fresh {
    /// The next variable of a loop.
    pub(super) local: usize,
    /// The next slot.
    pub(super) slot: usize,
}

impl Fresh {
    fn local(&mut self) -> usize {
        self.local += 1;
        self.local - 1
    }

    fn slot(&mut self) -> usize {
        self.slot += 1;
        self.slot - 1
    }
}

/// Joins conditions. `pattern` compiles a pattern.
pub(super) fn joined(
    conditions: Vec<PrecheckExpr>,
    fresh: &mut Fresh,
    pattern: &dyn Fn(String) -> Option<Pattern>,
) -> Vec<PrecheckExpr> {
    let mut flat = Vec::new();
    conditions.into_iter().for_each(|condition| flatten(condition, &mut flat));
    let flat = searches(flat, pattern);
    let mut joined = loops(flat, fresh);
    for condition in &mut joined {
        within(condition, fresh, pattern);
    }
    joined
}

/// Collects the operands of `a && b && …`.
fn flatten(condition: PrecheckExpr, flat: &mut Vec<PrecheckExpr>) {
    match condition {
        PrecheckExpr::And(parts) => parts.into_iter().for_each(|part| flatten(part, flat)),
        condition => flat.push(condition),
    }
}

/// Joins the conditions within a condition.
fn within(condition: &mut PrecheckExpr, fresh: &mut Fresh, pattern: &dyn Fn(String) -> Option<Pattern>) {
    let inner = match condition {
        PrecheckExpr::Choice(parts) => match &mut **parts {
            [_, then, PrecheckExpr::Bool(true)] => then,
            _ => return,
        },
        PrecheckExpr::Loop(found) if found.aggregate == Aggregate::All => &mut found.body,
        _ => return,
    };
    let whole = std::mem::replace(inner, PrecheckExpr::Bool(true));
    *inner = all(joined(vec![whole], fresh, pattern)).unwrap_or(PrecheckExpr::Bool(true));
    if let PrecheckExpr::Loop(found) = condition {
        read_once(found);
    }
}

/// Joins `!text.contains('a') && !text.contains('b')` to one pattern.
fn searches(conditions: Vec<PrecheckExpr>, pattern: &dyn Fn(String) -> Option<Pattern>) -> Vec<PrecheckExpr> {
    let mut texts: HashMap<String, Vec<usize>> = HashMap::new();
    for (index, condition) in conditions.iter().enumerate() {
        if let Some((text, _)) = searched(condition) {
            texts.entry(format!("{text:?}")).or_default().push(index);
        }
    }
    let mut conditions: Vec<Option<PrecheckExpr>> = conditions.into_iter().map(Some).collect();
    let mut groups: Vec<_> = texts.into_values().filter(|group| group.len() > 1).collect();
    groups.sort_unstable();
    for group in groups {
        let found: Vec<_> =
            group.iter().filter_map(|index| searched(conditions.get(*index)?.as_ref()?)).collect();
        if found.iter().map(|(_, part)| part.len()).sum::<usize>() > MOST_SEARCHED {
            continue;
        }
        let parts: Vec<_> = found.iter().map(|(_, part)| escaped(part)).collect();
        let Some((text, _)) = found.first() else { continue };
        if let Some(compiled) = pattern(parts.join("|")) {
            let joined =
                PrecheckExpr::Not(Box::new(PrecheckExpr::Matches(Box::new((*text).clone()), compiled)));
            group.iter().for_each(|index| conditions[*index] = None);
            conditions[group[0]] = Some(joined);
        }
    }
    conditions.into_iter().flatten().collect()
}

/// A pattern that matches exactly this text.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '\0'..='\x7f' if !c.is_ascii_alphanumeric() => {
                escaped.push_str(&format!("\\x{:02x}", u32::from(c)))
            }
            c => escaped.push(c),
        }
    }
    escaped
}

/// The text and the part of `!text.contains('part')`.
fn searched(condition: &PrecheckExpr) -> Option<(&PrecheckExpr, &str)> {
    let PrecheckExpr::Not(of) = condition else { return None };
    let PrecheckExpr::Contains(parts) = &**of else { return None };
    match &**parts {
        [text, PrecheckExpr::Text(part)] if !part.is_empty() => Some((text, part)),
        _ => None,
    }
}

/// Joins loops over the same list.
fn loops(conditions: Vec<PrecheckExpr>, fresh: &mut Fresh) -> Vec<PrecheckExpr> {
    let mut groups: HashMap<String, usize> = HashMap::new();
    for condition in &conditions {
        if let Some(key) = key(condition) {
            *groups.entry(key).or_default() += 1;
        }
    }
    let mut loops: HashMap<String, Joined> = HashMap::new();
    let mut joined: Vec<PrecheckExpr> = Vec::new();
    for condition in conditions {
        let Some(key) = key(&condition).filter(|key| groups.get(key).is_some_and(|count| *count > 1)) else {
            joined.push(condition);
            continue;
        };
        let Some(found) = tallied(condition, fresh) else { continue };
        match loops.get_mut(&key) {
            Some(others) => {
                if let Some(PrecheckExpr::Loop(first)) = joined.get_mut(others.place) {
                    others.add(first, found);
                }
            }
            None => {
                let mut first = renamed(found, fresh.local());
                loops.insert(key, Joined::new(joined.len(), &mut first));
                joined.push(PrecheckExpr::Loop(Box::new(first)));
            }
        }
    }
    for of in loops.into_values() {
        if let Some(PrecheckExpr::Loop(first)) = joined.get_mut(of.place) {
            of.finish(first);
        }
    }
    joined
}

/// The key of loops that can be joined: the list, and the representation of its items.
fn key(condition: &PrecheckExpr) -> Option<String> {
    let found = match condition {
        PrecheckExpr::Loop(found) if matches!(found.aggregate, Aggregate::All | Aggregate::ExistsOne) => {
            found
        }
        PrecheckExpr::Compare(_, parts) => match &**parts {
            [PrecheckExpr::Loop(found), PrecheckExpr::Int(_)] if found.aggregate == Aggregate::Count => found,
            _ => return None,
        },
        _ => return None,
    };
    Some(format!("{:?} {:?}", found.list, found.read))
}

/// Converts a condition to a loop over all items. Conditions on counts become tallies of the loop.
fn tallied(condition: PrecheckExpr, fresh: &mut Fresh) -> Option<PrecheckLoop> {
    let (found, sign, number) = match condition {
        PrecheckExpr::Loop(found) if found.aggregate == Aggregate::All => return Some(*found),
        PrecheckExpr::Loop(found) => (*found, Sign::Equal, 1),
        PrecheckExpr::Compare(sign, parts) => match *parts {
            [PrecheckExpr::Loop(found), PrecheckExpr::Int(number)] => (*found, sign, number),
            _ => return None,
        },
        _ => return None,
    };
    let slot = fresh.slot();
    let PrecheckLoop { list, local, slot: item, read, scope, body, mut tallies, .. } = found;
    tallies.push(Tally { slot, sign, number });
    let body = PrecheckExpr::Tally { slot, of: Box::new(body) };
    Some(PrecheckLoop { aggregate: Aggregate::All, list, local, slot: item, read, scope, body, tallies })
}

/// Renames the variable of a loop.
fn renamed(mut found: PrecheckLoop, local: usize) -> PrecheckLoop {
    let slot = found.slot;
    rename(&mut found, (local, slot), &HashMap::new());
    found.local = local;
    found
}

/// Replaces the variable of a loop, and the slots of fields that have a new slot.
fn rename(found: &mut PrecheckLoop, (to, to_slot): (usize, usize), slots: &HashMap<u16, usize>) {
    let from = found.local;
    found.body.each_part(&mut |part| match part {
        PrecheckExpr::Local { local, slot, .. } if *local == from => (*local, *slot) = (to, to_slot),
        PrecheckExpr::Known { base, number, slot, .. } | PrecheckExpr::Place { base, number, slot }
            if *base == Base::Local(from) =>
        {
            *base = Base::Local(to);
            *slot = slots.get(number).copied().unwrap_or(*slot);
        }
        _ => {}
    });
}

/// A loop that others are added to.
struct Joined {
    /// The index in the list of conditions.
    place: usize,
    /// The fields that are looked up of an item, by their numbers.
    fields: BTreeMap<u16, ScopeField>,
    /// The conditions for each item.
    asked: Vec<PrecheckExpr>,
}

impl Joined {
    fn new(place: usize, first: &mut PrecheckLoop) -> Joined {
        let fields = first.scope.fields.drain(..).map(|field| (field.number, field)).collect();
        Joined { place, fields, asked: vec![std::mem::replace(&mut first.body, PrecheckExpr::Bool(true))] }
    }

    /// Adds the lookups, counts and conditions of another loop.
    fn add(&mut self, first: &mut PrecheckLoop, mut other: PrecheckLoop) {
        let mut slots = HashMap::new();
        for field in std::mem::take(&mut other.scope.fields) {
            let known = self.fields.entry(field.number).or_insert_with(|| field.clone());
            known.read = known.read.or(field.read);
            slots.insert(field.number, known.slot);
        }
        rename(&mut other, (first.local, first.slot), &slots);
        first.tallies.append(&mut other.tallies);
        self.asked.push(other.body);
    }

    fn finish(self, first: &mut PrecheckLoop) {
        first.scope.fields = self.fields.into_values().collect();
        first.body = all(self.asked).unwrap_or(PrecheckExpr::Bool(true));
    }
}

/// Reads fields in advance that are read several times after joining.
fn read_once(found: &mut PrecheckLoop) {
    let PrecheckLoop { scope, body, local, .. } = found;
    let base = Base::Local(*local);
    // A field has one type, so it is read in one way.
    let mut reads: HashMap<u16, (Read, usize)> = HashMap::new();
    let mut once: HashMap<u16, Read> =
        scope.fields.iter().filter_map(|field| Some((field.number, field.read?))).collect();
    body.each_part(&mut |part| {
        if let Some((read, number, _)) = field_read(part, base) {
            reads.entry(number).or_insert((read, 0)).1 += 1;
        }
    });
    once.extend(
        reads.into_iter().filter(|(_, (_, count))| *count > 1).map(|(number, (read, _))| (number, read)),
    );
    for field in &mut scope.fields {
        field.read = once.get(&field.number).copied();
    }
    body.each_part(&mut |part| {
        if let Some((read, number, slot)) = field_read(part, base)
            && once.contains_key(&number)
        {
            *part = PrecheckExpr::Known { base, number, slot, read };
        }
    });
}

/// The read of a variable's field: its form, its number, and its slot.
fn field_read(part: &PrecheckExpr, of: Base) -> Option<(Read, u16, usize)> {
    let PrecheckExpr::Read(read, place) = part else { return None };
    match **place {
        PrecheckExpr::Place { base, number, slot } if base == of => Some((*read, number, slot)),
        _ => None,
    }
}
