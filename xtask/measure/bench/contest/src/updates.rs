//! Makes updates of an object. In: an object. Out: requests that update it: the object as a client sends it
//! back, and old objects that differ.

use serde_json::{Value, json};

/// The object as a client sends it back, an equal old object, and an old object with another annotation.
pub fn update(text: &[u8]) -> Result<(Vec<u8>, Vec<u8>, Vec<u8>), serde_json::Error> {
    let mut next: Value = serde_json::from_slice(text)?;
    next["metadata"]["uid"] = json!("3d6f6a1e-5c1f-4b5e-9d0f-6a3c7a1f2b10");
    next["metadata"]["resourceVersion"] = json!("7");
    next["metadata"]["generation"] = json!(3);
    next["metadata"]["creationTimestamp"] = json!("2024-01-01T00:00:00Z");
    let mut changed = next.clone();
    changed["metadata"]["annotations"]["example.com/revision"] = json!("6");
    let equal = serde_json::to_vec(&next)?;
    Ok((equal.clone(), serde_json::to_vec(&changed)?, equal))
}

/// The object with added white space, so that no bytes are equal.
pub fn reformatted(text: &[u8]) -> Result<Vec<u8>, serde_json::Error> {
    serde_json::to_vec_pretty(&serde_json::from_slice::<Value>(text)?)
}

/// An old object that differs in one value in the middle of its spec, at a path that `may` differ.
pub fn changed_spec(
    text: &[u8],
    mut may: impl FnMut(&[u8]) -> bool,
) -> Result<Vec<u8>, Box<dyn std::error::Error>> {
    let value: Value = serde_json::from_slice(text)?;
    let mut places = Vec::new();
    scalars(&value["spec"], "/spec".to_owned(), &mut places);
    let middle = places.len() / 2;
    places.rotate_left(middle);
    for place in places {
        let mut other = value.clone();
        match other.pointer_mut(&place) {
            Some(Value::String(text)) => text.push('x'),
            Some(Value::Bool(flag)) => *flag = !*flag,
            Some(number @ Value::Number(_)) => *number = json!(number.as_i64().unwrap_or_default() + 1),
            _ => continue,
        }
        let other = serde_json::to_vec(&other)?;
        if may(&other) {
            return Ok(other);
        }
    }
    Err("no value of the spec may change".into())
}

fn scalars(value: &Value, place: String, places: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            for (key, value) in members {
                let key = key.replace('~', "~0").replace('/', "~1");
                scalars(value, format!("{place}/{key}"), places);
            }
        }
        Value::Array(items) => {
            items
                .iter()
                .enumerate()
                .for_each(|(index, item)| scalars(item, format!("{place}/{index}"), places));
        }
        _ => places.push(place),
    }
}
