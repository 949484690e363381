//! The Go types of `metadata`, as tables: the names in JSON, the type of each field, and the type's name in
//! error messages. Easy to break: all fields are `omitempty` except four fields of an owner reference, which
//! are always written.
// apimachinery: pkg/apis/meta/v1/types.go

/// A Go struct.
pub(super) struct Struct {
    /// Unqualified name, as in `Go struct field ObjectMeta.name`.
    pub(super) name: &'static str,
    /// Qualified name, as in `Go value of type v1.ObjectMeta`.
    pub(super) go_type: &'static str,
    pub(super) fields: &'static [Field],
}

/// A field of a struct.
pub(super) struct Field {
    pub(super) name: &'static str,
    pub(super) shape: Shape,
    /// Whether the field is written even if it is an empty string: it is not `omitempty`.
    pub(super) always: bool,
}

/// The type of a field.
pub(super) enum Shape {
    /// A string of the named Go type.
    Text(&'static str),
    /// `int64`; a pointer to one keeps zero.
    Int { pointer: bool },
    /// `*bool`
    Bool,
    /// `Time`; a pointer to one keeps the zero time, which is written as null.
    Time { pointer: bool },
    /// `map[string]string`
    TextMap,
    /// `[]string`
    TextList,
    /// A list of structs, and the list's Go type.
    Structs(&'static Struct, &'static str),
    /// Any JSON value except null.
    Raw,
}

const fn field(name: &'static str, shape: Shape) -> Field {
    Field { name, shape, always: false }
}

const fn always(name: &'static str, shape: Shape) -> Field {
    Field { name, shape, always: true }
}

pub(super) static OBJECT_META: Struct = Struct {
    name: "ObjectMeta",
    go_type: "v1.ObjectMeta",
    fields: &[
        field("name", Shape::Text("string")),
        field("generateName", Shape::Text("string")),
        field("namespace", Shape::Text("string")),
        field("selfLink", Shape::Text("string")),
        field("uid", Shape::Text("types.UID")),
        field("resourceVersion", Shape::Text("string")),
        field("generation", Shape::Int { pointer: false }),
        field("creationTimestamp", Shape::Time { pointer: false }),
        field("deletionTimestamp", Shape::Time { pointer: true }),
        field("deletionGracePeriodSeconds", Shape::Int { pointer: true }),
        field("labels", Shape::TextMap),
        field("annotations", Shape::TextMap),
        field("ownerReferences", Shape::Structs(&OWNER_REFERENCE, "[]v1.OwnerReference")),
        field("finalizers", Shape::TextList),
        field("managedFields", Shape::Structs(&MANAGED_FIELDS_ENTRY, "[]v1.ManagedFieldsEntry")),
    ],
};

static OWNER_REFERENCE: Struct = Struct {
    name: "OwnerReference",
    go_type: "v1.OwnerReference",
    fields: &[
        always("apiVersion", Shape::Text("string")),
        always("kind", Shape::Text("string")),
        always("name", Shape::Text("string")),
        always("uid", Shape::Text("types.UID")),
        field("controller", Shape::Bool),
        field("blockOwnerDeletion", Shape::Bool),
    ],
};

static MANAGED_FIELDS_ENTRY: Struct = Struct {
    name: "ManagedFieldsEntry",
    go_type: "v1.ManagedFieldsEntry",
    fields: &[
        field("manager", Shape::Text("string")),
        field("operation", Shape::Text("v1.ManagedFieldsOperationType")),
        field("apiVersion", Shape::Text("string")),
        field("time", Shape::Time { pointer: true }),
        field("fieldsType", Shape::Text("string")),
        field("fieldsV1", Shape::Raw),
        field("subresource", Shape::Text("string")),
    ],
};
