//! Formats a change as a line of JSON, for tools.

use super::change::{Change, Ratcheted};
use super::sources::Compared;
use crdc_source::render::{Renderer, json};

/// Formats a change as a line of JSON. `old` and `new` convert locations of the old and the new source.
pub(super) fn line(compared: &Compared, change: &Change, old: &Renderer<'_>, new: &Renderer<'_>) -> String {
    let mut object = json::Object::new();
    object.text("change", change.kind.name());
    object.text("effect", change.effect.name());
    object.text("impact", change.impact.name());
    if let Some(policy) = change.policy {
        object.text("policy", policy.name());
    }
    object.optional("ratcheted", change.ratcheted.map(Ratcheted::name));
    object.optional("unchanged", change.unchanged.as_deref());
    object.text("crd", &compared.crd);
    object.optional("old_version", change.old_version.as_deref());
    object.optional("new_version", change.new_version.as_deref());
    object.text("path", &change.path);
    object.verbatim("was", change.was.as_deref().unwrap_or("null"));
    object.verbatim("now", change.now.as_deref().unwrap_or("null"));
    object.number("fields", change.fields);
    object.text("message", &change.message());
    object.optional("help", change.help.as_deref());
    let place = |renderer: &Renderer<'_>, span| match span {
        Some(span) => renderer.place_in_json(span),
        None => "null".to_owned(),
    };
    object.verbatim("old", &place(old, change.old));
    object.verbatim("new", &place(new, change.new));
    let mut text = object.finish();
    text.push('\n');
    text
}
