//! The structs that the build script wrote, and comparisons with generated code.

pub use crdc_oracle::typed::*;

/// The structs. Their forms are those of schemas: names of enums, boxes around lists and strings, types of
/// any length.
#[allow(clippy::all)]
mod generated {
    use crdc_oracle::typed::Entry;

    include!(concat!(env!("OUT_DIR"), "/structs.rs"));
}
pub use generated::ENTRIES;

/// The structs of a compiled version.
pub fn of(name: &str) -> impl Iterator<Item = &'static Entry> {
    ENTRIES.iter().filter(move |entry| entry.name == name)
}
