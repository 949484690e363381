//! A slow, obvious server: the same steps in the same order as kube-apiserver 1.36, one file
//! a step, each naming its source, on a tree that is copied without shame. Compiled code is
//! held against it. It knows no more than the record does about what it leaves out: metadata,
//! scale, CEL, ratcheting.

pub mod answer;
mod decode;
mod defaults;
mod kinds;
mod lists;
mod marshal;
mod nulls;
mod prepare;
mod prune;
pub mod structural;
mod typemeta;
mod validate;

pub use answer::{Answer, FieldError};
pub use prune::prune;
pub use structural::Structural;
pub use validate::has_format;

use crate::json::Json;

/// One version of one custom resource, as a server would hold it.
#[derive(Clone, Debug)]
pub struct Server {
    /// API group.
    pub group: String,
    /// Version within the group.
    pub version: String,
    /// Kind.
    pub kind: String,
    /// Whether objects live in namespaces.
    pub namespaced: bool,
    /// Whether the status subresource is on.
    pub status: bool,
    /// The schema. Its defaults are pruned by [`Server::prune_defaults`].
    pub schema: Structural,
}

/// Where a request failed before there was an object.
type Refused = String;

impl Server {
    /// The server with its defaults pruned against the schema they stand in, as it has to
    /// be before it answers anything.
    pub fn prune_defaults(self) -> Server {
        let schema = defaults::pruned(&self.schema);
        Server { schema, ..self }
    }

    /// Decodes, prunes, drops nulls and defaults; validates nothing.
    pub fn decode(&self, new: &[u8]) -> Answer {
        match decode::decode(self, new, decode::Mode::Request) {
            Ok((object, strict)) => Answer::accepted(200, object, strict),
            Err(message) => Answer::refused(message),
        }
    }

    /// The answer to a create.
    pub fn create(&self, new: &[u8]) -> Answer {
        let (mut object, strict) = match decode::decode(self, new, decode::Mode::Request) {
            Ok(read) => read,
            Err(message) => return Answer::refused(message),
        };
        prepare::create(self, &mut object);
        let errors = self.checked(&object);
        Answer::judged(201, object, strict, errors)
    }

    /// The answer to an update of `old`.
    pub fn update(&self, new: &[u8], old: &[u8]) -> Answer {
        let (mut object, strict, old) = match self.both(new, old) {
            Ok(read) => read,
            Err(message) => return Answer::refused(message),
        };
        prepare::update(self, &mut object, &old);
        let errors = self.checked(&object);
        Answer::judged(200, object, strict, errors)
    }

    /// The answer to an update of the status subresource.
    pub fn update_status(&self, new: &[u8], old: &[u8]) -> Answer {
        let (mut object, strict, old) = match self.both(new, old) {
            Ok(read) => read,
            Err(message) => return Answer::refused(message),
        };
        prepare::update_status(&mut object, &old);
        let mut errors = typemeta::validate(self, &object);
        if errors.is_empty() {
            // apiextensions-apiserver: customresource_handler.go, the status validator exists
            // where the schema has a property `status`
            let schema = self.schema.property("status");
            if let (Some(schema), Some(status)) = (schema, object.get("status")) {
                errors = validate::validate(schema, status, Some("status"));
            }
            errors.extend(lists::validate(&self.schema, &object));
        }
        Answer::judged(200, object, strict, errors)
    }

    /// Whether an object could stand in the store: it is of this kind and version, has a
    /// generation, and a namespace where its kind has them.
    pub fn could_be_stored(&self, old: &[u8]) -> bool {
        let Ok((object, _)) = decode::decode(self, old, decode::Mode::Request) else { return false };
        let generation = object.get("metadata").and_then(|metadata| metadata.get("generation"));
        let generation = generation.and_then(Json::as_int).unwrap_or(0);
        let namespace = object.get("metadata").and_then(|metadata| metadata.get("namespace"));
        generation > 0
            && namespace.is_some() == self.namespaced
            && typemeta::validate(self, &object).is_empty()
    }

    /// A request's object with its strict errors, and the old object.
    fn both(&self, new: &[u8], old: &[u8]) -> Result<(Json, Vec<String>, Json), Refused> {
        let (object, strict) = decode::decode(self, new, decode::Mode::Request)?;
        let (old, _) = decode::decode(self, old, decode::Mode::Stored)?;
        Ok((object, strict, old))
    }

    // apiextensions-apiserver: registry/customresource/validator.go, Validate: no value is
    // looked at where the type is wrong; strategy.go: but its lists are
    fn checked(&self, object: &Json) -> Vec<FieldError> {
        let errors = typemeta::validate(self, object);
        let mut errors =
            if errors.is_empty() { validate::validate(&self.schema, object, None) } else { errors };
        errors.extend(lists::validate(&self.schema, object));
        errors
    }

    /// `group/version`.
    fn api_version(&self) -> String {
        format!("{}/{}", self.group, self.version)
    }
}
