//! Removes constraints that installations do not have. In: what the list says of a project, and its CRDs.
//! Out: the CRDs without these constraints.
//!
//! Some CRDs are changed when they are installed, or their server fills values before it validates: with the
//! constraint of the file, the catalogue would refuse what clusters accept.

use serde_json::Value;

use super::list::Relaxed;

/// Removes the constraints from the CRDs that have them.
pub(super) fn relax<'c>(relaxed: &[Relaxed], crds: impl Iterator<Item = &'c mut Value>) {
    if relaxed.is_empty() {
        return;
    }
    for crd in crds {
        let name = crd.pointer("/metadata/name").and_then(Value::as_str).unwrap_or_default().to_owned();
        for Relaxed { path, keyword, .. } in relaxed.iter().filter(|one| one.crd == name) {
            let versions = crd.pointer_mut("/spec/versions").and_then(Value::as_array_mut);
            for version in versions.into_iter().flatten() {
                let schema = version.pointer_mut("/schema/openAPIV3Schema");
                if let Some(Value::Object(schema)) = schema.and_then(|schema| at(schema, path)) {
                    schema.remove(keyword);
                }
            }
        }
    }
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
        let all = [relaxed("a[].kind", "enum"), relaxed("", "required"), relaxed("none.such", "enum")];
        relax(&all, crds.iter_mut());
        let left = crds[0].pointer("/spec/versions/0/schema/openAPIV3Schema").cloned().unwrap_or_default();
        assert_eq!(left, json!({"properties": {"a": {"items": {"properties": {"kind": {}}}}}}));
        assert_eq!(crds[1], crd("bs.x.io"));
    }
}
