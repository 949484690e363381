//! Compares values of objects: simple values by their texts, large values only once in an evaluation, and
//! values without a schema.
//!
//! Easy to break: values without a schema nest as deep as JSON does, so comparing them must not be recursive.

use super::hashes;
use super::parts::{Parts, results};
use crate::arena::Arena;
use crate::document::schema::Form;
use crate::error::Evaluated;
use crate::values::Node;
use crdc_object::tape::Kind;

/// Compares two values of tapes. A comparison that takes long is done only once in an evaluation, because CEL
/// charges for the items of a list but not for their contents, and for no content of an object. Values that
/// were compared before are hashed, so that they need not be compared with each other value.
///
/// # Errors
/// Errors of the comparison.
pub(super) fn remembered<'a>(
    arena: &'a Arena,
    a: Node<'a>,
    b: Node<'a>,
    parts: impl Parts<'a>,
    compare: impl FnOnce() -> Evaluated<bool>,
) -> Evaluated<bool> {
    /// The number of steps that cost less than looking up a stored result.
    const FEW_STEPS: usize = 64;
    if a.entries() <= FEW_STEPS && a.text_length() <= FEW_STEPS * FEW_STEPS {
        return compare();
    }
    let ([x, at, of], [y, other, like]) = (a.addresses(), b.addresses());
    let two = [x, at, of, y, other, like];
    if let Some(known) = arena.known_equality(&two) {
        return known;
    }
    if let Some(known) = hashes::equality(arena, a, b)? {
        return Ok(known);
    }
    let before = arena.worked();
    let result =
        if a.of.form == Form::Raw && b.of.form == Form::Raw { raw(arena, a, b, parts) } else { compare() };
    if arena.worked().saturating_sub(before) > FEW_STEPS as u64 {
        if result == Ok(true) {
            arena.classes().join(a.addresses(), b.addresses());
        }
        arena.classes().see([a.addresses(), b.addresses()]);
        arena.keep_equality(two, result.clone());
    }
    result
}

/// Whether two simple values of one type are equal, compared as they are written in the object. `None` if the
/// types differ or the values do not fit. Most values are compared this way. The steps are counted.
///
/// # Errors
/// The evaluation takes more work than its limit.
#[inline]
pub(super) fn plain(arena: &Arena, a: Node<'_>, b: Node<'_>) -> Evaluated<Option<bool>> {
    /// The number of steps for reading two values, and for parsing their texts.
    const READ: usize = 8;
    const PARSED: usize = 24;
    let (x, y) = (a.tape.entry(a.at), b.tape.entry(b.at));
    if a.of.form == b.of.form {
        match (a.of.form, x.kind, y.kind) {
            (Form::Int | Form::IntOrString, Kind::Int, Kind::Int) => {
                arena.work(1)?;
                let (one, two) = (a.tape.text(&x), b.tape.text(&y));
                return Ok(Some(one == two || a.tape.int(&x) == b.tape.int(&y)));
            }
            (Form::String | Form::IntOrString, Kind::String, Kind::String) => {
                arena.work(1)?;
                let (one, two) = (a.tape.string(&x), b.tape.string(&y));
                if one.len() == two.len() {
                    arena.read(one.len())?;
                }
                return Ok(Some(one == two));
            }
            (Form::Bool, Kind::False | Kind::True, Kind::False | Kind::True) => {
                arena.work(1)?;
                return Ok(Some(x.kind == y.kind));
            }
            (Form::Double, Kind::Int | Kind::Float, Kind::Int | Kind::Float)
                if a.tape.text(&x) == b.tape.text(&y) =>
            {
                arena.work(1)?;
                return Ok(Some(true));
            }
            _ => {}
        }
    }
    let is_parsed =
        matches!(a.of.form, Form::Date | Form::DateTime | Form::Duration | Form::Bytes | Form::Double);
    arena.work(if is_parsed { PARSED } else { READ })?;
    Ok(None)
}

/// Compares two values without a schema, by their JSON types. Only these nest as deep as JSON does, ten
/// thousand levels, so they are compared without recursion. Reading them does not fail.
fn raw<'a>(arena: &'a Arena, a: Node<'a>, b: Node<'a>, parts: impl Parts<'a>) -> Evaluated<bool> {
    /// The number of steps for reading two values, and for searching a key that is at another position.
    const READ: usize = 4;
    const SEARCHED: usize = 40;
    let mut todo = alloc::vec![(a, b)];
    while let Some((a, b)) = todo.pop() {
        arena.work(READ)?;
        match (a.kind(), b.kind()) {
            (Kind::Array, Kind::Array) if a.len() == b.len() => {
                todo.extend(a.children().zip(b.children()));
            }
            (Kind::Object, Kind::Object) if a.len() == b.len() => {
                let mut in_order = b.children();
                for child in a.children() {
                    let name = child.key(arena);
                    let beside = in_order.next().filter(|beside| beside.is_named(name));
                    if beside.is_none() {
                        arena.work(SEARCHED)?;
                    }
                    let Some(theirs) = beside.or_else(|| b.named(name)) else { return Ok(false) };
                    todo.push((child, theirs));
                }
            }
            (Kind::Array | Kind::Object, _) | (_, Kind::Array | Kind::Object) => return Ok(false),
            _ => {
                let (a, b) = (a.value(arena)?, b.value(arena)?);
                if !results(arena, Ok(a), Ok(b), parts)? {
                    return Ok(false);
                }
            }
        }
    }
    Ok(true)
}
