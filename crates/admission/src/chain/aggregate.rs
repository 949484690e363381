//! Combines the refusals of several validators. In: refusals. Out: one refusal.
//!
//! Easy to break: validators have no order, so neither has the result. The refusals are sorted: the highest
//! code first, then by the names of the validators and their messages.

use std::cmp::Reverse;

use crdc::{Cause, Details};

use crate::response::refusal::Refusal;

/// Combines refusals into one with the causes of all of them. The server returns only the first refusal.
#[cold]
pub(crate) fn aggregate(mut refusals: Vec<(&str, Refusal)>) -> Result<(), Refusal> {
    if refusals.len() > 1 {
        refusals.sort_by(|(a, one), (b, other)| {
            (Reverse(one.code), a, &one.message).cmp(&(Reverse(other.code), b, &other.message))
        });
        refusals.dedup_by(|later, first| later.1 == first.1);
    }
    let mut refusals = refusals.into_iter().map(|(_, refusal)| refusal);
    let (Some(first), second) = (refusals.next(), refusals.next()) else { return Ok(()) };
    let Some(second) = second else { return Err(first) };
    let mut all = vec![first, second];
    all.extend(refusals);
    // apimachinery: util/errors/errors.go Aggregate
    let messages: Vec<&str> = all.iter().map(|refusal| refusal.message.as_str()).collect();
    let message = format!("[{}]", messages.join(", "));
    let causes: Vec<Cause> = all.iter().flat_map(causes).collect();
    let mut whole = all.swap_remove(0).into_status();
    whole.message = message;
    whole.details.get_or_insert_with(|| Details::new("", "", "")).causes = causes;
    Err(whole.into())
}

/// The causes of one refusal: its own causes, or its message as a cause.
fn causes(refusal: &Refusal) -> Vec<Cause> {
    let own = refusal.details.as_ref().map(|details| details.causes.as_slice()).unwrap_or_default();
    if own.is_empty() { vec![Cause::new("", refusal.message.clone(), "")] } else { own.to_vec() }
}
