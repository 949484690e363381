//! Reads `apiVersion` and `kind` of a body, which the server reads twice: first separately, with Go's own
//! decoder, which is case-insensitive and ignores nulls, then exactly, from the decoded body. Easy to break:
//! the two results can differ, and both matter.

use alloc::{format, string::String};
use core::fmt;

use crdc_object::json::go::tree::Tree;

/// The server's anonymous type for the first read, as Go prints it.
const TYPE_META: &str =
    r#"struct { APIVersion string "json:\"apiVersion,omitempty\""; Kind string "json:\"kind,omitempty\"" }"#;

/// The result of the first read; empty if a field is missing.
#[derive(Default)]
pub(super) struct InterpretedTypeMeta<'a> {
    pub(super) api_version: &'a str,
    pub(super) kind: &'a str,
}

/// The first read. `body` has all duplicates of its root.
///
/// # Errors
/// Go's message for the first value of a wrong type.
// apimachinery: pkg/runtime/serializer/json/meta.go
pub(super) fn interpret(body: &Tree) -> Result<InterpretedTypeMeta<'_>, String> {
    let mut found = InterpretedTypeMeta::default();
    let members = match body {
        Tree::Null => return Ok(found),
        Tree::Object(members) => members,
        other => {
            let kind = other.json_kind().unwrap_or_default();
            return Err(format!("json: cannot unmarshal {kind} into Go value of type {TYPE_META}"));
        }
    };
    let mut error = None;
    for (name, value) in members {
        let (field, slot) = if same_name(name, "apiVersion") {
            ("apiVersion", &mut found.api_version)
        } else if same_name(name, "kind") {
            ("kind", &mut found.kind)
        } else {
            continue;
        };
        match (value, value.json_kind()) {
            (Tree::String(text), _) => *slot = text,
            (_, Some(kind)) if error.is_none() => {
                error = Some(format!(
                    "json: cannot unmarshal {kind} into Go struct field .{field} of type string"
                ));
            }
            _ => {}
        }
    }
    error.map_or(Ok(found), Err)
}

/// Whether `encoding/json` matches `name` to `field`: case-insensitively, with Unicode's two additional cases
/// of `k` and `s`.
fn same_name(name: &str, field: &str) -> bool {
    let fold = |c: char| match c {
        '\u{212a}' => 'k',
        '\u{17f}' => 's',
        _ => c.to_ascii_lowercase(),
    };
    name.chars().map(fold).eq(field.chars().map(fold))
}

/// The second read: `None` if there is no kind, or if the version does not parse.
// apimachinery: pkg/apis/meta/v1/unstructured/unstructured.go
pub(super) fn of_decoded(body: &Tree) -> Option<(&str, GroupVersion<'_>)> {
    let text = |name| body.get(name).and_then(Tree::as_str).unwrap_or_default();
    let group_version = GroupVersion::parse(text("apiVersion")).ok()?;
    let kind = text("kind");
    (!kind.is_empty()).then_some((kind, group_version))
}

/// A parsed `apiVersion`.
#[derive(Clone, Copy)]
pub(super) struct GroupVersion<'a> {
    pub(super) group: &'a str,
    pub(super) version: &'a str,
}

impl<'a> GroupVersion<'a> {
    /// # Errors
    /// The server's message if there are several slashes.
    // apimachinery: pkg/runtime/schema/group_version.go
    pub(super) fn parse(text: &'a str) -> Result<Self, String> {
        let (group, version) = match text {
            "/" => ("", ""),
            _ => text.split_once('/').unwrap_or(("", text)),
        };
        if version.contains('/') {
            return Err(format!("unexpected GroupVersion string: {text}"));
        }
        Ok(GroupVersion { group, version })
    }

    /// The version, or the expected one if the body does not specify it.
    // apimachinery: pkg/runtime/serializer/json/json.go, gvkWithDefaults
    pub(super) fn or_expected(self, group: &str, version: &'a str) -> &'a str {
        if self.version.is_empty() && (self.group.is_empty() || self.group == group) {
            version
        } else {
            self.version
        }
    }
}

impl fmt::Display for GroupVersion<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.group.is_empty() {
            return out.write_str(self.version);
        }
        write!(out, "{}/{}", self.group, self.version)
    }
}
