//! IP addresses.

/// The code of each overload.
pub(super) const CALLS: &[(&str, &str)] = &[
    ("string_to_ip", "|a| library::ip::Ip::parse(a).map(Value::Ip)"),
    ("ip_family", "|a| Ok(cel::of::<library::ip::Ip>(a)?.family())"),
    ("ip_is_canonical", "|a| library::ip::Ip::is_canonical(a)"),
    ("ip_is_unspecified", "|a| Ok(cel::of::<library::ip::Ip>(a)?.is_unspecified())"),
    ("ip_is_loopback", "|a| Ok(cel::of::<library::ip::Ip>(a)?.is_loopback())"),
    ("ip_is_link_local_multicast", "|a| Ok(cel::of::<library::ip::Ip>(a)?.is_link_local_multicast())"),
    ("ip_is_link_local_unicast", "|a| Ok(cel::of::<library::ip::Ip>(a)?.is_link_local_unicast())"),
    ("ip_is_global_unicast", "|a| Ok(cel::of::<library::ip::Ip>(a)?.is_global_unicast())"),
    ("is_ip", "|a| Ok(library::ip::Ip::is_ip(a))"),
    ("ip_to_string", "|a| Ok(cel::of::<library::ip::Ip>(a)?.text(c.arena))"),
];
