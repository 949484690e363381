//! Compares a resource outside of its schemas: versions, storage, served, names, scope, subresources.

use super::change::{Change, Effect, Impact, Kind, Ratcheted, key_of};
use super::conversion::{conversion, strategy};
use crdc_check::{Old, Origin};
use crdc_schema::{At, Crd, Names, Scale, Subresources, Version, same_value};
use crdc_source::diag::json_string;
use crdc_source::{Node, Span};

/// The name of a version; empty if it has none.
pub(super) fn name(version: &Version) -> &str {
    version.name.as_ref().map_or("", |at| &at.value)
}

pub(super) fn named<'a>(crd: &'a Crd, wanted: &str) -> Option<&'a Version> {
    crd.versions.iter().find(|version| name(version) == wanted)
}

/// The storage version.
pub(super) fn stored(crd: &Crd) -> Option<&Version> {
    crd.versions.iter().find(|version| flag(version.storage.as_ref()))
}

/// Whether a version is served.
pub(super) fn is_served(version: &Version) -> bool {
    flag(version.served.as_ref())
}

/// Whether the conversion strategy is `Webhook`.
pub(super) fn converts_by_webhook(crd: &Crd) -> bool {
    strategy(crd) == "Webhook"
}

/// Whether unknown fields are pruned.
pub(super) fn prunes(crd: &Crd) -> bool {
    !crd.preserves_unknown_fields()
}

/// Changes of the document as a whole.
pub(super) fn document(old: &Crd, new: &Crd, found: &mut Vec<Change>) {
    let text = |at: &Option<At<String>>| at.as_ref().map_or(String::new(), |at| at.value.clone());
    let span = |at: &Option<At<String>>| at.as_ref().map(|at| at.span);
    let json = |text: &str| Some(json_string::text(text));
    let (was, now) = (text(&old.scope), text(&new.scope));
    if was != now {
        let said = format!("the scope is {now}; it was {was}");
        let change = Change::new(Kind::Scope, Effect::Changed, Impact::Breaks, said).help(rejected(old));
        found.push(change.places(span(&old.scope), span(&new.scope)).values(json(&was), json(&now)));
    }
    names(old, new, found);
    let key = |crd: &Crd| key_of(crd.preserve_unknown_fields.as_ref());
    match (prunes(old), prunes(new)) {
        (false, true) => found.push(
            Change::new(
                Kind::PreserveAll,
                Effect::Removed,
                Impact::Breaks,
                "unknown fields are pruned in all objects",
            )
            .places(key(old), key(new).or(head(new))),
        ),
        (true, false) => found.push(
            Change::new(
                Kind::PreserveAll,
                Effect::Added,
                Impact::Harmless,
                "unknown fields are preserved in all objects",
            )
            .places(key(old), key(new)),
        ),
        _ => {}
    }
    conversion(old, new, found);
    let (was, now) = (stored(old), stored(new));
    if let (Some(was), Some(now)) = (was, now)
        && name(was) != name(now)
    {
        let said = format!("objects are stored in `{}`; it was `{}`", name(now), name(was));
        let help = if converts_by_webhook(new) {
            "stored objects are unchanged until they are written; the result of the webhook is validated against \
             the new schema"
        } else {
            "stored objects are unchanged until they are written; only their apiVersion is converted"
        };
        let change = Change::new(Kind::Storage, Effect::Changed, Impact::MayBreak, said).help(help);
        let key = |version: &Version| key_of(version.storage.as_ref());
        found.push(change.places(key(was), key(now)).values(json(name(was)), json(name(now))));
    }
}

/// The server's error for another scope or kind.
fn rejected(old: &Crd) -> &'static str {
    match (Old { crd: old, origin: Origin::File }).is_established() {
        true => "the server rejects this change; objects must be deleted and created again",
        false => "the server accepts this only because the old document is not established",
    }
}

/// Compares the names of the resource, except the plural and the group: they are parts of the document's
/// name, which identifies the document.
fn names(old: &Crd, new: &Crd, found: &mut Vec<Change>) {
    let of = |crd: &Crd| crd.names.as_ref().map(|names| names.value.clone()).unwrap_or_default();
    let (was, now) = (of(old), of(new));
    let text = |at: &Option<At<String>>| at.as_ref().map_or(String::new(), |at| at.value.clone());
    // v1/defaults.go: singular and listKind default from kind.
    let or = |at: &Option<At<String>>, kind: String| {
        Some(text(at)).filter(|name| !name.is_empty()).unwrap_or(kind)
    };
    let (kind, list) =
        (|names: &Names| text(&names.kind), |names: &Names| format!("{}List", text(&names.kind)));
    let rows = [
        ("kind", kind(&was), kind(&now), &was.kind, &now.kind),
        (
            "listKind",
            or(&was.list_kind, list(&was)),
            or(&now.list_kind, list(&now)),
            &was.list_kind,
            &now.list_kind,
        ),
        (
            "singular",
            or(&was.singular, kind(&was).to_lowercase()),
            or(&now.singular, kind(&now).to_lowercase()),
            &was.singular,
            &now.singular,
        ),
    ];
    let json = |text: &str| Some(json_string::text(text));
    let places = |change: Change, was: &Option<At<String>>, now: &Option<At<String>>| {
        let span = |at: &Option<At<String>>, crd: &Crd| {
            at.as_ref().or(crd.names.as_ref()?.value.kind.as_ref()).map(|at| at.span).or(head(crd))
        };
        change.places(span(was, old), span(now, new))
    };
    for (field, before, after, old_at, new_at) in rows {
        if before == after {
            continue;
        }
        let said = format!("`names.{field}` is {after}; it was {before}");
        let change = Change::new(Kind::Names, Effect::Changed, Impact::Harmless, said);
        let change = match field {
            "kind" => change.impact(Impact::Breaks).help(rejected(old)),
            _ => change,
        };
        found.push(places(change, old_at, new_at).values(json(&before), json(&after)));
    }
    let list = |at: &Option<At<Vec<At<String>>>>| -> Vec<String> {
        at.iter().flat_map(|at| &at.value).map(|at| at.value.clone()).collect()
    };
    for (field, before, after) in
        [("shortNames", &was.short_names, &now.short_names), ("categories", &was.categories, &now.categories)]
    {
        if list(before) != list(after) {
            let said = format!("`names.{field}` changed");
            let change = Change::new(Kind::Names, Effect::Changed, Impact::Harmless, said);
            found.push(
                change.places(key_of(before.as_ref()).or(head(old)), key_of(after.as_ref()).or(head(new))),
            );
        }
    }
}

/// A version that only the new document has.
pub(super) fn come(version: &Version, found: &mut Vec<Change>) {
    let said = format!("version `{}` is new", name(version));
    let mut change = Change::new(Kind::Version, Effect::Added, Impact::Harmless, said);
    change.new_version = Some(name(version).to_owned());
    found.push(change.places(None, head_of(version)));
}

/// A version that only the old document has.
pub(super) fn gone(version: &Version, new: &Crd, found: &mut Vec<Change>) {
    let served = flag(version.served.as_ref());
    let impact = if served { Impact::Breaks } else { Impact::Harmless };
    let unserved = if served { "" } else { "; it was not served" };
    let said = format!("version `{}` was removed{unserved}", name(version));
    let change = Change::new(Kind::Version, Effect::Removed, impact, said);
    let mut change = match (served, flag(version.storage.as_ref())) {
        (_, true) => {
            change.impact(Impact::Breaks).help("objects that are stored in it can no longer be read")
        }
        (true, false) => change.help("objects can no longer be read or written in it"),
        (false, false) => change,
    };
    change.old_version = Some(name(version).to_owned());
    found.push(change.places(head_of(version), head(new)));
}

/// Compares a version that both documents have, except its schema.
pub(super) fn both(old: (&Crd, &Version), new: (&Crd, &Version), found: &mut Vec<Change>) {
    let (was, now) = (old.1, new.1);
    let key = |version: &Version| key_of(version.served.as_ref());
    let of = name(now);
    match (flag(was.served.as_ref()), flag(now.served.as_ref())) {
        (true, false) => found.push(
            Change::new(
                Kind::Served,
                Effect::Removed,
                Impact::Breaks,
                format!("version `{of}` is no longer served"),
            )
            .help("objects can no longer be read or written in it")
            .places(key(was), key(now)),
        ),
        (false, true) => found.push(
            Change::new(Kind::Served, Effect::Added, Impact::Harmless, format!("version `{of}` is served"))
                .places(key(was), key(now)),
        ),
        _ => {}
    }
    let (before, after) = (flag(was.deprecated.as_ref()), flag(now.deprecated.as_ref()));
    if before != after {
        let (effect, said) = match after {
            true => (Effect::Added, format!("version `{of}` is deprecated: its users get a warning")),
            false => (Effect::Removed, format!("version `{of}` is no longer deprecated")),
        };
        let key = |version: &Version| key_of(version.deprecated.as_ref());
        let change = Change::new(Kind::Deprecated, effect, Impact::Harmless, said);
        found.push(change.places(key(was), key(now).or(head_of(now))));
    }
    subresources(old, new, found);
    let fields = |side: (&Crd, &Version)| -> Option<At<Node>> {
        let common = &side.0.common.selectable_fields;
        side.1.parts.selectable_fields.clone().or(common.clone())
    };
    let (before, after) = (fields(old), fields(new));
    let same = match (&before, &after) {
        (Some(before), Some(after)) => same_value(&before.value, &after.value),
        (before, after) => before.is_none() == after.is_none(),
    };
    if !same {
        let (effect, impact) = match &before {
            None => (Effect::Added, Impact::Harmless),
            Some(_) if after.is_none() => (Effect::Removed, Impact::MayBreak),
            Some(_) => (Effect::Changed, Impact::MayBreak),
        };
        let change = Change::new(Kind::SelectableFields, effect, impact, "the selectable fields changed");
        found.push(change.places(key_of(before.as_ref()), key_of(after.as_ref()).or(head_of(now))));
    }
}

fn subresources(old: (&Crd, &Version), new: (&Crd, &Version), found: &mut Vec<Change>) {
    fn of<'a>(side: (&'a Crd, &'a Version)) -> Option<&'a Subresources> {
        side.0.subresources(side.1).map(|at| &at.value)
    }
    let status = |side| of(side).and_then(|all| key_of(all.status.as_ref()));
    let change = match (status(old), status(new)) {
        (None, Some(_)) => Some((
            Effect::Added,
            "only the status subresource writes `status`; it ignores changes to other fields",
        )),
        (Some(_), None) => Some((
            Effect::Removed,
            "there is no longer a status subresource: `status` is written with the object",
        )),
        _ => None,
    };
    if let Some((effect, said)) = change {
        let change = Change::new(Kind::Status, effect, Impact::MayBreak, said);
        found.push(change.places(status(old), status(new).or(head_of(new.1))));
    }
    let scale = |side| of(side).and_then(|all| all.scale.as_ref());
    let (was, now) = (scale(old), scale(new));
    let change = match (was, now) {
        (None, None) => return,
        (None, Some(_)) => {
            let said = "there is a scale subresource: the values at its paths are validated";
            Change::new(Kind::Scale, Effect::Added, Impact::MayBreak, said).ratcheted(Some(Ratcheted::No))
        }
        (Some(_), None) => {
            let said = "there is no longer a scale subresource";
            Change::new(Kind::Scale, Effect::Removed, Impact::MayBreak, said)
        }
        (Some(was), Some(now)) if paths(&was.value) == paths(&now.value) => return,
        (Some(_), Some(_)) => {
            let said = "the scale subresource has different paths: the values at its paths are validated";
            Change::new(Kind::Scale, Effect::Changed, Impact::MayBreak, said).ratcheted(Some(Ratcheted::No))
        }
    };
    found.push(change.places(key_of(was), key_of(now).or(head_of(new.1))));
}

fn paths(scale: &Scale) -> [&str; 3] {
    fn text(at: &Option<At<String>>) -> &str {
        at.as_ref().map_or("", |at| &at.value)
    }
    [text(&scale.spec_replicas_path), text(&scale.status_replicas_path), text(&scale.label_selector_path)]
}

fn flag(at: Option<&At<bool>>) -> bool {
    at.is_some_and(|at| at.value)
}

/// The location of a version's name.
fn head_of(version: &Version) -> Option<Span> {
    version.name.as_ref().map(|at| at.span).or(Some(version.span))
}

/// The location of a document's name.
pub(super) fn head(crd: &Crd) -> Option<Span> {
    crd.name.as_ref().map(|at| at.span)
}
