//! Evaluates the JSON paths of printer columns, selectable fields and scale. In: a path and a value. Out: the
//! values that the path selects.
//!
//! Easy to break: a path that is not supported selects nothing. Slices, unions, recursive descent, and
//! filters other than `==` and `!=` are not supported.
// client-go: util/jsonpath

use serde_json::Value;

/// All values that a path selects, such as `.status.conditions[?(@.type=="Ready")].status`.
pub(crate) fn select<'v>(path: &str, value: &'v Value) -> Vec<&'v Value> {
    let (mut selected, mut rest) = (vec![value], path.trim());
    rest = rest.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).unwrap_or(rest);
    rest = rest.strip_prefix('$').unwrap_or(rest);
    while !rest.is_empty() {
        let Some((step, rest_after)) = first_step(rest) else { return Vec::new() };
        selected = selected.into_iter().flat_map(|value| apply(&step, value)).collect();
        rest = rest_after;
    }
    selected
}

/// The first value that a path selects.
pub(crate) fn first<'v>(path: &str, value: &'v Value) -> Option<&'v Value> {
    select(path, value).first().copied()
}

/// A step of a path: it selects values in a value.
enum PathStep<'p> {
    Field(String),
    /// An item of a list; a negative index counts from the end.
    Index(i64),
    /// All items of a list, or the values of all members of an object.
    All,
    /// The items in which the first value of `path` is equal to `value`, or differs from it.
    Filter {
        path: &'p str,
        equals: bool,
        value: Value,
    },
}

/// The first step of a path, and the rest of the path.
fn first_step(text: &str) -> Option<(PathStep<'_>, &str)> {
    if let Some(inside) = text.strip_prefix('[') {
        let end = end_of_brackets(inside)?;
        let (inside, rest_after) = (inside.get(..end)?.trim(), inside.get(end + 1..)?);
        return bracketed(inside).map(|step| (step, rest_after));
    }
    let text = text.strip_prefix('.').unwrap_or(text);
    if let Some(rest_after) = text.strip_prefix('*') {
        return Some((PathStep::All, rest_after));
    }
    let (mut name, mut chars) = (String::new(), text.char_indices());
    let end = loop {
        match chars.next() {
            None => break text.len(),
            Some((at, '.' | '[')) => break at,
            // A dot in a name is escaped.
            Some((_, '\\')) => name.push(chars.next()?.1),
            Some((_, c)) => name.push(c),
        }
    };
    (!name.is_empty()).then(|| (PathStep::Field(name), &text[end..]))
}

/// The offset of the closing bracket. Brackets in quotes do not count.
fn end_of_brackets(text: &str) -> Option<usize> {
    let (mut quote, mut depth) = (None, 0);
    for (at, c) in text.char_indices() {
        match (quote, c) {
            (Some(open), _) if c == open => quote = None,
            (Some(_), _) => {}
            (None, '\'' | '"') => quote = Some(c),
            (None, '[') => depth += 1,
            (None, ']') if depth == 0 => return Some(at),
            (None, ']') => depth -= 1,
            _ => {}
        }
    }
    None
}

/// Parses the step in brackets.
fn bracketed(text: &str) -> Option<PathStep<'_>> {
    if text == "*" {
        return Some(PathStep::All);
    }
    if let Some(name) = quoted(text) {
        return Some(PathStep::Field(name.to_owned()));
    }
    let Some(condition) = text.strip_prefix("?(").and_then(|rest| rest.strip_suffix(')')) else {
        return text.parse().ok().map(PathStep::Index);
    };
    // The first sign is the operator: a quoted text after it may contain further signs.
    let at = condition.find('=')?;
    let (left, right, equals) = match (condition[..at].strip_suffix('!'), condition[at..].strip_prefix("=="))
    {
        (Some(left), _) => (left, &condition[at + 1..], false),
        (None, Some(right)) => (&condition[..at], right, true),
        (None, None) => return None,
    };
    let right = right.trim();
    let value = match quoted(right) {
        Some(text) => Value::String(text.to_owned()),
        None => serde_json::from_str(right).ok()?,
    };
    Some(PathStep::Filter { path: left.trim().strip_prefix('@')?, equals, value })
}

/// The content of a quoted text.
fn quoted(text: &str) -> Option<&str> {
    let within = |quote: char| text.strip_prefix(quote)?.strip_suffix(quote);
    within('\'').or_else(|| within('"'))
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
            let holds = |item: &&Value| first(path, item).is_some_and(|found| (found == operand) == *equals);
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
