//! The compiled CRDs of the build script by name, and their answers in the record's words.

pub use crate::answers::{answer, given, run};

/// One compiled version.
pub struct Entry {
    /// `plural.group/version`.
    pub name: &'static str,
    /// What the runtime runs.
    pub compiled: fn() -> &'static crdc::Compiled,
    /// The generated text.
    pub code: &'static str,
}

include!(concat!(env!("OUT_DIR"), "/compiled.rs"));

/// Random CRDs by seed: their text.
pub static RANDOM: &[(u64, &str)] = include!(concat!(env!("OUT_DIR"), "/seeds.rs"));

/// Random CRDs with unions by seed: their text.
pub static UNIONS: &[(u64, &str)] = include!(concat!(env!("OUT_DIR"), "/unions.rs"));

/// Random CRDs with resources in resources by seed: their text.
pub static RESOURCES: &[(u64, &str)] = include!(concat!(env!("OUT_DIR"), "/resources.rs"));

/// Random CRDs of what structs can say, by seed: their text.
pub static TYPED: &[(u64, &str)] = include!(concat!(env!("OUT_DIR"), "/typed_seeds.rs"));

/// The compiled version of a name. Panics where there is none.
pub fn find(name: &str) -> &'static crdc::Compiled {
    entry(name).map_or_else(|| panic!("{name} was not compiled"), |entry| (entry.compiled)())
}

/// The entry of a name.
pub fn entry(name: &str) -> Option<&'static Entry> {
    ALL.iter().find(|entry| entry.name == name)
}
