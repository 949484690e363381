//! Evaluates the JSON paths of printer columns, selectable fields and scale. In: a path and a value. Out: the
//! values that the path selects.
//!
//! Easy to break: a path in a form that is not supported selects nothing.
// client-go: util/jsonpath

use crdc_vocabulary::json_path::{Operand, PathStep, json_path_steps};
use serde_json::Value;

/// All values that a path selects, such as `.status.conditions[?(@.type=="Ready")].status`.
pub(crate) fn select<'v>(path: &str, value: &'v Value) -> Vec<&'v Value> {
    let Some(steps) = json_path_steps(path) else { return Vec::new() };
    steps.iter().fold(vec![value], |selected, step| {
        selected.into_iter().flat_map(|value| apply(step, value)).collect()
    })
}

/// The first value that a path selects.
pub(crate) fn first<'v>(path: &str, value: &'v Value) -> Option<&'v Value> {
    select(path, value).first().copied()
}

/// The values that a step selects in a value.
fn apply<'v>(step: &PathStep<'_>, value: &'v Value) -> Vec<&'v Value> {
    match step {
        PathStep::Field(name) => value.get(name).into_iter().collect(),
        PathStep::Index(at) => {
            let Some(items) = value.as_array() else { return Vec::new() };
            let from_end =
                usize::try_from(at.unsigned_abs()).ok().and_then(|back| items.len().checked_sub(back));
            let at = if *at < 0 { from_end } else { usize::try_from(*at).ok() };
            at.and_then(|at| items.get(at)).into_iter().collect()
        }
        PathStep::All => match value {
            Value::Array(items) => items.iter().collect(),
            Value::Object(members) => members.values().collect(),
            _ => Vec::new(),
        },
        PathStep::Filter { path, equals, value: operand } => {
            let operand = match operand {
                Operand::Text(text) => Value::from(*text),
                // What is no value is equal to none.
                Operand::Json(text) => match serde_json::from_str(text) {
                    Ok(value) => value,
                    Err(_) => return Vec::new(),
                },
            };
            let holds = |item: &&Value| first(path, item).is_some_and(|found| (*found == operand) == *equals);
            value.as_array().into_iter().flatten().filter(holds).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::select;
    use serde_json::json;

    #[test]
    fn paths_select_values() {
        let value = json!({"a": {"b.c": 1}, "list": [{"type": "x", "n": 1}, {"type": "y", "n": 2}], "n": {"k": [3, 4]}});
        for (path, found) in [
            (".a", json!([{"b.c": 1}])),
            (r".a.b\.c", json!([1])),
            (".a['b.c']", json!([1])),
            ("{.n.k[0]}", json!([3])),
            (".n.k[-1]", json!([4])),
            (".n.k[9]", json!([])),
            (".n.k[*]", json!([3, 4])),
            (r#".list[?(@.type=="y")].n"#, json!([2])),
            (".list[?(@.type!='y')].n", json!([1])),
            (".list[?(@.type!='a==b')].n", json!([1, 2])),
            (".list[?(@.n==2)].type", json!(["y"])),
            (".missing.below", json!([])),
            (".list[?(", json!([])),
            ("..", json!([])),
        ] {
            assert_eq!(json!(select(path, &value)), found, "{path}");
        }
    }
}
