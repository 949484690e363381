//! The flow of patch: [`order::PATCH`](crate::order::PATCH).
// apiserver: endpoints/handlers/patch.go

use std::collections::BTreeMap;

use crdc::{Cause, DecodeStage, FieldValidation, Undecodable};
use crdc_vocabulary::messages::STRICT_DECODING;
use serde_json::Value;

use super::Call;
use super::update::Changed;
use crate::attributes::context::Context;
use crate::attributes::operation::Operation;
use crate::chain::Chain;
use crate::flow::workspace::Workspace;
use crate::object::Object;
use crate::order::Step;
use crate::patch::Parsed;
use crate::patch::Patch;
use crate::response::answer::Body;
use crate::response::answer::Response;
use crate::response::notes::Notes;
use crate::response::refusal::Refusal;
use crate::storage::traits::Updater;

impl Chain {
    /// Patches the object `name`. If the object changes meanwhile, the flow starts again with the changed
    /// object, unless the patch itself has a resource version.
    pub fn patch<'a>(
        &self,
        storage: &(impl Updater + ?Sized),
        context: Context<'_>,
        name: &str,
        patch: Patch<'_>,
        workspace: &'a mut Workspace,
    ) -> Response<'a> {
        let (notes, names) = (Notes::default(), self.names());
        let call = Call { chain: self, names: &names, context: &context, name: Some(name), notes: &notes };
        let verdict = call.patch(storage, patch, workspace);
        Response::new(200, verdict, notes)
    }
}

impl Call<'_, '_> {
    fn patch(
        &self,
        storage: &(impl Updater + ?Sized),
        patch: Patch<'_>,
        workspace: &mut Workspace,
    ) -> Result<Body<'static>, Refusal> {
        self.check_subresource()?;
        self.at(Step::Decode);
        let parsed = patch.parse(self.context.origin.field_validation())?;
        let strict = match self.context.origin.field_validation() {
            FieldValidation::Ignore => Vec::new(),
            _ => patch.strict_errors(),
        };
        let mut attempts = 0;
        loop {
            let mark = self.notes.mark();
            match self.patch_once(storage, &parsed, &strict, workspace) {
                // A patch with a resource version of its own is refused by `before_update` in the next
                // attempt.
                Err(refusal)
                    if refusal.is_conflict() && attempts < super::MOST_RETRIES && !parsed.has_version() =>
                {
                    self.notes.forget(mark);
                    attempts += 1;
                }
                verdict => return verdict,
            }
        }
    }

    fn patch_once(
        &self,
        storage: &(impl Updater + ?Sized),
        parsed: &Parsed,
        strict: &[String],
        workspace: &mut Workspace,
    ) -> Result<Body<'static>, Refusal> {
        self.at(Step::Get);
        let stored = storage.get(&self.attributes(Operation::Update))?;
        self.at(Step::ApplyPatch);
        let text = parsed.apply(&stored.object)?;
        let is_strict = self.context.origin.field_validation() == FieldValidation::Strict;
        // Errors of the body come before errors of the object.
        if !is_strict {
            strict.iter().for_each(|error| self.notes.warn("", error.clone()));
        }
        let is_decoded = self.chain.mutates(Operation::Update) || is_strict && !strict.is_empty();
        if is_decoded {
            let Workspace { scratch, draft, .. } = workspace;
            let decoded = self.decode(&text, scratch, draft);
            decoded.map_err(|why| self.unreadable_patch(&text, &stored.object, strict, &why))?;
            if is_strict && !strict.is_empty() {
                let why = format!("{STRICT_DECODING}{}", strict.join(", "));
                return Err(invalid_patch(&text, &why));
            }
            self.receive_update(draft)?;
        }
        let changed = Changed { text: &text, is_decoded, is_patched: true };
        self.replace(storage, &stored, changed, workspace).map(Body::into_owned)
    }

    /// The refusal if a patch changed the API version of the object. API versions are compared last;
    /// conflicts of the storage come first.
    // apiserver: registry/rest/meta.go objectMetaAndKind; apiextensions-apiserver:
    // registry/customresource/validator.go
    fn other_version(&self, text: &[u8], stored: &[u8]) -> Refusal {
        let resource = self.chain.resource();
        let object = Object::of(text);
        let version = |object: &Object<'_>| {
            object.string(&["metadata", "resourceVersion"]).map(|text| text.into_owned())
        };
        match object.string(&["apiVersion"]).filter(|version| !version.is_empty()) {
            // The resource version of the object is checked before.
            None if version(&object).is_none_or(|version| version.is_empty()) => {
                Refusal::unversioned(self.names, self.name.unwrap_or_default())
            }
            None if version(&object) != version(&Object::of(stored)) => {
                Refusal::modified(self.names, self.name.unwrap_or_default())
            }
            None => Refusal::internal("Object 'apiVersion' is missing in 'object has no apiVersion field'"),
            Some(version) => {
                let why = format!(
                    "Invalid value: {}: must be {}",
                    crdc_vocabulary::go::quote(&version),
                    resource.api_version
                );
                let group = version.split_once('/').map_or("", |(group, _)| group);
                let about = [group, resource.kind, self.name.unwrap_or_default()];
                Refusal::invalid(about, vec![Cause::new("FieldValueInvalid", why, "apiVersion")])
            }
        }
    }

    /// The refusal if the patched object cannot be decoded.
    pub(super) fn unreadable_patch(
        &self,
        text: &[u8],
        stored: &[u8],
        strict: &[String],
        why: &Refusal,
    ) -> Refusal {
        let Some(Undecodable { stage, error, .. }) = why.undecodable() else { return why.clone() };
        let strict = strict.join(", ");
        match stage {
            DecodeStage::ApiVersion => {
                // Errors of the patch itself come first.
                match self.context.origin.field_validation() == FieldValidation::Strict && !strict.is_empty()
                {
                    true => invalid_patch(text, &format!("{STRICT_DECODING}{strict}")),
                    false => self.other_version(text, stored),
                }
            }
            DecodeStage::Fields if strict.is_empty() => {
                invalid_patch(text, &format!("{STRICT_DECODING}{error}"))
            }
            DecodeStage::Fields => invalid_patch(text, &format!("{STRICT_DECODING}{strict}, {error}")),
            _ => invalid_patch(text, error),
        }
    }
}

/// The refusal of a patched object that cannot be decoded, with the text of the object.
fn invalid_patch(text: &[u8], error: &str) -> Refusal {
    // The server has decoded and encoded the object, so its members are sorted.
    let sorted = serde_json::from_slice(text).ok().map(|value| sorted(&value));
    let value = crdc_vocabulary::go::quote(&sorted.unwrap_or_else(|| String::from_utf8_lossy(text).into()));
    let why = format!("Invalid value: {value}: {error}");
    Refusal::invalid(["", "", ""], vec![Cause::new("FieldValueInvalid", why, "patch")])
}

/// A value as JSON, with sorted members.
fn sorted(value: &Value) -> String {
    match value {
        Value::Object(map) => {
            let members: BTreeMap<&String, String> =
                map.iter().map(|(name, value)| (name, sorted(value))).collect();
            let members: Vec<String> = members
                .iter()
                .map(|(name, value)| format!("{}:{value}", Value::from(name.as_str())))
                .collect();
            format!("{{{}}}", members.join(","))
        }
        Value::Array(items) => format!("[{}]", items.iter().map(sorted).collect::<Vec<_>>().join(",")),
        scalar => scalar.to_string(),
    }
}
