//! Names of Go types, as `reflect.Type.String` writes them: `int32`, `[]v1.Container`, `v1.PullPolicy`. The
//! schema of a type such as `v1.PullPolicy` contains only `string`, so a table lists the fields with such
//! types.
//!
//! Easy to break: types that are newer than the table, or not Kubernetes' own, may also have such fields:
//! then the name is not known.

use crdc_vocabulary::Minor;

use super::place::{Place, Step};
use crate::definition::{Definition, Type};
use crate::kinds::Kinds;
use crate::table::line;

/// The table: each line is `DEFINITION FIELD=TYPE…`. A colon separates the name of a list or a map from its
/// type.
const TABLE: &str = include_str!("../../data/go-types.txt");

/// The newest version whose sources the table contains.
const NEWEST: Minor = Minor(36);

/// The Go type of a value at a place. `of` is its type in the schema; `None` if the Go type is not known.
pub(super) fn at(kinds: &Kinds, place: &Place<'_>, of: &Type) -> Option<String> {
    match in_table(place) {
        Some(name) => Some(name),
        None => of_type(kinds, of, place.field().is_some_and(|(of, _)| is_known(kinds, of))),
    }
}

/// The Go type of a definition of Kubernetes: `v1.Container`.
pub(super) fn of_definition(definition: &Definition) -> Option<String> {
    let mut parts = definition.name.strip_prefix("io.k8s.")?.rsplit('.');
    let (name, package) = (parts.next()?, parts.next()?);
    Some(format!("{package}.{name}"))
}

fn is_known(kinds: &Kinds, definition: &Definition) -> bool {
    kinds.version() <= NEWEST && definition.name.starts_with("io.k8s.")
}

fn of_type(kinds: &Kinds, of: &Type, is_known: bool) -> Option<String> {
    Some(match of {
        Type::Named(id) => of_definition(kinds.get(*id)?)?,
        Type::List(items, _) if is_known => format!("[]{}", of_type(kinds, items, is_known)?),
        Type::Map(values) if is_known => format!("map[string]{}", of_type(kinds, values, is_known)?),
        Type::String if is_known => "string".to_owned(),
        Type::List(..) | Type::Map(_) | Type::String | Type::Any => return None,
        Type::Bytes => "[]uint8".to_owned(),
        Type::Bool => "bool".to_owned(),
        Type::Int32 => "int32".to_owned(),
        Type::Int64 => "int64".to_owned(),
        Type::Double => "float64".to_owned(),
    })
}

/// The type that the table has for the innermost field, less one list or map for each step after the field.
fn in_table(place: &Place<'_>) -> Option<String> {
    let mut steps = 0;
    let mut found = None;
    for place in place.upwards() {
        match place.step {
            Step::Field(of, field) => {
                found = of_field(&of.name, &field.name);
                break;
            }
            Step::Index(_) | Step::Key(_) => steps += 1,
            Step::Root | Step::Own => return None,
        }
    }
    let mut name = found?;
    for _ in 0..steps {
        name = element(name)?;
    }
    Some(name.split(':').next()?.to_owned())
}

fn of_field(definition: &str, field: &str) -> Option<&'static str> {
    line(TABLE, definition)?.split(' ').find_map(|entry| entry.strip_prefix(field)?.strip_prefix('='))
}

/// The type of the items of a list, or of the values of a map.
fn element(name: &str) -> Option<&str> {
    let what =
        if name.starts_with("[]") || name.starts_with("map[") { name } else { name.split_once(':')?.1 };
    let element = match what.strip_prefix("[]") {
        Some(element) => element,
        None => what.strip_prefix("map[")?.split_once(']')?.1,
    };
    Some(element.trim_start_matches('*'))
}

#[cfg(test)]
mod tests {
    use super::{NEWEST, TABLE, element, of_field};
    use crate::archive::Archive;

    #[test]
    fn the_table_has_the_versions_that_are_built_in() {
        let versions = Archive::built_in().map(|archive| archive.versions()).unwrap_or_default();
        assert_eq!(versions.last(), Some(&NEWEST), "run xtask/kubernetes/go_types.py with the new sources");
    }

    #[test]
    fn names_of_types_are_found() {
        let container = "io.k8s.api.core.v1.Container";
        assert_eq!(of_field(container, "imagePullPolicy"), Some("v1.PullPolicy"));
        assert_eq!(of_field(container, "image"), None);
        assert_eq!(of_field("io.k8s.api.core.v1.Contain", "imagePullPolicy"), None);
        let claim = of_field("io.k8s.api.core.v1.PersistentVolumeClaimSpec", "accessModes");
        assert_eq!(claim, Some("[]v1.PersistentVolumeAccessMode"));
        assert_eq!(claim.and_then(element), Some("v1.PersistentVolumeAccessMode"));
        let extra = of_field("io.k8s.api.authentication.v1.UserInfo", "extra").unwrap_or_default();
        assert_eq!(element(extra), Some("v1.ExtraValue:[]string"));
        assert_eq!(element(extra).and_then(element), Some("string"));
    }

    #[test]
    fn every_line_of_the_table_has_a_definition_and_types() {
        for line in TABLE.lines() {
            let mut words = line.split(' ');
            assert!(words.next().is_some_and(|name| name.starts_with("io.k8s.")), "{line}");
            let types: Vec<&str> = words.collect();
            assert!(!types.is_empty() && types.iter().all(|entry| entry.contains('=')), "{line}");
        }
    }
}
