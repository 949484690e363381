//! Groups mismatches by cause. In: mismatches. Out: their classes. Mismatches that differ only in names and
//! values are one class, so that the list names causes and not single mismatches.

use std::collections::BTreeMap;

use super::Answer;
use super::answer::FieldError;
use super::compare;
use super::ignored::Ignored;
use super::level::{Comparison, Level};
use super::message;
use super::value;

/// The classes of cases: the number of cases, and the id of one of them.
#[derive(Default)]
pub(crate) struct Classes(BTreeMap<String, (usize, String)>);

impl Classes {
    /// Adds each class of one case once.
    pub(super) fn add(&mut self, id: &str, mut classes: Vec<String>) {
        classes.sort();
        classes.dedup();
        for class in classes {
            self.0.entry(class).or_insert_with(|| (0, id.to_owned())).0 += 1;
        }
    }

    /// The largest classes: cases, class, id of one case.
    pub(super) fn top(&self, count: usize) -> Vec<(usize, &str, &str)> {
        let mut all: Vec<_> =
            self.0.iter().map(|(class, (cases, id))| (*cases, class.as_str(), id.as_str())).collect();
        all.sort_by_key(|(cases, class, _)| (std::cmp::Reverse(*cases), *class));
        all.truncate(count);
        all
    }
}

/// All differences between two answers, as classes.
pub(crate) fn of(
    new: &[u8],
    expected: &Answer,
    got: &Answer,
    ignored: &Ignored,
    comparison: &Comparison,
) -> Vec<String> {
    if let Some(trouble) = &got.trouble {
        let line: String = blank(trouble, "").chars().take(160).collect();
        return vec![format!("trouble: {}", line.lines().next().unwrap_or_default())];
    }
    let missed = |level| comparison.get(level) == Some(false);
    let mut classes = Vec::new();
    if missed(Level::Errors) || missed(Level::Messages) {
        let validated = ignored.validated(expected, got);
        errors("error", &validated.expected, &validated.got, &mut classes);
        if !message::same(new, expected.message.as_deref(), got.message.as_deref()) {
            let said = [&expected.message, &got.message]
                .map(|message| message.as_ref().map_or("none".to_owned(), |message| blank(message, "")));
            classes.push(format!("message: {} | ours: {}", said[0], said[1]));
        }
    }
    if missed(Level::Verdict) && classes.is_empty() {
        classes.push(format!("verdict: code {} | ours: {}", expected.code, got.code));
    }
    if missed(Level::Object) {
        classes.push(object(new, expected, got));
    }
    if missed(Level::Ratcheted) {
        let sides = [ignored.rest(&expected.ratcheted), ignored.rest(&got.ratcheted)];
        errors("ratcheted", &sides[0], &sides[1], &mut classes);
    }
    if missed(Level::Strict) {
        texts("strict", &expected.strict, &got.strict, &mut classes);
    }
    if missed(Level::Warnings) {
        texts("warning", &expected.warnings, &got.warnings, &mut classes);
    }
    if missed(Level::CelCost) {
        classes.push(cost(expected.cel_cost, got.cel_cost));
    }
    classes
}

/// The class of different costs.
fn cost(expected: Option<u64>, got: Option<u64>) -> String {
    let class = match (expected, got) {
        (Some(expected), Some(got)) if got < expected => "less",
        (Some(_), Some(_)) => "more",
        (Some(_), None) => "nothing counted",
        (None, _) => "not recorded",
    };
    format!("cel_cost | ours: {class}")
}

/// Adds the classes of missing and extra errors.
fn errors(what: &str, expected: &[&FieldError], got: &[&FieldError], classes: &mut Vec<String>) {
    let name = |error: &FieldError| {
        format!("{} {} {}", error.source, error.r#type, blank(&error.detail, &error.field))
    };
    let mut extra: Vec<_> =
        got.iter().filter(|got| !expected.iter().any(|expected| compare::says(expected, got))).collect();
    for expected in expected.iter().filter(|one| !got.iter().any(|got| compare::says(one, got))) {
        let place = (&expected.r#type, &expected.field);
        let Some(at) = extra.iter().position(|got| (&got.r#type, &got.field) == place) else {
            classes.push(format!("{what} missing: {}", name(expected)));
            continue;
        };
        let got = extra.swap_remove(at);
        let ours = blank(&got.detail, &got.field);
        classes.push(if expected.detail == got.detail {
            format!("{what} with another bad value: {}", name(expected))
        } else {
            format!("{what} with another message: {} | ours: {ours}", name(expected))
        });
    }
    classes.extend(extra.into_iter().map(|got| format!("{what} extra: {}", name(got))));
}

/// Adds the classes of missing and extra texts.
fn texts(what: &str, expected: &[String], got: &[String], classes: &mut Vec<String>) {
    let without = |these: &[String], those: &[String], how: &str| {
        let only = these.iter().filter(|text| !those.contains(text));
        only.map(|text| format!("{what} {how}: {}", blank(text, ""))).collect::<Vec<_>>()
    };
    classes.extend(without(expected, got, "missing"));
    classes.extend(without(got, expected, "extra"));
}

/// The place where the object differs: the exact path in metadata, otherwise the top-level field.
fn object(new: &[u8], expected: &Answer, got: &Answer) -> String {
    if expected.code == 400 || got.code == 400 {
        return format!("object: code {} | ours: {}", expected.code, got.code);
    }
    let read = |answer| value::parse(compare::object(new, answer)?).ok();
    let (Some(expected), Some(got)) = (read(expected), read(got)) else {
        return "object: one side cannot be read".to_owned();
    };
    let Some((path, how)) = value::difference(&expected, &got) else {
        return "object: not found".to_owned();
    };
    let segments: Vec<_> = path.split('.').skip(1).collect();
    let place = match segments.as_slice() {
        ["metadata", ..] => segments.join("."),
        [first, _, ..] => format!("{first}.…"),
        _ => path.trim_start_matches('.').to_owned(),
    };
    format!("object: {how} at {place}")
}

/// The text with names and values removed.
fn blank(text: &str, field: &str) -> String {
    let text = match text.split_once(" in body") {
        Some((_, rest)) => format!("FIELD in body{rest}"),
        None if field.len() > 2 => text.replace(field, "FIELD"),
        None => text.to_owned(),
    };
    let mut blank = String::new();
    let mut chars = text.chars().peekable();
    while let Some(char) = chars.next() {
        match char {
            '"' => {
                while let Some(inner) = chars.next() {
                    match inner {
                        '\\' => drop(chars.next()),
                        '"' => break,
                        _ => {}
                    }
                }
                blank.push_str("\"…\"");
            }
            '0'..='9' => {
                while chars.next_if(char::is_ascii_digit).is_some() {}
                blank.push('N');
            }
            '\n' => blank.push(' '),
            char => blank.push(char),
        }
    }
    while blank.contains("\"…\", \"…\"") {
        blank = blank.replace("\"…\", \"…\"", "\"…\"");
    }
    blank
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_values_are_blanked() {
        let text = r#"spec.a[12] in body must be one of "a\"b", "c", 17: "x""#;
        assert_eq!(blank(text, "spec.a[12]"), r#"FIELD in body must be one of "…", N: "…""#);
        assert_eq!(blank("no spec.x here", "spec.x"), "no FIELD here");
        assert_eq!(blank("open \"quote", ""), "open \"…\"");
    }

    #[test]
    fn classes_are_counted_by_case() {
        let mut classes = Classes::default();
        classes.add("one", vec!["b".into(), "b".into(), "a".into()]);
        classes.add("two", vec!["b".into()]);
        assert_eq!(classes.top(9), [(2, "b", "one"), (1, "a", "one")]);
        assert_eq!(classes.top(1).len(), 1);
    }
}
