//! Finds the server version from which on CustomResourceDefinitions work. In: sources, and the oldest version
//! that matters. Out: for each document the first version from which on servers accept it, keep all fields
//! and check all constraints, and the reason why the version before does not.
//!
//! Easy to break: a document is checked as each version does, so this code contains no differences between
//! versions itself.

use crate::Outcome;
use crate::{CheckOptions, Checked, Located, check_each, check_sources_with};
use crdc_source::diag::{Code, Diagnostic, Severity};
use crdc_source::{Node, Source, Span, Value};
use crdc_vocabulary::Minor;

/// The most characters of a document that are shown.
const SHOWN: usize = 60;

/// The version from which on a document works.
#[derive(Clone, Debug)]
pub struct WorksFrom {
    /// The index of the document's source.
    pub source: usize,
    /// The place of the document.
    pub span: Span,
    /// The name of the document, which may be empty.
    pub name: String,
    /// The first version on which the document works. `None` if even the newest refuses it.
    pub since: Option<Minor>,
    /// The problem on the version before. `None` if the document already works on the oldest version that
    /// matters.
    pub stop: Option<Stop>,
}

/// The reason why a document does not work on a version.
#[derive(Clone, Debug)]
pub struct Stop {
    /// The version.
    pub server: Minor,
    /// `refuses`, `drops` or `ignores`.
    pub does: &'static str,
    /// The path in the document.
    pub path: String,
    /// The text of the part of the document, or the problem.
    pub what: String,
    /// The problem.
    pub problem: Diagnostic,
    /// The number of other problems.
    pub more: usize,
}

/// Finds the version from which on each document of some sources works, and the errors that are in no
/// document.
///
/// ```
/// use crdc_check::works_from;
/// use crdc_vocabulary::Minor;
/// use crdc_source::Source;
/// let text = r#"
/// apiVersion: apiextensions.k8s.io/v1
/// kind: CustomResourceDefinition
/// metadata: {name: routes.example.com}
/// spec:
///   group: example.com
///   scope: Namespaced
///   names: {plural: routes, kind: Route}
///   versions:
///   - name: v1
///     served: true
///     storage: true
///     schema:
///       openAPIV3Schema:
///         type: object
///         properties:
///           spec: {type: string, maxLength: 50, x-kubernetes-validations: [{rule: isIP(self)}]}
/// "#;
/// let (found, _) = works_from(&[Source::new("crd.yaml", text)], Minor(29));
/// assert_eq!(found[0].since, Some(Minor(31)));
/// assert_eq!(found[0].stop.as_ref().map(|stop| stop.what.as_str()), Some("isIP(self)"));
/// ```
#[must_use]
pub fn works_from(sources: &[Source], from: Minor) -> (Vec<WorksFrom>, Vec<Located>) {
    let options = |server: Minor| CheckOptions { server: Some(server), ..CheckOptions::default() };
    let newest = from.max(Minor::NEWEST);
    let (mut found, mut elsewhere) = (Vec::new(), Vec::new());
    check_each(sources, &[], options(newest), |index, source, checked| {
        let spans: Vec<Span> = checked.crds.iter().map(|outcome| outcome.crd().span).collect();
        let errors = checked.diagnostics.iter().filter(|problem| problem.severity() == Severity::Error);
        let outside = errors.filter(|problem| !spans.iter().any(|span| is_in(problem.span, *span)));
        elsewhere.extend(outside.map(|problem| Located { source: index, diagnostic: problem.clone() }));
        let documents = crdc_source::parse(source).0;
        let mut all: Vec<WorksFrom> = checked.crds.iter().map(|crd| start(index, crd)).collect();
        let at_newest = stops(&checked, newest, source, &documents);
        let mut open: Vec<bool> = vec![true; all.len()];
        for ((one, stop), open) in all.iter_mut().zip(at_newest).zip(&mut open) {
            if let Some(stop) = stop {
                (one.stop, *open) = (Some(stop), false);
            }
        }
        for minor in (from.0..newest.0).map(Minor) {
            if !open.contains(&true) {
                break;
            }
            let checked = check_sources_with(std::slice::from_ref(source), &[], options(minor)).pop();
            let stops = checked.map(|checked| stops(&checked, minor, source, &documents)).unwrap_or_default();
            for ((one, stop), open) in all.iter_mut().zip(stops).zip(&mut open).filter(|(_, open)| **open) {
                match stop {
                    Some(stop) => one.stop = Some(stop),
                    None => (one.since, *open) = (Some(minor), false),
                }
            }
        }
        let newest = Some(newest);
        all.iter_mut().zip(open).filter(|(_, open)| *open).for_each(|(one, _)| one.since = newest);
        found.extend(all);
    });
    (found, elsewhere)
}

fn start(source: usize, outcome: &Outcome) -> WorksFrom {
    let crd = outcome.crd();
    let name = crd.name.as_ref().map(|name| name.value.clone()).unwrap_or_default();
    WorksFrom { source, span: crd.span, name, since: None, stop: None }
}

fn is_in(inner: Span, outer: Span) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

/// The reasons why a version does not work, for each document.
fn stops(checked: &Checked, server: Minor, source: &Source, documents: &[Node]) -> Vec<Option<Stop>> {
    let of = |outcome: &Outcome| {
        let span = outcome.crd().span;
        let within = checked.diagnostics.iter().filter(|problem| is_in(problem.span, span));
        let mut found = within.filter_map(|problem| Some((problem, does(problem)?)));
        let (problem, does) = found.next()?;
        let is_older = matches!(problem.code, Code::RuleServer | Code::FieldServer | Code::FormatServer);
        let what = if is_older { excerpt(&source.text, problem.span) } else { problem.message.clone() };
        let path = documents.iter().find_map(|node| path_of(node, problem.span)).unwrap_or_default();
        Some(Stop { server, does, path, what, problem: problem.clone(), more: found.count() })
    };
    checked.crds.iter().map(of).collect()
}

/// The behaviour of a server for a problem. `None` if the document works nevertheless.
fn does(problem: &Diagnostic) -> Option<&'static str> {
    match problem.code {
        Code::FieldServer => Some("drops"),
        Code::FormatServer => Some("ignores"),
        // Each document is checked by itself: two with the same name are two editions of it.
        Code::NameDuplicate => None,
        _ if problem.severity() == Severity::Error => Some("refuses"),
        _ => None,
    }
}

/// The text at a span, cut after its first line and at a maximum length.
fn excerpt(text: &str, span: Span) -> String {
    let found = text.get(span.start as usize..span.end as usize).unwrap_or_default();
    let line = found.lines().next().unwrap_or_default().trim();
    match line.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", line.get(..end).unwrap_or_default()),
        None => line.to_owned(),
    }
}

/// The path of the innermost value around a span.
fn path_of(node: &Node, span: Span) -> Option<String> {
    if !is_in(span, node.span) {
        return None;
    }
    let (mut node, mut path) = (node, String::new());
    loop {
        let next = match &node.value {
            Value::Object(members) => {
                let around = |member: &&crdc_source::Member| {
                    is_in(span, member.key_span) || is_in(span, member.value.span)
                };
                members.iter().find(around).map(|member| {
                    push_key(&mut path, &member.key);
                    &member.value
                })
            }
            Value::Array(items) => {
                let found = items.iter().enumerate().find(|(_, item)| is_in(span, item.span));
                found.map(|(index, item)| {
                    path.push_str(&format!("[{index}]"));
                    item
                })
            }
            _ => None,
        };
        match next {
            Some(inner) => node = inner,
            None => return Some(path),
        }
    }
}

fn push_key(path: &mut String, key: &str) {
    let plain = !key.is_empty() && key.chars().all(|c| c.is_alphanumeric() || "-_$".contains(c));
    match plain {
        true if path.is_empty() => path.push_str(key),
        true => {
            path.push('.');
            path.push_str(key);
        }
        false => path.push_str(&format!("[{key:?}]")),
    }
}
