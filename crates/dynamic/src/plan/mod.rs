//! Plans run without compiling them: the decoder, the rules and the steps of the runtime, called by an
//! interpreter instead of generated functions.
//!
//! In: a plan and what it does, as data (`crdc_plan::actions`). Out: the description of a resource, as
//! generated code has it. `build` makes the constants in an arena, `nodes` is what they belong to, `decode`
//! and `validate` call the runtime as generated functions do. Easy to break: constants borrow the data, so
//! nothing in the arena may own memory, which it would never free.
//!
//! `crdc_plan::actions` says what each function does and in what order; crdc-codegen writes it as Rust, and
//! this room does it. **Decide nothing in either of them.** The arena lives with the data that its constants
//! borrow (self_cell), so dropping the validators frees everything. Values of rules have their types with
//! them, where compiled code has a Rust type.

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
