//! The resource of an API version and a kind, for those that have no registry. In: the table of own kinds, stored definitions. Out: its name, and
//! whether its objects are in namespaces.

use crdc_admission::Object;
use serde_json::Value;

use super::native::{self, DEFINITIONS, storage_of};
use crate::history::History;

/// The resource whose objects have this API version and kind.
pub(super) fn resource(history: &History, api_version: &str, kind: &str) -> Option<(String, bool)> {
    let (group, version) = api_version.split_once('/').unwrap_or(("", api_version));
    let is = |native: &native::Native| {
        native.group == group && native.version == version && native.names.kind == kind
    };
    if let Some(native) = native::all().find(is) {
        let plural = &native.names.plural;
        let qualified = if group.is_empty() { plural.clone() } else { format!("{plural}.{group}") };
        return Some((storage_of(&qualified).to_owned(), native.namespaced));
    }
    let definitions = history.snapshot(DEFINITIONS, None, None).ok()?;
    definitions.objects.iter().find_map(|((_, name), text)| {
        let definition = Object::of(text);
        let says = |path: &[&str], what: &str| definition.string(path).is_some_and(|found| found == what);
        let is_it = says(&["spec", "group"], group) && says(&["spec", "names", "kind"], kind);
        (is_it && serves(&definition, version))
            .then(|| (name.to_string(), says(&["spec", "scope"], "Namespaced")))
    })
}

fn serves(definition: &Object<'_>, version: &str) -> bool {
    let definition: Value = definition.parse().unwrap_or_default();
    let mut versions = definition["spec"]["versions"].as_array().into_iter().flatten();
    versions.any(|known| known["name"] == version && known["served"] == true)
}
