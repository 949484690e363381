//! The decoder of a node: a function of generated code, or a node of a plan that is not compiled.
//!
//! In: a constant of a resource. Out: the call. Generated functions call each other; only calls out of
//! constants are made here. Easy to break: a handle is a reference that is only read, so constants with
//! handles are covariant in their lifetime, as the buffers of a request require (`recycle.rs`).

use core::fmt::Debug;

use super::{DecodeResult, Decoder, Member};

/// A generated function that decodes one node of the schema.
pub type DecodeFn = for<'t, 'p> fn(&mut Decoder<'t, 'p>, Member) -> DecodeResult;

/// A plan that decodes without being compiled. Its nodes have numbers.
pub trait DecodePlan: Debug + Send + Sync {
    /// Decodes a value by a node.
    ///
    /// # Errors
    /// Errors of the decoder.
    fn decode<'p>(&'p self, node: u32, decoder: &mut Decoder<'_, 'p>, member: Member) -> DecodeResult;
}

/// The decoder of a node.
#[derive(Clone, Copy, Debug)]
pub enum Decode<'p> {
    /// Generated code.
    Function(DecodeFn),
    /// A node of a plan.
    Node(&'p dyn DecodePlan, u32),
}

impl<'p> Decode<'p> {
    /// Decodes a value.
    ///
    /// # Errors
    /// Errors of the decoder.
    #[inline]
    pub fn run(self, decoder: &mut Decoder<'_, 'p>, member: Member) -> DecodeResult {
        match self {
            Decode::Function(decode) => decode(decoder, member),
            Decode::Node(plan, node) => plan.decode(node, decoder, member),
        }
    }
}
