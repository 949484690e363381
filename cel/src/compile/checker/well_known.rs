//! The messages of protocol buffers that every environment knows. CRDs have no use for them, but rules may name
//! them.
//
// cel-go: common/types/types.go (checkedWellKnowns), common/types/pb/pb.go

use crate::compile::types::{Kind, Type, Types};

/// The type that a message is in expressions.
pub(super) fn message(name: &str, types: &mut Types) -> Option<Type> {
    let kind = match name.strip_prefix("google.protobuf.")? {
        "BoolValue" => Kind::Nullable(Type::BOOL),
        "BytesValue" => Kind::Nullable(Type::BYTES),
        "DoubleValue" | "FloatValue" => Kind::Nullable(Type::DOUBLE),
        "Int32Value" | "Int64Value" => Kind::Nullable(Type::INT),
        "UInt32Value" | "UInt64Value" => Kind::Nullable(Type::UINT),
        "StringValue" => Kind::Nullable(Type::STRING),
        "Any" => Kind::Any,
        "Duration" => Kind::Duration,
        "Timestamp" => Kind::Timestamp,
        "ListValue" => Kind::List(Type::DYN),
        "Struct" => Kind::Map(Type::STRING, Type::DYN),
        "Value" => Kind::Dyn,
        "Empty" => Kind::Object("google.protobuf.Empty"),
        _ => return None,
    };
    Some(types.of(kind))
}

/// The message whose fields can be set where a type is used as one.
pub(super) fn name_of(of: Type, types: &mut Types) -> Option<&'static str> {
    let list = types.list(Type::DYN);
    let map = types.map(Type::STRING, Type::DYN);
    Some(match types.kind(of) {
        Kind::Any => "google.protobuf.Any",
        Kind::Timestamp => "google.protobuf.Timestamp",
        Kind::Duration => "google.protobuf.Duration",
        Kind::Dyn => "google.protobuf.Value",
        Kind::Null => "google.protobuf.NullValue",
        Kind::Nullable(inner) => match types.kind(*inner) {
            Kind::Bool => "google.protobuf.BoolValue",
            Kind::Bytes => "google.protobuf.BytesValue",
            Kind::Double => "google.protobuf.DoubleValue",
            Kind::Int => "google.protobuf.Int64Value",
            Kind::String => "google.protobuf.StringValue",
            _ => "google.protobuf.UInt64Value",
        },
        _ if of == list => "google.protobuf.ListValue",
        _ if of == map => "google.protobuf.Struct",
        Kind::Object("google.protobuf.Empty") => "google.protobuf.Empty",
        _ => return None,
    })
}

/// The type of a field: `None` if the message is not known, `Some(None)` if it has no such field.
pub(super) fn field(name: &str, field: &str, types: &mut Types) -> Option<Option<Type>> {
    let of = match (name.strip_prefix("google.protobuf.")?, field) {
        ("Empty", _) => None,
        ("BoolValue", "value") | ("Value", "bool_value") => Some(Type::BOOL),
        ("BytesValue", "value") | ("Any", "value") => Some(Type::BYTES),
        ("DoubleValue" | "FloatValue", "value") | ("Value", "number_value") => Some(Type::DOUBLE),
        ("Int64Value" | "Int32Value", "value") | ("Value", "null_value") => Some(Type::INT),
        ("UInt64Value" | "UInt32Value", "value") => Some(Type::UINT),
        ("StringValue", "value") | ("Any", "type_url") | ("Value", "string_value") => Some(Type::STRING),
        ("Duration" | "Timestamp", "seconds" | "nanos") => Some(Type::INT),
        ("ListValue", "values") | ("Value", "list_value") => Some(types.list(Type::DYN)),
        ("Struct", "fields") | ("Value", "struct_value") => Some(types.map(Type::STRING, Type::DYN)),
        ("NullValue", _) => return None,
        _ => None,
    };
    Some(of)
}
