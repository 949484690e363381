//! Reads decoded objects as Rust types: a `serde::Deserializer` over the tape.
//!
//! In: a value of an outcome's object, and a type. Out: the type, as `serde_json` would read it from the text
//! of the value, but without parsing that text: strings are borrowed from the object, also strings with
//! escapes, and members that a type does not have are skipped in constant time. `deserializer.rs` reads
//! values, `containers.rs` lists and objects, `variants.rs` enums, `keys.rs` the keys of maps, `number.rs`
//! numbers.
//!
//! Easy to break: the location of an error is the entry of the innermost value that it passes; its path is
//! found at the end, by a walk that the valid path does not pay for.
//!
//! Differences to `serde_json`: `-0` is the integer 0, as the server holds it; floats are the nearest ones,
//! as with the feature `float_roundtrip`; half a surrogate pair is U+FFFD and no error. `RawValue` cannot be
//! read, because the value may have no text.

mod containers;
mod deserializer;
mod error;
mod keys;
mod number;
mod reader;
mod source;
mod variants;

use serde::Deserialize;

use crate::path::{Keys, Path};
use crate::value::Value;
use reader::Reader;
use source::Source;

pub use error::ReadError;

impl<'a> Value<'a> {
    /// Reads the value as a type: one of yours, of `k8s-openapi` or `kube`, or a `serde_json::Value`.
    ///
    /// The type can borrow strings from the object: `&str` fields point into the outcome. Only a key of a map
    /// that has escapes cannot be borrowed.
    ///
    /// ```
    /// use crdc::{Accepted, ReadError};
    /// use serde::Deserialize;
    ///
    /// #[derive(Deserialize)]
    /// struct Spec<'a> {
    ///     engine: &'a str,
    ///     replicas: u32,
    /// }
    ///
    /// fn spec<'a>(accepted: &Accepted<'a>) -> Result<Option<Spec<'a>>, ReadError> {
    ///     accepted.at("spec").map(|spec| spec.read()).transpose()
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// If the value is not of this type: what is wrong, and where. A value that nests more than 127 levels in
    /// what the type reads is an error too.
    pub fn read<T: Deserialize<'a>>(self) -> Result<T, ReadError> {
        let (tape, at) = self.tape();
        let source = Source::new(tape, at);
        T::deserialize(Reader::new(&source, at)).map_err(|error| {
            error.located(|place| Path::new(tape, 0, Keys::Bracketed).path(place, false).unwrap_or_default())
        })
    }
}
