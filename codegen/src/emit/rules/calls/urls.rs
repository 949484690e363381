//! URLs.

/// The code of each overload.
pub(super) const CALLS: &[(&str, &str)] = &[
    ("string_to_url", "|a| library::url::Url::parse(a, c.arena).map(Value::Url)"),
    ("url_get_scheme", "|a| Ok(cel::of::<library::url::Url<'a>>(a)?.scheme())"),
    ("url_get_host", "|a| Ok(cel::of::<library::url::Url<'a>>(a)?.host(c.arena))"),
    ("url_get_hostname", "|a| Ok(cel::of::<library::url::Url<'a>>(a)?.hostname(c.arena))"),
    ("url_get_port", "|a| Ok(cel::of::<library::url::Url<'a>>(a)?.port(c.arena))"),
    ("url_get_escaped_path", "|a| Ok(cel::of::<library::url::Url<'a>>(a)?.escaped_path(c.arena))"),
    ("url_get_query", "|a| Ok(cel::query(c.arena, cel::of(a)?))"),
    ("is_url_string", "|a| Ok(library::url::Url::is_url(a))"),
];
