//! Changes the specification of an object. In: the object. Out: the object with the changed specification.
//!
//! Easy to break: a copy of the specification is changed and put back, so the metadata before it, which may
//! be long, are read once and not for each field.

use crdc_admission::{Attributes, Object, Refusal};

/// Changes the specification of an object. The text of an error is that of the refusal.
pub(super) fn edit_spec(
    attributes: &mut Attributes<'_>,
    edit: impl FnOnce(&mut Object<'_>) -> Result<(), String>,
) -> Result<(), Refusal> {
    // The validators refuse an object without a specification.
    let spec = attributes.object().and_then(|object| object.get(&["spec"]));
    let Some(text) = spec.filter(|spec| spec.starts_with(b"{")).map(<[u8]>::to_vec) else { return Ok(()) };
    let mut spec = Object::of(&text);
    edit(&mut spec).map_err(|why| attributes.forbidden(why))?;
    if let Some(object) = attributes.object_mut().filter(|_| spec.is_changed()) {
        object.set(&["spec"], spec.bytes());
    }
    Ok(())
}
