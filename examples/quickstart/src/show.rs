//! Prints outcomes: the changed fields of an object, or why it was refused. Not needed to use crdc.

use std::collections::{BTreeMap, BTreeSet};

use crdc::Outcome;
use serde_json::{Result, Value};

/// The request, and what to look for in the answer.
pub(crate) fn title(request: &str, remark: &str) {
    println!("\n{request}\n  ({remark})");
}

/// How the stored object differs from the one that was sent.
pub(crate) fn stored(sent: &[u8], outcome: &Outcome<'_>) -> Result<()> {
    if outcome.unchanged() {
        println!("  {}: stored unchanged, byte for byte", outcome.code());
        return Ok(());
    }
    let pruned: Vec<_> = outcome.pruned().collect();
    compare(sent, outcome, |path, old, new| match (old, new) {
        (Some(_), None) if pruned.iter().any(|pruned| pruned == path) => "pruned",
        (Some(_), None) => "dropped",
        // Metadata has no defaults; the server sets these.
        _ if path.starts_with("metadata.") => "set",
        _ => "default",
    })
}

/// How the stored object differs from the previous one.
pub(crate) fn difference(old: &[u8], outcome: &Outcome<'_>) -> Result<()> {
    compare(old, outcome, |_, old, new| match (old, new) {
        (_, None) => "removed",
        (None, _) => "added",
        _ => "changed",
    })
}

/// Why the object was refused.
pub(crate) fn refusal(outcome: &Outcome<'_>) {
    match outcome.message() {
        Some(message) => println!("  {}: {message}", outcome.code()),
        None => println!("  {}: refused", outcome.code()),
    }
    for error in outcome.errors() {
        println!("    {error}");
    }
}

fn compare(
    before: &[u8],
    outcome: &Outcome<'_>,
    word: impl Fn(&str, Option<&String>, Option<&String>) -> &'static str,
) -> Result<()> {
    println!("  {}: stored", outcome.code());
    let (before, after) = (fields(before)?, fields(outcome.accepted_object().unwrap_or_default())?);
    let paths: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
    for path in paths {
        let (old, new) = (before.get(path), after.get(path));
        if old != new {
            let value = new.or(old).map_or("", String::as_str);
            println!("    {:8} {path} = {value}", word(path, old, new));
        }
    }
    for warning in outcome.warnings() {
        println!("    warning: {warning}");
    }
    Ok(())
}

/// The leaf values of an object, by path.
fn fields(text: &[u8]) -> Result<BTreeMap<String, String>> {
    let mut found = BTreeMap::new();
    let mut todo = vec![(String::new(), serde_json::from_slice::<Value>(text)?)];
    while let Some((path, value)) = todo.pop() {
        match value {
            Value::Object(members) if !members.is_empty() => {
                let dot = if path.is_empty() { "" } else { "." };
                todo.extend(members.into_iter().map(|(key, value)| (format!("{path}{dot}{key}"), value)));
            }
            Value::Array(items) if !items.is_empty() => {
                let items = items.into_iter().enumerate();
                todo.extend(items.map(|(index, value)| (format!("{path}[{index}]"), value)));
            }
            _ => {
                found.insert(path, value.to_string());
            }
        }
    }
    Ok(found)
}
