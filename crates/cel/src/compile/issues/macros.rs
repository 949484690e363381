//! The errors of a macro's arguments, as data; the `Display` of an error is cel-go's message.
//
// cel-go: parser/macro.go, cel/library.go, ext/comprehensions.go, ext/lists.go

use std::fmt;

/// An error of the arguments of a macro.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MacroError {
    /// The variable of `all`, `exists` and similar macros is not a name.
    NotSimpleName,
    /// The variable of `map` or `filter` is not a name.
    NotIdentifier,
    /// The variable of `optMap` or `optFlatMap` is not a name.
    NotOptionalName {
        /// The macro.
        name: &'static str,
    },
    /// The variable of `cel.bind` is not a name.
    NotBoundName,
    /// Both variables have the same name.
    Duplicate {
        /// The name.
        name: String,
    },
    /// A variable has the name of the accumulator.
    Accumulator,
    /// The argument of `has` does not select a field.
    NotField,
    /// `sortBy` is called on an expression that cannot be a list.
    NotSortable,
}

impl fmt::Display for MacroError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            MacroError::NotSimpleName => "argument must be a simple name",
            MacroError::NotIdentifier => "argument is not an identifier",
            MacroError::NotOptionalName { name } => {
                return write!(f, "{name}() variable name must be a simple identifier");
            }
            MacroError::NotBoundName => "cel.bind() variable names must be simple identifiers",
            MacroError::Duplicate { name } => return write!(f, "duplicate variable name: {name}"),
            MacroError::Accumulator => "iteration variable overwrites accumulator variable",
            MacroError::NotField => "invalid argument to has() macro",
            MacroError::NotSortable => {
                "sortBy can only be applied to a list, identifier, comprehension, call or select expression"
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::MacroError;

    #[test]
    fn an_error_has_the_message_of_cel_go() {
        for (error, message) in [
            (MacroError::NotSimpleName, "argument must be a simple name"),
            (MacroError::NotIdentifier, "argument is not an identifier"),
            (
                MacroError::NotOptionalName { name: "optMap" },
                "optMap() variable name must be a simple identifier",
            ),
            (MacroError::Duplicate { name: "x".to_owned() }, "duplicate variable name: x"),
            (MacroError::Accumulator, "iteration variable overwrites accumulator variable"),
            (MacroError::NotField, "invalid argument to has() macro"),
            (
                MacroError::NotSortable,
                "sortBy can only be applied to a list, identifier, comprehension, call or select expression",
            ),
        ] {
            assert_eq!(error.to_string(), message);
        }
    }
}
