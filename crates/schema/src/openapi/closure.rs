//! Collects all definitions that the objects of a kind can contain. In: one kind. Out: everything that its
//! objects can contain: its definition and all definitions that it refers to, read, normalized, and
//! classified as recursive or not.

use std::collections::HashSet;

use super::document::{Dialect, Document};
use super::expanded::expanded;
use super::kind::Kind;
use super::links::{invalid, links, order};
use super::published::Published;
use super::{foreign, marks, reference, resolve, resource};
use crate::references::{Definition, Definitions, Parts};
use crate::{ApiVersion, At, Crd, Misread, Names, PerVersion, Schema, Subresources, Version, read_published};
use crdc_source::diag::{Code, Diagnostic, quoted};
use crdc_source::diag::{meant_or, nearest};
use crdc_source::{Node, Span, Value};

/// Limits for suggestions: known names compared with a missing one, and missing names that get a suggestion.
const MOST_NAMES: usize = 2000;
const MOST_GUESSES: usize = 20;

/// Reads a kind.
pub(super) fn read(document: &Document<'_>, kind: &Kind<'_>) -> Published {
    let mut problems = Vec::new();
    let mut root = resolve(&kind.definition.value, &kind.definition.key, document.dialect, &mut problems);
    let of_go_types = marks::is_of_go_types(&root);
    resolve::metadata(&mut root);
    let mut definitions = Definitions::new(of_go_types);
    let mut waiting = vec![references(&mut root, document, &mut problems)];
    while let Some(names) = waiting.pop() {
        for name in names {
            if definitions.get(&name).is_some() {
                continue;
            }
            let Some(member) = document.definition(&name) else { continue };
            let mut schema = resolve(&member.value, &name, document.dialect, &mut problems);
            waiting.push(references(&mut schema, document, &mut problems));
            definitions.push(Definition { name, key: member.key_span, schema, cyclic: false });
        }
    }
    let links = links(&root, &definitions, &mut problems);
    let schemas = links.iter().map(|links| links.count).sum();
    let components = order(kind, &links, &mut definitions, &mut problems);
    expanded(&components, &links, &mut problems);
    if of_go_types {
        let is_object = |one: &&Definition| Parts::of(&one.schema, &definitions).type_name() == "object";
        let objects: HashSet<String> =
            definitions.all().iter().filter(is_object).map(|one| one.name.clone()).collect();
        marks::drop(&mut root, &objects);
        definitions.all_mut().iter_mut().for_each(|one| marks::drop(&mut one.schema, &objects));
    }
    let status = root.property("status").is_some();
    let resource = resource::resource(document, kind, status, &mut problems);
    let crd = crd(kind, &resource, root);
    Published { crd: Some(crd), definitions, diagnostics: problems, schemas }
}

fn resolve(node: &Node, name: &str, dialect: Dialect, problems: &mut Vec<Diagnostic>) -> Box<Schema> {
    let (mut schema, mut found) = read_published(node, foreign::says_nothing);
    for problem in &mut found {
        // No server reads it as a separate definition.
        problem.server.clear();
    }
    problems.append(&mut found);
    resolve::definition(&mut schema, name, dialect);
    schema
}

/// Replaces references by the names of definitions and returns those that exist.
fn references(schema: &mut Schema, document: &Document<'_>, problems: &mut Vec<Diagnostic>) -> Vec<String> {
    let mut names = Vec::new();
    let mut unmet = |at: &mut At<String>| {
        let (message, help) = match reference::name(&at.value, document.dialect) {
            Ok(name) if document.definition(&name).is_some() => {
                at.value.clone_from(&name);
                names.push(name);
                return;
            }
            Ok(name) => {
                let guesses =
                    problems.iter().filter(|problem| problem.code == Code::ReferenceInvalid).count();
                let most = if guesses < MOST_GUESSES { MOST_NAMES } else { 0 };
                let known = document.definitions.iter().take(most).map(|known| known.key.as_str());
                let help = meant_or(nearest(&name, known), || {
                    "add the definition: a server publishes the complete document of a group".to_owned()
                });
                (format!("the document has no definition {}", quoted(&name)), help)
            }
            Err(wrong) => (wrong.to_owned(), format!("write `{}NAME`", document.dialect.prefix())),
        };
        at.value.clear();
        problems.push(invalid(at.span, message, help));
    };
    walk(schema, &mut unmet);
    names
}

fn walk(schema: &mut Schema, see: &mut dyn FnMut(&mut At<String>)) {
    if let Some(at) = &mut schema.reference {
        see(at);
    }
    resolve::for_each(schema, |inner| walk(inner, see));
}

/// The CustomResourceDefinition that the kind would have as a custom resource.
fn crd(kind: &Kind<'_>, resource: &resource::Resource, root: Box<Schema>) -> Crd {
    let definition = kind.definition;
    let (span, key) = (definition.value.span, definition.key_span);
    fn at<T>(value: T, key: Span) -> At<T> {
        At { value, span: key, key }
    }
    let text = |text: &str| Some(at(text.to_owned(), key));
    let name = match kind.group {
        "" => resource.plural.clone(),
        group => format!("{}.{group}", resource.plural),
    };
    let status = || at(Node { span: key, value: Value::Object(Vec::new()) }, key);
    let subresources = Subresources { status: resource.status.then(status), scale: resource.scale.clone() };
    let parts = PerVersion {
        schema: Some(At { value: root, span, key }),
        subresources: Some(at(subresources, key)),
        ..PerVersion::default()
    };
    let version = Version {
        span,
        name: text(kind.version),
        served: Some(at(true, key)),
        storage: Some(at(true, key)),
        parts,
        ..Version::default()
    };
    Crd {
        span,
        api_version: ApiVersion::V1,
        metadata: None,
        name: text(&name),
        group: text(kind.group),
        names: Some(at(
            Names { plural: text(&resource.plural), kind: text(kind.kind), ..Names::default() },
            key,
        )),
        scope: text(if resource.namespaced { "Namespaced" } else { "Cluster" }),
        version: None,
        versions: vec![version],
        has_versions: true,
        conversion: None,
        preserve_unknown_fields: None,
        common: PerVersion::default(),
        status: None,
        misread: Misread::default(),
        incomplete: false,
    }
}
