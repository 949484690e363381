//! Attaches immutability markers: at most one for each position, and markers about keys only on types with
//! keys.

use super::place::words;
use crate::diag::{Diagnostics, Problem};
use crate::markers::{At, MarkerSet, Update};
use crate::model::{Field, Form, ListKind};
use crate::types;
use crdc_source::diag::Code;
use crdc_vocabulary::Immutability;

/// The immutability marker of a field.
pub(crate) fn field(field: &mut Field, markers: &MarkerSet, problems: &mut Diagnostics) {
    let Some((mark, at)) = mark(&field.form, markers, problems) else { return };
    if field.name == "metadata" && types::is_named(&field.ty, "ObjectMeta") {
        problems.add(Problem::new(
            Code::ImmutableMetadata,
            at.span,
            format!("`{}` is not allowed on metadata, which the server and controllers write", at.text),
            "remove it; the name, namespace and uid of an object never change",
        ));
        return;
    }
    field.mark = Some((mark, at.span));
}

/// The immutability marker of the items of a list or of the values of a map.
pub(super) fn each(form: &mut Form, markers: &MarkerSet, problems: &mut Diagnostics) {
    let Some(each) = &markers.each else { return };
    let (Form::List { items: inner, .. } | Form::Map { values: inner, .. }) = form.core() else { return };
    let Some((found, at)) = mark(inner, each, problems) else { return };
    if let Some((_, above)) = markers.marks.iter().find(|(mark, _)| *mark == Immutability::Immutable) {
        let problem = Problem::new(
            Code::MarkerUseless,
            at.span,
            format!("`{}` has no effect: the whole value is already immutable", at.text),
            "remove one of the two",
        );
        problems.add(problem.beside(above.span, "made immutable here"));
        return;
    }
    match form.core_mut() {
        Form::List { kind: ListKind::Set, .. } => problems.add(Problem::new(
            Code::MarkerUseless,
            at.span,
            format!("`{}` has no effect on the items of a set: a changed item is a different item", at.text),
            "remove it; to restrict which items are added or removed, write `+immutable`, `+additionOnly` or \
             `+deletionOnly` on the set",
        )),
        Form::List { mark, .. } | Form::Map { mark, .. } => *mark = Some((found, at.span)),
        _ => {}
    }
}

/// The immutability marker of a position, if it is valid.
fn mark(form: &Form, markers: &MarkerSet, problems: &mut Diagnostics) -> Option<(Immutability, At)> {
    let mut marks: Vec<(Immutability, At)> = markers.marks.clone();
    marks.extend(updates(&markers.updates, problems));
    // Two spellings of the same marker.
    marks.dedup_by_key(|(mark, _)| *mark);
    let [first, .., last] = marks.as_slice() else {
        let (mark, at) = marks.pop()?;
        // The list type is not known.
        if mark != Immutability::Immutable && markers.is_garbled(&["+listType", "+listMapKey"]) {
            return None;
        }
        return keys(mark, &at, form, problems).then_some((mark, at));
    };
    conflict(first, last, form, problems);
    None
}

fn conflict(first: &(Immutability, At), last: &(Immutability, At), form: &Form, problems: &mut Diagnostics) {
    let pair = [first.0, last.0];
    let set = matches!(form.core(), Form::List { kind: ListKind::Set, .. });
    let message = format!("`{}` conflicts with `{}`", last.1.text, first.1.text);
    let help = if pair.contains(&Immutability::Immutable) {
        "keep one of them: `+immutable` covers keys and values, the others cover only keys"
    } else if pair.contains(&Immutability::ImmutableKeys) {
        "keep one of them: `+immutable=keys` forbids both adding and removing keys"
    } else if set {
        "together they allow no change: replace both with `+immutable`"
    } else {
        "together they allow no change of the keys: replace both with `+immutable=keys`"
    };
    let problem = Problem::new(Code::ImmutableConflict, last.1.span, message, help);
    problems.add(problem.beside(first.1.span, "the other one is here"));
}

/// The immutability marker that all `+k8s:update` together are equivalent to, if there is one.
fn updates(updates: &[(Update, At)], problems: &mut Diagnostics) -> Option<(Immutability, At)> {
    let (_, at) = updates.first()?;
    let has = |update| updates.iter().any(|(found, _)| *found == update);
    let whole = [Update::Set, Update::Unset, Update::Modify].into_iter().all(has);
    let mark = match (whole, [Update::AddItem, Update::RemoveItem].map(has)) {
        (true, [false, false]) => Immutability::Immutable,
        (true, _) => {
            let message = "`NoSet`, `NoUnset` and `NoModify` together allow no change, so `NoAddItem` and `NoRemoveItem` have no effect";
            problems.add(Problem::new(Code::MarkerUseless, at.span, message, "remove these two"));
            return None;
        }
        (false, [true, true]) => Immutability::ImmutableKeys,
        (false, [true, false]) => Immutability::DeletionOnly,
        (false, [false, true]) => Immutability::AdditionOnly,
        // Rules (`lowered.rs`).
        (false, [false, false]) => return None,
    };
    Some((mark, at.clone()))
}

/// Whether a marker about keys is on a type with keys.
fn keys(mark: Immutability, at: &At, form: &Form, problems: &mut Diagnostics) -> bool {
    let members = mark != Immutability::ImmutableKeys;
    let (label, help) = match form.core() {
        _ if mark == Immutability::Immutable => return true,
        Form::Map { atomic: true, .. } => (
            "an atomic map is a single value",
            "remove `+mapType=atomic`, or write `+immutable` for the whole map".to_owned(),
        ),
        Form::Map { .. } | Form::List { kind: ListKind::Map(_), .. } => return true,
        Form::List { kind: ListKind::Set, .. } if members => return true,
        Form::List { kind: ListKind::Set, .. } => {
            ("its items are its keys", "write `+immutable`, which ignores the order of a set".to_owned())
        }
        Form::List { .. } if members => (
            "its items are identified only by index",
            "add `+listType=map` and `+listMapKey=NAME`, or `+listType=set`, or write `+immutable` for the whole list"
                .to_owned(),
        ),
        Form::List { .. } => (
            "its items are identified only by index",
            "add `+listType=map` and `+listMapKey=NAME`, or write `+immutable` for the whole list".to_owned(),
        ),
        Form::Other(ty, _) => (
            "its keys are not known here",
            format!(
                "write `+immutable` on it or on fields of `{}`; if it is an alias of a \
                 collection, write out the collection",
                types::shown(ty)
            ),
        ),
        _ => ("it has no keys", "write `+immutable`".to_owned()),
    };
    let message = format!("`{}` is not allowed on {}: {label}", at.text, words(form));
    problems.add(Problem::new(Code::ImmutableKeysMisplaced, at.span, message, help));
    false
}
