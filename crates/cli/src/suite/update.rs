//! `--update`: writes what a server answers into suites. In: the answers to tests whose expectations are
//! other ones. Out: the files of the suites with these answers.
//!
//! A test keeps its verdict: an object that should be refused and is accepted, or the other way round, is a
//! failure that its author has to look at.

use super::answer::Answer;
use super::compare;
use super::model::{Errors, Stored, Wanted};
use crate::edit::{take, text};
use crate::replace::replace;
use crdc_source::diag::Severity;
use crdc_source::{Node, Source, Span, Value, parse, to_flow_yaml, to_yaml};
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

/// A value of a suite that should be another one.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Rewrite {
    span: Span,
    value: Node,
}

/// The values that should be others, by the name of their file.
#[derive(Default)]
pub(crate) struct Updates(BTreeMap<String, (Arc<Source>, Vec<Rewrite>)>);

/// The errors of an answer, if the test expects others, so that it fails, or any.
pub(super) fn errors(answer: &Answer, wanted: &Wanted, fails: bool) -> Option<Rewrite> {
    let is_other = match wanted.errors {
        Errors::Any => true,
        Errors::These(_) => !wanted.errors.is_none() && fails,
        Errors::Among(_) => false,
    };
    let span = wanted.places.errors.filter(|_| is_other && !answer.accepted)?;
    let own = answer.errors.iter().filter(|error| !answer.blocked.contains(error));
    let texts: Vec<Node> = own.map(|error| text(error)).collect();
    (!texts.is_empty()).then_some(Rewrite { span, value: Node { span, value: Value::Array(texts) } })
}

/// The warnings of an answer, if the test is content with any.
pub(super) fn warnings(answer: &Answer, wanted: &Wanted) -> Option<Rewrite> {
    let span = wanted.places.warnings?;
    let texts: Vec<Node> = answer.warnings.iter().map(|warning| text(warning)).collect();
    (!texts.is_empty()).then_some(Rewrite { span, value: Node { span, value: Value::Array(texts) } })
}

/// The stored object, which is another one than the test expects. What the object of the suite says is left
/// out, as the test left it out.
pub(super) fn stored(found: Option<&Node>, wanted: &Wanted) -> Option<Rewrite> {
    let (written, Some(Stored::Object { object, with_name })) =
        (wanted.places.stored.as_ref()?, &wanted.stored)
    else {
        return None;
    };
    let mut value = compare::comparable(found?, *with_name);
    let of_base = |key: &str| written.get(key).is_none();
    if let Value::Object(members) = &mut value.value {
        members.retain(|member| {
            !of_base(&member.key) || object.get(&member.key).is_none_or(|base| !same(base, &member.value))
        });
    }
    if of_base("metadata") {
        take(&mut value, "metadata");
    }
    Some(Rewrite { span: written.span, value })
}

fn same(one: &Node, other: &Node) -> bool {
    one.to_json() == other.to_json()
}

impl Updates {
    pub(super) fn add(&mut self, source: &Arc<Source>, rewrites: Vec<Rewrite>) {
        if !rewrites.is_empty() {
            let of_file = self.0.entry(source.name.clone()).or_insert_with(|| (source.clone(), Vec::new()));
            of_file.1.extend(rewrites);
        }
    }

    /// Writes the files. Returns how many values are others now.
    ///
    /// # Errors
    ///
    /// A file cannot be written, or would not be read as before.
    pub(crate) fn write(self) -> Result<usize, String> {
        let mut count = 0;
        for (file, (source, rewrites)) in self.0 {
            let rewrites = without_disputed(rewrites);
            let new = rewritten(&source, &rewrites, true).or_else(|| rewritten(&source, &rewrites, false));
            let Some(new) = new else {
                return Err(format!(
                    "{file} has expectations in a form that --update does not write: change them by hand"
                ));
            };
            // The object of a suite may say what no test can take away.
            if new == source.text {
                continue;
            }
            replace(Path::new(&file), new.as_bytes())
                .map_err(|error| format!("cannot write {file}: {error}"))?;
            count += rewrites.len();
        }
        Ok(count)
    }
}

/// The values in the order of the file, without those that should be several others at once: those of
/// aliases, and of suites that run against several CRDs.
fn without_disputed(mut rewrites: Vec<Rewrite>) -> Vec<Rewrite> {
    rewrites.sort_by_key(|one| (one.span.start, one.span.end));
    let mut kept: Vec<Rewrite> = Vec::new();
    let mut disputed = None;
    for one in rewrites {
        match kept.last() {
            Some(last) if last.span == one.span && same(&last.value, &one.value) => {}
            Some(last) if one.span.start < last.span.end => {
                disputed = Some(last.span);
                kept.pop();
            }
            _ if disputed.is_some_and(|span| one.span.start < span.end) => {}
            _ => kept.push(one),
        }
    }
    kept
}

/// The text with other values. With `has_items`, several errors get lines of their own, which only fit
/// outside of brackets. `None` if the text could not be read any more.
fn rewritten(source: &Source, rewrites: &[Rewrite], has_items: bool) -> Option<String> {
    let (mut new, mut at) = (String::with_capacity(source.text.len()), 0);
    for Rewrite { span, value } in rewrites {
        let (start, end) = (span.start as usize, span.end as usize);
        new.push_str(source.text.get(at..start)?);
        let text = written(source, start..end, value, has_items)?;
        if text.starts_with('\n') {
            new.truncate(new.trim_end_matches(' ').len());
        }
        new.push_str(&text);
        at = end;
    }
    new.push_str(source.text.get(at..)?);
    let is_fine = |found: &crdc_source::diag::Diagnostic| found.severity() != Severity::Error;
    let (documents, problems) = parse(&Source::new(source.name.as_str(), new.as_str()));
    let before = parse(source).0.len();
    (problems.iter().all(is_fine) && documents.len() == before).then_some(new)
}

/// The longest line of which the column of a value is looked up. A value further to the right is within
/// brackets.
const WIDEST: usize = 1000;

/// The part of the line before a place; the end of it if it is long.
fn line_before(before: &str) -> &str {
    let from = before.len() - before.bytes().rev().take(WIDEST).take_while(|byte| *byte != b'\n').count();
    before.get(from..).unwrap_or_default()
}

/// A value in the style of the one that is at a place.
fn written(source: &Source, place: Range<usize>, value: &Node, has_items: bool) -> Option<String> {
    let (before, old) = (source.text.get(..place.start)?, source.text.get(place)?);
    if source.name.ends_with(".json") {
        return Some(value.to_json());
    }
    // The value of an anchor also counts elsewhere.
    if old.starts_with(['&', '!']) {
        return None;
    }
    let line = line_before(before);
    let lines_from = |column: usize| {
        let (text, indent) = (to_yaml(value), format!("\n{}", " ".repeat(column)));
        text.trim_end().lines().collect::<Vec<_>>().join(&indent)
    };
    let column = line.chars().count();
    match &value.value {
        Value::Array(_) if old.starts_with("- ") => Some(lines_from(column)),
        Value::Array(items)
            if has_items && items.len() > 1 && line.trim_start_matches([' ', '-']) == "errors: " =>
        {
            let column = column - "errors: ".len();
            Some(format!("\n{}{}", " ".repeat(column), lines_from(column)))
        }
        Value::Object(members) if !members.is_empty() && !old.starts_with(['{', '*']) => {
            Some(lines_from(column))
        }
        _ => Some(to_flow_yaml(value)),
    }
}
