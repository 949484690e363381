//! The flow of delete: [`order::DELETE`](crate::order::DELETE).

use crdc::Cause;
use crdc_vocabulary::go::quote;

use super::Call;
use crate::attributes::context::Context;
use crate::attributes::operation::Operation;
use crate::chain::Chain;
use crate::order::Step;
use crate::response::answer::Body;
use crate::response::answer::Response;
use crate::response::notes::Notes;
use crate::response::refusal::Refusal;
use crate::storage::traits::{DeleteOptions, Deleter, Deletion, Propagation, Stored};

impl Chain {
    /// Deletes the object `name`. `body` has the DeleteOptions as JSON, or is empty.
    pub fn delete(
        &self,
        storage: &(impl Deleter + ?Sized),
        context: Context<'_>,
        name: &str,
        body: &[u8],
    ) -> Response<'static> {
        let (notes, names) = (Notes::default(), self.names());
        self.at(Step::Decode);
        let verdict = read_options(body, context).and_then(|(options, context)| {
            let call =
                Call { chain: self, names: &names, context: &context, name: Some(name), notes: &notes };
            call.delete(storage, &options)
        });
        Response::new(200, verdict, notes)
    }
}

/// Reads the options. The returned context passes them on to plugins.
pub(super) fn read_options<'c>(
    body: &'c [u8],
    mut context: Context<'c>,
) -> Result<(DeleteOptions, Context<'c>), Refusal> {
    if body.is_empty() {
        return Ok((DeleteOptions::default(), context));
    }
    let options: DeleteOptions =
        serde_json::from_slice(body).map_err(|error| Refusal::bad_request(error.to_string()))?;
    let causes = against(&options);
    if !causes.is_empty() {
        return Err(Refusal::invalid(["meta.k8s.io", "DeleteOptions", ""], causes));
    }
    context.dry_run |= !options.dry_run.is_empty();
    context.options.get_or_insert(body);
    Ok((options, context))
}

/// Finds errors in the options.
// apimachinery: pkg/apis/meta/v1/validation/validation.go ValidateDeleteOptions
fn against(options: &DeleteOptions) -> Vec<Cause> {
    let mut causes = Vec::new();
    let policy = options.propagation_policy.as_deref();
    if let Some(policy) = policy.filter(|_| options.orphan_dependents.is_some()) {
        let why = "orphanDependents and deletionPropagation cannot be both set";
        let why = format!("Invalid value: {}: {why}", quote(policy));
        causes.push(Cause::new("FieldValueInvalid", why, "propagationPolicy"));
    }
    if let Some(policy) = policy.filter(|given| Propagation::ALL.iter().all(|known| known.as_str() != *given))
    {
        let known = Propagation::ALL.iter().map(|known| quote(known.as_str()));
        let known: Vec<String> = known.chain([quote("nil")]).collect();
        let why = format!("Unsupported value: {}: supported values: {}", quote(policy), known.join(", "));
        causes.push(Cause::new("FieldValueNotSupported", why, "propagationPolicy"));
    }
    if options.dry_run.iter().any(|value| value != "All") {
        let given = serde_json::Value::from(options.dry_run.clone());
        let why = format!("Unsupported value: {given}: supported values: \"All\"");
        causes.push(Cause::new("FieldValueNotSupported", why, "dryRun"));
    }
    causes
}

impl Call<'_, '_> {
    fn delete(
        &self,
        storage: &(impl Deleter + ?Sized),
        options: &DeleteOptions,
    ) -> Result<Body<'static>, Refusal> {
        let versioned =
            options.preconditions.as_ref().is_some_and(|wanted| wanted.resource_version.is_some());
        let mut attempts = 0;
        loop {
            let mark = self.notes.mark();
            self.at(Step::Get);
            let stored = storage.get(&self.attributes(Operation::Delete))?;
            match self.delete_stored(storage, &stored, options) {
                Err(Failed::Changed(_)) if !versioned && attempts < super::MOST_RETRIES => {
                    self.notes.forget(mark);
                    attempts += 1;
                }
                verdict => return verdict.map_err(Failed::into_refusal),
            }
        }
    }

    /// Runs the steps after the stored object was read.
    pub(super) fn delete_stored(
        &self,
        storage: &(impl Deleter + ?Sized),
        stored: &Stored,
        options: &DeleteOptions,
    ) -> Result<Body<'static>, Failed> {
        self.at(Step::BeforeDelete);
        let mut attributes = self.attributes(Operation::Delete);
        attributes.old_object = Some(&stored.object);
        attributes.creator = stored.creator.as_deref();
        let deletion = storage.before_delete(&attributes, options)?;
        if deletion == Deletion::Pending {
            // The object does not change, so it is not validated.
            return Ok(Body::Object(stored.object.clone()));
        }
        self.at(Step::Admit);
        self.chain.admit(&mut attributes)?;
        self.at(Step::Delete);
        match storage.delete(&attributes, deletion) {
            Ok(rest) => Ok(rest.map_or(Body::None, Body::Object)),
            Err(refusal) if refusal.is_conflict() => Err(Failed::Changed(refusal)),
            Err(refusal) => Err(Failed::Refused(refusal)),
        }
    }
}

/// The reasons why a deletion fails.
pub(super) enum Failed {
    /// The stored object has changed meanwhile.
    Changed(Refusal),
    Refused(Refusal),
}

impl Failed {
    pub(super) fn into_refusal(self) -> Refusal {
        match self {
            Failed::Changed(refusal) | Failed::Refused(refusal) => refusal,
        }
    }
}

impl From<Refusal> for Failed {
    fn from(refusal: Refusal) -> Self {
        Failed::Refused(refusal)
    }
}
