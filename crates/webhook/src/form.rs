//! Converts the three forms of plugins to one: plugins of chains, functions of a call, functions of a call
//! and a typed object. In: a plugin of any form. Out: a [`Plugin`].
//!
//! Easy to break: a changed `T` is merged into the object, so that fields which the type lacks stay.
//! `typed.rs` handles objects that are no `T`.

use std::future::{Future, ready};
use std::marker::PhantomData;
use std::sync::Arc;

use bytes::Bytes;
use crdc_admission::{Mutator, Operation, Validator};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{Call, Denial, Plugin, Request};

/// The form of plugins that a chain of `crdc-admission` takes too.
#[derive(Debug)]
pub struct Shared(());

/// The form of plugins that get a [`Call`].
#[derive(Debug)]
pub struct Untyped(());

/// The form of plugins that get a [`Call`] and an object of this type.
#[derive(Debug)]
pub struct Typed<T>(PhantomData<fn(T)>);

/// A value that can be used as a validator: it accepts or refuses requests, also in dry runs:
///
/// - a [`Validator`], which a chain takes too. As there, it is not asked about subresources but `status` and
///   those that are connected to. It runs on the thread that serves the connection, so it must not wait;
/// - a function of a call, `Fn(Call) -> impl Future<Output = Result<(), Denial>>`;
/// - a function of a call and a typed object, `Fn(Call, T) -> impl Future<Output = Result<(), Denial>>`,
///   which is called for creates and updates, also of the status. An object that is not of the type is
///   refused, with the path; if the stored one is wrong in the same way and only metadata or the status
///   changes, there is a warning instead, and the function is not called.
#[diagnostic::on_unimplemented(
    message = "this is no validator of a webhook",
    label = "neither a `Validator` nor a function of a `Call`",
    note = "write `|call: Call| async move {{ Ok(()) }}`, or `|call: Call, new: T| async move {{ Ok(()) }}`, where `T` is a type of objects"
)]
pub trait IntoValidator<Form> {
    /// Converts the value to a validator.
    fn into_validator(self) -> Plugin<()>;
}

/// A value that can be used as a mutator: it changes the objects of requests that have one:
///
/// - a [`Mutator`], which a chain takes too. It is called for creates and updates that it handles, and must
///   not wait;
/// - a function of a call, `Fn(Call) -> impl Future<Output = Result<Option<Bytes>, Denial>>`, which returns
///   the changed object, or `None` if it stays as it is;
/// - a function of a call and a typed object that returns the changed object, `Fn(Call, T) -> impl
///   Future<Output = Result<T, Denial>>`, which is called for creates and updates, also of the status. An
///   object that is not of the type is treated as by an [`IntoValidator`].
#[diagnostic::on_unimplemented(
    message = "this is no mutator of a webhook",
    label = "neither a `Mutator` nor a function of a `Call`",
    note = "write `|call: Call| async move {{ Ok(None) }}`, or `|call: Call, new: T| async move {{ Ok(new) }}`, which returns the object that it got, where `T` is a type of objects"
)]
pub trait IntoMutator<Form> {
    /// Converts the value to a mutator.
    fn into_mutator(self) -> Plugin<Option<Bytes>>;
}

impl<V: Validator + 'static> IntoValidator<Shared> for V {
    fn into_validator(self) -> Plugin<()> {
        let validator = Arc::new(self);
        let asked = Arc::clone(&validator);
        let run = move |call: Call| ready(call.admit(|request| request.validate(&*validator)));
        Plugin::new(move |request| is_for_chains(request) && asked.handles(request.operation()), run)
    }
}

impl<M: Mutator + 'static> IntoMutator<Shared> for M {
    fn into_mutator(self) -> Plugin<Option<Bytes>> {
        let mutator = Arc::new(self);
        let asked = Arc::clone(&mutator);
        let run = move |call: Call| {
            let changed = call.admit(|request| request.mutate(&*mutator));
            ready(changed.map(|object| object.map(Bytes::from)))
        };
        Plugin::new(
            move |request| {
                is_written(request) && is_for_chains(request) && asked.handles(request.operation())
            },
            run,
        )
    }
}

impl<F, R> IntoValidator<Untyped> for F
where
    F: Fn(Call) -> R + Send + Sync + 'static,
    R: Future<Output = Result<(), Denial>> + Send + 'static,
{
    fn into_validator(self) -> Plugin<()> {
        Plugin::new(|_| true, self)
    }
}

impl<F, R> IntoMutator<Untyped> for F
where
    F: Fn(Call) -> R + Send + Sync + 'static,
    R: Future<Output = Result<Option<Bytes>, Denial>> + Send + 'static,
{
    fn into_mutator(self) -> Plugin<Option<Bytes>> {
        Plugin::new(|_| true, self)
    }
}

impl<F, R, T> IntoValidator<Typed<T>> for F
where
    F: Fn(Call, T) -> R + Send + Sync + 'static,
    R: Future<Output = Result<(), Denial>> + Send + 'static,
    T: DeserializeOwned + Send + 'static,
{
    fn into_validator(self) -> Plugin<()> {
        Plugin::new(has_object_of_the_kind, move |call| {
            let running = call.object_for_plugin().map(|object| object.map(|object| self(call, object)));
            async move {
                match running? {
                    Some(running) => running.await,
                    None => Ok(()),
                }
            }
        })
    }
}

impl<F, R, T> IntoMutator<Typed<T>> for F
where
    F: Fn(Call, T) -> R + Send + Sync + 'static,
    R: Future<Output = Result<T, Denial>> + Send + 'static,
    T: DeserializeOwned + Serialize + Send + 'static,
{
    fn into_mutator(self) -> Plugin<Option<Bytes>> {
        Plugin::new(has_object_of_the_kind, move |call| {
            let running = call.object_for_plugin::<T>().and_then(|object| {
                let Some(object) = object else { return Ok(None) };
                let before = serde_json::to_vec(&object).map_err(Denial::internal)?;
                Ok(Some((before, self(call.clone(), object))))
            });
            async move {
                let Some((before, running)) = running? else { return Ok(None) };
                let after = serde_json::to_vec(&running.await?).map_err(Denial::internal)?;
                if before == after { Ok(None) } else { call.merged(&before, &after).map(Some) }
            }
        })
    }
}

fn is_written(request: &Request) -> bool {
    matches!(request.operation(), Operation::Create | Operation::Update)
}

/// Whether the object of a request is an object of its resource: the objects of subresources other than
/// `status` have other kinds.
fn has_object_of_the_kind(request: &Request) -> bool {
    is_written(request) && is_of_the_kind(request)
}

fn is_of_the_kind(request: &Request) -> bool {
    matches!(request.subresource(), None | Some("status"))
}

/// Whether plugins of chains are called for the request. They are not called for the `Scale` of an object.
fn is_for_chains(request: &Request) -> bool {
    request.operation() == Operation::Connect || is_of_the_kind(request)
}
