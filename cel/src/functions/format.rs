//! Named formats.
//
// apiserver: pkg/cel/library/format.go

use super::apply::{apply0, apply1, apply2};
use super::overload::{Cost, FUNCTION, Function, Overload, Size, of, on};
use super::signature::Signature::*;
use crate::{self as cel, Cost as Counts, Value, library};
use crdc_vocabulary::Minor;

/// `format-validate`
pub const FORMAT_VALIDATE: Overload = on(
    "format-validate",
    &[Object("kubernetes.NamedFormat"), String],
    Optional(&List(&String)),
    Cost::Validate,
)
.runs(|c, v| apply2::<Value<'_>, &str, _>(v, |a, b| Ok(cel::reasons(c.arena, cel::of(a)?, b))));

/// `format-named`
pub const FORMAT_NAMED: Overload =
    of("format-named", &[String], Optional(&Object("kubernetes.NamedFormat")), Cost::Unit)
        .runs(|c, v| apply1::<&str, _>(v, |a| Ok(cel::named_format(c.arena, a))));

/// `format.dns1123Label`
pub const FORMAT_DNS1123_LABEL: Overload =
    of("format.dns1123Label", &[], Object("kubernetes.NamedFormat"), Cost::Unit).runs(|_, v| {
        apply0::<_>(v, || Ok(Value::NamedFormat(library::named_format::NamedFormat::Dns1123Label)))
    });

/// `format.dns1123Subdomain`
pub const FORMAT_DNS1123_SUBDOMAIN: Overload =
    of("format.dns1123Subdomain", &[], Object("kubernetes.NamedFormat"), Cost::Unit).runs(|_, v| {
        apply0::<_>(v, || Ok(Value::NamedFormat(library::named_format::NamedFormat::Dns1123Subdomain)))
    });

/// `format.dns1035Label`
pub const FORMAT_DNS1035_LABEL: Overload =
    of("format.dns1035Label", &[], Object("kubernetes.NamedFormat"), Cost::Unit).runs(|_, v| {
        apply0::<_>(v, || Ok(Value::NamedFormat(library::named_format::NamedFormat::Dns1035Label)))
    });

/// `format.qualifiedName`
pub const FORMAT_QUALIFIED_NAME: Overload =
    of("format.qualifiedName", &[], Object("kubernetes.NamedFormat"), Cost::Unit).runs(|_, v| {
        apply0::<_>(v, || Ok(Value::NamedFormat(library::named_format::NamedFormat::QualifiedName)))
    });

/// `format.dns1123LabelPrefix`
pub const FORMAT_DNS1123_LABEL_PREFIX: Overload =
    of("format.dns1123LabelPrefix", &[], Object("kubernetes.NamedFormat"), Cost::Unit).runs(|_, v| {
        apply0::<_>(v, || Ok(Value::NamedFormat(library::named_format::NamedFormat::Dns1123LabelPrefix)))
    });

/// `format.dns1123SubdomainPrefix`
pub const FORMAT_DNS1123_SUBDOMAIN_PREFIX: Overload =
    of("format.dns1123SubdomainPrefix", &[], Object("kubernetes.NamedFormat"), Cost::Unit).runs(|_, v| {
        apply0::<_>(v, || Ok(Value::NamedFormat(library::named_format::NamedFormat::Dns1123SubdomainPrefix)))
    });

/// `format.dns1035LabelPrefix`
pub const FORMAT_DNS1035_LABEL_PREFIX: Overload =
    of("format.dns1035LabelPrefix", &[], Object("kubernetes.NamedFormat"), Cost::Unit).runs(|_, v| {
        apply0::<_>(v, || Ok(Value::NamedFormat(library::named_format::NamedFormat::Dns1035LabelPrefix)))
    });

/// `format.labelValue`
pub const FORMAT_LABEL_VALUE: Overload =
    of("format.labelValue", &[], Object("kubernetes.NamedFormat"), Cost::Unit).runs(|_, v| {
        apply0::<_>(v, || Ok(Value::NamedFormat(library::named_format::NamedFormat::LabelValue)))
    });

/// `format.uri`
pub const FORMAT_URI: Overload = of("format.uri", &[], Object("kubernetes.NamedFormat"), Cost::Unit)
    .runs(|_, v| apply0::<_>(v, || Ok(Value::NamedFormat(library::named_format::NamedFormat::Uri))));

/// `format.uuid`
pub const FORMAT_UUID: Overload = of("format.uuid", &[], Object("kubernetes.NamedFormat"), Cost::Unit)
    .runs(|_, v| apply0::<_>(v, || Ok(Value::NamedFormat(library::named_format::NamedFormat::Uuid))));

/// `format.byte`
pub const FORMAT_BYTE: Overload = of("format.byte", &[], Object("kubernetes.NamedFormat"), Cost::Unit)
    .runs(|_, v| apply0::<_>(v, || Ok(Value::NamedFormat(library::named_format::NamedFormat::Byte))));

/// `format.date`
pub const FORMAT_DATE: Overload = of("format.date", &[], Object("kubernetes.NamedFormat"), Cost::Unit)
    .runs(|_, v| apply0::<_>(v, || Ok(Value::NamedFormat(library::named_format::NamedFormat::Date))));

/// `format.datetime`
pub const FORMAT_DATETIME: Overload =
    of("format.datetime", &[], Object("kubernetes.NamedFormat"), Cost::Unit)
        .runs(|_, v| apply0::<_>(v, || Ok(Value::NamedFormat(library::named_format::NamedFormat::DateTime))));

pub(super) const FUNCTIONS: &[Function] = &[
    Function {
        name: "validate",
        counts: Counts::Validate,
        since: Minor(32),
        doc: "an optional with what is wrong with a string, or none",
        overloads: &[FORMAT_VALIDATE],
        ..FUNCTION
    },
    Function {
        name: "format.named",
        size: Size::Scalar,
        since: Minor(32),
        doc: "an optional with the format of this name",
        overloads: &[FORMAT_NAMED],
        ..FUNCTION
    },
    Function {
        name: "format.dns1123Label",
        since: Minor(32),
        doc: "the format `dns1123Label`",
        overloads: &[FORMAT_DNS1123_LABEL],
        ..FUNCTION
    },
    Function {
        name: "format.dns1123Subdomain",
        since: Minor(32),
        doc: "the format `dns1123Subdomain`",
        overloads: &[FORMAT_DNS1123_SUBDOMAIN],
        ..FUNCTION
    },
    Function {
        name: "format.dns1035Label",
        since: Minor(32),
        doc: "the format `dns1035Label`",
        overloads: &[FORMAT_DNS1035_LABEL],
        ..FUNCTION
    },
    Function {
        name: "format.qualifiedName",
        since: Minor(32),
        doc: "the format `qualifiedName`",
        overloads: &[FORMAT_QUALIFIED_NAME],
        ..FUNCTION
    },
    Function {
        name: "format.dns1123LabelPrefix",
        since: Minor(32),
        doc: "the format `dns1123LabelPrefix`",
        overloads: &[FORMAT_DNS1123_LABEL_PREFIX],
        ..FUNCTION
    },
    Function {
        name: "format.dns1123SubdomainPrefix",
        since: Minor(32),
        doc: "the format `dns1123SubdomainPrefix`",
        overloads: &[FORMAT_DNS1123_SUBDOMAIN_PREFIX],
        ..FUNCTION
    },
    Function {
        name: "format.dns1035LabelPrefix",
        since: Minor(32),
        doc: "the format `dns1035LabelPrefix`",
        overloads: &[FORMAT_DNS1035_LABEL_PREFIX],
        ..FUNCTION
    },
    Function {
        name: "format.labelValue",
        since: Minor(32),
        doc: "the format `labelValue`",
        overloads: &[FORMAT_LABEL_VALUE],
        ..FUNCTION
    },
    Function {
        name: "format.uri",
        since: Minor(32),
        doc: "the format `uri`",
        overloads: &[FORMAT_URI],
        ..FUNCTION
    },
    Function {
        name: "format.uuid",
        since: Minor(32),
        doc: "the format `uuid`",
        overloads: &[FORMAT_UUID],
        ..FUNCTION
    },
    Function {
        name: "format.byte",
        since: Minor(32),
        doc: "the format `byte`",
        overloads: &[FORMAT_BYTE],
        ..FUNCTION
    },
    Function {
        name: "format.date",
        since: Minor(32),
        doc: "the format `date`",
        overloads: &[FORMAT_DATE],
        ..FUNCTION
    },
    Function {
        name: "format.datetime",
        since: Minor(32),
        doc: "the format `datetime`",
        overloads: &[FORMAT_DATETIME],
        ..FUNCTION
    },
];
