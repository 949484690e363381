//! The validator of a kind that a JSON Schema describes. In: the text of the JSON Schema. Out: the validator,
//! or why it cannot be used.

use std::cell::Cell;
use std::sync::Arc;

use serde_json::{Value, json};

use super::document::{self, ROOT};
use super::references;
use crate::identity::Identity;
use crate::validate::schemas::field_names::Fields;
use crdc_dynamic::{Validator, Validators};
use crdc_source::Source;
use crdc_source::diag::Severity;
use crdc_vocabulary::Minor;

/// The number of objects in all documents of a schema, of which at most 65,536 can be schemas.
const MOST_OBJECTS: usize = 400_000;

/// The bytes of all documents of a schema.
const MOST_BYTES: usize = 64 << 20;

/// The number of values in all documents of a schema. The largest CRDs of the corpus have 50,000.
const MOST_VALUES: usize = 2_000_000;

/// Where a schema is from.
#[derive(Clone, Debug)]
pub(crate) struct SchemaOrigin {
    /// The path or the address.
    pub(crate) place: Arc<str>,
    /// The location, as far as it is the same for all kinds.
    pub(crate) root: Arc<str>,
}

/// A kind that a JSON Schema describes.
pub(crate) struct Known {
    validators: Validators,
    pub(crate) fields: Fields,
    pub(crate) from: SchemaOrigin,
}

impl Known {
    /// Makes a validator of a JSON Schema; `beside` reads other documents of its folder.
    pub(super) fn of(
        text: &[u8],
        identity: &Identity,
        from: SchemaOrigin,
        minor: Option<Minor>,
        beside: &mut references::Read<'_>,
        budget: &Budget,
    ) -> Result<Known, String> {
        let mut schemas = document::schemas(budget.json(text)?, beside).map_err(|lost| lost.words())?;
        let (group, version) = identity.api_version.split_once('/').unwrap_or(("", &identity.api_version));
        let kind = identity.kind.as_str();
        if let Some(root) = schemas.get_mut(ROOT).and_then(Value::as_object_mut) {
            let name = json!([{"group": group, "version": version, "kind": kind}]);
            root.insert("x-kubernetes-group-version-kind".to_owned(), name);
        }
        let document = json!({"openapi": "3.0.0", "components": {"schemas": schemas}});
        let source = Source::new(&*from.place, document.to_string());
        let name = format!("{}/{kind}", identity.api_version);
        let mut loader = Validators::loader().openapi(&source, &[name]);
        if let Some(minor) = minor {
            loader = loader.server(minor);
        }
        let (validators, found) = loader.load_valid();
        let error = found.into_iter().find(|found| found.diagnostic.severity() == Severity::Error);
        match error {
            Some(error) => Err(error.diagnostic.message),
            None if validators.find(&identity.api_version, kind).is_none() => {
                Err("it describes no objects of Kubernetes".to_owned())
            }
            None => {
                let fields = Fields::of_published(identity, source);
                Ok(Known { validators, fields, from })
            }
        }
    }

    /// The validator of the kind.
    pub(crate) fn validator(&self, identity: &Identity) -> Option<Validator<'_>> {
        self.validators.find(&identity.api_version, &identity.kind)
    }
}

/// What the documents of one kind may still have. Each object and each value takes memory, however short it
/// is.
pub(super) struct Budget {
    bytes: Cell<usize>,
    objects: Cell<usize>,
    values: Cell<usize>,
}

impl Budget {
    pub(super) fn new() -> Budget {
        let [bytes, objects, values] = [MOST_BYTES, MOST_OBJECTS, MOST_VALUES].map(Cell::new);
        Budget { bytes, objects, values }
    }

    /// A text as JSON. It is nested at most 128 deep.
    pub(super) fn json(&self, text: &[u8]) -> Result<Value, String> {
        let count = |starts: &[u8]| text.iter().filter(|byte| starts.contains(*byte)).count();
        take(&self.bytes, text.len())
            .ok_or_else(|| format!("it and what it refers to are larger than {} MiB", MOST_BYTES >> 20))?;
        take(&self.objects, count(b"{")).ok_or_else(|| format!("it has more than {MOST_OBJECTS} objects"))?;
        // Each value but the first one of a document comes after one of these.
        take(&self.values, count(b"{[,:")).ok_or_else(|| format!("it has more than {MOST_VALUES} values"))?;
        serde_json::from_slice(text).map_err(|error| format!("it cannot be read as JSON: {error}"))
    }
}

/// Takes from what is left, if there is as much.
fn take(left: &Cell<usize>, count: usize) -> Option<()> {
    left.set(left.get().checked_sub(count)?);
    Some(())
}
