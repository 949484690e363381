//! `allOf`, `anyOf`, `oneOf`, `not`: branches that mean the same on both sides are left out, and what
//! is left decides. One branch against one is compared like any other pair.
//
// A branch's errors are those of the value that the junctor stands at, and so is setting them aside.

use super::change::{Change, Effect, Kind};
use super::meaning::meaning;
use super::pair::{Pair, Side};
use super::walk::walk;
use crate::schema::{At, Schema};
use crate::source::Span;
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

/// The branches that ask anything: what an integer or string is said to be again asks nothing.
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

/// The branches of each side that the other has not.
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

/// Which way the list went; the words for it.
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
            (Kind::AllOf, _) | (_, 1) => format!("must fit a new `{name}`"),
            (Kind::AnyOf, count) => format!("must fit one of the {count} branches of a new `{name}`"),
            (_, count) => format!("must fit exactly one of the {count} branches of a new `{name}`"),
        };
        return Some((Effect::Tightened, said));
    }
    if new.is_empty() {
        return Some((Effect::Loosened, format!("need not fit `{name}`, which is gone")));
    }
    let branches = |count: usize| if count == 1 { "branch" } else { "branches" };
    let added = format!("has {} new {} in `{name}`", come.len(), branches(come.len()));
    let removed = format!("has {} {} less in `{name}`", gone.len(), branches(gone.len()));
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
        // More that fits one branch may be more that fits two.
        (Kind::OneOf, ..) => (Effect::Changed, format!("has another branch in `{name}`")),
        _ => (one, format!("has another branch in `{name}`{}", direction(one))),
    })
}

fn direction(effect: Effect) -> &'static str {
    match effect {
        Effect::Tightened | Effect::Added => ": less is accepted",
        Effect::Loosened | Effect::Removed => ": more is accepted",
        Effect::Changed => "",
    }
}

/// Which way a branch went.
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
    walk(&branch, &mut changes);
    let mut effects = changes.iter().map(|change| change.effect);
    let first = effects.next().unwrap_or(Effect::Changed);
    if effects.all(|effect| effect == first) { first } else { Effect::Changed }
}

fn not(pair: &Pair<'_>, found: &mut Vec<Change>) {
    let (old, new) = (pair.old.schema.not.as_ref(), pair.new.schema.not.as_ref());
    let change = match (old, new) {
        (None, None) => return,
        (None, Some(_)) => pair.tightened(Kind::Not, "must not fit a new `not`"),
        (Some(_), None) => pair.loosened(Kind::Not, "may fit what `not` forbade"),
        (Some(old), Some(new)) if meaning(&old.value) == meaning(&new.value) => return,
        (Some(old), Some(new)) => {
            let effect = branch(pair, &old.value, &new.value).reversed();
            pair.turned(effect, Kind::Not, format!("has another `not`{}", direction(effect)))
        }
    };
    let key = |at: Option<&At<Box<Schema>>>| at.map(|at| at.key);
    found.push(change.places(key(old), key(new)));
}

/// Where a branch begins: its own keywords may go on for pages.
fn first_line(branch: &Schema) -> Span {
    branch.written().iter().map(|written| written.key).min().unwrap_or(branch.span)
}
