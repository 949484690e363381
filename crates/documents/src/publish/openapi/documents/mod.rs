//! Whole documents. In: CRDs without errors. Out: OpenAPI v3, one document for each group and version, or v2,
//! one document, with paths and all types that they refer to.
//!
//! `routes` has the paths of a resource, `operation` writes what can be done there, with the parameters of
//! `parameters`; `meta_types` has the types of servers.
//!
//! Easy to break: a server publishes only versions that it serves, and merges the documents of all CRDs of a
//! version.
//
// apiextensions-apiserver: pkg/controller/openapi{,v3}/controller.go,
// pkg/controller/openapi/builder/{builder,merge}.go

mod meta_types;
mod operation;
mod parameters;
mod resource;
mod routes;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use super::kind::{schemas, text};
use super::options::{OpenApi, Options};
use crate::publish::{json, tree};
use crdc_check::{Checked, Located};
use crdc_check::{CheckedCrd, Outcome};
use crdc_schema::openapi::MARK;
use crdc_schema::{Crd, Version};
use crdc_source::Node;
use crdc_source::diag::{Code, Diagnostic};
use resource::Resource;

/// A whole document.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    /// The form.
    pub form: OpenApi,
    /// The group and version, which a document of v3 has.
    pub group_version: Option<(String, String)>,
    root: Node,
}

impl Document {
    /// The usual name of its file: `apis__GROUP__VERSION_openapi.json` for v3, `swagger.json` for v2, as in
    /// `api/openapi-spec` of Kubernetes.
    #[must_use]
    pub fn file_name(&self) -> String {
        match &self.group_version {
            Some((group, version)) => format!("apis__{group}__{version}_openapi.json"),
            None => "swagger.json".to_owned(),
        }
    }

    /// The document as indented JSON, with a line break at the end.
    #[must_use]
    pub fn to_json(&self) -> String {
        json::pretty(&self.root)
    }
}

/// The documents of checked sources: those of v3 by group and version, that of v2 for all.
///
/// CRDs with errors and versions that are not served are left out. An error is returned for each schema that
/// two CRDs publish under one name.
///
/// ```
/// use crdc_documents::publish::openapi::{OpenApi, Options, documents};
/// use crdc_check::check_sources;
/// use crdc_source::Source;
///
/// let text = "
/// apiVersion: apiextensions.k8s.io/v1
/// kind: CustomResourceDefinition
/// metadata: {name: backups.example.com}
/// spec:
///   group: example.com
///   scope: Namespaced
///   names: {plural: backups, singular: backup, kind: Backup, listKind: BackupList}
///   versions:
///   - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}
/// ";
/// let checked = check_sources(&[Source::new("backups.yaml", text)], &[]);
/// let (documents, errors) = documents(&checked, Options::server(OpenApi::V3));
/// assert!(errors.is_empty());
/// assert_eq!(documents[0].file_name(), "apis__example.com__v1_openapi.json");
/// assert!(documents[0].to_json().contains("\"/apis/example.com/v1/namespaces/{namespace}/backups/{name}\": {"));
/// ```
#[must_use]
pub fn documents(checked: &[Checked], options: Options) -> (Vec<Document>, Vec<Located>) {
    let mut found: BTreeMap<Option<(String, String)>, Parts> = BTreeMap::new();
    let mut errors = Vec::new();
    for (source, checked) in checked.iter().enumerate() {
        for crd in checked.crds.iter().filter_map(Outcome::accepted).map(CheckedCrd::crd) {
            let served = |version: &&Version| version.served.as_ref().is_some_and(|at| at.value);
            for version in crd.versions.iter().filter(served) {
                let key = match options.form {
                    OpenApi::V2 => None,
                    OpenApi::V3 => Some((
                        text(&crd.group).unwrap_or_default().to_owned(),
                        text(&version.name).unwrap_or_default().to_owned(),
                    )),
                };
                let parts = found.entry(key).or_default();
                let add = |diagnostic| errors.push(Located { source, diagnostic });
                parts.add(crd, version, options, add);
            }
        }
    }
    let write = |(group_version, parts): (_, Parts)| Document {
        form: options.form,
        group_version,
        root: parts.written(options),
    };
    (found.into_iter().map(write).collect(), errors)
}

/// The parts of one document.
#[derive(Default)]
struct Parts {
    paths: BTreeMap<String, Node>,
    schemas: BTreeMap<String, Node>,
    scale: bool,
}

impl Parts {
    fn add(&mut self, crd: &Crd, version: &Version, options: Options, mut error: impl FnMut(Diagnostic)) {
        let published = schemas(crd, version, options);
        let [name, list_name] = &published.iter().map(|schema| schema.name.clone()).collect::<Vec<_>>()[..]
        else {
            return;
        };
        let names = crd.names.as_ref().map(|at| &at.value);
        let subresources = crd.subresources(version).map(|at| &at.value);
        let resource = Resource {
            group: text(&crd.group).unwrap_or_default(),
            version: text(&version.name).unwrap_or_default(),
            kind: names.and_then(|names| text(&names.kind)).unwrap_or_default(),
            plural: names.and_then(|names| text(&names.plural)).unwrap_or_default(),
            namespaced: text(&crd.scope) == Some("Namespaced"),
            status: subresources.is_some_and(|one| one.status.is_some()),
            scale: subresources.is_some_and(|one| one.scale.is_some()),
            name,
            list_name,
        };
        for route in routes::of(&resource) {
            let path = self::path(&resource, &route, options.form);
            self.paths.insert(route.path, path);
        }
        self.scale |= resource.scale;
        for schema in published {
            match self.schemas.entry(schema.name) {
                Entry::Vacant(entry) => {
                    entry.insert(schema.schema);
                }
                Entry::Occupied(entry) => {
                    let span = names.and_then(|names| names.kind.as_ref()).map_or(crd.span, |at| at.span);
                    let message = format!("two CustomResourceDefinitions publish `{}`", entry.key());
                    let help = "give one of them another kind and list kind, or publish one of them";
                    error(Diagnostic::new(Code::NameDuplicate, span, message).help(help));
                }
            }
        }
    }

    fn written(mut self, options: Options) -> Node {
        let form = options.form;
        // Servers keep their own types if a CRD has the same name.
        self.schemas.extend(meta_types::schemas(form, self.scale));
        let info = [("title", "Kubernetes CRD Swagger"), ("version", "v0.1.0")];
        let info = tree::with(&info.map(|(key, value)| (key, tree::text(value))));
        let (key, number) = match form {
            OpenApi::V2 => ("swagger", "2.0"),
            OpenApi::V3 => ("openapi", "3.0.0"),
        };
        let (paths, schemas) = (object(self.paths), object(self.schemas));
        let schemas = match form {
            OpenApi::V2 => ("definitions", schemas),
            OpenApi::V3 => ("components", tree::with(&[("schemas", schemas)])),
        };
        let mut out = tree::with(&[(key, tree::text(number)), ("info", info), ("paths", paths), schemas]);
        if options.extensions {
            tree::push(&mut out, MARK, tree::flag(true));
        }
        out
    }
}

/// A path with its operations. Parameters of all operations are those of the path.
fn path(resource: &Resource<'_>, route: &routes::Route, form: OpenApi) -> Node {
    let parameters = |action| parameters::of(action, route.in_namespace, route.subject.is_named());
    let all: Vec<_> = route.actions.iter().map(|action| (*action, parameters(*action))).collect();
    let is_shared = |one: &parameters::Parameter| all.iter().all(|(_, own)| own.contains(one));
    let mut out = tree::object();
    for (action, own) in &all {
        let own: Vec<_> = own.iter().filter(|one| !is_shared(one)).copied().collect();
        tree::push(&mut out, action.method(), operation::operation(resource, route, *action, &own, form));
    }
    let shared = all.first().map(|(_, own)| own.iter().filter(|one| is_shared(one))).into_iter().flatten();
    let shared = shared.map(|one| one.written(form, resource.kind)).collect();
    tree::push(&mut out, "parameters", tree::list(shared));
    out
}

fn object(members: BTreeMap<String, Node>) -> Node {
    let mut out = tree::object();
    members.into_iter().for_each(|(key, value)| tree::push(&mut out, &key, value));
    out
}
