//! Messages of protocol buffers that stand for a scalar: the wrappers, such as
//! `google.protobuf.Int64Value{value: 1}`, and `google.protobuf.Value` with a scalar. Other message literals
//! have no program.
//
// cel-go: common/types/provider.go (NewValue), common/types/pb/type.go (unwrap)

pub use crdc_vocabulary::message::Scalar;

/// The fields of these messages: message, field, and the scalar that the message stands for.
const FIELDS: &[(&str, &str, Scalar)] = &[
    ("google.protobuf.BoolValue", "value", Scalar::Bool),
    ("google.protobuf.BytesValue", "value", Scalar::Bytes),
    ("google.protobuf.DoubleValue", "value", Scalar::Double),
    ("google.protobuf.FloatValue", "value", Scalar::Float),
    ("google.protobuf.Int32Value", "value", Scalar::Int32),
    ("google.protobuf.Int64Value", "value", Scalar::Int64),
    ("google.protobuf.StringValue", "value", Scalar::String),
    ("google.protobuf.UInt32Value", "value", Scalar::Uint32),
    ("google.protobuf.UInt64Value", "value", Scalar::Uint64),
    ("google.protobuf.Value", "null_value", Scalar::Null),
    ("google.protobuf.Value", "bool_value", Scalar::Bool),
    ("google.protobuf.Value", "number_value", Scalar::Double),
    ("google.protobuf.Value", "string_value", Scalar::String),
];

/// The value of a message without fields.
pub(super) fn empty(message: &str) -> Option<Scalar> {
    let first = FIELDS.iter().find(|(known, _, _)| *known == message);
    first.map(|(_, _, scalar)| *scalar)
}

/// The value of a message in which this field is set.
pub(super) fn with(message: &str, field: &str) -> Option<Scalar> {
    let found = FIELDS.iter().find(|(known, name, _)| (*known, *name) == (message, field));
    found.map(|(_, _, scalar)| *scalar)
}
