//! Decodes bytes to an object: finds kind and version, reports duplicate and unknown fields, prunes, drops
//! nulls and applies defaults. Version and kind are first looked up case-insensitively, then decoded
//! case-sensitively: a key `KIND` can only cause a refusal.
//
// apimachinery: runtime/serializer/json/{json,meta}.go; apiextensions-apiserver:
// apiserver/customresource_handler.go, unstructuredSchemaCoercer; apiserver:
// endpoints/handlers/create.go

use super::{Refused, Server, coerce, defaults, nulls, prune};
use crate::json::{Json, Read, read};

/// Whether the object comes from a user or from the store.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    /// The object comes from a user: metadata that cannot be decoded, or another version, is an error.
    Request,
    /// The object comes from the store: a field of metadata that cannot be decoded is dropped, and the
    /// version is not checked.
    Stored,
}

/// Decodes an object. Returns it with the errors of its duplicate and unknown fields.
pub(super) fn decode(server: &Server, text: &[u8], mode: Mode) -> Result<(Json, Vec<String>), Refused> {
    let unrecognized =
        |why: String| format!("the object provided is unrecognized (must be of type {}): {why}", server.kind);
    let cannot = |why: String| {
        format!(
            "{} in version {:?} cannot be handled as a {}: {why}",
            server.kind, server.version, server.kind
        )
    };
    let read = read(text)
        .map_err(|why| unrecognized(format!("couldn't get version/kind; json parse error: {why}")))?;
    interpret(&read).map_err(unrecognized)?;
    if let Some(number) = &read.overflow {
        return Err(cannot(format!("json: cannot unmarshal {number} into Go value of type float64")));
    }
    let mut object = match read.value {
        Json::Null => Json::Object(vec![]),
        object => object,
    };
    let kind = object.get("kind").and_then(Json::as_str).unwrap_or_default().to_owned();
    if kind.is_empty() {
        let text = String::from_utf8_lossy(text);
        return Err(unrecognized(format!("Object 'Kind' is missing in '{text}'")));
    }
    let api_version = match object.get("apiVersion") {
        None => "",
        Some(Json::String(text)) => text,
        Some(_) => {
            return Err(cannot(
                ".apiVersion accessor error: <nil> is of the type <nil>, expected string".to_owned(),
            ));
        }
    };
    let (group, version) = group_version(api_version).unwrap_or_default();
    let (group, version) = (group.to_owned(), version.to_owned());
    let mut strict = read.duplicates;
    let lenient = mode == Mode::Stored;
    let unreadable = |_| coerce::UNREADABLE.to_owned();
    let mut unknown = vec![];
    coerce::metadata(&mut object, "", lenient, &mut unknown).map_err(unreadable)?;
    if group == server.group && kind == server.kind {
        // Another version is refused below. The server would prune with the schema of that version, but the
        // result is not visible.
        let mut pruned = prune::prune(&mut object, &server.schema);
        pruned.sort();
        unknown.append(&mut pruned);
        if !server.keeps_null {
            nulls::drop(&mut object, Some(&server.schema));
        }
        coerce::embedded(&mut object, &server.schema, "", lenient, &mut unknown).map_err(unreadable)?;
        defaults::apply(&mut object, &server.schema);
    }
    strict.extend(unknown.iter().map(|path| format!("unknown field \"{path}\"")));
    if mode == Mode::Request && (group != server.group || version != server.version) {
        let found = if group.is_empty() { version } else { format!("{group}/{version}") };
        return Err(format!(
            "the API version in the data ({found}) does not match the expected API version ({})",
            server.api_version()
        ));
    }
    Ok((object, strict))
}

/// Checks the type of the document, of `kind` and of `apiVersion`, and the form of `apiVersion`.
fn interpret(read: &Read) -> Result<(), String> {
    let go = |what: &str, field: &str| {
        format!(
            "couldn't get version/kind; json parse error: json: cannot unmarshal {what} into Go \
             struct field .{field} of type string"
        )
    };
    let what = |value: &Json| match value {
        Json::Null | Json::String(_) => None,
        Json::Bool(_) => Some("bool"),
        Json::Int(_) | Json::Float(_) => Some("number"),
        Json::Array(_) => Some("array"),
        Json::Object(_) => Some("object"),
    };
    if let (Some(what), false) = (what(&read.value), matches!(read.value, Json::Object(_))) {
        return Err(go_value(what));
    }
    if matches!(read.value, Json::String(_)) {
        return Err(go_value("string"));
    }
    let mut api_version = "";
    for (key, value) in &read.root {
        let Some(field) = ["apiVersion", "kind"].into_iter().find(|field| fold_equal(field, key)) else {
            continue;
        };
        if let Some(what) = what(value) {
            return Err(go(what, field));
        }
        if let (Json::String(text), "apiVersion") = (value, field) {
            api_version = text;
        }
    }
    group_version(api_version)
        .map(|_| ())
        .ok_or_else(|| format!("unexpected GroupVersion string: {api_version}"))
}

/// The error of a document that is not an object.
fn go_value(what: &str) -> String {
    format!(
        "couldn't get version/kind; json parse error: json: cannot unmarshal {what} into Go value \
         of type struct {{ APIVersion string \"json:\\\"apiVersion,omitempty\\\"\"; Kind string \
         \"json:\\\"kind,omitempty\\\"\" }}"
    )
}

/// Matches names of struct fields as `encoding/json` does: case-insensitive for ASCII, and for the two runes
/// that fold to ASCII.
fn fold_equal(field: &str, key: &str) -> bool {
    let fold = |rune: char| match rune {
        '\u{17f}' => 's',
        '\u{212a}' => 'k',
        _ => rune.to_ascii_lowercase(),
    };
    field.chars().map(fold).eq(key.chars().map(fold))
}

/// The group and version of an `apiVersion`; `None` if it has more than one slash.
//
// apimachinery: runtime/schema/group_version.go, ParseGroupVersion
fn group_version(text: &str) -> Option<(&str, &str)> {
    if text.is_empty() || text == "/" {
        return Some(("", ""));
    }
    match text.matches('/').count() {
        0 => Some(("", text)),
        1 => text.split_once('/'),
        _ => None,
    }
}
