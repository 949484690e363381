//! Counts the changes of the specification of a CSIDriver from none: the flows of admission begin with one.
//! In: a CSIDriver, and the stored one. Out: the CSIDriver with its generation.
// kubernetes: pkg/registry/storage/csidriver/strategy.go

use crdc_admission::Object;
use serde_json::Value;

const PATH: [&str; 2] = ["metadata", "generation"];

/// Removes the generation of a new CSIDriver.
pub(super) fn prepare(driver: &mut Value) {
    if let Some(metadata) = driver["metadata"].as_object_mut() {
        metadata.remove("generation");
    }
}

/// Counts the first change.
pub(super) fn change(driver: &mut Object<'_>, stored: &Object<'_>) {
    if stored.integer(&PATH).is_some_and(|before| before > 0) {
        return;
    }
    match driver.integer(&PATH).filter(|generation| *generation > 1) {
        Some(generation) => drop(driver.set(&PATH, (generation - 1).to_string().as_bytes())),
        None => drop(driver.remove(&PATH)),
    }
}
