//! Messages of protocol buffers that stand for a scalar in rules.
//
// cel-go: common/types/pb/type.go (unwrap)

/// The value of a message in expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scalar {
    /// `null`
    Null,
    /// `bool`
    Bool,
    /// `bytes`
    Bytes,
    /// `double`
    Double,
    /// `double` of 32 bits.
    Float,
    /// `int` of 32 bits.
    Int32,
    /// `int`
    Int64,
    /// `string`
    String,
    /// `uint` of 32 bits.
    Uint32,
    /// `uint`
    Uint64,
}
