//! Which formats the server looks at; any other has no effect, not even on errors.
// apiextensions-apiserver: pkg/apiserver/validation/formats.go

use super::Type;

/// Formats of strings, without dashes.
const STRING: [&str; 26] = [
    "bsonobjectid",
    "byte",
    "cidr",
    "creditcard",
    "date",
    "datetime",
    "duration",
    "email",
    "hexcolor",
    "hostname",
    "ipv4",
    "ipv6",
    "isbn",
    "isbn10",
    "isbn13",
    "k8slongname",
    "k8sshortname",
    "mac",
    "password",
    "rgbcolor",
    "ssn",
    "uri",
    "uuid",
    "uuid3",
    "uuid4",
    "uuid5",
];

/// Whether the server keeps this format for a node of these types.
pub(super) fn is_known(types: &[Type], format: &str) -> bool {
    match types {
        [Type::Integer] => matches!(format, "int32" | "int64"),
        [Type::Number] => matches!(format, "float" | "double"),
        [Type::Object | Type::Array | Type::Boolean] => false,
        _ => STRING.binary_search(&format.replace('-', "").as_str()).is_ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::{STRING, is_known};
    use crate::plan::Type;

    #[test]
    fn the_table_is_sorted() {
        assert!(STRING.is_sorted());
    }

    #[test]
    fn formats_belong_to_types() {
        assert!(is_known(&[Type::String], "date-time"));
        assert!(is_known(&[], "uuid"));
        assert!(!is_known(&[Type::String], "int32"));
        assert!(!is_known(&[Type::Integer], "uint32"));
        assert!(!is_known(&[Type::Object], "date"));
    }
}
