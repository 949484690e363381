//! Selectors of lists, watches and deletions of collections.

mod fields;
mod labels;

use crate::response::refusal::Refusal;
use crate::storage::traits::ListOptions;

pub use fields::FieldSelector;
pub use labels::LabelSelector;

impl ListOptions {
    /// Parses the query of a URL. Parameters that a list in memory does not need are ignored.
    pub(crate) fn of_query(query: &str) -> Result<Self, Refusal> {
        let mut options = ListOptions::default();
        for (key, value) in query.split('&').filter_map(|parameter| parameter.split_once('=')) {
            match key {
                "labelSelector" => options.label_selector = decoded(value)?,
                "fieldSelector" => options.field_selector = decoded(value)?,
                _ => {}
            }
        }
        Ok(options)
    }
}

/// Percent-decodes a value.
fn decoded(value: &str) -> Result<String, Refusal> {
    let invalid = || Refusal::bad_request(format!("invalid URL escape in {value}"));
    let mut bytes = value.bytes();
    let mut out = Vec::with_capacity(value.len());
    while let Some(byte) = bytes.next() {
        out.push(match byte {
            b'+' => b' ',
            b'%' => {
                let digit = |byte: Option<u8>| char::from(byte?).to_digit(16);
                let (high, low) = (digit(bytes.next()), digit(bytes.next()));
                let code = high.zip(low).and_then(|(high, low)| u8::try_from(high * 16 + low).ok());
                code.ok_or_else(invalid)?
            }
            byte => byte,
        });
    }
    String::from_utf8(out).map_err(|_| invalid())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn queries_are_decoded() {
        let options =
            ListOptions::of_query("limit=1&labelSelector=a%3D1%2Cb&fieldSelector=metadata.name%3Da").unwrap();
        assert_eq!((&*options.label_selector, &*options.field_selector), ("a=1,b", "metadata.name=a"));
        for wrong in ["%zz", "%+f", "%f", "%"] {
            assert!(ListOptions::of_query(&format!("labelSelector={wrong}")).is_err(), "{wrong}");
        }
    }
}
