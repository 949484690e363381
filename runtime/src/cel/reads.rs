//! What several rules of a value read of it: each field is looked up and converted once.
//!
//! Easy to break: a read is made before it is known whether a rule needs it, so it must have no effect and no cost.
//! Costs are added where it is used.

use super::cost::Meter;
use super::select::absent;
use super::typed::CelType;
use super::{Context, Evaluated, Node};
use crate::tape::Kind;

/// Fields by their numbers, in one pass over the object. Null is as absent.
#[inline]
pub fn fields<'a, const N: usize>(of: Node<'a>, numbers: &[u16; N]) -> [Option<Node<'a>>; N] {
    let mut found = [None; N];
    for child in of.members() {
        let number = child.number();
        if let Some(slot) = numbers.iter().position(|known| *known == number).and_then(|at| found.get_mut(at))
        {
            *slot = (child.kind() != Kind::Null).then_some(child);
        }
    }
    found
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

/// A value that was read, as [`field`](super::field) returns it.
///
/// # Errors
/// That of reading it.
#[inline(always)]
pub fn known<T: Copy, M: Meter>(context: Context<'_, M>, read: &Evaluated<T>) -> Evaluated<T> {
    context.add(1);
    match read {
        Ok(value) => Ok(*value),
        Err(error) => Err(error.clone()),
    }
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
    context.add(1);
    match found {
        Some(found) => found.fits(context.arena).map(|()| true),
        None => of.object().map(|_| false),
    }
}
