//! Decides which formats the server checks. Other formats have no effect, not even on error messages.
// apiextensions-apiserver: pkg/apiserver/validation/formats.go

use super::Type;

/// Whether the server keeps this format for a node with these types.
pub(crate) fn is_known(types: &[Type], format: &str) -> bool {
    match types {
        [Type::Integer] => matches!(format, "int32" | "int64"),
        [Type::Number] => matches!(format, "float" | "double"),
        [Type::Object | Type::Array | Type::Boolean] => false,
        _ => crdc_vocabulary::format::find(format).is_some(),
    }
}

#[cfg(test)]
mod tests {
    use super::is_known;
    use crate::Type;

    #[test]
    fn formats_belong_to_types() {
        assert!(is_known(&[Type::String], "date-time"));
        assert!(is_known(&[], "uuid"));
        assert!(!is_known(&[Type::String], "int32"));
        assert!(!is_known(&[Type::Integer], "uint32"));
        assert!(!is_known(&[Type::Object], "date"));
    }
}
