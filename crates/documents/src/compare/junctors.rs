//! `allOf`, `anyOf`, `oneOf`, `not`: compares the branches that are not equivalent on both sides. If one
//! branch remains on each side, they are compared like any other pair.
//
// The errors of a branch are reported for, and ratcheted with, the value that has the junctor.

use super::change::{Change, Effect, Kind};
use super::meaning::meaning;
use super::pair::{Pair, Side};
use crdc_schema::{At, Schema};
use crdc_source::Span;
use std::collections::HashMap;

type Branches = fn(&Schema) -> &Option<At<Vec<Schema>>>;

const LISTS: [(Kind, Branches); 3] =
    [(Kind::AllOf, |s| &s.all_of), (Kind::AnyOf, |s| &s.any_of), (Kind::OneOf, |s| &s.one_of)];

pub(super) fn junctors(pair: &Pair<'_>, found: &mut Vec<Change>) {
    for (kind, branches) in LISTS {
        let (old, new) = (branches(pair.old.schema), branches(pair.new.schema));
        let old_list = asked(pair.old.schema, kind, old);
        let new_list = asked(pair.new.schema, kind, new);
        let (gone, come) = left_over(&old_list, &new_list);
        let Some((effect, said)) = list(pair, kind, (&old_list, &new_list), (&gone, &come)) else {
            continue;
        };
        let place = |left: &[&Schema], keyword: &Option<At<Vec<Schema>>>| -> Option<Span> {
            left.first().map(|branch| first_line(branch)).or(keyword.as_ref().map(|at| at.key))
        };
        found.push(pair.turned(effect, kind, said).places(place(&gone, old), place(&come, new)));
    }
    not(pair, found);
}

/// Returns the branches that constrain values. For int-or-string, branches that repeat the types do not.
fn asked<'a>(schema: &Schema, kind: Kind, list: &'a Option<At<Vec<Schema>>>) -> Vec<&'a Schema> {
    let list: Vec<&Schema> = list.iter().flat_map(|at| &at.value).collect();
    let types = |list: &[&Schema]| {
        let mut names: Vec<&str> =
            list.iter().filter(|at| at.has_only("type")).map(|at| at.type_name()).collect();
        names.sort_unstable();
        names.len() == list.len() && names == ["integer", "string"]
    };
    match kind {
        _ if !schema.is_int_or_string() => list,
        Kind::AnyOf if types(&list) => Vec::new(),
        Kind::AllOf => {
            let repeats = |branch: &&Schema| {
                let inner: Vec<&Schema> = branch.any_of.iter().flat_map(|at| &at.value).collect();
                branch.has_only("anyOf") && types(&inner)
            };
            list.into_iter().filter(|branch| !repeats(branch)).collect()
        }
        _ => list,
    }
}

/// Returns the branches of each side that the other does not have.
fn left_over<'a>(old: &[&'a Schema], new: &[&'a Schema]) -> (Vec<&'a Schema>, Vec<&'a Schema>) {
    let mut waiting: HashMap<String, usize> = HashMap::new();
    for branch in old {
        *waiting.entry(meaning(branch)).or_default() += 1;
    }
    let take = |waiting: &mut HashMap<String, usize>, branch: &Schema| match waiting.get_mut(&meaning(branch))
    {
        Some(count) if *count > 0 => {
            *count -= 1;
            true
        }
        _ => false,
    };
    let come = new.iter().copied().filter(|branch| !take(&mut waiting, branch)).collect();
    let gone = old.iter().copied().filter(|branch| take(&mut waiting, branch)).collect();
    (gone, come)
}

/// Returns the effect of the change of a list of branches, and the message.
fn list(
    pair: &Pair<'_>,
    kind: Kind,
    (old, new): (&[&Schema], &[&Schema]),
    (gone, come): (&[&Schema], &[&Schema]),
) -> Option<(Effect, String)> {
    let name = kind.name();
    if gone.is_empty() && come.is_empty() {
        return None;
    }
    if old.is_empty() {
        let said = match (kind, new.len()) {
            (Kind::AllOf, _) | (_, 1) => format!("must match a new `{name}`"),
            (Kind::AnyOf, count) => {
                format!("must match at least one of the {count} branches of a new `{name}`")
            }
            (_, count) => format!("must match exactly one of the {count} branches of a new `{name}`"),
        };
        return Some((Effect::Tightened, said));
    }
    if new.is_empty() {
        return Some((Effect::Loosened, format!("need not match `{name}`, which was removed")));
    }
    let branches = |count: usize| if count == 1 { "branch" } else { "branches" };
    let added = format!("has {} new {} in `{name}`", come.len(), branches(come.len()));
    let removed = format!("has {} fewer {} in `{name}`", gone.len(), branches(gone.len()));
    let one = match (gone, come) {
        ([gone], [come]) => branch(pair, gone, come),
        _ => Effect::Changed,
    };
    Some(match (kind, gone.is_empty(), come.is_empty()) {
        (Kind::AllOf, true, _) => (Effect::Tightened, added),
        (Kind::AllOf, _, true) => (Effect::Loosened, removed),
        (Kind::AnyOf, true, _) => (Effect::Loosened, added),
        (Kind::AnyOf, _, true) => (Effect::Tightened, removed),
        (Kind::OneOf, true, _) => (Effect::Changed, added),
        (Kind::OneOf, _, true) => (Effect::Changed, removed),
        // Values that match one more branch may now match two.
        (Kind::OneOf, ..) => (Effect::Changed, format!("has a different branch in `{name}`")),
        _ => (one, format!("has a different branch in `{name}`{}", direction(one))),
    })
}

fn direction(effect: Effect) -> &'static str {
    match effect {
        Effect::Tightened | Effect::Added => ": less is accepted",
        Effect::Loosened | Effect::Removed => ": more is accepted",
        Effect::Changed => "",
    }
}

/// Returns the effect of the change of a branch.
fn branch(pair: &Pair<'_>, old: &Schema, new: &Schema) -> Effect {
    let mut changes = Vec::new();
    let side = |schema| Side { schema, key: Span::default(), keeps: true, keeps_all: true };
    let branch = Pair {
        old: side(old),
        new: side(new),
        branch: true,
        path: String::new(),
        undescribed: std::rc::Rc::default(),
        ..pair.clone()
    };
    branch.walk(&mut changes);
    let mut effects = changes.iter().map(|change| change.effect);
    let first = effects.next().unwrap_or(Effect::Changed);
    if effects.all(|effect| effect == first) { first } else { Effect::Changed }
}

fn not(pair: &Pair<'_>, found: &mut Vec<Change>) {
    let (old, new) = (pair.old.schema.not.as_ref(), pair.new.schema.not.as_ref());
    let change = match (old, new) {
        (None, None) => return,
        (None, Some(_)) => pair.tightened(Kind::Not, "must not match a new `not`"),
        (Some(_), None) => pair.loosened(Kind::Not, "may match the schema of the removed `not`"),
        (Some(old), Some(new)) if meaning(&old.value) == meaning(&new.value) => return,
        (Some(old), Some(new)) => {
            let effect = branch(pair, &old.value, &new.value).reversed();
            pair.turned(effect, Kind::Not, format!("has a different `not`{}", direction(effect)))
        }
    };
    let key = |at: Option<&At<Box<Schema>>>| at.map(|at| at.key);
    found.push(change.places(key(old), key(new)));
}

/// The location to report for a branch: only its first key, because a branch may be long.
fn first_line(branch: &Schema) -> Span {
    branch.written().iter().map(|written| written.key).min().unwrap_or(branch.span)
}
