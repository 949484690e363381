//! The types of a server's errors: their names in the causes of a Status, and the first words of messages.
//
// apimachinery: pkg/util/validation/field/errors.go (ErrorType, ErrorBody)

/// The type of an error that names a field.
///
/// ```
/// use crdc_vocabulary::ErrorType;
///
/// assert_eq!(ErrorType::TooMany.as_str(), "FieldValueTooMany");
/// // spec.ports: Too many: 9: must have at most 8 items
/// assert_eq!(ErrorType::TooMany.words(), "Too many");
/// assert!(ErrorType::TooMany.shows_value());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum ErrorType {
    /// A value that a name refers to does not exist.
    NotFound,
    /// A required value is missing.
    Required,
    /// Values that must be unique are equal.
    Duplicate,
    /// A malformed value.
    Invalid,
    /// A value that is not one of the enumerated values.
    NotSupported,
    /// A value that must not be present.
    Forbidden,
    /// A string that is too long.
    TooLong,
    /// A list or object with too many members.
    TooMany,
    /// The server itself failed.
    Internal,
    /// A value of the wrong type.
    TypeInvalid,
}

impl ErrorType {
    /// The name in the causes of a Status, such as `FieldValueRequired`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            ErrorType::NotFound => "FieldValueNotFound",
            ErrorType::Required => "FieldValueRequired",
            ErrorType::Duplicate => "FieldValueDuplicate",
            ErrorType::Invalid => "FieldValueInvalid",
            ErrorType::NotSupported => "FieldValueNotSupported",
            ErrorType::Forbidden => "FieldValueForbidden",
            ErrorType::TooLong => "FieldValueTooLong",
            ErrorType::TooMany => "FieldValueTooMany",
            ErrorType::Internal => "InternalError",
            ErrorType::TypeInvalid => "FieldValueTypeInvalid",
        }
    }

    /// The first words of an error's message, after its field.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            ErrorType::NotFound => "Not found",
            ErrorType::Required => "Required value",
            ErrorType::Duplicate => "Duplicate value",
            ErrorType::Invalid | ErrorType::TypeInvalid => "Invalid value",
            ErrorType::NotSupported => "Unsupported value",
            ErrorType::Forbidden => "Forbidden",
            ErrorType::TooLong => "Too long",
            ErrorType::TooMany => "Too many",
            ErrorType::Internal => "Internal error",
        }
    }

    /// Whether the value follows the first words.
    #[must_use]
    pub fn shows_value(self) -> bool {
        let without = [ErrorType::Required, ErrorType::Forbidden, ErrorType::TooLong, ErrorType::Internal];
        !without.contains(&self)
    }

    /// Whether such an error prevents CEL rules from running.
    // apiextensions-apiserver: pkg/registry/customresource/strategy.go (hasBlockingErr)
    #[must_use]
    pub fn blocks_rules(self) -> bool {
        matches!(
            self,
            ErrorType::NotSupported
                | ErrorType::Required
                | ErrorType::TooLong
                | ErrorType::TooMany
                | ErrorType::TypeInvalid
        )
    }
}

#[cfg(test)]
mod tests {
    use super::ErrorType;

    #[test]
    fn names_and_words_are_those_of_go() {
        let all = [
            (ErrorType::NotFound, "FieldValueNotFound", "Not found", true),
            (ErrorType::Required, "FieldValueRequired", "Required value", false),
            (ErrorType::Duplicate, "FieldValueDuplicate", "Duplicate value", true),
            (ErrorType::Invalid, "FieldValueInvalid", "Invalid value", true),
            (ErrorType::NotSupported, "FieldValueNotSupported", "Unsupported value", true),
            (ErrorType::Forbidden, "FieldValueForbidden", "Forbidden", false),
            (ErrorType::TooLong, "FieldValueTooLong", "Too long", false),
            (ErrorType::TooMany, "FieldValueTooMany", "Too many", true),
            (ErrorType::Internal, "InternalError", "Internal error", false),
            (ErrorType::TypeInvalid, "FieldValueTypeInvalid", "Invalid value", true),
        ];
        for (of, name, words, shows_value) in all {
            assert_eq!((of.as_str(), of.words(), of.shows_value()), (name, words, shows_value));
        }
    }
}
