//! Decodes `[]byte`: base64, which may contain line breaks or be empty.
//
// sigs.k8s.io/json: decode.go literalStore; Go: encoding/base64

use crdc_source::Node;
use crdc_vocabulary::go;

use super::place::Place;
use super::report::Decoder;

impl Decoder<'_> {
    pub(super) fn base64(&mut self, text: &str, node: &Node, at: &Place<'_>) {
        let Err(byte) = go::decode_base64(text.as_bytes()) else { return };
        let error = format!("illegal base64 data at input byte {byte}");
        let field = at.field().map(|(of, field)| (of.name.as_str(), field.name.as_str()));
        let help = match field {
            Some(("io.k8s.api.core.v1.Secret", "data")) => {
                "values of `data` are base64: write plain text to `stringData`"
            }
            Some(("io.k8s.api.core.v1.ConfigMap", "binaryData")) => {
                "values of `binaryData` are base64: write plain text to `data`"
            }
            _ => "encode it as base64, with the standard alphabet and padding",
        };
        self.refused("invalid-value", error, node.span, at, help.to_owned());
    }
}
