//! Plan to Rust: one function per node, with rules and constants, formatted.
//!
//! In: a [`Plan`](crate::plan::Plan) of a checked document. Out: the text of a file to be included in a module. Everything that
//! does not depend on the schema is a call into the runtime crate. Generated code refers to the runtime only
//! by its configured path, uses nothing from the prelude that a user could shadow, and contains no paths of
//! this machine.
//!
//! `emitter` is the state, `node` chooses the function of a node, `file` puts everything together.

pub mod actions;
mod arms;
mod array;
mod constants;
mod emitter;
mod extensions;
pub(crate) mod file;
mod format;
mod known;
mod limits;
mod mixed;
mod module;
mod names;
mod node;
mod number;
mod object;
mod places;
mod root;
mod rules;
mod scalar_name;
mod shape;
mod string;
mod topology;
mod type_name;
mod validated;
mod whole;

pub(crate) use actions::UncompiledRule;
pub(crate) use emitter::{Places, Policies};
pub(crate) use rules::program_table;
pub use rules::{CallCandidate, CallCode, ResolvedCall, resolve_call};
pub(crate) use type_name::type_name;
