//! Loads the CRDs that suites run against. In: files with CRDs. Out: validators, or the errors in the CRDs.
//! Each set of files is loaded once.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use crate::edit::{member, metadata};
use crdc_dynamic::validators::Validators;
use crdc_kubernetes::group_of;
use crdc_schema::is_patch;
use crdc_source::diag::Severity;
use crdc_source::{Node, Source, parse};
use crdc_vocabulary::Minor;

/// The CRDs that a suite runs against.
pub(super) struct Loaded {
    /// The name in reports: the file of the CRDs; empty if there are several.
    pub(super) name: String,
    pub(super) sources: Vec<Source>,
    pub(super) validators: Validators,
    /// The version of the server; the newest if none is named.
    server: Option<Minor>,
}

/// The CRDs that suites can name, each loaded when it is first needed.
pub(super) struct Library {
    sources: Vec<Source>,
    /// All of `sources` together, once a suite needs them.
    found: Option<Result<Rc<Loaded>, String>>,
    of_files: HashMap<PathBuf, Result<Rc<Loaded>, String>>,
    server: Option<Minor>,
}

impl Library {
    /// `sources` are the files with CRDs that the command line names, or that were found beside the suites.
    pub(super) fn of(sources: Vec<Source>, server: Option<Minor>) -> Library {
        Library { sources, found: None, of_files: HashMap::new(), server }
    }

    /// All CRDs together, for suites that name none.
    pub(super) fn found(&mut self) -> Result<Rc<Loaded>, String> {
        let (sources, server) = (&self.sources, self.server);
        self.found.get_or_insert_with(|| load(String::new(), sources.clone(), server)).clone()
    }

    /// The files with a CRD of this name.
    pub(super) fn of_name(&mut self, name: &str) -> Vec<Result<Rc<Loaded>, String>> {
        let has = |source: &&Source| {
            source.text.contains(name) && parse(source).0.iter().any(|document| is_crd(document, name))
        };
        let found: Vec<Source> = self.sources.iter().filter(has).cloned().collect();
        if found.is_empty() {
            return vec![Err(format!("there is no CRD {name}: name it with --crd"))];
        }
        let server = self.server;
        let each = found.into_iter().map(|source| {
            let load = || load(source.name.clone(), vec![source.clone()], server);
            self.of_files.entry(PathBuf::from(&source.name)).or_insert_with(load).clone()
        });
        each.collect()
    }

    /// The CRDs of a file.
    pub(super) fn of_file(&mut self, path: &Path) -> Result<Rc<Loaded>, String> {
        let server = self.server;
        let load_file = || {
            let source =
                Source::read(path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
            load(path.display().to_string(), vec![source], server)
        };
        self.of_files.entry(path.to_path_buf()).or_insert_with(load_file).clone()
    }
}

/// Whether a document is a CRD with this name.
fn is_crd(document: &Node, name: &str) -> bool {
    member(document, "kind") == "CustomResourceDefinition"
        && metadata(document, "name") == Some(name)
        && !is_patch(document)
}

fn load(name: String, sources: Vec<Source>, server: Option<Minor>) -> Result<Rc<Loaded>, String> {
    let loader = Validators::loader().crds(&sources);
    let loader = match server {
        Some(server) => loader.server(server),
        None => loader,
    };
    let (validators, found) = loader.load_valid();
    let errors = found.iter().filter(|located| located.diagnostic.severity() == Severity::Error);
    let lines: Vec<String> = errors
        .map(|located| {
            let source = sources.get(located.source);
            let at = source.map_or((1, 1), |source| source.line_column(located.diagnostic.span.start));
            let file = source.map_or("", |source| &source.name);
            format!("{file}:{}:{}: {}", at.0, at.1, located.diagnostic.message)
        })
        .collect();
    let is_empty = validators.all().next().is_none();
    match is_empty {
        _ if !lines.is_empty() => Err(lines.join("\n")),
        true if name.is_empty() => {
            Err("there is no CustomResourceDefinition: name it in the suite, or with --crd".to_owned())
        }
        true => Err(format!("{name} has no CustomResourceDefinition")),
        false => Ok(Rc::new(Loaded { name, sources, validators, server })),
    }
}

impl Loaded {
    /// Validators for the CRD of an object's kind, after a patch of the CRD.
    pub(super) fn patched(&self, patch: &json_patch::Patch, object: &Node) -> Result<Validators, String> {
        let (api_version, kind) = (member(object, "apiVersion"), member(object, "kind"));
        let group = group_of(api_version);
        let is_of_kind = |document: &Node| {
            let spec = document.get("spec");
            let names = spec.and_then(|spec| spec.get("names"));
            member(document, "kind") == "CustomResourceDefinition"
                && spec.is_some_and(|spec| member(spec, "group") == group)
                && names.is_some_and(|names| member(names, "kind") == kind)
        };
        let document = self.sources.iter().flat_map(|source| parse(source).0).find(is_of_kind);
        let document = document.ok_or_else(|| format!("no CRD has the kind {api_version} {kind}"))?;
        let mut json: serde_json::Value =
            serde_json::from_str(&document.to_json()).map_err(|error| error.to_string())?;
        apply(&mut json, patch)?;
        let source = Source::new("the patched CRD", json.to_string());
        Ok(match load(source.name.clone(), vec![source], self.server).map(Rc::try_unwrap) {
            Ok(Ok(loaded)) => loaded.validators,
            Ok(Err(_)) => return Err("the patched CRD is in use".to_owned()),
            Err(why) => return Err(why),
        })
    }
}

/// The most operations of a patch, and the most values of a document after a copy: copies of copies grow
/// without bound.
const MOST_OPERATIONS: usize = 1000;
const MOST_VALUES: usize = 1_000_000;

fn apply(json: &mut serde_json::Value, patch: &json_patch::Patch) -> Result<(), String> {
    if patch.len() > MOST_OPERATIONS {
        return Err(format!("a patch of the CRD has at most {MOST_OPERATIONS} operations"));
    }
    for operation in patch.iter() {
        json_patch::patch(json, std::slice::from_ref(operation))
            .map_err(|error| format!("the CRD cannot be patched: {error}"))?;
        if matches!(operation, json_patch::PatchOperation::Copy(_)) && count(json) > MOST_VALUES {
            return Err("the patched CRD is too large".to_owned());
        }
    }
    Ok(())
}

/// The number of values. Copies into themselves also nest, so there is no recursion.
fn count(json: &serde_json::Value) -> usize {
    let (mut waiting, mut count) = (vec![json], 0);
    while let Some(next) = waiting.pop() {
        count += 1;
        match next {
            serde_json::Value::Array(items) => waiting.extend(items),
            serde_json::Value::Object(members) => waiting.extend(members.values()),
            _ => {}
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::apply;

    #[test]
    fn copies_of_copies_are_limited() {
        let patched = |times: usize| {
            let mut json = serde_json::json!({"a": [1]});
            let copy = serde_json::json!({"op": "copy", "from": "", "path": "/a/0"});
            let patch = serde_json::from_value(vec![copy; times].into()).unwrap_or_default();
            apply(&mut json, &patch)
        };
        assert_eq!(patched(2), Ok(()));
        assert_eq!(patched(60), Err("the patched CRD is too large".to_owned()));
        assert!(patched(2000).is_err());
    }
}
