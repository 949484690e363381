//! JSON paths of printer columns, selectable fields and scale. In: a path. Out: its steps.
//!
//! Easy to break: slices, unions, recursive descent, and filters other than `==` and `!=` are not supported.
// client-go: util/jsonpath

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

/// The steps of a path such as `.status.conditions[?(@.type=="Ready")].status`. `None` if the path has a form
/// that is not supported.
#[must_use]
pub fn json_path_steps(path: &str) -> Option<Vec<PathStep<'_>>> {
    let (mut steps, mut rest) = (Vec::new(), path.trim());
    rest = rest.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).unwrap_or(rest);
    rest = rest.strip_prefix('$').unwrap_or(rest);
    while !rest.is_empty() {
        let (step, rest_after) = first_step(rest)?;
        steps.push(step);
        rest = rest_after;
    }
    Some(steps)
}

/// A step of a path: it selects values in a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PathStep<'p> {
    /// A member of an object.
    Field(String),
    /// An item of a list; a negative index counts from the end.
    Index(i64),
    /// All items of a list, or the values of all members of an object.
    All,
    /// The items in which the first value of `path` is equal to `value`, or differs from it.
    Filter {
        /// A path in the item.
        path: &'p str,
        /// Whether the items are selected that are equal, or those that differ.
        equals: bool,
        /// What the values are compared with.
        value: Operand<'p>,
    },
}

/// A value in a filter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand<'p> {
    /// A text that is in quotes.
    Text(&'p str),
    /// A number or another value, as it is written.
    Json(&'p str),
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
        Some(text) => Operand::Text(text),
        None => Operand::Json(right),
    };
    Some(PathStep::Filter { path: left.trim().strip_prefix('@')?, equals, value })
}

/// The content of a quoted text.
fn quoted(text: &str) -> Option<&str> {
    let within = |quote: char| text.strip_prefix(quote)?.strip_suffix(quote);
    within('\'').or_else(|| within('"'))
}

#[cfg(test)]
mod tests {
    use super::{Operand, PathStep, json_path_steps};
    use alloc::borrow::ToOwned;
    use alloc::vec;

    #[test]
    fn paths_have_steps() {
        let field = |name: &str| PathStep::Field(name.to_owned());
        let filter = |equals, value| PathStep::Filter { path: ".type", equals, value };
        for (path, steps) in [
            ("", Some(vec![])),
            (".a", Some(vec![field("a")])),
            (r".a.b\.c", Some(vec![field("a"), field("b.c")])),
            ("$['b.c'][-1]", Some(vec![field("b.c"), PathStep::Index(-1)])),
            ("{.k[*].*}", Some(vec![field("k"), PathStep::All, PathStep::All])),
            (r#"[?(@.type=="y")]"#, Some(vec![filter(true, Operand::Text("y"))])),
            ("[?(@.type!=2)]", Some(vec![filter(false, Operand::Json("2"))])),
            (".list[?(", None),
            (".list[0:2]", None),
            ("..", None),
        ] {
            assert_eq!(json_path_steps(path), steps, "{path}");
        }
    }
}
