//! Removes constraints that installations do not have. In: what the list says of a project, and its CRDs.
//! Out: the CRDs without these constraints.
//!
//! Some CRDs are changed when they are installed, or their server fills values before it validates: with the
//! constraint of the file, the catalogue would refuse what clusters accept.

use serde_json::Value;

use super::list::Relaxed;

/// Removes a constraint from all versions of its CRD; returns whether one had it.
pub(super) fn relax(relaxed: &Relaxed, crds: &mut [Value]) -> bool {
    let Relaxed { crd: name, path, keyword, .. } = relaxed;
    let is_named = |crd: &&mut Value| crd.pointer("/metadata/name").is_some_and(|found| found == name);
    let versions = crds.iter_mut().filter(is_named).filter_map(|crd| crd.pointer_mut("/spec/versions"));
    let mut removed = false;
    for version in versions.filter_map(Value::as_array_mut).flatten() {
        let schema = version.pointer_mut("/schema/openAPIV3Schema");
        if let Some(Value::Object(schema)) = schema.and_then(|schema| at(schema, path)) {
            removed |= schema.remove(keyword).is_some();
        }
    }
    removed
}

/// The schema at a path of fields; `[]` stands for the items of a list.
fn at<'s>(schema: &'s mut Value, path: &str) -> Option<&'s mut Value> {
    path.split('.').filter(|field| !field.is_empty()).try_fold(schema, |schema, field| {
        let name = field.trim_end_matches("[]");
        let field_schema = schema.get_mut("properties")?.get_mut(name)?;
        if name.len() == field.len() { Some(field_schema) } else { field_schema.get_mut("items") }
    })
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{Relaxed, relax};

    fn relaxed(path: &str, keyword: &str) -> Relaxed {
        let of = |text: &str| text.to_owned();
        Relaxed { crd: of("as.x.io"), path: of(path), keyword: of(keyword), why: of("it is filled") }
    }

    #[test]
    fn a_constraint_is_removed_from_all_versions_of_its_crd() {
        let schema = json!({"required": ["a"], "properties": {"a": {"items": {"properties": {"kind": {"enum": ["A"]}}}}}});
        let crd = |name: &str| json!({"metadata": {"name": name}, "spec": {"versions": [{"schema": {"openAPIV3Schema": schema}}]}});
        let mut crds: Vec<Value> = ["as.x.io", "bs.x.io"].iter().map(|name| crd(name)).collect();
        for (one, is_there) in [
            (relaxed("a[].kind", "enum"), true),
            (relaxed("a[].kind", "enum"), false),
            (relaxed("", "required"), true),
            (relaxed("none.such", "enum"), false),
        ] {
            assert_eq!(relax(&one, &mut crds), is_there);
        }
        let left = crds[0].pointer("/spec/versions/0/schema/openAPIV3Schema").cloned().unwrap_or_default();
        assert_eq!(left, json!({"properties": {"a": {"items": {"properties": {"kind": {}}}}}}));
        assert_eq!(crds[1], crd("bs.x.io"));
    }
}
