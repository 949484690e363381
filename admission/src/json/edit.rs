//! Sets and removes members of objects in JSON text.

use super::push_string;
use super::scan::{Member, find, is_key, members, skip_space, value_end};

/// Sets the member at the path `keys` to a JSON value, and creates the objects above it if they are missing.
/// Returns whether that was possible: not if a value above it is not an object, or the text is invalid.
pub(crate) fn set(text: &mut Vec<u8>, keys: &[&str], value: &[u8]) -> bool {
    let Some((last, above)) = keys.split_last() else { return false };
    if let Some(range) = find(text, keys) {
        text.splice(range, value.iter().copied());
        return true;
    }
    // The deepest object of the path that exists.
    let depth = (0..=above.len()).rev().find(|&depth| find(text, &keys[..depth]).is_some());
    let Some(depth) = depth else { return false };
    let Some(object) = find(text, &keys[..depth]) else { return false };
    if text.get(object.start) != Some(&b'{') {
        return false;
    }
    let mut added = Vec::new();
    let at = match members(text, object.start).last() {
        Some(member) => {
            added.push(b',');
            let Some(end) = value_end(text, member.value) else { return false };
            end
        }
        None => object.start + 1,
    };
    if text.get(skip_space(text, at)) != Some(&b'}') {
        return false;
    }
    for key in &keys[depth..above.len()] {
        push_string(&mut added, key);
        added.extend_from_slice(b":{");
    }
    push_string(&mut added, last);
    added.push(b':');
    added.extend_from_slice(value);
    added.extend(std::iter::repeat_n(b'}', above.len() - depth));
    text.splice(at..at, added);
    true
}

/// Removes the member at the path `keys`; returns whether it was there.
pub(crate) fn remove(text: &mut Vec<u8>, keys: &[&str]) -> bool {
    let Some((last, above)) = keys.split_last() else { return false };
    let Some(object) = find(text, above) else { return false };
    let mut before: Option<Member> = None;
    let mut all = members(text, object.start);
    while let Some(member) = all.next() {
        if !is_key(text, &member, last) {
            before = Some(member);
            continue;
        }
        let Some(end) = value_end(text, member.value) else { return false };
        let range = match (before, all.next()) {
            // With the comma before it, or with the one behind it.
            (Some(before), _) => value_end(text, before.value).unwrap_or(before.value)..end,
            (None, Some(after)) => member.key.start..after.key.start,
            (None, None) => member.key.start..end,
        };
        text.drain(range);
        return true;
    }
    false
}
