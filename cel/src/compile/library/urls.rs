//! URLs.
//
// apiserver: pkg/cel/library/urls.go

use super::overload::{Cost, Function, of, on};
use crate::compile::types::Signature::*;
use crdc_vocabulary::Minor;

pub(super) const FUNCTIONS: &[Function] = &[
    Function {
        name: "url",
        since: Minor::FIRST,
        doc: "a string as a URL; an error if it is none",
        overloads: &[of("string_to_url", &[String], Object("kubernetes.URL"), Cost::ParseSized)],
    },
    Function {
        name: "getScheme",
        since: Minor::FIRST,
        doc: "the scheme, or an empty string",
        overloads: &[on("url_get_scheme", &[Object("kubernetes.URL")], String, Cost::Unit)],
    },
    Function {
        name: "getHost",
        since: Minor::FIRST,
        doc: "the host and port",
        overloads: &[on("url_get_host", &[Object("kubernetes.URL")], String, Cost::Unit)],
    },
    Function {
        name: "getHostname",
        since: Minor::FIRST,
        doc: "the host",
        overloads: &[on("url_get_hostname", &[Object("kubernetes.URL")], String, Cost::Unit)],
    },
    Function {
        name: "getPort",
        since: Minor::FIRST,
        doc: "the port, or an empty string",
        overloads: &[on("url_get_port", &[Object("kubernetes.URL")], String, Cost::Unit)],
    },
    Function {
        name: "getEscapedPath",
        since: Minor::FIRST,
        doc: "the path, escaped",
        overloads: &[on("url_get_escaped_path", &[Object("kubernetes.URL")], String, Cost::Unit)],
    },
    Function {
        name: "getQuery",
        since: Minor::FIRST,
        doc: "the parameters of the query, by their keys",
        overloads: &[on(
            "url_get_query",
            &[Object("kubernetes.URL")],
            Map(&String, &List(&String)),
            Cost::Unit,
        )],
    },
    Function {
        name: "isURL",
        since: Minor::FIRST,
        doc: "whether a string is a URL",
        overloads: &[of("is_url_string", &[String], Bool, Cost::Unit)],
    },
];
