//! Runs requests with values instead of bytes: a `serde_json::Value`, or anything that implements
//! `Serialize`.
//!
//! The value is first written as JSON into a buffer; the outcome is the same as for those bytes.

use alloc::vec::Vec;

use serde::Serialize;
use serde_json::Error;

use crate::{Outcome, Request, Resource, Scratch};

/// A [`Scratch`] with buffers for the objects' bytes. Keep and reuse it like a `Scratch`.
#[derive(Debug, Default)]
pub struct Buffers {
    scratch: Scratch,
    new: Vec<u8>,
    old: Vec<u8>,
}

impl Buffers {
    /// Empty buffers.
    pub fn new() -> Self {
        Self::default()
    }

    fn write(&mut self, new: &impl Serialize, old: Option<&dyn erased::Json>) -> Result<(), Error> {
        self.new.clear();
        self.old.clear();
        serde_json::to_writer(&mut self.new, new)?;
        old.map_or(Ok(()), |old| old.write(&mut self.old))
    }
}

/// A type-erased serializer, so that `write` is compiled once for absent old objects.
mod erased {
    pub(super) trait Json {
        fn write(&self, out: &mut super::Vec<u8>) -> Result<(), super::Error>;
    }

    impl<T: super::Serialize> Json for T {
        fn write(&self, out: &mut super::Vec<u8>) -> Result<(), super::Error> {
            serde_json::to_writer(out, self)
        }
    }
}

/// The server's answer to a create of `new`.
///
/// ```ignore
/// let mut buffers = crdc::serialized::Buffers::new();
/// let outcome = crdc::serialized::create::<Database>(&serde_json::json!({"kind": "Database"}), &mut buffers)?;
/// let stored: serde_json::Value = outcome.into_result()?.read()?;
/// ```
///
/// # Errors
///
/// If `new` cannot be serialized to JSON.
pub fn create<'a, R: Resource>(new: &impl Serialize, buffers: &'a mut Buffers) -> Result<Outcome<'a>, Error> {
    buffers.write(new, None)?;
    Ok(R::answer(Request::create(&buffers.new), &mut buffers.scratch))
}

/// The server's answer to an update of `old` to `new`.
///
/// # Errors
///
/// If one of them cannot be serialized to JSON.
pub fn update<'a, R: Resource>(
    new: &impl Serialize,
    old: &impl Serialize,
    buffers: &'a mut Buffers,
) -> Result<Outcome<'a>, Error> {
    buffers.write(new, Some(old))?;
    Ok(R::answer(Request::update(&buffers.new, &buffers.old), &mut buffers.scratch))
}

/// The server's answer to an update of the status subresource.
///
/// # Errors
///
/// If one of them cannot be serialized to JSON.
pub fn update_status<'a, R: Resource>(
    new: &impl Serialize,
    old: &impl Serialize,
    buffers: &'a mut Buffers,
) -> Result<Outcome<'a>, Error> {
    buffers.write(new, Some(old))?;
    Ok(R::answer(Request::update_status(&buffers.new, &buffers.old), &mut buffers.scratch))
}
