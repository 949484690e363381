//! JSON Patch, within limits.
//!
//! Easy to break: a short patch can copy a value into itself again and again, nest it ever deeper, or move the items of
//! a long list with every operation. All three are counted, and a patch beyond the limits is refused.

use crdc::{Details, Status};
use json_patch::PatchOperation;
use json_patch::jsonptr::Pointer;
use serde_json::Value;

use crate::Refusal;

/// The server's limit.
const MOST_OPERATIONS: usize = 10_000;
/// Values that a patch may copy, and sixteenths of the list items that it may move.
const MOST_WORK: usize = 4_000_000;
/// How deep a patch may nest an object. Read objects have at most 127 levels.
const MOST_LEVELS: usize = 1_000;

/// Reads the operations.
pub(super) fn parse(body: &[u8]) -> Result<Vec<PatchOperation>, Refusal> {
    let operations: Vec<PatchOperation> = serde_json::from_slice(body)
        .map_err(|error| Refusal::bad_request(format!("error decoding patch: {error}")))?;
    if operations.len() > MOST_OPERATIONS {
        return Err(too_large(format!(
            "The allowed maximum operations in a JSON patch is {MOST_OPERATIONS}, got {}",
            operations.len()
        )));
    }
    Ok(operations)
}

/// Applies the operations one by one. On an error the document is useless.
pub(super) fn apply(operations: &[PatchOperation], document: &mut Value) -> Result<(), Refusal> {
    let mut work = 0;
    // An upper bound of the document's depth.
    let mut levels = 128;
    for operation in operations {
        let path = operation.path();
        work += moved_items(document, path);
        match operation {
            PatchOperation::Add(_) | PatchOperation::Replace(_) => levels = levels.max(path.count() + 128),
            PatchOperation::Copy(copy) => {
                work += copy.from.resolve(document).map_or(0, |value| count(value, MOST_WORK));
                levels = levels.max(path.count() + levels.saturating_sub(copy.from.count()));
            }
            PatchOperation::Move(moved) => {
                work += moved_items(document, &moved.from);
                levels = levels.max(path.count() + levels.saturating_sub(moved.from.count()));
            }
            PatchOperation::Remove(_) | PatchOperation::Test(_) => {}
        }
        if work > MOST_WORK || levels > MOST_LEVELS {
            return Err(too_large("The JSON patch copies or moves too much".to_owned()));
        }
        json_patch::patch_unsafe(document, std::slice::from_ref(operation))
            .map_err(|error| inapplicable(&error))?;
    }
    Ok(())
}

/// What moving the items behind this path costs, if it is in a list: nothing at its end.
fn moved_items(document: &Value, path: &Pointer) -> usize {
    let Some((parent, index)) = path.split_back() else { return 0 };
    let list = parent.resolve(document).ok().and_then(Value::as_array);
    let index = index.decoded().parse().unwrap_or(usize::MAX);
    list.map_or(0, |list| list.len().saturating_sub(index) / 16)
}

/// The number of values in a value, counted up to `most`.
fn count(value: &Value, most: usize) -> usize {
    let mut found = 0;
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        found += 1;
        if found > most {
            break;
        }
        match value {
            Value::Array(items) => open.extend(items),
            Value::Object(members) => open.extend(members.values()),
            _ => {}
        }
    }
    found
}

/// The server does not say why a patch cannot be applied; the cause here does.
// apimachinery: api/errors/errors.go NewGenericServerResponse
fn inapplicable(error: &json_patch::PatchError) -> Refusal {
    let message = "the server rejected our request due to an error in our request";
    let mut details = Details::new("", "", "");
    details.causes.push(crdc::Cause::new("", error.to_string(), ""));
    Status::new(422, "Invalid", message).about(details).into()
}

fn too_large(message: String) -> Refusal {
    Status::new(413, "RequestEntityTooLarge", format!("Request entity too large: {message}")).into()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use serde_json::json;

    use super::*;

    fn patched(patch: Value, mut document: Value) -> Result<Value, u16> {
        let operations = parse(&serde_json::to_vec(&patch).unwrap()).map_err(|refusal| refusal.code)?;
        apply(&operations, &mut document).map_err(|refusal| refusal.code)?;
        Ok(document)
    }

    #[test]
    fn patches_are_applied() {
        let patch = json!([{"op": "test", "path": "/a", "value": 1}, {"op": "copy", "from": "/a", "path": "/b"},
            {"op": "add", "path": "/c/-", "value": 2}]);
        assert_eq!(patched(patch, json!({"a": 1, "c": [1]})), Ok(json!({"a": 1, "b": 1, "c": [1, 2]})));
        let patch = json!([{"op": "test", "path": "/a", "value": 2}]);
        assert_eq!(patched(patch, json!({"a": 1})), Err(422));
        assert_eq!(patched(json!([{"op": "what"}]), json!({})), Err(400));
    }

    #[test]
    fn short_patches_cannot_do_much() {
        let doubled: Vec<Value> =
            (0..60).map(|_| json!({"op": "copy", "from": "/a", "path": "/a/-"})).collect();
        assert_eq!(patched(json!(doubled), json!({"a": [0, [1]]})), Err(413));
        let nested: Vec<Value> = (0..5_000)
            .flat_map(|_| {
                [
                    json!({"op": "move", "from": "/a", "path": "/b"}),
                    json!({"op": "add", "path": "/a", "value": {}}),
                    json!({"op": "move", "from": "/b", "path": "/a/c"}),
                ]
            })
            .take(MOST_OPERATIONS)
            .collect();
        assert_eq!(patched(json!(nested), json!({"a": {}})), Err(413));
        let shifted: Vec<Value> =
            (0..MOST_OPERATIONS).map(|_| json!({"op": "remove", "path": "/a/0"})).collect();
        assert_eq!(patched(json!(shifted), json!({"a": vec![0; 1_000_000]})), Err(413));
        let added = json!({"op": "add", "path": "/a/-", "value": 0});
        let appended: Vec<Value> = (0..MOST_OPERATIONS).map(|_| added.clone()).collect();
        assert!(patched(json!(appended), json!({"a": vec![0; 100_000]})).is_ok());
        let many: Vec<Value> = (0..=MOST_OPERATIONS).map(|_| json!({"op": "remove", "path": "/a"})).collect();
        assert_eq!(patched(json!(many), json!({})), Err(413));
    }
}
