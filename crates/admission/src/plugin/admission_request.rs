//! Calls plugins outside of a chain, for webhooks. In: a request and a plugin. Out: its verdict, the changed
//! object, its warnings and annotations.
//!
//! Easy to break: the object that a mutator leaves is not decoded here. The caller has to decode it.

use crate::attributes::context::Context;
use crate::attributes::operation::Operation;
use crate::attributes::resource::ResourceNames;
use crate::object::Left;
use crate::object::Object;
use crate::plugin::Plugin;
use crate::plugin::guard::guarded;
use crate::plugin::{Attributes, Mutator, Validator};
use crate::response::notes::{Notes, Reported};
use crate::response::refusal::Refusal;

/// A request with the data of a review, for calls of plugins outside of a chain.
///
/// ```
/// use crdc_admission::{AdmissionRequest, Attributes, Context, Operation, ResourceNames, UserInfo, validator_fn};
///
/// let user = UserInfo::new("alice");
/// let request = AdmissionRequest {
///     operation: Operation::Create,
///     resource: ResourceNames { group: "", version: "v1", kind: "Pod", plural: "pods", scope: crdc::Scope::Namespaced },
///     context: Context::new(&user).namespace("web"),
///     name: "a",
///     object: Some(br#"{"metadata": {"name": "a"}}"#),
///     old_object: None,
/// };
/// let never = validator_fn("never", |attributes: &Attributes<'_>| Err(attributes.forbidden("not today")));
/// let refusal = request.validate(&never).verdict.unwrap_err();
/// assert_eq!(refusal.message, "pods \"a\" is forbidden: not today");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct AdmissionRequest<'a> {
    /// The operation.
    pub operation: Operation,
    /// The resource.
    pub resource: ResourceNames<'a>,
    /// The user, and the options of the URL.
    pub context: Context<'a>,
    /// The name in the URL; empty for a create without a name.
    pub name: &'a str,
    /// The new object, as JSON.
    pub object: Option<&'a [u8]>,
    /// The stored object, as JSON.
    pub old_object: Option<&'a [u8]>,
}

/// The result of a plugin outside of a chain.
#[derive(Debug)]
pub struct PluginAnswer<T> {
    /// The verdict.
    pub verdict: Result<T, Refusal>,
    /// Warnings for the client, each once.
    pub warnings: Vec<String>,
    /// Annotations of the audit event, sorted by key. In a chain, keys begin with the name of the plugin;
    /// here they do not.
    pub annotations: Vec<(String, String)>,
}

impl AdmissionRequest<'_> {
    /// Calls a validator, whether it handles the operation or not. A dry run is refused if it does not
    /// support it. A panic is a refusal with the code 500.
    pub fn validate(&self, validator: &(impl Validator + ?Sized)) -> PluginAnswer<()> {
        self.call(validator.name(), validator.supports_dry_run(), |attributes| validator.validate(attributes))
    }

    /// Calls a mutator, like [`AdmissionRequest::validate`]. The verdict contains the text of the changed
    /// object, or `None` if the mutator changed nothing.
    pub fn mutate(&self, mutator: &(impl Mutator + ?Sized)) -> PluginAnswer<Option<Vec<u8>>> {
        self.call(mutator.name(), mutator.supports_dry_run(), |attributes| {
            mutator.apply_mutations(attributes)?;
            let left = attributes.object.take();
            // A mutator may have replaced the object instead of changing it.
            let changed = left.filter(|object| object.is_changed() || self.object != Some(object.bytes()));
            Ok(changed.and_then(|object| match object.into_left() {
                Left::Elsewhere(text) => Some(text),
                // The object has no buffer of a caller, and no outcome.
                Left::InBuffer | Left::Decoded | Left::Nowhere => None,
            }))
        })
    }

    fn call<T>(
        &self,
        name: &str,
        supports_dry_run: bool,
        call: impl FnOnce(&mut Attributes<'_>) -> Result<T, Refusal>,
    ) -> PluginAnswer<T> {
        let notes = Notes::default();
        let verdict = if self.context.dry_run && !supports_dry_run {
            Err(Refusal::no_dry_run(name))
        } else {
            let mut attributes = Attributes {
                operation: self.operation,
                resource: &self.resource,
                context: &self.context,
                user: self.context.user,
                name: Some(self.name).filter(|name| !name.is_empty()),
                object: self.object.map(Object::of),
                old_object: self.old_object,
                creator: None,
                notes: &notes,
                plugin: Plugin::Nobody,
            };
            guarded(name, || call(&mut attributes)).map_err(|refusal| attributes.refused(refusal))
        };
        let Reported { warnings, annotations } = notes.finish().map(|reported| *reported).unwrap_or_default();
        PluginAnswer { verdict, warnings, annotations }
    }
}
