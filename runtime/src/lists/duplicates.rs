//! Finds the duplicates among the candidates of a list.
//!
//! In: the candidates of one list. Out: a call for each candidate that equals earlier ones, with their
//! number. Short lists compare all pairs; long ones are sorted by hash, so that only equal hashes are
//! compared.

use super::buffers::Buffers;
use super::value::Value;
use crdc_object::tape::Tape;

/// Up to this length comparing pairs is cheaper than hashing: at most 120 comparisons.
const SHORT_LIST: usize = 16;

/// Calls `again` with every item that equals earlier ones, and their number, in the order of the list only
/// within equal items. `hash_of` is a parameter so that tests can use one that always collides.
pub(super) fn find(
    tape: Tape<'_>,
    buffers: &mut Buffers,
    hash_of: fn(&Value<'_>) -> u64,
    again: impl FnMut(u32, usize),
) {
    match buffers.candidates.len() {
        0 | 1 => {}
        2..=SHORT_LIST => pairs(tape, buffers, again),
        _ => sorted(tape, buffers, hash_of, again),
    }
}

fn pairs(tape: Tape<'_>, buffers: &Buffers, mut again: impl FnMut(u32, usize)) {
    let mut values = [Value::Absent; SHORT_LIST];
    for (index, candidate) in buffers.candidates.iter().enumerate() {
        let value = candidate.value(tape, &buffers.canonical);
        let Some((slot, before)) = values.get_mut(..=index).and_then(<[_]>::split_last_mut) else { return };
        let equal = before.iter().filter(|&earlier| *earlier == value).count();
        if equal > 0 {
            again(candidate.item, equal);
        }
        *slot = value;
    }
}

fn sorted(
    tape: Tape<'_>,
    buffers: &mut Buffers,
    hash_of: fn(&Value<'_>) -> u64,
    mut again: impl FnMut(u32, usize),
) {
    let Buffers { candidates, canonical } = buffers;
    for candidate in candidates.iter_mut() {
        candidate.hash = hash_of(&candidate.value(tape, canonical));
    }
    // Equal hashes are sorted by value, so that many collisions are sorted too and never compared pair by
    // pair.
    candidates.sort_unstable_by(|a, b| {
        let exact = || a.value(tape, canonical).cmp(&b.value(tape, canonical));
        a.hash.cmp(&b.hash).then_with(exact).then(a.item.cmp(&b.item))
    });
    // Where the run of equal candidates that ends with the previous one began.
    let mut run = 0;
    for at in 1..candidates.len() {
        let (Some(previous), Some(this)) = (candidates.get(at - 1), candidates.get(at)) else { return };
        if previous.hash != this.hash || previous.value(tape, canonical) != this.value(tape, canonical) {
            run = at;
        } else {
            again(this.item, at - run);
        }
    }
}
