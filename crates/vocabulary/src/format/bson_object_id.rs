//! `bsonobjectid`: twelve bytes in hexadecimal.
// kube-openapi: strfmt/bson/objectid.go

/// Twenty-four hexadecimal digits.
pub fn bsonobjectid(content: &[u8]) -> bool {
    content.len() == 24 && content.iter().all(u8::is_ascii_hexdigit)
}
