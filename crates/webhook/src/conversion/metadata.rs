//! The metadata of a converted object. In: the metadata of the original, and the metadata that a conversion
//! returned. Out: the original's metadata, with the labels and annotations that were returned.
//!
//! Easy to break: a server refuses a conversion that changes the name, the namespace or the uid, and ignores
//! every other change except for labels and annotations. A type without metadata keeps all of it. A type that
//! has metadata without labels removes the labels.
// apiextensions-apiserver: pkg/apiserver/conversion/webhook_converter.go validateConvertedObject,
// restoreObjectMeta

use std::collections::BTreeMap;

use serde_json::value::RawValue;

use super::failure::Failure;

/// The members of an object, as text.
pub(super) type Members = BTreeMap<String, Box<RawValue>>;

/// The fields that a conversion may not change.
const IDENTITY: [&str; 3] = ["name", "namespace", "uid"];
/// The fields that a conversion may change.
const FREE: [&str; 2] = ["labels", "annotations"];

/// The metadata of the converted object.
pub(super) fn merged(
    original: Option<&RawValue>,
    returned: Option<&RawValue>,
) -> Result<Option<Box<RawValue>>, Failure> {
    let Some(returned) = returned.filter(|text| text.get() != "null").map(members).transpose()? else {
        return Ok(original.map(ToOwned::to_owned));
    };
    let mut all = original.map(members).transpose()?.unwrap_or_default();
    for field in IDENTITY {
        // Fields that the type omits are not changed.
        let Some(new) = returned.get(field).map(|text| string(text)) else { continue };
        let old = all.get(field).map(|text| string(text)).unwrap_or_default();
        if new != old {
            return Err(Failure(format!("the conversion changed metadata.{field} from {old:?} to {new:?}")));
        }
    }
    for field in FREE {
        match returned.get(field).filter(|text| text.get() != "null") {
            Some(new) => all.insert(field.to_owned(), new.clone()),
            None => all.remove(field),
        };
    }
    serde_json::value::to_raw_value(&all).map(Some).map_err(Failure::of)
}

fn members(text: &RawValue) -> Result<Members, Failure> {
    if text.get() == "null" {
        return Ok(Members::new());
    }
    serde_json::from_str(text.get()).map_err(|_| Failure("metadata is no object".to_owned()))
}

/// The content of a string; null counts as an empty one.
fn string(text: &RawValue) -> String {
    serde_json::from_str::<Option<String>>(text.get()).ok().flatten().unwrap_or_default()
}
