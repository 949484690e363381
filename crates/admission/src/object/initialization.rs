//! Objects that are being initialized.
//!
//! An object with pending initializers is stored, but not complete: each initializer changes it and then
//! removes its own name from the annotation [`INITIALIZERS`]. The object is initialized once no name is left,
//! and stays so.
//!
//! The names are in an annotation, since the server's metadata has no `initializers` any more. The creator is
//! kept by the storage beside the object, where no initializer can forge it.

use crate::object::Object;

/// The annotation with the names of the pending initializers, separated by commas.
pub const INITIALIZERS: &str = "admission.crdc.dev/initializers";

/// The pending initializers of an object.
pub fn pending(object: &Object<'_>) -> Vec<String> {
    let names = object.string(&["metadata", "annotations", INITIALIZERS]).unwrap_or_default();
    names.split(',').map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

/// Whether an object is still being initialized.
pub fn is_pending(object: &Object<'_>) -> bool {
    let names = object.string(&["metadata", "annotations", INITIALIZERS]);
    names.is_some_and(|names| names.split(',').any(|name| !name.trim().is_empty()))
}
