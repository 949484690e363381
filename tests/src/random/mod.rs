//! Random schemas and random objects for them, from a seed: equal seeds give equal texts on
//! every machine, so that a failure can be named by its number. `schema` and `rng` are also
//! compiled into the build script, which has to have the schemas before the tests run.

mod alternatives;
pub mod formats;
mod marks;
pub mod metadata;
pub mod object;
pub mod pairs;
pub mod resources;
pub mod rng;
pub mod schema;
pub mod shrink;
pub mod small;
pub mod switch;
pub mod text;
pub mod unions;

pub use rng::Rng;
