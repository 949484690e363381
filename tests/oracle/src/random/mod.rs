//! Random schemas and objects from a seed. Equal seeds produce equal texts on every machine, so a seed
//! identifies a failure. `schema`, `structs` and `rng` are also compiled into the build script, which needs
//! the schemas before the tests run.

mod alternatives;
pub mod formats;
pub mod marked;
pub mod marks;
pub mod metadata;
pub mod object;
pub mod pairs;
pub mod resources;
pub mod rng;
pub mod rules;
pub mod samples;
pub mod schema;
pub mod shrink;
pub mod small;
pub mod structs;
pub mod switch;
pub mod text;
pub mod unions;

pub use rng::Rng;
