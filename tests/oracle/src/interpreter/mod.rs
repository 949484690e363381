//! A slow, simple second implementation of what a server does with a request for a custom resource. Tests
//! compare compiled code with its answers. It runs the steps of kube-apiserver 1.36 in their order, on copied
//! trees; each step has a file, which names the Go source that it follows. Some steps are of crdc, and no
//! server has them: immutability markers, unions, `x-kubernetes-normalize`, and the keywords of KEP 24.
//!
//! It omits the budgets of rules, the conversion of times to their stored form, and the server's messages for
//! metadata that cannot be decoded.

pub mod answer;
pub mod cel;
mod coerce;
mod correlation;
mod decode;
mod defaults;
mod embedded;
mod immutable;
mod kinds;
mod lists;
mod marshal;
mod metadata;
mod names;
mod normalize;
mod nulls;
mod prepare;
mod prune;
pub mod scale;
pub mod structural;
mod typemeta;
mod unions;
mod validate;

pub use answer::{Answer, FieldError, Verdicts};
pub use coerce::UNREADABLE;
pub use prune::prune;
pub use structural::Structural;
pub use unions::{Union, any as has_unions, any_deduced as has_deduced_unions};
pub use validate::has_format;

use crdc_vocabulary::Ratcheting;

use crate::json::{self, Json};
use metadata::{Rule, Validator};

/// The metadata of an object; null if it has none.
fn metadata_of(object: &Json) -> &Json {
    object.get("metadata").unwrap_or(&Json::Null)
}

/// One version of one custom resource.
#[derive(Clone, Debug)]
pub struct Server {
    /// API group.
    pub group: String,
    /// Version within the group.
    pub version: String,
    /// Kind.
    pub kind: String,
    /// Whether objects are namespaced.
    pub namespaced: bool,
    /// Whether the status subresource is on.
    pub status: bool,
    /// The scale subresource.
    pub scale: Option<scale::Scale>,
    /// Whether nulls are kept, as in objects that are pruned by a skeleton: the part of a schema that KEP 24
    /// needs for pruning.
    pub keeps_null: bool,
    /// The ratcheting policy.
    pub ratcheting: Ratcheting,
    /// The schema. Its defaults are pruned by [`Server::prune_defaults`].
    pub schema: Structural,
    /// The rules; `None` if there are none.
    pub rules: Option<cel::Rules>,
}

/// The message of a request whose object cannot be decoded; the answer has code 400.
type Refused = String;

impl Server {
    /// The server with pruned defaults, which are required before it answers requests.
    pub fn prune_defaults(self) -> Server {
        let schema = defaults::pruned(&self.schema);
        Server { schema, ..self }
    }

    /// The answer to a request that is only decoded: its object is pruned, has no unwanted nulls, has its
    /// defaults, and is not validated.
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
        let received = prepare::receive(self, &mut object, true);
        self.extend(&mut object);
        let faults = self.normalize_unions(&mut object, None, "");
        prepare::create(self, &mut object);
        let metadata = metadata_of(&object);
        let name = prepare::generated_name(metadata);
        // apiserver: registry/generic/registry/store.go, Create: the name is generated before anything is
        // validated
        let mut named = object.clone();
        if let (Some(metadata), false) = (named.get_mut("metadata"), name.is_empty()) {
            metadata.set("name", String::from_utf8_lossy(&name).into_owned().into());
        }
        let mut verdicts = self.checked(&named, None, |errors| {
            let mut validate = Validator::new("metadata", "metadata");
            validate.accessor(metadata, &name, self.namespaced, Rule::Name);
            errors.append(&mut validate.errors);
        });
        verdicts.errors.extend(faults);
        let ruled = self.run_rules(&named, None, &[], &mut verdicts);
        if verdicts.errors.is_empty() {
            // apiserver: registry/rest/create.go, BeforeCreate
            let mut validate = Validator::new("metadata", "metadata");
            validate.accessor(metadata, &name, self.namespaced, Rule::Segment);
            verdicts.errors = validate.errors;
        }
        let warnings = metadata::warnings(&object, None);
        Answer::validated(201, object, strict, verdicts).warned(warnings).warned_anyway(received).ruled(ruled)
    }

    /// The answer to an update of `old`.
    pub fn update(&self, new: &[u8], old: &[u8]) -> Answer {
        let (mut object, strict, old) = match self.both(new, old) {
            Ok(read) => read,
            Err(message) => return Answer::refused(message),
        };
        let received = prepare::receive(self, &mut object, false);
        self.extend(&mut object);
        let faults = self.normalize_unions(&mut object, Some(&old), "");
        prepare::update(self, &mut object, &old);
        let old = self.normalized(&old);
        let violations = self.compared(&object, &old, immutable::whole);
        if !violations.is_empty() {
            return self.violated(&object, violations, strict).warned_anyway(received);
        }
        let mut verdicts = self.checked(&object, Some(&old), |_| ());
        verdicts.errors.extend(faults);
        let common = self.common(&object, &old);
        let ruled = self.run_rules(&object, Some(&old), &common, &mut verdicts);
        verdicts.errors.extend(common);
        let warnings = metadata::warnings(&object, Some(&old));
        Answer::validated(200, object, strict, verdicts).warned(warnings).warned_anyway(received).ruled(ruled)
    }

    /// The answer to an update with `violations`: it changes immutable fields. The message names the object.
    fn violated(&self, object: &Json, violations: Vec<FieldError>, strict: Vec<String>) -> Answer {
        let name = match metadata_of(object).get("name") {
            Some(Json::String(name)) => name.as_str(),
            _ => "",
        };
        Answer::violated(&format!("{}.{}", self.kind, self.group), name, violations, strict)
    }

    /// The answer to an update of the status subresource.
    pub fn update_status(&self, new: &[u8], old: &[u8]) -> Answer {
        let (mut object, strict, old) = match self.both(new, old) {
            Ok(read) => read,
            Err(message) => return Answer::refused(message),
        };
        let received = prepare::without_repeated_owners(&mut object);
        let old = prepare::update_status(self, &mut object, old);
        // Only the status is normalized: everything else is stored unchanged.
        if let Some(status) = object.remove("status") {
            let mut status = json::object([("status", status)]);
            self.extend(&mut status);
            status.remove("status").into_iter().for_each(|status| object.set("status", status));
        }
        let mut faults = Vec::new();
        if let (Some(schema), Some(status)) = (self.schema.property("status"), object.get_mut("status")) {
            faults = unions::normalize(status, old.get("status"), schema, "status");
        }
        let old = self.with_normalized_status(old);
        let violations = self.compared(&object, &old, immutable::status);
        if !violations.is_empty() {
            return self.violated(&object, violations, strict).warned_anyway(received);
        }
        let mut verdicts = Verdicts { errors: faults, ..Verdicts::default() };
        let typemeta = typemeta::validate(self, &object);
        if typemeta.is_empty() {
            // apiextensions-apiserver: customresource_handler.go, the status validator exists
            // where the schema has a property `status`
            let schema = self.schema.property("status");
            if let (Some(schema), Some(status)) = (schema, object.get("status")) {
                // An old object without a status counts as one whose status is null.
                let before = old.get("status").unwrap_or(&Json::Null);
                verdicts.append(validate::validate(
                    schema,
                    status,
                    Some(before),
                    Some("status"),
                    self.ratcheting,
                ));
                verdicts.append(unions::validate(
                    schema,
                    status,
                    old.get("status"),
                    "status",
                    self.ratcheting,
                ));
            }
            verdicts.append(lists::ratcheted(&self.schema, &object, Some(&old), self.ratcheting));
            verdicts.errors.extend(self.scale.iter().flat_map(|scale| scale.validate_status(&object)));
        }
        verdicts.errors.extend(typemeta);
        let common = self.common(&object, &old);
        let ruled = self.run_rules(&object, Some(&old), &common, &mut verdicts);
        verdicts.errors.extend(common);
        Answer::validated(200, object, strict, verdicts).warned_anyway(received).ruled(ruled)
    }

    /// Normalizes an object of this kind, or without a kind, if the schema has extensions of crdc: removes
    /// empty fields that have `x-kubernetes-normalize`, and stores whole floats as integers.
    fn extend(&self, object: &mut Json) {
        if object.get("kind").is_none_or(|kind| kind.as_str() == Some(&self.kind)) && self.is_extended() {
            normalize::normalize(object, &self.schema);
            normalize::whole_numbers(object);
        }
    }

    /// The immutability violations of an update, found by `compare`; none if the object has another kind.
    fn compared(
        &self,
        new: &Json,
        old: &Json,
        compare: fn(&Structural, &Json, &Json) -> Vec<FieldError>,
    ) -> Vec<FieldError> {
        if new.get("kind").and_then(Json::as_str) != Some(&self.kind) {
            return vec![];
        }
        compare(&self.schema, new, old)
    }

    /// A stored object after `x-kubernetes-normalize`. If the status is a subresource, updates keep it as it
    /// is stored, so it is not normalized.
    fn normalized(&self, old: &Json) -> Json {
        let mut normalized = old.clone();
        if self.is_own(old) {
            normalize::normalize(&mut normalized, &self.schema);
            if let Some(status) = old.get("status").filter(|_| self.status) {
                normalized.set("status", status.clone());
            }
        }
        normalized
    }

    /// A stored object whose status is normalized by `x-kubernetes-normalize`. A status update keeps
    /// everything else.
    fn with_normalized_status(&self, mut old: Json) -> Json {
        if self.is_own(&old)
            && let Some(status) = old.remove("status")
        {
            let mut status = json::object([("status", status)]);
            normalize::normalize(&mut status, &self.schema);
            status.remove("status").into_iter().for_each(|status| old.set("status", status));
        }
        old
    }

    /// Whether an object has the kind of this resource.
    fn is_own(&self, object: &Json) -> bool {
        object.get("kind").and_then(Json::as_str) == Some(&self.kind)
    }

    /// Whether the schema has immutability markers, normalized fields or unions.
    pub fn is_extended(&self) -> bool {
        normalize::is_extended(&self.schema) || unions::any(&self.schema)
    }

    /// Whether the object could be in storage: it can be decoded, has this kind and version and a generation,
    /// and has a namespace exactly if its kind is namespaced.
    pub fn could_be_stored(&self, old: &[u8]) -> bool {
        let Ok((object, _)) = decode::decode(self, old, decode::Mode::Request) else { return false };
        let generation = object.get("metadata").and_then(|metadata| metadata.get("generation"));
        let generation = generation.and_then(Json::as_int).unwrap_or(0);
        let namespace = object.get("metadata").and_then(|metadata| metadata.get("namespace"));
        generation > 0
            && namespace.is_some() == self.namespaced
            && typemeta::validate(self, &object).is_empty()
    }

    /// Decodes the object of a request and the old object. Returns the object, its strict errors (unknown and
    /// duplicate fields), and the old object.
    fn both(&self, new: &[u8], old: &[u8]) -> Result<(Json, Vec<String>, Json), Refused> {
        let (object, strict) = decode::decode(self, new, decode::Mode::Request)?;
        let (old, _) = decode::decode(self, old, decode::Mode::Stored)?;
        Ok((object, strict, old))
    }

    /// Validates an object on create or update, and returns the errors. `metadata` adds those of the
    /// metadata. If kind or version are wrong, only embedded objects and lists are validated.
    //
    // apiextensions-apiserver: registry/customresource/{validator,strategy}.go, Validate
    fn checked(
        &self,
        object: &Json,
        old: Option<&Json>,
        metadata: impl FnOnce(&mut Vec<FieldError>),
    ) -> Verdicts {
        let mut verdicts = Verdicts { errors: typemeta::validate(self, object), ..Verdicts::default() };
        if verdicts.errors.is_empty() {
            metadata(&mut verdicts.errors);
            verdicts.append(validate::validate(&self.schema, object, old, None, self.ratcheting));
            verdicts.append(unions::validate(&self.schema, object, old, "", self.ratcheting));
            if let Some(scale) = &self.scale {
                verdicts.errors.extend(scale.validate_spec(object));
                verdicts.errors.extend(scale.validate_status(object));
            }
        }
        verdicts.errors.extend(embedded::validate(object, &self.schema));
        verdicts.append(lists::ratcheted(&self.schema, object, old, self.ratcheting));
        verdicts
    }

    /// Runs the rules, unless other errors prevent that, and adds their errors to `verdicts`. `common` are
    /// the errors that an update reports of all resources' metadata. Returns the findings without these
    /// errors.
    //
    // apiextensions-apiserver: registry/customresource/strategy.go, hasBlockingErr
    fn run_rules(
        &self,
        object: &Json,
        old: Option<&Json>,
        common: &[FieldError],
        verdicts: &mut Verdicts,
    ) -> cel::Findings {
        let Some(rules) = &self.rules else { return cel::Findings::default() };
        let blocking = ["NotSupported", "Required", "TooLong", "TooMany", "TypeInvalid"];
        let blocks = |error: &FieldError| {
            error.error_type.strip_prefix("FieldValue").is_some_and(|kind| blocking.contains(&kind))
        };
        let is_too_long = |error: &FieldError| error.error_type == "FieldValueTooLong";
        if verdicts.errors.iter().any(blocks) || common.iter().any(is_too_long) {
            verdicts.errors.push(FieldError {
                error_type: "FieldValueInvalid",
                field: "<nil>".to_owned(),
                bad_value: Some(Json::Null),
                detail: "some validation rules were not checked because the object was invalid; correct the \
                         existing errors to complete validation"
                    .to_owned(),
                source: "blocked",
            });
            return cel::Findings::default();
        }
        let (schema, policy) = (&self.schema, self.ratcheting);
        let pair = old.filter(|_| policy != Ratcheting::Off).map(|old| correlation::Pair {
            new: object,
            old,
            schema,
            policy,
        });
        let mut findings = cel::run(rules, schema, object, old, pair);
        verdicts.errors.append(&mut findings.errors);
        findings
    }

    /// Normalizes the unions of an object, unless it is of another kind or version. Returns the errors.
    fn normalize_unions(&self, object: &mut Json, old: Option<&Json>, path: &str) -> Vec<FieldError> {
        if !typemeta::validate(self, object).is_empty() {
            return Vec::new();
        }
        let mut faults = unions::normalize(object, old, &self.schema, path);
        if self.status {
            // Neither create nor update stores the status of the request.
            let of_status = |field: &str| {
                field
                    .strip_prefix("status")
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
            };
            faults.retain(|error| !of_status(&error.field));
        }
        faults
    }

    /// The errors of an update's metadata that the server reports for all kinds of resources.
    //
    // apiserver: registry/rest/update.go, validateCommonFields
    fn common(&self, object: &Json, old: &Json) -> Vec<FieldError> {
        let (new, old) = (metadata_of(object), metadata_of(old));
        let mut validate = Validator::new("metadata", "metadata");
        validate.accessor(new, metadata::text(new, "name").as_bytes(), self.namespaced, Rule::Segment);
        validate.update(new, old);
        validate.errors
    }

    /// The API version: `group/version`.
    fn api_version(&self) -> String {
        format!("{}/{}", self.group, self.version)
    }
}
