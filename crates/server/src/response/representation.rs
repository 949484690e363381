//! Renders objects in responses: whole, as metadata alone, or as rows of a table. In: the header `Accept`,
//! and the texts of objects. Out: JSON texts.
// apiserver: pkg/endpoints/handlers/response.go; apiextensions-apiserver:
// pkg/registry/customresource/tableconvertor

use crdc::Status;
use crdc_admission::{Object, Refusal};
use crdc_vocabulary::go::quote;
use serde_json::{Value, json};

use crate::apimachinery::clock::ServerClock;
use crate::apimachinery::{duration, json_path};
use crate::kinds::{Column, Kind};
use crate::response::negotiation::{Encoding, clauses};
use crate::response::tables;

/// The description of the column `Age`, which tables have for kinds without printer columns.
// apimachinery: pkg/apis/meta/v1/types_swagger_doc_generated.go
const AGE: &str = "CreationTimestamp is a timestamp representing the server time when this object was created. It is not guaranteed to \
                   be set in happens-before order across separate operations. Clients may not set this value. It is represented in \
                   RFC3339 form and is in UTC.\n\nPopulated by the system. Read-only. Null for lists. More info: \
                   https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata";

/// The form in which a client asks for objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Representation {
    Object,
    Metadata(MetaVersion),
    Table(Include, MetaVersion),
}

/// The version of the API group of tables: `meta.k8s.io/v1` or `/v1beta1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MetaVersion(&'static str);

/// The contents of a row beside its cells: nothing, the metadata or the object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Include {
    Nothing,
    Metadata,
    Object,
}

/// The answer that a request asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    Object,
    List,
    /// A stream: one object after the other.
    Watch,
}

impl Representation {
    /// The representation and the format for the first media type in `accept` that can be served.
    ///
    /// # Errors
    ///
    /// With code 406, if no media type can be served.
    pub(crate) fn of(
        accept: &str,
        include: Option<&str>,
        wanted: Wanted,
    ) -> Result<(Representation, Encoding), Refusal> {
        if accept.trim().is_empty() {
            return Ok((Representation::Object, Encoding::Json));
        }
        for clause in clauses(accept) {
            let encoding = clause.encoding;
            if wanted == Wanted::Watch && encoding == Encoding::Yaml {
                // apiserver: pkg/endpoints/handlers/negotiation/negotiate.go NegotiateOutputMediaTypeStream
                return Err(not_acceptable(
                    "only the following media types are accepted: application/json;stream=watch, \
                     application/vnd.kubernetes.protobuf;stream=watch",
                ));
            }
            let Some(form) = clause.parameter("as") else { return Ok((Representation::Object, encoding)) };
            let version = match (clause.parameter("g"), clause.parameter("v")) {
                (Some("meta.k8s.io"), Some("v1")) => MetaVersion("meta.k8s.io/v1"),
                (Some("meta.k8s.io"), Some("v1beta1")) => MetaVersion("meta.k8s.io/v1beta1"),
                _ => continue,
            };
            let is_list = wanted == Wanted::List;
            match (form, is_list) {
                ("Table", _) => {
                    return include_of(include)
                        .map(|include| (Representation::Table(include, version), encoding));
                }
                ("PartialObjectMetadata", false) | ("PartialObjectMetadataList", true) => {
                    return Ok((Representation::Metadata(version), encoding));
                }
                ("PartialObjectMetadata", true) => {
                    return Err(not_acceptable(
                        "you requested PartialObjectMetadata, but the requested object is a list \
                         (*unstructured.UnstructuredList)",
                    ));
                }
                ("PartialObjectMetadataList", false) => {
                    return Err(not_acceptable(
                        "you requested PartialObjectMetadataList, but the requested object is not a list \
                         (*unstructured.Unstructured)",
                    ));
                }
                _ => {}
            }
        }
        Err(not_acceptable(
            "only the following media types are accepted: application/json, application/yaml, \
             application/vnd.kubernetes.protobuf",
        ))
    }

    /// Whether objects are rendered whole.
    pub(crate) fn is_whole(self) -> bool {
        self == Representation::Object
    }

    /// Renders one object. A watch sends tables one after the other; only the first of them lists the columns
    /// (`is_first`).
    pub(crate) fn object(self, kind: &Kind, text: &[u8], clock: &ServerClock, is_first: bool) -> Vec<u8> {
        match self {
            Representation::Object => {
                let mut out = with_room(text.len());
                out.extend_from_slice(text);
                out
            }
            Representation::Metadata(version) => metadata(text, version).to_string().into_bytes(),
            Representation::Table(include, version) => {
                let mut table = one_row(Source::of(kind), &value(text), include, version, clock);
                if !is_first {
                    table["columnDefinitions"] = Value::Null;
                }
                table.to_string().into_bytes()
            }
        }
    }

    /// Renders the Scale of an object of this kind.
    pub(crate) fn scale(self, kind: &Kind, scale: &Value, clock: &ServerClock) -> Vec<u8> {
        let rendered = match self {
            Representation::Object => return scale.to_string().into_bytes(),
            Representation::Metadata(version) => metadata(scale.to_string().as_bytes(), version),
            Representation::Table(include, version) => {
                let native = kind.native.then(|| tables::of("autoscaling", "Scale"));
                let source = Source { native, kind: "Scale", columns: &scale_columns() };
                one_row(source, scale, include, version, clock)
            }
        };
        rendered.to_string().into_bytes()
    }

    /// Renders a list of objects. `list` is the metadata of the list.
    pub(crate) fn list<'t>(
        self,
        kind: &Kind,
        texts: impl Iterator<Item = &'t [u8]> + Clone,
        list: Value,
        clock: &ServerClock,
    ) -> Vec<u8> {
        match self {
            Representation::Object => whole_list(&kind.api_version(), &kind.names.list_kind, texts, &list),
            Representation::Metadata(version) => {
                let items: Vec<Vec<u8>> =
                    texts.map(|text| metadata(text, version).to_string().into_bytes()).collect();
                let items = items.iter().map(Vec::as_slice);
                whole_list(version.0, "PartialObjectMetadataList", items, &list)
            }
            Representation::Table(include, version) => {
                let values: Vec<Value> = texts.map(value).collect();
                let mut table = table(Source::of(kind), &values, include, version, clock);
                table["metadata"] = list;
                table.to_string().into_bytes()
            }
        }
    }
}

/// Parses an object. If it nests too deep for the parser, the result has only its metadata.
fn value(text: &[u8]) -> Value {
    serde_json::from_slice(text).unwrap_or_else(|_| {
        let metadata =
            Object::of(text).get(&["metadata"]).and_then(|metadata| serde_json::from_slice(metadata).ok());
        json!({"metadata": metadata.unwrap_or(Value::Null)})
    })
}

/// A buffer for a text of this size and the line break at its end.
fn with_room(size: usize) -> Vec<u8> {
    Vec::with_capacity(size.saturating_add(1))
}

fn whole_list<'t>(
    api_version: &str,
    kind: &str,
    items: impl Iterator<Item = &'t [u8]> + Clone,
    list: &Value,
) -> Vec<u8> {
    let start = format!(r#"{{"kind":"{kind}","apiVersion":"{api_version}","metadata":{list},"items":["#);
    let size = items.clone().map(|item| item.len() + 1).sum::<usize>();
    let mut out = with_room(start.len() + size + 2);
    out.extend_from_slice(start.as_bytes());
    for (index, item) in items.enumerate() {
        if index > 0 {
            out.push(b',');
        }
        out.extend_from_slice(item);
    }
    out.extend_from_slice(b"]}");
    out
}

/// The requested contents of rows.
// apiserver: pkg/endpoints/handlers/response.go targetEncodingForTransform, doTransformObject
fn include_of(include: Option<&str>) -> Result<Include, Refusal> {
    Ok(match include {
        None | Some("Metadata") => Include::Metadata,
        Some("None") => Include::Nothing,
        Some("Object") => Include::Object,
        Some(other) => {
            let why = format!(
                "includeObject: Invalid value: {}: must be 'Metadata', 'Object', 'None', or empty",
                quote(other)
            );
            return Err(Refusal::bad_request(format!("Unable to convert to Table as requested: {why}")));
        }
    })
}

fn not_acceptable(message: &str) -> Refusal {
    Status::new(406, "NotAcceptable", message).into()
}

fn metadata(text: &[u8], version: MetaVersion) -> Value {
    json!({"kind": "PartialObjectMetadata", "apiVersion": version.0, "metadata": value(text)["metadata"]})
}

/// The table of one object.
fn one_row(
    kind: Source<'_>,
    object: &Value,
    include: Include,
    version: MetaVersion,
    clock: &ServerClock,
) -> Value {
    let mut table = table(kind, std::slice::from_ref(object), include, version, clock);
    table["metadata"] = json!({"resourceVersion": object["metadata"]["resourceVersion"]});
    table
}

/// What the tables of a kind are made of.
#[derive(Clone, Copy)]
struct Source<'k> {
    /// The table of one of Kubernetes' own kinds.
    native: Option<&'static tables::table::Table>,
    kind: &'k str,
    /// The columns of custom resources.
    columns: &'k [Column],
}

impl Source<'_> {
    fn of(kind: &Kind) -> Source<'_> {
        let native = kind.native.then(|| tables::of(&kind.group, &kind.names.kind));
        Source { native, kind: &kind.names.kind, columns: &kind.columns }
    }
}

/// The columns of a Scale of a custom resource.
// apiextensions-apiserver: pkg/apiserver/helpers.go getScaleColumnsForVersion
fn scale_columns() -> [Column; 3] {
    [
        ("Desired", "integer", "Number of desired replicas", ".spec.replicas"),
        ("Available", "integer", "Number of actual replicas", ".status.replicas"),
        ("Age", "date", AGE, ".metadata.creationTimestamp"),
    ]
    .map(|(name, of_type, description, path)| Column {
        name: name.to_owned(),
        of_type: of_type.to_owned(),
        format: String::new(),
        description: description.to_owned(),
        priority: 0,
        path: path.to_owned(),
    })
}

fn table(
    kind: Source<'_>,
    objects: &[Value],
    include: Include,
    version: MetaVersion,
    clock: &ServerClock,
) -> Value {
    let name = "Name must be unique within a namespace. Is required when creating resources, although some resources may allow a \
                client to request the generation of an appropriate name automatically. Name is primarily intended for creation \
                idempotence and configuration definition. Cannot be updated. More info: \
                https://kubernetes.io/docs/concepts/overview/working-with-objects/names#names";
    let native = kind.native;
    let column = |column: (&str, &str, &str, &str, i64)| {
        let (column, of_type, format, description, priority) = column;
        json!({"name": column, "type": of_type, "format": format, "description": description, "priority": priority})
    };
    let mut columns = Vec::new();
    match native {
        Some(native) => columns.extend(native.columns.iter().map(|(heading, of_type, priority)| {
            let (format, description) = if *heading == "Name" { ("name", name) } else { ("", "") };
            column((heading, of_type, format, description, *priority))
        })),
        None => {
            columns.push(column(("Name", "string", "name", name, 0)));
            columns.extend(kind.columns.iter().map(|of| {
                // apiextensions-apiserver: pkg/registry/customresource/tableconvertor
                let description = match of.description.as_str() {
                    "" => format!("Custom resource definition column (in JSONPath format): {}", of.path),
                    description => description.to_owned(),
                };
                column((&of.name, &of.of_type, &of.format, &description, of.priority))
            }));
            if kind.columns.is_empty() {
                columns.push(column(("Age", "date", "", AGE, 0)));
            }
        }
    }
    let cells = |object: &Value| {
        if let Some(native) = native {
            return native.cells(object, clock);
        }
        let mut cells = vec![object["metadata"]["name"].clone()];
        cells.extend(kind.columns.iter().map(|column| cell(column, object, clock)));
        if kind.columns.is_empty() {
            cells.push(json!(duration::since(&object["metadata"]["creationTimestamp"], clock)));
        }
        cells
    };
    let rows: Vec<Value> = objects
        .iter()
        .map(|object| {
            let mut row = json!({"cells": cells(object), "object": shown(object, include, version)});
            if let Some(conditions) = native.and_then(|_| tables::conditions(kind.kind, object)) {
                row["conditions"] = conditions;
            }
            row
        })
        .collect();
    json!({"kind": "Table", "apiVersion": version.0, "metadata": {}, "columnDefinitions": columns, "rows": rows})
}

/// The contents of a row beside its cells.
fn shown(object: &Value, include: Include, version: MetaVersion) -> Value {
    match include {
        Include::Nothing => Value::Null,
        Include::Metadata => {
            json!({"kind": "PartialObjectMetadata", "apiVersion": version.0, "metadata": object["metadata"]})
        }
        Include::Object => object.clone(),
    }
}

/// The cell of a printer column: the first value at the path of the column, or null if it has another type.
fn cell(column: &Column, object: &Value, clock: &ServerClock) -> Value {
    let Some(found) = json_path::first(&column.path, object) else { return Value::Null };
    match (column.of_type.as_str(), found) {
        ("date", Value::String(_)) => json!(duration::since(found, clock)),
        ("integer", Value::Number(number)) if number.is_i64() || number.is_u64() => found.clone(),
        ("integer", Value::Number(number)) => {
            number.as_f64().map_or(Value::Null, |number| json!(number as i64))
        }
        ("number", Value::Number(_)) | ("boolean", Value::Bool(_)) | ("string", Value::String(_)) => {
            found.clone()
        }
        ("string", Value::Null) => Value::Null,
        ("string", other) => json!(other.to_string()),
        _ => Value::Null,
    }
}
