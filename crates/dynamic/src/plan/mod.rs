//! Runs plans without compiling them: an interpreter calls the decoder, the rules and the steps of the
//! runtime, instead of generated functions.
//!
//! In: a plan and its actions, as data (`crdc_plan::actions`). Out: the description of a resource, like that
//! of generated code. `build` builds the constants in an arena, `nodes` contains the nodes that use them, and
//! `decode` and `validate` call the runtime as generated functions do. Easy to break: constants borrow the
//! data, so no value in the arena may own memory, which would never be freed.
//!
//! `crdc_plan::actions` contains what each function does and in what order; crdc-codegen writes it as Rust,
//! and this module interprets it. **Neither of them decides anything.** The arena is stored with the data
//! that its constants borrow (self_cell), so dropping the validators frees everything. Values of rules
//! contain their types, where compiled code has a Rust type.

mod build;
mod constants;
mod decode;
mod extensions;
mod layers;
mod node;
mod nodes;
mod rules;
mod runtime;
mod topology;
mod validate;

pub(crate) use build::compile;
