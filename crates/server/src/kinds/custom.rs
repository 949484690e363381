//! Builds kinds from CustomResourceDefinitions. In: the definition as a JSON value, and its text. Out: one
//! kind for each served version, or the errors of the definition.

use std::sync::{Arc, Mutex, PoisonError};

use crdc::{Cause, DecodeStage, Undecodable};
use crdc_admission::{Attributes, Object, Operation, Refusal, Validator};
use crdc_check::Located;
use crdc_dynamic::Validators;
use crdc_source::Source;
use crdc_source::diag::{ServerMessage, Severity};
use crdc_vocabulary::Minor;
use crdc_vocabulary::messages::cannot_be_handled;
use serde_json::{Value, json};

use super::{Column, Loaded, Names, Scale, api_version};
use crate::conversion::coercer::SchemaCoercer;

/// A served version of a definition.
pub(crate) struct Version {
    pub(crate) version: String,
    pub(crate) is_stored: bool,
    pub(crate) status: bool,
    pub(crate) scale: Option<Scale>,
    pub(crate) columns: Vec<Column>,
    pub(crate) selectable: Vec<String>,
    pub(crate) loaded: Loaded,
    /// `openAPIV3Schema`
    pub(crate) schema: Arc<Value>,
}

/// The contents of a CustomResourceDefinition.
pub(crate) struct Definition {
    /// `PLURAL.GROUP`
    pub(crate) name: String,
    pub(crate) group: String,
    pub(crate) names: Names,
    pub(crate) namespaced: bool,
    /// The conversion webhook, if the definition has one.
    pub(crate) webhook: Option<Value>,
    pub(crate) versions: Vec<Version>,
    pub(crate) coercer: SchemaCoercer,
    /// The warnings of a server about the definition.
    pub(crate) warnings: Vec<String>,
}

impl Definition {
    /// Reads a CustomResourceDefinition. `old` is the stored definition if this is an update.
    ///
    /// # Errors
    ///
    /// The definition is invalid. The errors are its diagnostics.
    fn read(
        source: Source,
        old: Option<Source>,
        crd: &Value,
        minor: Option<Minor>,
    ) -> Result<Definition, Vec<Located>> {
        let (sources, old) = ([source], Vec::from_iter(old));
        let loader = Validators::loader().crds(&sources).old_crds(&old);
        let loader = match minor {
            Some(minor) => loader.server(minor),
            None => loader,
        };
        let (validators, found) = loader.load_valid();
        let (errors, others): (Vec<Located>, Vec<Located>) =
            found.into_iter().partition(|found| found.diagnostic.severity() == Severity::Error);
        if !errors.is_empty() {
            return Err(errors);
        }
        let warnings = others.iter().flat_map(|found| &found.diagnostic.server).map(ToString::to_string);
        let warnings = warnings.collect();
        let validators = Arc::new(validators);
        let spec = &crd["spec"];
        let group = text(&spec["group"]);
        let names = names(&spec["names"]);
        let all = spec["versions"].as_array().map(Vec::as_slice).unwrap_or_default();
        let served = all.iter().filter(|version| version["served"] == true);
        let versions = served.filter_map(|version| {
            let name = text(&version["name"]);
            let loaded = Loaded::find(&validators, &api_version(&group, &name), &names.kind)?;
            let subresources = &version["subresources"];
            Some(Version {
                is_stored: version["storage"] == true,
                status: subresources["status"].is_object(),
                scale: subresources["scale"].as_object().map(|_| scale(&subresources["scale"])),
                columns: columns(&version["additionalPrinterColumns"]),
                selectable: list(&version["selectableFields"], |field| {
                    text(&field["jsonPath"]).trim_start_matches('.').to_owned()
                }),
                version: name,
                loaded,
                schema: Arc::new(version["schema"]["openAPIV3Schema"].clone()),
            })
        });
        let versions = versions.collect();
        let namespaced = spec["scope"] != "Cluster";
        let conversion = &spec["conversion"];
        let webhook = (conversion["strategy"] == "Webhook").then(|| conversion["webhook"].clone());
        Ok(Definition {
            name: text(&crd["metadata"]["name"]),
            group,
            names,
            namespaced,
            webhook,
            versions,
            coercer: SchemaCoercer::new(crd, validators),
            warnings,
        })
    }
}

/// A validator that refuses definitions which a server refuses. It keeps the contents of the last valid
/// definition, so that they are not read again when the stored definition is served.
#[derive(Clone)]
pub(crate) struct Definitions {
    last: Arc<Mutex<Option<(String, Value, Definition)>>>,
    /// The version of Kubernetes whose rules count for definitions and their objects; the newest without it.
    pub(crate) minor: Option<Minor>,
}

impl Definitions {
    pub(crate) fn of(minor: Option<Minor>) -> Definitions {
        Definitions { last: Arc::default(), minor }
    }

    /// Reads a definition by the rules of the version.
    ///
    /// # Errors
    ///
    /// The definition is invalid. The errors are its diagnostics.
    pub(crate) fn read(
        &self,
        source: Source,
        old: Option<Source>,
        crd: &Value,
    ) -> Result<Definition, Vec<Located>> {
        Definition::read(source, old, crd, self.minor)
    }

    /// The contents of a definition with this name and `spec`, if it was the last definition that was
    /// validated.
    pub(crate) fn take(&self, name: &str, spec: &Value) -> Option<Definition> {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        last.take_if(|(of, read, _)| of == name && read == spec).map(|(.., definition)| definition)
    }

    fn keep(&self, name: String, spec: Value, definition: Definition) {
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = Some((name, spec, definition));
    }
}

impl Validator for Definitions {
    fn name(&self) -> &str {
        "definitions"
    }

    fn handles(&self, operation: Operation) -> bool {
        matches!(operation, Operation::Create | Operation::Update)
    }

    fn validate(&self, attributes: &Attributes<'_>) -> Result<(), Refusal> {
        let Some(object) = attributes.object() else { return Ok(()) };
        let old = attributes.old_object();
        // This applies to patches of the status and of labels.
        if old.as_ref().is_some_and(|old| old.get(&["spec"]) == object.get(&["spec"])) {
            return Ok(());
        }
        let name = attributes.name();
        let bytes = object.bytes().to_vec();
        let mut whole = Object::of(&bytes);
        // A document with a status is a stored object, and not a patch of kustomize.
        if whole.get(&["status"]).is_none() {
            whole.set(&["status"], b"{}");
        }
        let text = String::from_utf8_lossy(whole.bytes());
        let mut crd: Value =
            serde_json::from_str(&text).map_err(|error| Refusal::bad_request(error.to_string()))?;
        let old = old.map(|old| String::from_utf8_lossy(old.bytes()).into_owned());
        let old = old.map(|old| Source::new(format!("{name}.json"), old));
        match self.read(Source::new(format!("{name}.json"), text), old, &crd) {
            Ok(mut definition) => {
                std::mem::take(&mut definition.warnings)
                    .into_iter()
                    .for_each(|warning| attributes.warn(warning));
                let spec = crd.get_mut("spec").map(Value::take).unwrap_or_default();
                self.keep(name.into_owned(), spec, definition);
                Ok(())
            }
            Err(errors) => Err(refusal(&name, &errors)),
        }
    }
}

/// The refusal of a definition. A server reports its first errors, and crdc all of them. Errors that only
/// crdc finds are reported if a server finds none.
fn refusal(name: &str, errors: &[Located]) -> Refusal {
    const KIND: &str = "CustomResourceDefinition";
    let mut causes = Vec::new();
    for message in errors.iter().flat_map(|found| &found.diagnostic.server) {
        let error = match message {
            // Only errors of decoding have no field.
            ServerMessage::Plain(why) => {
                let message = cannot_be_handled(KIND, "v1", KIND, why);
                return Refusal::cannot_decode(message, Undecodable::new(DecodeStage::Object, why));
            }
            ServerMessage::Error(error) => error,
        };
        causes.push(Cause::new(error.kind.as_str(), error.body().to_string(), &*error.field));
    }
    if causes.is_empty() {
        let own = errors.iter().map(|found| &*found.diagnostic.message);
        causes.extend(own.map(|message| Cause::new("FieldValueInvalid", message, "")));
    }
    Refusal::invalid(["apiextensions.k8s.io", KIND, name], causes)
}

/// The finalizer of definitions: the deletion of a definition waits until its objects are deleted.
pub(crate) const CLEANUP: &str = "customresourcecleanup.apiextensions.k8s.io";

/// Adds the finalizer to a definition that is about to be deleted, so that the deletion waits for its
/// objects.
// apiextensions-apiserver: pkg/registry/customresourcedefinition/etcd.go Delete
pub(crate) fn close(definition: &mut Object<'_>, now: &str) {
    let path = ["metadata", "finalizers"];
    let read = |list: &[u8]| serde_json::from_slice::<Vec<String>>(list).unwrap_or_default();
    let mut finalizers = definition.get(&path).map(read).unwrap_or_default();
    if !finalizers.iter().any(|finalizer| finalizer == CLEANUP) {
        finalizers.push(CLEANUP.to_owned());
        definition.set(&path, json!(finalizers).to_string().as_bytes());
    }
    let path = ["status", "conditions"];
    let read = |list: &[u8]| serde_json::from_slice::<Vec<Value>>(list).ok();
    let mut conditions = definition.get(&path).and_then(read).unwrap_or_default();
    conditions.retain(|condition| condition["type"] != "Terminating");
    conditions.push(json!({"type": "Terminating", "status": "True", "lastTransitionTime": now, "reason": "InstanceDeletionPending",
        "message": "CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon"}));
    definition.set(&path, json!(conditions).to_string().as_bytes());
}

/// The names of a definition, with the names that a server adds by default.
// apiextensions-apiserver: pkg/apis/apiextensions/v1/defaults.go
fn names(names: &Value) -> Names {
    let kind = text(&names["kind"]);
    let or = |given: String, other: String| if given.is_empty() { other } else { given };
    Names {
        plural: text(&names["plural"]),
        singular: or(text(&names["singular"]), kind.to_lowercase()),
        list_kind: or(text(&names["listKind"]), format!("{kind}List")),
        short: list(&names["shortNames"], text),
        categories: list(&names["categories"], text),
        kind,
    }
}

fn scale(scale: &Value) -> Scale {
    Scale {
        spec_replicas: text(&scale["specReplicasPath"]),
        status_replicas: text(&scale["statusReplicasPath"]),
        label_selector: scale["labelSelectorPath"].as_str().map(str::to_owned),
    }
}

fn columns(columns: &Value) -> Vec<Column> {
    list(columns, |column| Column {
        name: text(&column["name"]),
        of_type: text(&column["type"]),
        format: text(&column["format"]),
        description: text(&column["description"]),
        priority: column["priority"].as_i64().unwrap_or(0),
        path: text(&column["jsonPath"]),
    })
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn list<T>(value: &Value, of: impl Fn(&Value) -> T) -> Vec<T> {
    value.as_array().into_iter().flatten().map(of).collect()
}
