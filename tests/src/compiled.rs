//! The CRDs that the build script compiled, by name.

pub use crdc_oracle::answers::{answer, given, run};

/// One compiled version.
pub struct Entry {
    /// `plural.group/version`.
    pub name: &'static str,
    /// The description that the runtime uses.
    pub compiled: fn() -> &'static crdc::Compiled,
    /// The generated text.
    pub code: &'static str,
}

include!(concat!(env!("OUT_DIR"), "/compiled.rs"));

/// The text of random CRDs by seed.
pub static RANDOM: &[(u64, &str)] = include!(concat!(env!("OUT_DIR"), "/seeds.rs"));

/// The text of random CRDs with unions by seed.
pub static UNIONS: &[(u64, &str)] = include!(concat!(env!("OUT_DIR"), "/unions.rs"));

/// The text of random CRDs with embedded resources by seed.
pub static RESOURCES: &[(u64, &str)] = include!(concat!(env!("OUT_DIR"), "/resources.rs"));

/// The text of random CRDs with random rules by seed.
pub static RULES: &[(u64, &str)] = include!(concat!(env!("OUT_DIR"), "/rules.rs"));

/// The text of random CRDs that structs can express, by seed.
pub static TYPED: &[(u64, &str)] = include!(concat!(env!("OUT_DIR"), "/typed_seeds.rs"));

/// The compiled version of a name. Panics if there is none.
pub fn find(name: &str) -> &'static crdc::Compiled {
    entry(name).map_or_else(|| panic!("{name} was not compiled"), |entry| (entry.compiled)())
}

/// The entry of a name; `None` if there is none.
pub fn entry(name: &str) -> Option<&'static Entry> {
    ALL.iter().find(|entry| entry.name == name)
}
