//! One kind in, everything that its objects can hold out: its definition and all that this refers to,
//! read, settled, and told apart by whether they lead back to themselves.

use std::collections::HashSet;

use super::definitions::{Definition, Definitions};
use super::document::{Dialect, Document};
use super::kinds::Kind;
use super::lay::{conflict, says_nothing};
use super::{Parts, Published, foreign, graph, marks, reference, resource, settle};
use crate::diag::{Code, Diagnostic, quoted};
use crate::schema::suggest::nearest;
use crate::schema::{ApiVersion, At, Crd, Names, PerVersion, Schema, Subresources, Version, read_published};
use crate::source::{MAX_DEPTH, Node, Span, Value};

/// How many schemas are written out where something stands beside references: what is laid over a definition
/// is another schema. A hundred times what the largest published kind asks for.
const MOST_LAID: usize = 1 << 18;

/// How many names are compared with one that is not there.
const MOST_GUESSES: usize = 2000;

/// Reads a kind.
pub(super) fn read(document: &Document<'_>, kind: &Kind<'_>) -> Published {
    let mut problems = Vec::new();
    let mut root = settled(&kind.definition.value, &kind.definition.key, document.dialect, &mut problems);
    let of_go_types = marks::is_of_go_types(&root);
    settle::metadata(&mut root);
    let mut definitions = Definitions { of_go_types, ..Definitions::default() };
    let mut waiting = vec![references(&mut root, document, &mut problems)];
    while let Some(names) = waiting.pop() {
        for name in names {
            if definitions.by_name.contains_key(&name) {
                continue;
            }
            let Some(member) = document.definition(&name) else { continue };
            let mut schema = settled(&member.value, &name, document.dialect, &mut problems);
            waiting.push(references(&mut schema, document, &mut problems));
            definitions.by_name.insert(name.clone(), definitions.list.len());
            definitions.list.push(Definition { name, key: member.key_span, schema, cyclic: false });
        }
    }
    let links = links(&root, &definitions, &mut problems);
    order(kind, &links, &mut definitions, &mut problems);
    if of_go_types {
        let is_object = |one: &&Definition| Parts::of(&one.schema, &definitions).type_name() == "object";
        let objects: HashSet<String> =
            definitions.list.iter().filter(is_object).map(|one| one.name.clone()).collect();
        marks::drop(&mut root, &objects);
        definitions.list.iter_mut().for_each(|one| marks::drop(&mut one.schema, &objects));
    }
    let status = root.property("status").is_some();
    let resource = resource::resource(document, kind, status, &mut problems);
    let crd = crd(kind, &resource, root);
    Published { crd: Some(crd), definitions, diagnostics: problems }
}

fn settled(node: &Node, name: &str, dialect: Dialect, problems: &mut Vec<Diagnostic>) -> Box<Schema> {
    let (mut schema, mut found) = read_published(node, foreign::says_nothing);
    for problem in &mut found {
        // There is no server that reads it as a definition of its own.
        problem.server.clear();
        if problem.code == Code::SchemaUnknownKeyword {
            "nothing is done with it".clone_into(&mut problem.label);
            if !problem.help.as_ref().is_some_and(|help| help.starts_with("did you mean")) {
                problem.help = Some("what it asks of values is left out".to_owned());
            }
        }
    }
    problems.append(&mut found);
    settle::definition(&mut schema, name, dialect);
    schema
}

/// Makes references the names of definitions, and gives those that are there.
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
                let known = document.definitions.iter().take(MOST_GUESSES).map(|known| known.key.as_str());
                let help = nearest(&name, known).map_or_else(
                    || "add the definition: a server publishes a group's document whole".to_owned(),
                    |meant| format!("did you mean `{meant}`?"),
                );
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
    settle::for_each(schema, |inner| walk(inner, see));
}

fn invalid(span: Span, message: String, help: String) -> Diagnostic {
    Diagnostic { help: Some(help), ..Diagnostic::new(Code::ReferenceInvalid, span, message) }
}

/// How one definition uses the others.
struct Links {
    /// By index: all that it leads to.
    all: Vec<usize>,
    /// Those that say something of the very same value.
    same: Vec<(usize, Span)>,
    /// Those that stand in branches of alternatives.
    branches: Vec<(usize, Span)>,
    /// Those with something beside them.
    laid: Vec<(usize, Span)>,
    /// How deep its own schemas nest, and how many there are.
    depth: usize,
    count: usize,
}

/// The links of all definitions; those of the root behind them.
fn links(root: &Schema, definitions: &Definitions, problems: &mut Vec<Diagnostic>) -> Vec<Links> {
    let schemas = definitions.list.iter().map(|one| &*one.schema).chain([root]);
    schemas.map(|schema| links_of(schema, definitions, problems)).collect()
}

fn links_of(schema: &Schema, definitions: &Definitions, problems: &mut Vec<Diagnostic>) -> Links {
    let mut links = Links {
        all: Vec::new(),
        same: Vec::new(),
        branches: Vec::new(),
        laid: Vec::new(),
        depth: 0,
        count: 0,
    };
    // A schema with its depth, whether it is asked of the definition's own value, and in a branch.
    let mut waiting = vec![(schema, 1, true, false)];
    while let Some((schema, depth, same, branch)) = waiting.pop() {
        links.count += 1;
        links.depth = links.depth.max(depth);
        if let Some(at) = &schema.reference
            && let Some(&index) = definitions.by_name.get(&at.value)
        {
            links.all.push(index);
            if same {
                links.same.push((index, at.span));
            }
            if branch {
                links.branches.push((index, at.span));
            }
            if !says_nothing(schema) {
                links.laid.push((index, at.span));
            }
            contradiction(schema, definitions, problems);
        }
        let junctors = [&schema.all_of, &schema.any_of, &schema.one_of].into_iter().flatten();
        let junctors = junctors.flat_map(|at| &at.value).chain(schema.not.as_ref().map(|at| &*at.value));
        let branches: Vec<*const Schema> = junctors.map(std::ptr::from_ref).collect();
        for inner in schema.children() {
            let is_branch = branches.contains(&std::ptr::from_ref(inner));
            waiting.push((inner, depth + 1, same && is_branch, branch || is_branch));
        }
    }
    links
}

/// What stands beside a reference may not be lost, nor what the definition says.
fn contradiction(schema: &Schema, definitions: &Definitions, problems: &mut Vec<Diagnostic>) {
    for definition in definitions.chain(schema) {
        let Some(written) = conflict(&definition.schema, schema) else { continue };
        let message =
            format!("`{}` stands beside a reference to a definition that has it too", written.keyword);
        problems.push(Diagnostic {
            notes: vec![(definition.key, "the definition".to_owned())],
            help: Some("keep it at one of the two places".to_owned()),
            ..Diagnostic::new(Code::ReferenceConflict, written.key, message)
        });
        return;
    }
}

/// Finds cycles and refuses what cannot be compiled: references that lead round without a field or an item
/// between, alternatives that recurse, rows of definitions that are too long.
fn order(kind: &Kind<'_>, links: &[Links], definitions: &mut Definitions, problems: &mut Vec<Diagnostic>) {
    let all: Vec<Vec<usize>> = links.iter().map(|links| links.all.clone()).collect();
    let same: Vec<Vec<usize>> =
        links.iter().map(|links| links.same.iter().map(|(index, _)| *index).collect()).collect();
    for component in graph::components(&same) {
        let members: HashSet<usize> = component.iter().copied().collect();
        let within = |at: &usize| {
            let links = links.get(*at)?;
            links.same.iter().find(|(to, _)| members.contains(to)).map(|(_, span)| *span)
        };
        // The same one wherever the walk began.
        if let Some(span) = component.iter().filter_map(within).min() {
            problems.push(invalid(
                span,
                "this reference leads back to itself with nothing between".to_owned(),
                "put the definition into a field, an item or a map, or write it out".to_owned(),
            ));
        }
    }
    let mut recurses = vec![false; links.len()];
    let mut height = vec![0usize; links.len()];
    let mut laid = 0usize;
    for component in graph::components(&all) {
        let members: HashSet<usize> = component.iter().copied().collect();
        let of = |at: &usize| links.get(*at);
        let cyclic = component.iter().filter_map(of).any(|one| one.all.iter().any(|to| members.contains(to)));
        let variants = |one: &Links| one.laid.iter().filter(|(to, _)| members.contains(to)).count();
        let variants: usize = component.iter().filter_map(of).map(variants).sum();
        let own: usize = component.iter().filter_map(of).map(|one| one.depth).sum();
        let below = component.iter().filter_map(of).flat_map(|one| &one.all);
        let below = below.filter(|to| !members.contains(to)).filter_map(|to| height.get(*to)).max();
        let total = own.saturating_mul(1 + variants).saturating_add(below.copied().unwrap_or(0));
        let leads = component.iter().filter_map(of).flat_map(|one| &one.all);
        let leads = cyclic || leads.into_iter().any(|to| recurses.get(*to).copied().unwrap_or(false));
        for at in &component {
            height[*at] = total;
            recurses[*at] = leads;
            if let Some(definition) = definitions.list.get_mut(*at) {
                definition.cyclic = cyclic;
            }
            for (to, _) in links.get(*at).iter().flat_map(|one| &one.laid) {
                laid = laid.saturating_add(links.get(*to).map_or(0, |one| one.count));
            }
        }
    }
    if height.last().is_some_and(|height| *height > MAX_DEPTH) {
        let message = format!("the definitions that {} reaches nest more than {MAX_DEPTH} deep", kind.kind);
        problems.push(Diagnostic {
            help: Some("cut the row with `x-kubernetes-preserve-unknown-fields: true`".to_owned()),
            ..Diagnostic::new(Code::SchemaTooDeep, kind.definition.key_span, message)
        });
    }
    if laid > MOST_LAID {
        let message = format!("{} has too much beside its references: it would be written out", kind.kind);
        problems.push(Diagnostic {
            help: Some("move defaults and extensions into the definitions".to_owned()),
            ..Diagnostic::new(Code::SchemaTooDeep, kind.definition.key_span, message)
        });
    }
    for (to, span) in links.iter().flat_map(|one| &one.branches) {
        // What only a branch describes would be pruned, and what leads back to itself never ends.
        let holds = |schema: &Schema| {
            schema.properties.is_some() || schema.items.is_some() || schema.additional_properties.is_some()
        };
        let holds =
            definitions.list.get(*to).is_some_and(|one| Parts::of(&one.schema, definitions).any(holds));
        if holds || recurses.get(*to).copied().unwrap_or(false) {
            problems.push(invalid(
                *span,
                "a branch of alternatives cannot refer to an object or a list".to_owned(),
                "refer to it outside of the alternatives, and say in the branch what it restricts".to_owned(),
            ));
        }
    }
}

/// The definition that a server would have of it, were it a custom resource.
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
    let subresources = Subresources { status: resource.status.then(status), scale: None };
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
        conversion: None,
        preserve_unknown_fields: None,
        common: PerVersion::default(),
        status: None,
    }
}
