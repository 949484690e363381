//! Shrinks a failing object: removes members and items, and shortens strings, as long as it still fails.

use crate::json::Json;

/// A smaller failing object, after at most 50 steps.
pub fn shrink(whole: &Json, fails: &dyn Fn(&Json) -> bool) -> Json {
    let mut best = whole.clone();
    for _ in 0..50 {
        let Some(smaller) = smaller(&best).into_iter().find(|candidate| fails(candidate)) else {
            break;
        };
        best = smaller;
    }
    best
}

/// Every value with one element removed or one string cut to a character. Removals from the value itself come
/// first.
pub fn smaller(value: &Json) -> Vec<Json> {
    let mut out = Vec::new();
    match value {
        Json::Object(members) => {
            for at in 0..members.len() {
                let mut rest = members.clone();
                rest.remove(at);
                out.push(Json::Object(rest));
            }
            for (at, (key, value)) in members.iter().enumerate() {
                // A shortened kind is another kind, and so another failure.
                if matches!(key.as_str(), "apiVersion" | "kind") {
                    continue;
                }
                for value in smaller(value) {
                    let mut rest = members.clone();
                    rest[at].1 = value;
                    out.push(Json::Object(rest));
                }
            }
        }
        Json::Array(items) => {
            for at in 0..items.len() {
                let mut rest = items.clone();
                rest.remove(at);
                out.push(Json::Array(rest));
            }
            for (at, value) in items.iter().enumerate() {
                for value in smaller(value) {
                    let mut rest = items.clone();
                    rest[at] = value;
                    out.push(Json::Array(rest));
                }
            }
        }
        Json::String(text) if text.chars().count() > 1 => {
            out.push(text.chars().take(1).collect::<String>().into());
        }
        _ => {}
    }
    out
}
