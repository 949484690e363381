//! URLs.
//
// apiserver: pkg/cel/library/urls.go

use super::apply::apply1;
use super::overload::{Cost, FUNCTION, Function, Overload, Size, of, on};
use super::signature::Signature::*;
use crate::{self as cel, Cost as Counts, Value, library};
use crdc_vocabulary::Minor;

/// `string_to_url`
pub const STRING_TO_URL: Overload =
    of("string_to_url", &[String], Object("kubernetes.URL"), Cost::ParseSized)
        .runs(|c, v| apply1::<&str, _>(v, |a| library::url::Url::parse(a, c.arena).map(Value::Url)));

/// `url_get_scheme`
pub const URL_GET_SCHEME: Overload = on("url_get_scheme", &[Object("kubernetes.URL")], String, Cost::Unit)
    .runs(|_, v| apply1::<Value<'_>, _>(v, |a| Ok(cel::of::<library::url::Url<'_>>(a)?.scheme())));

/// `url_get_host`
pub const URL_GET_HOST: Overload = on("url_get_host", &[Object("kubernetes.URL")], String, Cost::Unit)
    .runs(|c, v| apply1::<Value<'_>, _>(v, |a| Ok(cel::of::<library::url::Url<'_>>(a)?.host(c.arena))));

/// `url_get_hostname`
pub const URL_GET_HOSTNAME: Overload =
    on("url_get_hostname", &[Object("kubernetes.URL")], String, Cost::Unit).runs(|c, v| {
        apply1::<Value<'_>, _>(v, |a| Ok(cel::of::<library::url::Url<'_>>(a)?.hostname(c.arena)))
    });

/// `url_get_port`
pub const URL_GET_PORT: Overload = on("url_get_port", &[Object("kubernetes.URL")], String, Cost::Unit)
    .runs(|c, v| apply1::<Value<'_>, _>(v, |a| Ok(cel::of::<library::url::Url<'_>>(a)?.port(c.arena))));

/// `url_get_escaped_path`
pub const URL_GET_ESCAPED_PATH: Overload =
    on("url_get_escaped_path", &[Object("kubernetes.URL")], String, Cost::Unit).runs(|c, v| {
        apply1::<Value<'_>, _>(v, |a| Ok(cel::of::<library::url::Url<'_>>(a)?.escaped_path(c.arena)))
    });

/// `url_get_query`
pub const URL_GET_QUERY: Overload =
    on("url_get_query", &[Object("kubernetes.URL")], Map(&String, &List(&String)), Cost::Unit)
        .runs(|c, v| apply1::<Value<'_>, _>(v, |a| Ok(cel::query(c.arena, cel::of(a)?))));

/// `is_url_string`
pub const IS_URL_STRING: Overload = of("is_url_string", &[String], Bool, Cost::Unit)
    .runs(|_, v| apply1::<&str, _>(v, |a| Ok(library::url::Url::is_url(a))));

pub(super) const FUNCTIONS: &[Function] = &[
    Function {
        name: "url",
        counts: Counts::Traverse,
        size: Size::Parsed,
        since: Minor::FIRST,
        doc: "a string as a URL; an error if it is none",
        overloads: &[STRING_TO_URL],
        ..FUNCTION
    },
    Function {
        name: "getScheme",
        size: Size::PartOfUrl,
        since: Minor::FIRST,
        doc: "the scheme, or an empty string",
        overloads: &[URL_GET_SCHEME],
        ..FUNCTION
    },
    Function {
        name: "getHost",
        size: Size::PartOfUrl,
        since: Minor::FIRST,
        doc: "the host and port",
        overloads: &[URL_GET_HOST],
        ..FUNCTION
    },
    Function {
        name: "getHostname",
        size: Size::PartOfUrl,
        since: Minor::FIRST,
        doc: "the host",
        overloads: &[URL_GET_HOSTNAME],
        ..FUNCTION
    },
    Function {
        name: "getPort",
        size: Size::PartOfUrl,
        since: Minor::FIRST,
        doc: "the port, or an empty string",
        overloads: &[URL_GET_PORT],
        ..FUNCTION
    },
    Function {
        name: "getEscapedPath",
        size: Size::PartOfUrl,
        since: Minor::FIRST,
        doc: "the path, escaped",
        overloads: &[URL_GET_ESCAPED_PATH],
        ..FUNCTION
    },
    Function {
        name: "getQuery",
        size: Size::Query,
        since: Minor::FIRST,
        doc: "the parameters of the query, by their keys",
        overloads: &[URL_GET_QUERY],
        ..FUNCTION
    },
    Function {
        name: "isURL",
        since: Minor::FIRST,
        doc: "whether a string is a URL",
        overloads: &[IS_URL_STRING],
        ..FUNCTION
    },
];
