//! Plugins that are functions of a typed object. In: `Fn(Call, T)`. Out: a [`Validator`] or [`Mutator`].
//!
//! Easy to break: an object that is no `T` is refused, never skipped. A changed `T` is merged into the object, so that fields
//! which the type does not have stay.

use std::future::Future;
use std::marker::PhantomData;

use bytes::Bytes;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{Call, Denial, Mutator, Operation, Request, Validator};

/// The form of plugins that get a [`Call`].
#[derive(Debug)]
pub struct Untyped(());

/// The form of plugins that get a [`Call`] and an object of this type.
#[derive(Debug)]
pub struct Typed<T>(PhantomData<fn(T)>);

/// What [`Webhook::validator_for`](crate::Webhook::validator_for) takes: any [`Validator`], or a function of a call and a
/// typed object, `Fn(Call, T) -> impl Future<Output = Result<(), Denial>>`.
pub trait IntoValidator<Form> {
    /// The validator.
    fn into_validator(self) -> impl Validator;
}

/// What [`Webhook::mutator_for`](crate::Webhook::mutator_for) takes: any [`Mutator`], or a function of a call and a typed
/// object that returns the changed object, `Fn(Call, T) -> impl Future<Output = Result<T, Denial>>`.
pub trait IntoMutator<Form> {
    /// The mutator.
    fn into_mutator(self) -> impl Mutator;
}

impl<V: Validator> IntoValidator<Untyped> for V {
    fn into_validator(self) -> impl Validator {
        self
    }
}

impl<M: Mutator> IntoMutator<Untyped> for M {
    fn into_mutator(self) -> impl Mutator {
        self
    }
}

impl<F, R, T> IntoValidator<Typed<T>> for F
where
    F: Fn(Call, T) -> R + Send + Sync + 'static,
    R: Future<Output = Result<(), Denial>> + Send,
    T: DeserializeOwned + Send + 'static,
{
    fn into_validator(self) -> impl Validator {
        OfObject(self, PhantomData)
    }
}

impl<F, R, T> IntoMutator<Typed<T>> for F
where
    F: Fn(Call, T) -> R + Send + Sync + 'static,
    R: Future<Output = Result<T, Denial>> + Send,
    T: DeserializeOwned + Serialize + Send + 'static,
{
    fn into_mutator(self) -> impl Mutator {
        OfObject(self, PhantomData)
    }
}

/// A function of a typed object.
struct OfObject<F, T>(F, PhantomData<fn(T)>);

impl<F, R, T> Validator for OfObject<F, T>
where
    F: Fn(Call, T) -> R + Send + Sync + 'static,
    R: Future<Output = Result<(), Denial>> + Send,
    T: DeserializeOwned + Send + 'static,
{
    fn validate(&self, call: Call) -> impl Future<Output = Result<(), Denial>> + Send {
        let running = call.object_as().map(|object| self.0(call, object));
        async move { running?.await }
    }

    fn handles(&self, request: &Request) -> bool {
        has_object_of_the_kind(request)
    }
}

impl<F, R, T> Mutator for OfObject<F, T>
where
    F: Fn(Call, T) -> R + Send + Sync + 'static,
    R: Future<Output = Result<T, Denial>> + Send,
    T: DeserializeOwned + Serialize + Send + 'static,
{
    fn mutate(&self, call: Call) -> impl Future<Output = Result<Option<Bytes>, Denial>> + Send {
        let running = call.object_as::<T>().and_then(|object| {
            let before = serde_json::to_vec(&object).map_err(Denial::internal)?;
            Ok((before, self.0(call.clone(), object)))
        });
        async move {
            let (before, running) = running?;
            let after = serde_json::to_vec(&running.await?).map_err(Denial::internal)?;
            if before == after { Ok(None) } else { call.merged(&before, &after).map(Some) }
        }
    }

    fn handles(&self, request: &Request) -> bool {
        has_object_of_the_kind(request)
    }
}

/// Whether the object of a request is one of its resource: those of other subresources than `status` are of other kinds.
fn has_object_of_the_kind(request: &Request) -> bool {
    matches!(request.operation(), Operation::Create | Operation::Update)
        && matches!(request.subresource(), None | Some("status"))
}
