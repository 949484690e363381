//! Normalizes unions of the older shape, by the rules of structured-merge-diff.
//!
//! In: an object with a union, and its counterpart in the old object. Out: members to clear and the deduced
//! discriminator, or the reason why the union cannot be normalized. An object without a counterpart is
//! compared with an empty one, so these rules run on creates too.
// structured-merge-diff v4.1: typed/union.go

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::changes::Changes;
use super::member::{discriminator, set};
use super::pairing::{NONE, Pair, Tapes};
use super::report::Fault;
use crate::places::{Given, Member, Union};
use crdc_object::tape::Tape;

/// Normalizes one union. If the discriminator was modified, it decides: members that it does not select are
/// cleared, and a new member that it does not select is a fault. Otherwise the members decide: the value of
/// the only member becomes the discriminator, and several members are a fault.
pub(super) fn normalize(
    tapes: Tapes<'_>,
    [new, old]: Pair,
    union: &Union<'_>,
    changes: &mut Changes,
    faults: &mut Vec<Fault>,
) {
    let given = text(discriminator(tapes.new, new, union));
    let old_given = if old == NONE { b"" as &[u8] } else { text(discriminator(tapes.old, old, union)) };
    let is_set = |member: &&Member<'_>| set(tapes.new, new, member.field).is_some();
    let was_set = |member: &Member<'_>| old != NONE && set(tapes.old, old, member.field).is_some();
    let set_members = || union.members.iter().filter(is_set);
    let mut fault = |detail: String, members: Vec<String>| faults.push(Fault { at: new, detail, members });
    if given != old_given && !given.is_empty() {
        let mut added = set_members().filter(|member| !was_set(member));
        match (added.next(), added.next()) {
            (Some(only), None) if only.value.as_bytes() != given => {
                let given = String::from_utf8_lossy(given);
                let detail = format!("discriminator ({given}) and field changed ({}) don't match", only.name);
                fault(detail, vec![only.name.to_owned()]);
            }
            (Some(_), Some(_)) => {
                let names = names(set_members().filter(|member| !was_set(member)));
                fault(format!("multiple new fields added: {}", names.join(", ")), names);
            }
            _ => {
                // A discriminator that is not the value of a member may be the name of a member.
                let kept = union.members.iter().position(|member| member.value.as_bytes() == given);
                let kept =
                    kept.or_else(|| union.members.iter().position(|member| member.name.as_bytes() == given));
                for (index, member) in union.members.iter().enumerate() {
                    if Some(index) != kept {
                        changes.gone.extend(tapes.new.field(new, member.field));
                    }
                }
            }
        }
        return;
    }
    let mut members = set_members();
    match (members.next(), members.next()) {
        (Some(_), Some(_)) => {
            let names = names(set_members());
            let detail = format!("multiple fields set without discriminator change: {}", names.join(", "));
            fault(detail, names);
        }
        (Some(only), None) if only.value.as_bytes() != given => {
            let member = union.members.iter().position(|member| member.field == only.field);
            let deduced = union.older.map_or(&[] as &[_], |older| older.deduced);
            if let (Some(&text), Some(at)) =
                (member.and_then(|member| deduced.get(member)), place(tapes.new, new, union.discriminator))
            {
                changes.deduced.push((at, text));
            }
        }
        _ => {}
    }
}

/// The change that normalization would make to one union, as a fault. A null member counts as absent.
pub(super) fn change(
    tapes: Tapes<'_>,
    [new, old]: Pair,
    union: &Union<'_>,
    faults: &mut Vec<Fault>,
) -> Option<Fault> {
    let mut changes = Changes::default();
    normalize(tapes, [new, old], union, &mut changes, faults);
    let set_members = || union.members.iter().filter(|member| set(tapes.new, new, member.field).is_some());
    let given = String::from_utf8_lossy(text(discriminator(tapes.new, new, union)));
    let (detail, members) = if let (Some(_), Some(only)) = (changes.deduced.first(), set_members().next()) {
        let detail = format!("discriminator ({given}) must be {} while {} is set", only.value, only.name);
        (detail, vec![only.name.to_owned()])
    } else {
        let is_cleared = |member: &&Member<'_>| {
            set(tapes.new, new, member.field).is_some_and(|at| changes.gone.contains(&at))
        };
        set_members().find(is_cleared)?;
        let names = names(set_members().filter(is_cleared));
        let detail = format!(
            "fields that discriminator ({given}) does not select must not be set: {}",
            names.join(", ")
        );
        (detail, names)
    };
    Some(Fault { at: new, detail, members })
}

/// The entry of the discriminator. An absent discriminator has a dead entry, which the decoder reserved, or
/// which is left of a dropped one.
fn place(tape: Tape<'_>, object: u32, number: u16) -> Option<u32> {
    tape.field(object, number).or_else(|| tape.last_field(object, number))
}

/// The text of a discriminator; empty if it is absent or not a string.
fn text(given: Given<'_>) -> &[u8] {
    if let Given::Text(text) = given { text } else { b"" }
}

fn names<'m, 'p: 'm>(members: impl Iterator<Item = &'m Member<'p>>) -> Vec<String> {
    members.map(|member| member.name.to_owned()).collect()
}
