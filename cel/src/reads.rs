//! What several rules of a value read of it: each field is looked up and converted once.
//!
//! Easy to break: a read is made before it is known whether a rule needs it, so it must have no effect and no cost.
//! Costs are added where it is used.

use super::{CelType, Context, EvalError, Evaluated, Meter, Node};

/// Fields by their numbers, in one pass over the object. Null is as absent.
#[inline]
pub fn fields<'a, const N: usize>(of: Node<'a>, numbers: &[u16; N]) -> [Option<Node<'a>>; N] {
    let mut found = [None; N];
    let more = of.first_members(|entry, at| {
        let slot = numbers.iter().position(|known| *known == entry.field);
        if let Some(slot) = slot.and_then(|slot| found.get_mut(slot)) {
            *slot = of.member(entry, at);
        }
    });
    if more {
        far_fields(of, numbers, &mut found);
    }
    found
}

/// Finds each field by itself. A rule that runs by itself, or a loop, must not go over a hundred thousand unknown members.
#[cold]
fn far_fields<'a>(of: Node<'a>, numbers: &[u16], found: &mut [Option<Node<'a>>]) {
    for (slot, number) in found.iter_mut().zip(numbers) {
        *slot = of.field(*number);
    }
}

/// The value of a field that was looked up, for [`known`].
///
/// # Errors
/// There is no object, or it lacks the field; the value does not fit its schema.
#[inline]
pub fn read<'a, T: CelType<'a>, M: Meter>(
    context: Context<'a, M>,
    of: Node<'a>,
    found: Option<Node<'a>>,
    name: &'static str,
) -> Evaluated<T> {
    match found {
        Some(found) => T::from_node(found, context.arena),
        None => absent(of, name),
    }
}

/// A field that is absent, or whose object is none.
#[cold]
pub(super) fn absent<T>(of: Node<'_>, name: &'static str) -> Evaluated<T> {
    of.object().and(Err(EvalError::NoSuchKey(name)))
}

/// A value that was read, as [`field`](super::field) returns it.
///
/// # Errors
/// That of reading it.
#[inline(always)]
pub fn known<T: Copy, M: Meter>(context: Context<'_, M>, of: Node<'_>, read: &Evaluated<T>) -> Evaluated<T> {
    match read {
        Ok(value) => {
            context.add(1);
            Ok(*value)
        }
        Err(error) => Err(failed(context, of, error)),
    }
}

/// The error of a read. If there is no object, the step costs nothing, as in [`field`](super::field).
#[cold]
fn failed<M: Meter>(context: Context<'_, M>, of: Node<'_>, error: &EvalError) -> EvalError {
    if of.object().is_ok() {
        context.add(1);
    }
    error.clone()
}

/// Whether a field that was looked up is present, as [`has_field`](super::has_field) tells it.
///
/// # Errors
/// There is no object; the value does not fit its schema.
#[inline(always)]
pub fn has_known<'a, M: Meter>(
    context: Context<'a, M>,
    of: Node<'a>,
    found: Option<Node<'a>>,
) -> Evaluated<bool> {
    match found {
        Some(found) => {
            context.add(1);
            found.fits(context.arena).map(|()| true)
        }
        None => {
            of.object()?;
            context.add(1);
            Ok(false)
        }
    }
}
