//! The table of functions on URLs.
//
// apiserver: pkg/cel/library/urls.go

use super::overload::{Cost, Size, of, on};
use super::signature::Signature::*;
use crate::library::{self, results};
use crate::operations::call_cost::Cost as Counts;
use crate::values::{self, Value};
use crdc_vocabulary::Minor;

functions! {
    "url" since Minor::FIRST, "a string as a URL; an error if it is none" { counts: Counts::Traverse, size: Size::Parsed }:
        STRING_TO_URL = of "string_to_url" [String] -> Object("kubernetes.URL"), Cost::ParseSized
            => |c, a: &str| library::url::Url::parse(a, c.arena).map(Value::Url);
    "getScheme" since Minor::FIRST, "the scheme, or an empty string" { size: Size::PartOfUrl }:
        URL_GET_SCHEME = on "url_get_scheme" [Object("kubernetes.URL")] -> String, Cost::Unit
            => |_, a: Value<'_>| Ok(values::of::<library::url::Url<'_>>(a)?.scheme());
    "getHost" since Minor::FIRST, "the host and port" { size: Size::PartOfUrl }:
        URL_GET_HOST = on "url_get_host" [Object("kubernetes.URL")] -> String, Cost::Unit
            => |c, a: Value<'_>| Ok(values::of::<library::url::Url<'_>>(a)?.host(c.arena));
    "getHostname" since Minor::FIRST, "the host" { size: Size::PartOfUrl }:
        URL_GET_HOSTNAME = on "url_get_hostname" [Object("kubernetes.URL")] -> String, Cost::Unit
            => |c, a: Value<'_>| Ok(values::of::<library::url::Url<'_>>(a)?.hostname(c.arena));
    "getPort" since Minor::FIRST, "the port, or an empty string" { size: Size::PartOfUrl }:
        URL_GET_PORT = on "url_get_port" [Object("kubernetes.URL")] -> String, Cost::Unit
            => |c, a: Value<'_>| Ok(values::of::<library::url::Url<'_>>(a)?.port(c.arena));
    "getEscapedPath" since Minor::FIRST, "the path, escaped" { size: Size::PartOfUrl }:
        URL_GET_ESCAPED_PATH = on "url_get_escaped_path" [Object("kubernetes.URL")] -> String, Cost::Unit
            => |c, a: Value<'_>| Ok(values::of::<library::url::Url<'_>>(a)?.escaped_path(c.arena));
    "getQuery" since Minor::FIRST, "the parameters of the query, by their keys" { size: Size::Query }:
        URL_GET_QUERY = on "url_get_query" [Object("kubernetes.URL")] -> Map(&String, &List(&String)), Cost::Unit
            => |c, a: Value<'_>| Ok(results::query(c.arena, values::of(a)?));
    "isURL" since Minor::FIRST, "whether a string is a URL":
        IS_URL_STRING = of "is_url_string" [String] -> Bool, Cost::Unit
            => |_, a: &str| Ok(library::url::Url::is_url(a));
}
