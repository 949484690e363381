//! The values that an error expects.

use alloc::string::String;
use alloc::vec::Vec;

/// The type or the values that an error message expects. Errors of other constraints expect none.
///
/// ```
/// use crdc_vocabulary::Expected;
///
/// let expected = Expected::Values(["\"TCP\"".to_owned(), "\"UDP\"".to_owned()].into());
/// assert!(matches!(expected, Expected::Values(values) if values.len() == 2));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Expected {
    /// A value of this type, such as `integer`.
    Type(String),
    /// One of these values, as JSON texts.
    Values(Vec<String>),
}
