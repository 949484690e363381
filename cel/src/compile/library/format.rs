//! Named formats.
//
// apiserver: pkg/cel/library/format.go

use super::overload::{Cost, Function, of, on};
use crate::compile::types::Signature::*;
use crdc_vocabulary::Minor;

pub(super) const FUNCTIONS: &[Function] = &[
    Function {
        name: "validate",
        since: Minor(32),
        doc: "an optional with what is wrong with a string, or none",
        overloads: &[on(
            "format-validate",
            &[Object("kubernetes.NamedFormat"), String],
            Optional(&List(&String)),
            Cost::Validate,
        )],
    },
    Function {
        name: "format.named",
        since: Minor(32),
        doc: "an optional with the format of this name",
        overloads: &[of("format-named", &[String], Optional(&Object("kubernetes.NamedFormat")), Cost::Unit)],
    },
    Function {
        name: "format.dns1123Label",
        since: Minor(32),
        doc: "the format `dns1123Label`",
        overloads: &[of("format.dns1123Label", &[], Object("kubernetes.NamedFormat"), Cost::Unit)],
    },
    Function {
        name: "format.dns1123Subdomain",
        since: Minor(32),
        doc: "the format `dns1123Subdomain`",
        overloads: &[of("format.dns1123Subdomain", &[], Object("kubernetes.NamedFormat"), Cost::Unit)],
    },
    Function {
        name: "format.dns1035Label",
        since: Minor(32),
        doc: "the format `dns1035Label`",
        overloads: &[of("format.dns1035Label", &[], Object("kubernetes.NamedFormat"), Cost::Unit)],
    },
    Function {
        name: "format.qualifiedName",
        since: Minor(32),
        doc: "the format `qualifiedName`",
        overloads: &[of("format.qualifiedName", &[], Object("kubernetes.NamedFormat"), Cost::Unit)],
    },
    Function {
        name: "format.dns1123LabelPrefix",
        since: Minor(32),
        doc: "the format `dns1123LabelPrefix`",
        overloads: &[of("format.dns1123LabelPrefix", &[], Object("kubernetes.NamedFormat"), Cost::Unit)],
    },
    Function {
        name: "format.dns1123SubdomainPrefix",
        since: Minor(32),
        doc: "the format `dns1123SubdomainPrefix`",
        overloads: &[of("format.dns1123SubdomainPrefix", &[], Object("kubernetes.NamedFormat"), Cost::Unit)],
    },
    Function {
        name: "format.dns1035LabelPrefix",
        since: Minor(32),
        doc: "the format `dns1035LabelPrefix`",
        overloads: &[of("format.dns1035LabelPrefix", &[], Object("kubernetes.NamedFormat"), Cost::Unit)],
    },
    Function {
        name: "format.labelValue",
        since: Minor(32),
        doc: "the format `labelValue`",
        overloads: &[of("format.labelValue", &[], Object("kubernetes.NamedFormat"), Cost::Unit)],
    },
    Function {
        name: "format.uri",
        since: Minor(32),
        doc: "the format `uri`",
        overloads: &[of("format.uri", &[], Object("kubernetes.NamedFormat"), Cost::Unit)],
    },
    Function {
        name: "format.uuid",
        since: Minor(32),
        doc: "the format `uuid`",
        overloads: &[of("format.uuid", &[], Object("kubernetes.NamedFormat"), Cost::Unit)],
    },
    Function {
        name: "format.byte",
        since: Minor(32),
        doc: "the format `byte`",
        overloads: &[of("format.byte", &[], Object("kubernetes.NamedFormat"), Cost::Unit)],
    },
    Function {
        name: "format.date",
        since: Minor(32),
        doc: "the format `date`",
        overloads: &[of("format.date", &[], Object("kubernetes.NamedFormat"), Cost::Unit)],
    },
    Function {
        name: "format.datetime",
        since: Minor(32),
        doc: "the format `datetime`",
        overloads: &[of("format.datetime", &[], Object("kubernetes.NamedFormat"), Cost::Unit)],
    },
];
