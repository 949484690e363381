//! The values that a schema allows in place of a wrong one.

use alloc::string::String;
use alloc::vec::Vec;

/// The values that a schema allows in place of a wrong one, as far as one constraint tells: `type` or `enum`.
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
