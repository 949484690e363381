//! The CRD of the tests: a database with an immutable engine, a union of storages, and both subresources.

use crdc_dynamic::Validators;
use crdc_source::Source;

/// The document. `most` limits the replicas.
pub(crate) fn text(most: u32) -> String {
    include_str!("databases.yaml").replace("maximum: 5", &format!("maximum: {most}"))
}

/// Its validators.
pub(crate) fn databases() -> Validators {
    Validators::load(&[Source::new("databases.yaml", text(5))]).unwrap()
}
