//! The Go structs that are kept verbatim (metadata, status, conversion, columns): tables of their keys and
//! types, and a function that reports values that do not match them.
//
// apiextensions-apiserver: pkg/apis/apiextensions/v1/types.go, v1beta1/types.go;
// apimachinery: pkg/apis/meta/v1/types.go

use super::reader::Reader;
use crdc_source::diag::Code;
use crdc_source::{Node, Value};
use crdc_vocabulary::go;

/// The type that the server's decoder expects.
#[derive(Clone, Copy)]
pub(super) enum Shape {
    /// A string, with the name of its Go type.
    Text(&'static str),
    /// Bytes, written as base64.
    Bytes,
    /// A boolean.
    Boolean,
    /// A 32-bit integer.
    Int32,
    /// A 64-bit integer.
    Int64,
    /// Any value; types that decode themselves are not inspected.
    Any,
    /// A list: the Go type's name and the shape of the items.
    List(&'static str, &'static Shape),
    /// A map: the Go type's name and the shape of the values.
    Map(&'static str, &'static Shape),
    /// A struct.
    Struct(&'static Struct),
}

/// A Go struct and its fields by their JSON names.
pub(super) struct Struct {
    /// The name without the package.
    name: &'static str,
    /// The name with the package.
    go_type: &'static str,
    /// The name in our messages.
    place: &'static str,
    fields: &'static [(&'static str, Shape)],
}

const TEXT: Shape = Shape::Text("string");
const TEXTS: Shape = Shape::List("[]string", &TEXT);

/// Reports every value in `node` that does not match the shape.
pub(super) fn verify<'n>(reader: &mut Reader<'n>, node: &'n Node, shape: &'static Shape) {
    match (shape, &node.value) {
        (_, Value::Null) | (Shape::Any, _) => {}
        (Shape::Text(_), Value::String(_))
        | (Shape::Boolean, Value::Bool(_))
        | (Shape::Int64, Value::Int(_)) => {}
        (Shape::Int32, Value::Int(value)) if i32::try_from(*value).is_ok() => {}
        (Shape::Bytes, Value::String(text)) => {
            if let Err(at) = go::decode_base64(text.as_bytes()) {
                reader.not_base64(node, text, at);
            }
        }
        (Shape::Bytes, _) => reader.wrong_type(node, "a string", "[]uint8"),
        (Shape::Text(go_type), _) => reader.wrong_type(node, "a string", go_type),
        (Shape::Boolean, _) => reader.wrong_type(node, "true or false", "bool"),
        (Shape::Int32, _) => reader.wrong_type(node, "a whole number", "int32"),
        (Shape::Int64, _) => reader.wrong_type(node, "a whole number", "int64"),
        (Shape::List(go_type, of), _) => {
            for (index, item) in reader.array(node, go_type).unwrap_or_default().iter().enumerate() {
                reader.enter_index(index);
                verify(reader, item, of);
                reader.leave();
            }
        }
        (Shape::Map(go_type, of), _) => {
            for member in reader.object(node, go_type).unwrap_or_default() {
                reader.enter_key(&member.key);
                verify(reader, &member.value, of);
                reader.leave();
            }
        }
        (Shape::Struct(of), _) => fields(reader, node, of),
    }
}

fn fields<'n>(reader: &mut Reader<'n>, node: &'n Node, of: &'static Struct) {
    for member in reader.object(node, of.go_type).unwrap_or_default() {
        match of.fields.iter().find(|(name, _)| *name == member.key) {
            Some((name, shape)) => {
                reader.enter(of.name, name);
                verify(reader, &member.value, shape);
                reader.leave();
            }
            None => {
                let known = of.fields.iter().map(|(name, _)| *name);
                reader.unknown_key(member, Code::CrdUnknownKey, of.place, known);
            }
        }
    }
}

/// The names of the fields of object metadata, in the order of Go's struct. The runtime numbers them in this
/// order (`runtime/src/decode/meta.rs`).
pub fn metadata_fields() -> impl Iterator<Item = &'static str> {
    OBJECT_META.fields.iter().map(|(name, _)| *name)
}

pub(super) const METADATA: Shape = Shape::Struct(&OBJECT_META);

static OBJECT_META: Struct = Struct {
    name: "ObjectMeta",
    go_type: "v1.ObjectMeta",
    place: "`metadata`",
    fields: &[
        ("name", TEXT),
        ("generateName", TEXT),
        ("namespace", TEXT),
        ("selfLink", TEXT),
        ("uid", Shape::Text("types.UID")),
        ("resourceVersion", TEXT),
        ("generation", Shape::Int64),
        ("creationTimestamp", Shape::Any),
        ("deletionTimestamp", Shape::Any),
        ("deletionGracePeriodSeconds", Shape::Int64),
        ("labels", Shape::Map("map[string]string", &TEXT)),
        ("annotations", Shape::Map("map[string]string", &TEXT)),
        ("ownerReferences", Shape::List("[]v1.OwnerReference", &OWNER_REFERENCE)),
        ("finalizers", TEXTS),
        ("managedFields", Shape::List("[]v1.ManagedFieldsEntry", &MANAGED_FIELDS)),
    ],
};

const OWNER_REFERENCE: Shape = Shape::Struct(&Struct {
    name: "OwnerReference",
    go_type: "v1.OwnerReference",
    place: "an owner reference",
    fields: &[
        ("apiVersion", TEXT),
        ("kind", TEXT),
        ("name", TEXT),
        ("uid", Shape::Text("types.UID")),
        ("controller", Shape::Boolean),
        ("blockOwnerDeletion", Shape::Boolean),
    ],
});

const MANAGED_FIELDS: Shape = Shape::Struct(&Struct {
    name: "ManagedFieldsEntry",
    go_type: "v1.ManagedFieldsEntry",
    place: "an entry of `managedFields`",
    fields: &[
        ("manager", TEXT),
        ("operation", Shape::Text("v1.ManagedFieldsOperationType")),
        ("apiVersion", TEXT),
        ("time", Shape::Any),
        ("fieldsType", TEXT),
        ("fieldsV1", Shape::Any),
        ("subresource", TEXT),
    ],
});

pub(super) const STATUS: Shape = Shape::Struct(&Struct {
    name: "CustomResourceDefinitionStatus",
    go_type: "v1.CustomResourceDefinitionStatus",
    place: "`status`",
    fields: &[
        ("conditions", Shape::List("[]v1.CustomResourceDefinitionCondition", &CONDITION)),
        ("acceptedNames", ACCEPTED_NAMES),
        ("storedVersions", TEXTS),
        ("observedGeneration", Shape::Int64),
    ],
});

const CONDITION: Shape = Shape::Struct(&Struct {
    name: "CustomResourceDefinitionCondition",
    go_type: "v1.CustomResourceDefinitionCondition",
    place: "a condition",
    fields: &[
        ("type", Shape::Text("v1.CustomResourceDefinitionConditionType")),
        ("status", Shape::Text("v1.ConditionStatus")),
        ("lastTransitionTime", Shape::Any),
        ("reason", TEXT),
        ("message", TEXT),
        ("observedGeneration", Shape::Int64),
    ],
});

const ACCEPTED_NAMES: Shape = Shape::Struct(&Struct {
    name: "CustomResourceDefinitionNames",
    go_type: "v1.CustomResourceDefinitionNames",
    place: "`acceptedNames`",
    fields: &[
        ("plural", TEXT),
        ("singular", TEXT),
        ("shortNames", TEXTS),
        ("kind", TEXT),
        ("listKind", TEXT),
        ("categories", TEXTS),
    ],
});

pub(super) const CONVERSION_V1: Shape = Shape::Struct(&Struct {
    name: "CustomResourceConversion",
    go_type: "v1.CustomResourceConversion",
    place: "`conversion`",
    fields: &[("strategy", Shape::Text("v1.ConversionStrategyType")), ("webhook", WEBHOOK)],
});

const WEBHOOK: Shape = Shape::Struct(&Struct {
    name: "WebhookConversion",
    go_type: "v1.WebhookConversion",
    place: "`webhook`",
    fields: &[("clientConfig", CLIENT_CONFIG), ("conversionReviewVersions", TEXTS)],
});

pub(super) const CONVERSION_V1BETA1: Shape = Shape::Struct(&Struct {
    name: "CustomResourceConversion",
    go_type: "v1beta1.CustomResourceConversion",
    place: "`conversion`",
    fields: &[
        ("strategy", Shape::Text("v1beta1.ConversionStrategyType")),
        ("webhookClientConfig", CLIENT_CONFIG),
        ("conversionReviewVersions", TEXTS),
    ],
});

const CLIENT_CONFIG: Shape = Shape::Struct(&Struct {
    name: "WebhookClientConfig",
    go_type: "v1.WebhookClientConfig",
    place: "a webhook's client configuration",
    fields: &[("url", TEXT), ("service", SERVICE), ("caBundle", Shape::Bytes)],
});

const SERVICE: Shape = Shape::Struct(&Struct {
    name: "ServiceReference",
    go_type: "v1.ServiceReference",
    place: "`service`",
    fields: &[("namespace", TEXT), ("name", TEXT), ("path", TEXT), ("port", Shape::Int32)],
});

pub(super) const COLUMNS_V1: Shape = Shape::List("[]v1.CustomResourceColumnDefinition", &COLUMN_V1);

const COLUMN_V1: Shape = Shape::Struct(&Struct {
    name: "CustomResourceColumnDefinition",
    go_type: "v1.CustomResourceColumnDefinition",
    place: "a printer column",
    fields: &[
        ("name", TEXT),
        ("type", TEXT),
        ("format", TEXT),
        ("description", TEXT),
        ("priority", Shape::Int32),
        ("jsonPath", TEXT),
    ],
});

pub(super) const COLUMNS_V1BETA1: Shape =
    Shape::List("[]v1beta1.CustomResourceColumnDefinition", &COLUMN_V1BETA1);

const COLUMN_V1BETA1: Shape = Shape::Struct(&Struct {
    name: "CustomResourceColumnDefinition",
    go_type: "v1beta1.CustomResourceColumnDefinition",
    place: "a printer column",
    fields: &[
        ("name", TEXT),
        ("type", TEXT),
        ("format", TEXT),
        ("description", TEXT),
        ("priority", Shape::Int32),
        ("JSONPath", TEXT),
    ],
});

pub(super) const SELECTABLE_FIELDS: Shape = Shape::List("[]v1.SelectableField", &SELECTABLE_FIELD);

const SELECTABLE_FIELD: Shape = Shape::Struct(&Struct {
    name: "SelectableField",
    go_type: "v1.SelectableField",
    place: "a selectable field",
    fields: &[("jsonPath", TEXT)],
});

pub(super) const EXTERNAL_DOCS: Shape = Shape::Struct(&Struct {
    name: "ExternalDocumentation",
    go_type: "v1.ExternalDocumentation",
    place: "`externalDocs`",
    fields: &[("description", TEXT), ("url", TEXT)],
});

/// `subresources.status` is a struct without fields.
pub(super) const STATUS_SUBRESOURCE: Shape = Shape::Struct(&Struct {
    name: "CustomResourceSubresourceStatus",
    go_type: "v1.CustomResourceSubresourceStatus",
    place: "`subresources.status`",
    fields: &[],
});
