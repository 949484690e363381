//! The table of functions on named formats.
//
// apiserver: pkg/cel/library/format.go

use super::overload::{Cost, Size, of, on};
use super::signature::Signature::*;
use crate::library::{self, results};
use crate::operations::call_cost::Cost as Counts;
use crate::values::{self, Value};
use crdc_vocabulary::Minor;

functions! {
    "validate" since Minor(32), "an optional with what is wrong with a string, or none" { counts: Counts::Validate }:
        FORMAT_VALIDATE = on "format-validate" [Object("kubernetes.NamedFormat"), String] -> Optional(&List(&String)), Cost::Validate
            => |c, a: Value<'_>, b: &str| Ok(results::reasons(c.arena, values::of(a)?, b));
    "format.named" since Minor(32), "an optional with the format of this name" { size: Size::Scalar }:
        FORMAT_NAMED = of "format-named" [String] -> Optional(&Object("kubernetes.NamedFormat")), Cost::Unit
            => |c, a: &str| Ok(results::named_format(c.arena, a));
    "format.dns1123Label" since Minor(32), "the format `dns1123Label`":
        FORMAT_DNS1123_LABEL = of "format.dns1123Label" [] -> Object("kubernetes.NamedFormat"), Cost::Unit
            => |_| Ok(Value::NamedFormat(library::named_format::NamedFormat::Dns1123Label));
    "format.dns1123Subdomain" since Minor(32), "the format `dns1123Subdomain`":
        FORMAT_DNS1123_SUBDOMAIN = of "format.dns1123Subdomain" [] -> Object("kubernetes.NamedFormat"), Cost::Unit
            => |_| Ok(Value::NamedFormat(library::named_format::NamedFormat::Dns1123Subdomain));
    "format.dns1035Label" since Minor(32), "the format `dns1035Label`":
        FORMAT_DNS1035_LABEL = of "format.dns1035Label" [] -> Object("kubernetes.NamedFormat"), Cost::Unit
            => |_| Ok(Value::NamedFormat(library::named_format::NamedFormat::Dns1035Label));
    "format.qualifiedName" since Minor(32), "the format `qualifiedName`":
        FORMAT_QUALIFIED_NAME = of "format.qualifiedName" [] -> Object("kubernetes.NamedFormat"), Cost::Unit
            => |_| Ok(Value::NamedFormat(library::named_format::NamedFormat::QualifiedName));
    "format.dns1123LabelPrefix" since Minor(32), "the format `dns1123LabelPrefix`":
        FORMAT_DNS1123_LABEL_PREFIX = of "format.dns1123LabelPrefix" [] -> Object("kubernetes.NamedFormat"), Cost::Unit
            => |_| Ok(Value::NamedFormat(library::named_format::NamedFormat::Dns1123LabelPrefix));
    "format.dns1123SubdomainPrefix" since Minor(32), "the format `dns1123SubdomainPrefix`":
        FORMAT_DNS1123_SUBDOMAIN_PREFIX = of "format.dns1123SubdomainPrefix" [] -> Object("kubernetes.NamedFormat"), Cost::Unit
            => |_| Ok(Value::NamedFormat(library::named_format::NamedFormat::Dns1123SubdomainPrefix));
    "format.dns1035LabelPrefix" since Minor(32), "the format `dns1035LabelPrefix`":
        FORMAT_DNS1035_LABEL_PREFIX = of "format.dns1035LabelPrefix" [] -> Object("kubernetes.NamedFormat"), Cost::Unit
            => |_| Ok(Value::NamedFormat(library::named_format::NamedFormat::Dns1035LabelPrefix));
    "format.labelValue" since Minor(32), "the format `labelValue`":
        FORMAT_LABEL_VALUE = of "format.labelValue" [] -> Object("kubernetes.NamedFormat"), Cost::Unit
            => |_| Ok(Value::NamedFormat(library::named_format::NamedFormat::LabelValue));
    "format.uri" since Minor(32), "the format `uri`":
        FORMAT_URI = of "format.uri" [] -> Object("kubernetes.NamedFormat"), Cost::Unit
            => |_| Ok(Value::NamedFormat(library::named_format::NamedFormat::Uri));
    "format.uuid" since Minor(32), "the format `uuid`":
        FORMAT_UUID = of "format.uuid" [] -> Object("kubernetes.NamedFormat"), Cost::Unit
            => |_| Ok(Value::NamedFormat(library::named_format::NamedFormat::Uuid));
    "format.byte" since Minor(32), "the format `byte`":
        FORMAT_BYTE = of "format.byte" [] -> Object("kubernetes.NamedFormat"), Cost::Unit
            => |_| Ok(Value::NamedFormat(library::named_format::NamedFormat::Byte));
    "format.date" since Minor(32), "the format `date`":
        FORMAT_DATE = of "format.date" [] -> Object("kubernetes.NamedFormat"), Cost::Unit
            => |_| Ok(Value::NamedFormat(library::named_format::NamedFormat::Date));
    "format.datetime" since Minor(32), "the format `datetime`":
        FORMAT_DATETIME = of "format.datetime" [] -> Object("kubernetes.NamedFormat"), Cost::Unit
            => |_| Ok(Value::NamedFormat(library::named_format::NamedFormat::DateTime));
}
