//! Conditions that must all hold, with those joined that go over the same value: loops over one list become one loop, and
//! searches of one text one pattern.
//!
//! In: conditions in any order. Out: fewer, which hold together exactly if those given do. Only that counts: if one does not
//! hold, or cannot be told, the rules are evaluated one by one.

use std::collections::HashMap;

use super::all;
use crate::emit::actions::{Asks, Holder, Pattern, Scope, ScopeField, Sign, Sure, SureLoop, Tally};

/// Searches with more bytes than this are left alone: their pattern might have a large table.
const MOST_SEARCHED: usize = 48;

/// Names for variables and slots.
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
    conditions: Vec<Sure>,
    fresh: &mut Fresh,
    pattern: &dyn Fn(String) -> Option<Pattern>,
) -> Vec<Sure> {
    let mut flat = Vec::new();
    conditions.into_iter().for_each(|condition| flatten(condition, &mut flat));
    let flat = searches(flat, pattern);
    let mut joined = loops(flat, fresh);
    for condition in &mut joined {
        within(condition, fresh, pattern);
    }
    joined
}

/// The operands of `a && b && …`.
fn flatten(condition: Sure, flat: &mut Vec<Sure>) {
    match condition {
        Sure::And(parts) => parts.into_iter().for_each(|part| flatten(part, flat)),
        condition => flat.push(condition),
    }
}

/// Joins the conditions inside of one.
fn within(condition: &mut Sure, fresh: &mut Fresh, pattern: &dyn Fn(String) -> Option<Pattern>) {
    let inner = match condition {
        Sure::Choice(parts) => match &mut **parts {
            [_, then, Sure::Bool(true)] => then,
            _ => return,
        },
        Sure::Loop(found) if found.asks == Asks::All => &mut found.body,
        _ => return,
    };
    let whole = std::mem::replace(inner, Sure::Bool(true));
    *inner = all(joined(vec![whole], fresh, pattern)).unwrap_or(Sure::Bool(true));
    if let Sure::Loop(found) = condition {
        let holder = Holder::Local(found.local);
        read_once(&mut found.scope, &mut found.body, holder);
    }
}

/// `!text.contains('a') && !text.contains('b')` as one pattern.
fn searches(conditions: Vec<Sure>, pattern: &dyn Fn(String) -> Option<Pattern>) -> Vec<Sure> {
    let mut texts: HashMap<String, Vec<usize>> = HashMap::new();
    for (index, condition) in conditions.iter().enumerate() {
        if let Some((text, _)) = searched(condition) {
            texts.entry(format!("{text:?}")).or_default().push(index);
        }
    }
    let mut conditions: Vec<Option<Sure>> = conditions.into_iter().map(Some).collect();
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
            let joined = Sure::Not(Box::new(Sure::Matches(Box::new((*text).clone()), compiled)));
            group.iter().for_each(|index| conditions[*index] = None);
            conditions[group[0]] = Some(joined);
        }
    }
    conditions.into_iter().flatten().collect()
}

/// A pattern that matches a text alone.
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
fn searched(condition: &Sure) -> Option<(&Sure, &str)> {
    let Sure::Not(of) = condition else { return None };
    let Sure::Contains(parts) = &**of else { return None };
    match &**parts {
        [text, Sure::Text(part)] if !part.is_empty() => Some((text, part)),
        _ => None,
    }
}

/// Joins loops over the same list.
fn loops(conditions: Vec<Sure>, fresh: &mut Fresh) -> Vec<Sure> {
    let mut groups: HashMap<String, usize> = HashMap::new();
    for condition in &conditions {
        if let Some(key) = key(condition) {
            *groups.entry(key).or_default() += 1;
        }
    }
    // The place of the joined loop, and what it asks of each item.
    let mut places: HashMap<String, (usize, Vec<Sure>)> = HashMap::new();
    let mut joined: Vec<Sure> = Vec::new();
    for condition in conditions {
        let Some(key) = key(&condition).filter(|key| groups.get(key).is_some_and(|count| *count > 1)) else {
            joined.push(condition);
            continue;
        };
        let Some(found) = tallied(condition, fresh) else { continue };
        match places.get_mut(&key) {
            Some((place, asked)) => {
                if let Some(Sure::Loop(first)) = joined.get_mut(*place) {
                    asked.push(add(first, found));
                }
            }
            None => {
                let mut first = renamed(found, fresh.local());
                let asked = std::mem::replace(&mut first.body, Sure::Bool(true));
                places.insert(key, (joined.len(), vec![asked]));
                joined.push(Sure::Loop(Box::new(first)));
            }
        }
    }
    for (place, asked) in places.into_values() {
        if let (Some(Sure::Loop(found)), Some(body)) = (joined.get_mut(place), all(asked)) {
            found.body = body;
        }
    }
    joined
}

/// What loops that can be joined have in common: the list, and how its items are read.
fn key(condition: &Sure) -> Option<String> {
    let found = match condition {
        Sure::Loop(found) if matches!(found.asks, Asks::All | Asks::ExistsOne) => found,
        Sure::Compare(_, parts) => match &**parts {
            [Sure::Loop(found), Sure::Int(_)] if found.asks == Asks::Count => found,
            _ => return None,
        },
        _ => return None,
    };
    Some(format!("{:?} {:?}", found.list, found.read))
}

/// A condition as a loop that asks something of all items. Those that count do it on the way.
fn tallied(condition: Sure, fresh: &mut Fresh) -> Option<SureLoop> {
    let (found, sign, number) = match condition {
        Sure::Loop(found) if found.asks == Asks::All => return Some(*found),
        Sure::Loop(found) => (*found, Sign::Equal, 1),
        Sure::Compare(sign, parts) => match *parts {
            [Sure::Loop(found), Sure::Int(number)] => (*found, sign, number),
            _ => return None,
        },
        _ => return None,
    };
    let slot = fresh.slot();
    let SureLoop { list, local, slot: item, read, scope, body, mut tallies, .. } = found;
    tallies.push(Tally { slot, sign, number });
    let body = Sure::Tally { slot, of: Box::new(body) };
    Some(SureLoop { asks: Asks::All, list, local, slot: item, read, scope, body, tallies })
}

/// The loop with another variable.
fn renamed(mut found: SureLoop, local: usize) -> SureLoop {
    let (from, slot) = (found.local, found.slot);
    rename(&mut found.body, from, (local, slot));
    found.local = local;
    found
}

/// Lets a loop look up and count what another one does. What that one asks of each item is returned.
fn add(first: &mut SureLoop, mut other: SureLoop) -> Sure {
    rename(&mut other.body, other.local, (first.local, first.slot));
    let holder = Holder::Local(first.local);
    for field in other.scope.fields {
        match first.scope.fields.iter_mut().find(|known| known.number == field.number) {
            Some(known) => {
                known.read = known.read.or(field.read);
                move_field(&mut other.body, holder, field.number, known.slot);
            }
            None => first.scope.fields.push(field),
        }
    }
    first.scope.fields.sort_unstable_by_key(|field| field.number);
    first.tallies.append(&mut other.tallies);
    other.body
}

/// Replaces the variable of a loop.
fn rename(part: &mut Sure, from: usize, to: (usize, usize)) {
    match part {
        Sure::Local { local, slot, .. } if *local == from => (*local, *slot) = to,
        Sure::Known { holder, .. } | Sure::Place { holder, .. } if *holder == Holder::Local(from) => {
            *holder = Holder::Local(to.0);
        }
        part => part.parts_mut().into_iter().for_each(|part| rename(part, from, to)),
    }
}

/// Replaces the slot of a field.
fn move_field(part: &mut Sure, of: Holder, field: u16, to: usize) {
    match part {
        Sure::Known { holder, number, slot, .. } | Sure::Place { holder, number, slot }
            if *holder == of && *number == field =>
        {
            *slot = to;
        }
        part => part.parts_mut().into_iter().for_each(|part| move_field(part, of, field, to)),
    }
}

/// Reads the fields at once that are read several times after joining.
fn read_once(scope: &mut Scope, body: &mut Sure, holder: Holder) {
    for ScopeField { number, read, .. } in &mut scope.fields {
        let mut found = Vec::new();
        reads(body, &mut |part| {
            if let Sure::Read(how, of) = part
                && matches!(&**of, Sure::Place { holder: known, number: field, .. } if *known == holder && field == number)
            {
                found.push(*how);
            }
        });
        let Some(how) = read.or(found.first().copied().filter(|_| found.len() > 1)) else { continue };
        if found.iter().any(|other| *other != how) {
            continue;
        }
        *read = Some(how);
        reads(body, &mut |part| {
            if let Sure::Read(_, of) = part
                && let Sure::Place { holder: known, number: field, slot } = **of
                && known == holder
                && field == *number
            {
                *part = Sure::Known { holder, number: field, slot, read: how };
            }
        });
    }
}

fn reads(part: &mut Sure, visit: &mut dyn FnMut(&mut Sure)) {
    visit(part);
    part.parts_mut().into_iter().for_each(|part| reads(part, visit));
}
