//! Reads one CustomResourceDefinition document: its top-level fields, `spec`, and the fields of each version.
//! v1 and v1beta1 differ by one table of keys; a key of the other API version is reported as such.
//
// apiextensions-apiserver: pkg/apis/apiextensions/v1/types.go, v1beta1/types.go

use super::at::At;
use super::crd::{ApiVersion, Crd, Names, PerVersion, Version};
use super::misread::Misread;
use super::reader::{Reader, at};
use super::shape::{
    COLUMNS_V1, COLUMNS_V1BETA1, CONVERSION_V1, CONVERSION_V1BETA1, METADATA, SELECTABLE_FIELDS, STATUS,
    verify,
};
use super::subresources::subresources;
use crdc_source::diag::Code;
use crdc_source::{Member, Node, Span, Value};

/// Reads the document. What cannot be read is reported and left unset.
pub(super) fn definition<'n>(reader: &mut Reader<'n>, node: &'n Node, api_version: ApiVersion) -> Crd {
    let mut crd = blank(node.span, api_version);
    for member in reader.object(node, "v1.CustomResourceDefinition").unwrap_or_default() {
        let known: &'static str = match member.key.as_str() {
            "apiVersion" => "apiVersion",
            "kind" => "kind",
            "metadata" => "metadata",
            "spec" => "spec",
            "status" => "status",
            _ => {
                let known = ["apiVersion", "kind", "metadata", "spec", "status"];
                reader.unknown_key(
                    member,
                    Code::CrdUnknownKey,
                    "a CustomResourceDefinition",
                    known.into_iter(),
                );
                continue;
            }
        };
        reader.enter("CustomResourceDefinition", known);
        match known {
            "metadata" => metadata(reader, member, &mut crd),
            "spec" => spec(reader, &member.value, &mut crd),
            "status" => {
                verify(reader, &member.value, &STATUS);
                crd.status = Reader::verbatim(member);
            }
            _ => {}
        }
        reader.leave();
    }
    one_version(&mut crd);
    crd.misread = std::mem::take(&mut reader.misread);
    crd
}

/// `spec.version` alone is a list of one version, served and stored.
//
// apiextensions-apiserver: pkg/apis/apiextensions/v1beta1/defaults.go
fn one_version(crd: &mut Crd) {
    let Some(name) = crd.version.as_ref().filter(|name| crd.versions.is_empty() && !name.value.is_empty())
    else {
        return;
    };
    let yes = || Some(At { value: true, span: name.span, key: name.key });
    let version = Version {
        span: name.span,
        name: Some(name.clone()),
        served: yes(),
        storage: yes(),
        ..Version::default()
    };
    crd.versions.push(version);
}

fn blank(span: Span, api_version: ApiVersion) -> Crd {
    Crd {
        span,
        api_version,
        metadata: None,
        name: None,
        group: None,
        names: None,
        scope: None,
        version: None,
        versions: Vec::new(),
        has_versions: false,
        conversion: None,
        preserve_unknown_fields: None,
        common: PerVersion::default(),
        status: None,
        misread: Misread::default(),
        incomplete: false,
    }
}

fn metadata<'n>(reader: &mut Reader<'n>, member: &'n Member, crd: &mut Crd) {
    verify(reader, &member.value, &METADATA);
    crd.metadata = Reader::verbatim(member);
    if let Value::Object(members) = &member.value.value {
        for field in members.iter().filter(|field| field.key == "name") {
            if let Value::String(name) = &field.value.value {
                crd.name = Some(at(field, name.clone()));
            }
        }
    }
}

/// A key of a struct, the API version that has it, and how it is read.
struct Key<T: 'static> {
    name: &'static str,
    /// The only API version that has it; `None` if both do.
    only: Option<ApiVersion>,
    read: for<'n> fn(&mut Reader<'n>, &'n Member, ApiVersion, &mut T),
}

const fn both<T>(
    name: &'static str,
    read: for<'n> fn(&mut Reader<'n>, &'n Member, ApiVersion, &mut T),
) -> Key<T> {
    Key { name, only: None, read }
}

const fn v1beta1<T>(
    name: &'static str,
    read: for<'n> fn(&mut Reader<'n>, &'n Member, ApiVersion, &mut T),
) -> Key<T> {
    Key { name, only: Some(ApiVersion::V1beta1), read }
}

const SPEC: &[Key<Crd>] = &[
    both("group", |reader, member, _, crd| crd.group = reader.string(member)),
    both("names", |reader, member, _, crd| {
        crd.names = reader
            .object(&member.value, "v1.CustomResourceDefinitionNames")
            .map(|members| at(member, names(reader, members)));
    }),
    both("scope", |reader, member, _, crd| crd.scope = reader.string_of(member, "v1.ResourceScope")),
    both("versions", |reader, member, api_version, crd| {
        let nodes = reader.array(&member.value, "[]v1.CustomResourceDefinitionVersion");
        crd.has_versions = nodes.is_some();
        let nodes = nodes.unwrap_or_default();
        for (index, node) in nodes.iter().enumerate() {
            reader.enter_index(index);
            crd.versions.push(version(reader, node, api_version));
            reader.leave();
        }
    }),
    both("conversion", |reader, member, api_version, crd| {
        let shape = match api_version {
            ApiVersion::V1 => &CONVERSION_V1,
            ApiVersion::V1beta1 => &CONVERSION_V1BETA1,
        };
        verify(reader, &member.value, shape);
        crd.conversion = Reader::verbatim(member);
    }),
    both("preserveUnknownFields", |reader, member, _, crd| {
        crd.preserve_unknown_fields = reader.boolean(member)
    }),
    v1beta1("version", |reader, member, _, crd| crd.version = reader.string(member)),
    v1beta1("validation", |reader, member, _, crd| validation(reader, member, &mut crd.common)),
    v1beta1("subresources", |reader, member, _, crd| crd.common.subresources = subresources(reader, member)),
    v1beta1("additionalPrinterColumns", |reader, member, api_version, crd| {
        columns(reader, member, api_version, &mut crd.common);
    }),
    v1beta1("selectableFields", |reader, member, _, crd| selectable_fields(reader, member, &mut crd.common)),
];

const VERSION: &[Key<Version>] = &[
    both("name", |reader, member, _, version| version.name = reader.string(member)),
    both("served", |reader, member, _, version| version.served = reader.boolean(member)),
    both("storage", |reader, member, _, version| version.storage = reader.boolean(member)),
    both("deprecated", |reader, member, _, version| version.deprecated = reader.boolean(member)),
    both("deprecationWarning", |reader, member, _, version| {
        version.deprecation_warning = reader.string(member)
    }),
    both("schema", |reader, member, _, version| validation(reader, member, &mut version.parts)),
    both("subresources", |reader, member, _, version| {
        version.parts.subresources = subresources(reader, member)
    }),
    both("additionalPrinterColumns", |reader, member, api_version, version| {
        columns(reader, member, api_version, &mut version.parts);
    }),
    both("selectableFields", |reader, member, _, version| {
        selectable_fields(reader, member, &mut version.parts)
    }),
];

fn spec<'n>(reader: &mut Reader<'n>, node: &'n Node, crd: &mut Crd) {
    let api_version = crd.api_version;
    let members = reader.object(node, "v1.CustomResourceDefinitionSpec").unwrap_or_default();
    keys(reader, members, "CustomResourceDefinitionSpec", "`spec`", SPEC, api_version, crd);
}

fn version<'n>(reader: &mut Reader<'n>, node: &'n Node, api_version: ApiVersion) -> Version {
    let mut version = Version { span: node.span, ..Version::default() };
    let members = reader.object(node, "v1.CustomResourceDefinitionVersion").unwrap_or_default();
    keys(reader, members, "CustomResourceDefinitionVersion", "a version", VERSION, api_version, &mut version);
    version
}

fn keys<'n, T>(
    reader: &mut Reader<'n>,
    members: &'n [Member],
    of: &'static str,
    place: &str,
    table: &'static [Key<T>],
    api_version: ApiVersion,
    into: &mut T,
) {
    for member in members {
        let here = |key: &Key<T>| key.only.is_none_or(|only| only == api_version);
        match table.iter().find(|key| key.name == member.key) {
            Some(key) if here(key) => {
                reader.enter(of, key.name);
                (key.read)(reader, member, api_version, into);
                reader.leave();
            }
            Some(_) => other_api_version(reader, member, place),
            None => {
                let known = table.iter().filter(|key| here(key)).map(|key| key.name);
                reader.unknown_key(member, Code::CrdUnknownKey, place, known);
            }
        }
    }
}

/// A key that only v1beta1 has, in a v1 document.
fn other_api_version(reader: &mut Reader<'_>, member: &Member, place: &str) {
    reader.unknown_key(member, Code::CrdUnknownKey, place, std::iter::empty());
    let instead = match member.key.as_str() {
        "validation" => "move it to `schema` of each of `spec.versions`".to_owned(),
        "version" => {
            "name it in `spec.versions`: `[{name: …, served: true, storage: true, schema: …}]`".to_owned()
        }
        key => format!("move it to `{key}` of each of `spec.versions`"),
    };
    if let Some(last) = reader.diagnostics.last_mut() {
        last.message = format!("`{}` is a key of {place} in v1beta1 only", member.key);
        last.help = Some(instead);
    }
}

fn names<'n>(reader: &mut Reader<'n>, members: &'n [Member]) -> Names {
    const TABLE: &[Key<Names>] = &[
        both("plural", |reader, member, _, names| names.plural = reader.string(member)),
        both("singular", |reader, member, _, names| names.singular = reader.string(member)),
        both("shortNames", |reader, member, _, names| names.short_names = reader.strings(member)),
        both("kind", |reader, member, _, names| names.kind = reader.string(member)),
        both("listKind", |reader, member, _, names| names.list_kind = reader.string(member)),
        both("categories", |reader, member, _, names| names.categories = reader.strings(member)),
    ];
    let mut names = Names::default();
    keys(reader, members, "CustomResourceDefinitionNames", "`spec.names`", TABLE, ApiVersion::V1, &mut names);
    names
}

/// `schema` and v1beta1's `validation`: one key, `openAPIV3Schema`.
fn validation<'n>(reader: &mut Reader<'n>, member: &'n Member, parts: &mut PerVersion) {
    const TABLE: &[Key<PerVersion>] = &[both("openAPIV3Schema", |reader, member, _, parts| {
        if member.value.value != Value::Null {
            parts.schema = Some(at(member, super::keywords::one(reader, &member.value)));
        }
    })];
    let place = if member.key == "schema" { "`schema`" } else { "`validation`" };
    let members = reader.object(&member.value, "v1.CustomResourceValidation").unwrap_or_default();
    keys(reader, members, "CustomResourceValidation", place, TABLE, ApiVersion::V1, parts);
}

fn columns<'n>(reader: &mut Reader<'n>, member: &'n Member, api_version: ApiVersion, parts: &mut PerVersion) {
    let shape = match api_version {
        ApiVersion::V1 => &COLUMNS_V1,
        ApiVersion::V1beta1 => &COLUMNS_V1BETA1,
    };
    verify(reader, &member.value, shape);
    parts.printer_columns = Reader::verbatim(member);
}

fn selectable_fields<'n>(reader: &mut Reader<'n>, member: &'n Member, parts: &mut PerVersion) {
    verify(reader, &member.value, &SELECTABLE_FIELDS);
    parts.selectable_fields = Reader::verbatim(member);
}
