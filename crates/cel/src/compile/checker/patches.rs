//! The types of mutations of a MutatingAdmissionPolicy: `JSONPatch`, and objects such as `Object.spec`, whose
//! fields have any names and any values. A literal of one is an object of its own type.
//
// apiserver: pkg/cel/mutation/typeresolver.go, pkg/cel/mutation/jsonpatch.go, pkg/cel/library/jsonpatch.go

use crate::compile::types::{Kind, Type, Types};
use crate::functions::{Cost, Overload, Signature};

const JSON_PATCH: &str = "JSONPatch";

/// The function that escapes a part of a path. It is there only where the types are, so the table of
/// functions does not have it.
pub(super) const ESCAPE: &str = "jsonpatch.escapeKey";

pub(super) const ESCAPE_KEY: Overload = Overload {
    constant: "",
    id: "string_jsonpatch_escapeKey_string",
    member: false,
    args: &[Signature::String],
    result: Signature::String,
    cost: Cost::Unit,
    counts: None,
    since: None,
    code: None,
};

/// The type of this name.
pub(super) fn named(name: &str, types: &mut Types) -> Option<Type> {
    if name == JSON_PATCH {
        return Some(types.object(JSON_PATCH));
    }
    let is_object = name == "Object" || name.starts_with("Object.");
    is_object.then(|| types.patch(name))
}

/// Whether a type is one of mutations.
pub(super) fn is_one(of: Type, types: &Types) -> bool {
    matches!(types.kind(of), Kind::Patch(_) | Kind::Object(JSON_PATCH))
}

/// The type of a field, if the type is one of mutations.
pub(super) fn field(of: Type, field: &str, types: &Types) -> Option<Type> {
    match types.kind(of) {
        Kind::Object(JSON_PATCH) if ["op", "path", "from"].contains(&field) => Some(Type::STRING),
        Kind::Object(JSON_PATCH) | Kind::Patch(_) => Some(Type::DYN),
        _ => None,
    }
}
