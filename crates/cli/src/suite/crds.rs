//! Loads the CRDs that suites run against. In: files with CRDs. Out: validators and a server, or the errors
//! in the CRDs. Each set of files is loaded once.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::answer::{Seen, Words, message};
use super::conversion::Conversions;
use crate::edit::{member, metadata};
use crdc_admission::{Patch, Refusal};
use crdc_dynamic::{Validator, Validators};
use crdc_kubernetes::group_of;
use crdc_schema::is_patch;
use crdc_server::{Server, TestServer};
use crdc_source::diag::Severity;
use crdc_source::render::{Format, render};
use crdc_source::{Node, Source, Value, parse};
use crdc_vocabulary::Minor;
use http::Method;

/// The CRDs that a suite runs against.
pub(super) struct Loaded {
    /// The name in reports: the file of the CRDs; empty if there are several.
    pub(super) name: String,
    pub(super) sources: Vec<Source>,
    /// Those of each CRD, which are the server's.
    validators: Vec<Arc<Validators>>,
    /// A server of the CRDs without objects, which sessions copy.
    server: Server,
    /// The same without the CRDs.
    empty: Empty,
}

/// A server without CRDs and objects. Starting one takes longer than a copy.
#[derive(Clone)]
struct Empty {
    server: Server,
    /// What crdc said of objects. Copies of the server share it, and tests run one after the other.
    seen: Arc<Mutex<Vec<Seen>>>,
    conversions: Arc<Mutex<Conversions>>,
    words: Words,
}

const DEFINITIONS: &str = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

/// The CRDs that suites can name, each loaded when it is first needed.
pub(super) struct Library {
    sources: Vec<Source>,
    /// All of `sources` together, once a suite needs them.
    found: Option<Result<Rc<Loaded>, String>>,
    of_files: HashMap<PathBuf, Result<Rc<Loaded>, String>>,
    /// The server, or why it does not start.
    empty: Result<Empty, String>,
}

impl Library {
    /// `sources` are the files with CRDs that the command line names, or that were found beside the suites.
    pub(super) fn of(sources: Vec<Source>, words: Words) -> Library {
        Library { sources, found: None, of_files: HashMap::new(), empty: Empty::start(words) }
    }

    /// All CRDs together, for suites that name none.
    pub(super) fn found(&mut self) -> Result<Rc<Loaded>, String> {
        let (sources, empty) = (&self.sources, self.empty.clone()?);
        self.found.get_or_insert_with(|| load(String::new(), sources.clone(), empty)).clone()
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
        let empty = &self.empty;
        let each = found.into_iter().map(|source| {
            let load = || load(source.name.clone(), vec![source.clone()], empty.clone()?);
            self.of_files.entry(PathBuf::from(&source.name)).or_insert_with(load).clone()
        });
        each.collect()
    }

    /// The CRDs of a file.
    pub(super) fn of_file(&mut self, path: &Path) -> Result<Rc<Loaded>, String> {
        let empty = self.empty.clone();
        let load_file = || {
            let source =
                Source::read(path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
            load(path.display().to_string(), vec![source], empty?)
        };
        self.of_files.entry(path.to_path_buf()).or_insert_with(load_file).clone()
    }
}

/// Whether a document is a CRD with this name.
fn is_crd(document: &Node, name: &str) -> bool {
    is_definition(document) && metadata(document, "name") == Some(name)
}

fn load(name: String, sources: Vec<Source>, empty: Empty) -> Result<Rc<Loaded>, String> {
    let mut definitions = Vec::new();
    for source in &sources {
        let (documents, problems) = parse(source);
        if problems.iter().any(|problem| problem.severity() == Severity::Error) {
            return Err(errors(&sources, empty.words.server).unwrap_or_default());
        }
        definitions.extend(documents.into_iter().flat_map(objects).filter(is_definition));
    }
    if definitions.is_empty() {
        return Err(match name.is_empty() {
            true => "there is no CustomResourceDefinition: name it in the suite, or with --crd".to_owned(),
            false => format!("{name} has no CustomResourceDefinition"),
        });
    }
    let server = empty.server.copy();
    let mut validators = Vec::new();
    for definition in &definitions {
        // The server's refusal has no places in the file.
        let defined = empty.define(definition, &server);
        validators.push(defined.map_err(|why| errors(&sources, empty.words.server).unwrap_or(why))?);
    }
    Ok(Rc::new(Loaded { name, sources, validators, server, empty }))
}

/// The errors of CRDs as `crdc check` prints them, if there are any.
fn errors(sources: &[Source], server: Option<Minor>) -> Option<String> {
    let loader = Validators::loader().crds(sources);
    let loader = match server {
        Some(server) => loader.server(server),
        None => loader,
    };
    let (_, found) = loader.load_valid();
    let mut shown = String::new();
    for (index, source) in sources.iter().enumerate() {
        let of_source = found.iter().filter(|located| located.source == index);
        let problems = of_source.map(|located| located.diagnostic.clone());
        let errors: Vec<_> = problems.filter(|problem| problem.severity() == Severity::Error).collect();
        shown += &render(source, &errors, Format::Human);
    }
    (!shown.is_empty()).then(|| shown.trim_end().to_owned())
}

impl Empty {
    /// # Errors
    /// The server does not start.
    fn start(words: Words) -> Result<Empty, String> {
        let seen: Arc<Mutex<Vec<Seen>>> = Arc::default();
        let to = Arc::clone(&seen);
        let mut server =
            TestServer::new().answer_observer(move |outcome| lock(&to).push(Seen::of(outcome, words)));
        if let Some(version) = words.server {
            server = server.kubernetes(version);
        }
        let server = server.start().map_err(|error| error.to_string())?;
        Ok(Empty { server, seen, conversions: Arc::default(), words })
    }

    /// Creates a CRD on a copy of the server, and returns its validators.
    ///
    /// # Errors
    /// The server refuses the CRD, or does not serve it because another CRD has its names.
    fn define(&self, crd: &Node, server: &Server) -> Result<Arc<Validators>, String> {
        let name = metadata(crd, "name").unwrap_or_default();
        if is_converted_by_webhook(crd) {
            let conversions = Arc::clone(&self.conversions);
            let convert =
                move |object: &[u8], version: &str| lock(&conversions).clone().convert(object, version);
            server.converter(name, convert);
        }
        let answered = server.send(&Method::POST, DEFINITIONS, "", crd.to_json().as_bytes());
        if answered.code >= 400 {
            return Err(format!("{name}: {}", message(&answered)));
        }
        server.validators(name).ok_or_else(|| format!("{name} is not served: another CRD has its names"))
    }
}

/// The objects of a document: those of a list, or the one.
fn objects(document: Node) -> Vec<Node> {
    match document.get("items").map(|items| &items.value) {
        Some(Value::Array(items)) if member(&document, "kind").ends_with("List") => items.clone(),
        _ => vec![document],
    }
}

fn is_definition(document: &Node) -> bool {
    member(document, "kind") == "CustomResourceDefinition" && !is_patch(document)
}

fn is_converted_by_webhook(crd: &Node) -> bool {
    let conversion = crd.get("spec").and_then(|spec| spec.get("conversion"));
    conversion.is_some_and(|conversion| member(conversion, "strategy") == "Webhook")
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Loaded {
    /// The validator of a kind, by the `apiVersion` and `kind` of an object.
    pub(super) fn find(&self, api_version: &str, kind: &str) -> Option<Validator<'_>> {
        self.validators.iter().find_map(|validators| validators.find(api_version, kind))
    }

    /// The validators of all kinds and versions.
    pub(super) fn all(&self) -> impl Iterator<Item = Validator<'_>> {
        self.validators.iter().flat_map(|validators| validators.all())
    }

    /// Another server of the CRDs, without objects.
    pub(super) fn server(&self) -> Server {
        self.server.copy()
    }

    /// What crdc said of objects since this function was called last.
    pub(super) fn take_seen(&self) -> Vec<Seen> {
        std::mem::take(&mut lock(&self.empty.seen))
    }

    /// Sets what conversion webhooks make of the objects of a test.
    pub(super) fn convert_by(&self, conversions: Conversions) {
        *lock(&self.empty.conversions) = conversions;
    }

    /// The CRD of an object's kind after a patch.
    pub(super) fn patched(&self, patch: &str, object: &Node) -> Result<Loaded, String> {
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
        let source = Source::new("the patched CRD", apply(patch, &document.to_json())?);
        let loaded = load(source.name.clone(), vec![source], self.empty.clone())?;
        Rc::try_unwrap(loaded).map_err(|_| "the patched CRD is in use".to_owned())
    }
}

/// Applies a JSON Patch to a CRD, with the limits of a server.
fn apply(patch: &str, crd: &str) -> Result<String, String> {
    let changed = Patch::Json(patch.as_bytes()).applied(crd.as_bytes());
    let changed = changed.map_err(|refusal| format!("the CRD cannot be patched: {}", why(&refusal)))?;
    String::from_utf8(changed).map_err(|error| error.to_string())
}

/// The reason why a patch is refused: the message of the server's library, which a server does not send.
fn why(refusal: &Refusal) -> &str {
    let cause = refusal.status().details.as_ref().and_then(|details| details.causes.first());
    cause.map_or(&refusal.status().message, |cause| &cause.message)
}

#[cfg(test)]
mod tests {
    use super::apply;

    #[test]
    fn copies_of_copies_are_limited() {
        let patched = |times: usize| {
            let copy = r#"{"op": "copy", "from": "/a", "path": "/a/-"}"#;
            apply(&format!("[{}]", vec![copy; times].join(",")), r#"{"a": [1]}"#)
        };
        assert!(patched(2).is_ok());
        for times in [60, 2000] {
            let is_refused = |why: String| why.starts_with("the CRD cannot be patched: ");
            assert!(patched(times).is_err_and(is_refused), "{times}");
        }
    }
}
