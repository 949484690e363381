//! The object types that servers declare without a schema: messages of protocol buffers, which every rule may
//! name, and the types of the request for expressions of policies and webhooks.
//
// cel-go: common/types/types.go (checkedWellKnowns), common/types/pb/pb.go; apiserver:
// pkg/admission/plugin/cel/compile.go (BuildRequestType, BuildNamespaceType)

use crate::compile::types::{Kind, Type, Types};

/// The type of a message in expressions.
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

/// The message whose fields a literal of a type may set.
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

/// The type of a field of a message: `None` if the message is unknown, `Some(None)` if it has no such field.
pub(super) fn field(name: &str, field: &str, types: &mut Types) -> Option<Option<Type>> {
    if let Some(name) = name.strip_prefix("kubernetes.") {
        return of_request(name, field, types);
    }
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

/// The type of a field of a request type that policies and webhooks read; `name` is without `kubernetes.`.
fn of_request(name: &str, field: &str, types: &mut Types) -> Option<Option<Type>> {
    let mut object = |name: &'static str| types.of(Kind::Object(name));
    let of = match name {
        "AdmissionRequest" => match field {
            "kind" | "requestKind" => object("kubernetes.GroupVersionKind"),
            "resource" | "requestResource" => object("kubernetes.GroupVersionResource"),
            "userInfo" => object("kubernetes.UserInfo"),
            "subResource" | "requestSubResource" | "name" | "namespace" | "operation" => Type::STRING,
            "dryRun" => Type::BOOL,
            "options" => Type::DYN,
            _ => return Some(None),
        },
        "GroupVersionKind" if ["group", "version", "kind"].contains(&field) => Type::STRING,
        "GroupVersionResource" if ["group", "version", "resource"].contains(&field) => Type::STRING,
        "UserInfo" => match field {
            "username" | "uid" => Type::STRING,
            "groups" => types.list(Type::STRING),
            "extra" => {
                let values = types.list(Type::STRING);
                types.map(Type::STRING, values)
            }
            _ => return Some(None),
        },
        "Namespace" => match field {
            "metadata" => object("kubernetes.NamespaceMetadata"),
            "spec" => object("kubernetes.NamespaceSpec"),
            "status" => object("kubernetes.NamespaceStatus"),
            _ => return Some(None),
        },
        "NamespaceMetadata" => match field {
            "name" | "generateName" | "namespace" | "UID" | "resourceVersion" => Type::STRING,
            "labels" | "annotations" => types.map(Type::STRING, Type::STRING),
            "finalizers" => types.list(Type::STRING),
            "deletionGracePeriodSeconds" | "generation" => Type::INT,
            "creationTimestamp" | "deletionTimestamp" => Type::TIMESTAMP,
            _ => return Some(None),
        },
        "NamespaceSpec" if field == "finalizers" => types.list(Type::STRING),
        "NamespaceStatus" => match field {
            "phase" => Type::STRING,
            "conditions" => {
                let condition = object("kubernetes.NamespaceCondition");
                types.list(condition)
            }
            _ => return Some(None),
        },
        "NamespaceCondition" => match field {
            "status" | "type" | "message" | "reason" => Type::STRING,
            "lastTransitionTime" => Type::TIMESTAMP,
            _ => return Some(None),
        },
        // dynamic-resource-allocation: cel/compile.go. A device of several claims is one since 1.36.
        "DRADevice" | "DRADevice#36" => match field {
            "driver" => Type::STRING,
            "attributes" => {
                let values = types.map(Type::STRING, Type::ANY);
                types.map(Type::STRING, values)
            }
            "capacity" => {
                let amount = object("kubernetes.Quantity");
                let values = types.map(Type::STRING, amount);
                types.map(Type::STRING, values)
            }
            "allowMultipleAllocations" if name == "DRADevice#36" => Type::BOOL,
            _ => return Some(None),
        },
        "GroupVersionKind" | "GroupVersionResource" | "NamespaceSpec" => return Some(None),
        _ => return None,
    };
    Some(Some(of))
}
