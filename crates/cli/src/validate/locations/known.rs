//! The validator of a kind that a JSON Schema describes. In: the text of the JSON Schema. Out: the validator,
//! or why nobody can validate with it.

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

/// Where a schema is from.
#[derive(Clone, Debug)]
pub(crate) struct From {
    /// The path or the address.
    pub(crate) place: Arc<str>,
    /// The location, as far as it is the same for all kinds.
    pub(crate) root: Arc<str>,
}

/// A kind that a JSON Schema describes.
pub(crate) struct Known {
    validators: Validators,
    pub(crate) fields: Fields,
    pub(crate) from: From,
}

impl Known {
    /// Makes a validator of a JSON Schema; `beside` reads other documents of its folder.
    pub(super) fn of(
        text: &[u8],
        identity: &Identity,
        from: From,
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

/// The number of objects that the documents of one kind may still have. Each takes memory, however short it
/// is.
pub(super) struct Budget(Cell<usize>);

impl Budget {
    pub(super) fn new() -> Budget {
        Budget(Cell::new(MOST_OBJECTS))
    }

    /// A text as JSON. It is nested at most 128 deep.
    pub(super) fn json(&self, text: &[u8]) -> Result<Value, String> {
        let count = text.iter().filter(|byte| **byte == b'{').count();
        let left = self.0.get().checked_sub(count);
        self.0.set(left.ok_or_else(|| format!("it has more than {MOST_OBJECTS} objects"))?);
        serde_json::from_slice(text).map_err(|error| match error.to_string() {
            deep if deep.starts_with("recursion limit") => "it is nested more than 128 deep".to_owned(),
            other => format!("it is no JSON: {other}"),
        })
    }
}
