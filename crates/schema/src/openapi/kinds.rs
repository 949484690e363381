//! Finds the definitions of the requested kinds. In: requested names. Out: the definitions of those kinds.
//! Similar names are suggested.

use super::document::Document;
use super::kind::Kind;
use super::reference;
use crdc_source::diag::nearest;
use crdc_source::diag::{Code, Diagnostic, quoted};
use crdc_source::{Node, Span, Value};

/// Limits for suggestions: kinds compared with a missing one, and kinds listed.
const MOST_GUESSES: usize = 2000;
const MOST_LISTED: usize = 6;

/// The maximum number of kinds tested for reaching a definition.
const MOST_ASKED: usize = 100;

/// The kinds with these names, without duplicates; all resources if no name is given.
pub(super) fn find<'n>(
    document: &Document<'n>,
    wanted: &[String],
    problems: &mut Vec<Diagnostic>,
) -> Vec<Kind<'n>> {
    let all = all(document);
    if wanted.is_empty() {
        // If the document has paths, only the kinds that they serve: others are bodies of subresources.
        let served = |kind: &Kind<'n>| document.paths.is_empty() || document.paths.resource(kind).is_some();
        let resources: Vec<Kind<'n>> =
            all.into_iter().filter(|kind| is_resource(kind) && served(kind)).collect();
        if resources.is_empty() {
            problems.push(problem(
                document.span,
                "the document has no kind whose objects have metadata",
                None,
            ));
        }
        return resources;
    }
    let mut found: Vec<Kind<'n>> = Vec::new();
    for name in wanted {
        match one(document, &all, name) {
            Ok(kind) if found.contains(&kind) => {}
            Ok(kind) => found.push(kind),
            Err(problem) => problems.push(*problem),
        }
    }
    found
}

fn one<'n>(document: &Document<'n>, all: &[Kind<'n>], name: &str) -> Result<Kind<'n>, Box<Diagnostic>> {
    let mut of_name = all.iter().filter(|kind| kind.definition.key == name);
    let named = match (of_name.next(), of_name.next()) {
        (Some(kind), None) => Some(kind),
        _ => all.iter().find(|kind| kind.name() == name),
    };
    if let Some(kind) = named {
        if is_resource(kind) {
            return Ok(kind.clone());
        }
        let message = format!("{name} is not a resource: its objects have no `metadata`");
        return Err(Box::new(problem(kind.definition.key_span, message, resources(all))));
    }
    if let Some(definition) = document.definition(name) {
        let message = format!("{} is not a kind: it has no group and version", quoted(name));
        return Err(Box::new(problem(definition.key_span, message, users(document, all, name))));
    }
    let names: Vec<String> = all.iter().filter(|kind| is_resource(kind)).map(Kind::name).collect();
    let last = |name: &str| name.rsplit('/').next().unwrap_or_default().to_owned();
    let same_kind = names.iter().find(|other| last(other).eq_ignore_ascii_case(&last(name)));
    let guess = same_kind.map(String::as_str);
    let guess = guess.or_else(|| nearest(name, names.iter().take(MOST_GUESSES).map(String::as_str)));
    let help = match guess {
        Some(meant) => Some(format!("did you mean `{meant}`?")),
        None => resources(all),
    };
    Err(Box::new(problem(document.span, format!("the document has no kind {}", quoted(name)), help)))
}

/// Every pair of kind and definition, in document order.
fn all<'n>(document: &Document<'n>) -> Vec<Kind<'n>> {
    let mut found = Vec::new();
    for definition in document.definitions {
        let Some(said) = definition.value.get("x-kubernetes-group-version-kind") else { continue };
        let list = match &said.value {
            Value::Array(list) => list.as_slice(),
            _ => std::slice::from_ref(said),
        };
        for one in list {
            let text = |key: &str| one.get(key).and_then(Node::as_str).unwrap_or_default();
            if !text("kind").is_empty() && !text("version").is_empty() {
                let (group, version, kind) = (text("group"), text("version"), text("kind"));
                found.push(Kind { group, version, kind, definition });
            }
        }
    }
    found
}

/// Whether the objects of a kind have metadata: a reference to ObjectMeta, or an inline object.
fn is_resource(kind: &Kind<'_>) -> bool {
    let metadata = kind.definition.value.get("properties").and_then(|list| list.get("metadata"));
    metadata.is_some_and(|metadata| match reference::written(metadata) {
        Some(reference) => reference::is_object_meta(reference),
        None => metadata.get("type").and_then(Node::as_str) == Some("object"),
    })
}

fn resources(all: &[Kind<'_>]) -> Option<String> {
    let names: Vec<String> = all.iter().filter(|kind| is_resource(kind)).map(Kind::name).collect();
    listed("the document has ", &names)
}

/// Kinds that reach a definition which is not a kind itself.
fn users(document: &Document<'_>, all: &[Kind<'_>], name: &str) -> Option<String> {
    let reach = |kind: &&Kind<'_>| is_resource(kind) && reference::reaches(document, kind.definition, name);
    let names: Vec<String> =
        all.iter().take(MOST_ASKED).filter(reach).take(MOST_LISTED).map(Kind::name).collect();
    listed("name a kind whose objects contain it: ", &names)
}

fn listed(before: &str, names: &[String]) -> Option<String> {
    let (shown, rest) = names.split_at(names.len().min(MOST_LISTED));
    let more = if rest.is_empty() { String::new() } else { format!(" and {} more", rest.len()) };
    let shown: Vec<String> = shown.iter().map(|name| format!("`{name}`")).collect();
    (!shown.is_empty()).then(|| format!("{before}{}{more}", shown.join(", ")))
}

fn problem(span: Span, message: impl Into<String>, help: Option<String>) -> Diagnostic {
    let help = help
        .unwrap_or_else(|| "pass a document that has the kind, and name it as GROUP/VERSION/KIND".to_owned());
    Diagnostic { help: Some(help), ..Diagnostic::new(Code::OpenapiKind, span, message.into()) }
}
