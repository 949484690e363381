//! Networks.

/// The code of each overload.
pub(super) const CALLS: &[(&str, &str)] = &[
    ("string_to_cidr", "|a| library::cidr::Cidr::parse(a).map(Value::Cidr)"),
    ("cidr_contains_ip_string", "|a, b| cel::of::<library::cidr::Cidr>(a)?.contains_ip_text(b)"),
    ("cidr_contains_ip_ip", "|a, b| Ok(cel::of::<library::cidr::Cidr>(a)?.contains_ip(cel::of(b)?))"),
    ("cidr_contains_cidr_string", "|a, b| cel::of::<library::cidr::Cidr>(a)?.contains_cidr_text(b)"),
    ("cidr_contains_cidr", "|a, b| Ok(cel::of::<library::cidr::Cidr>(a)?.contains_cidr(cel::of(b)?))"),
    ("cidr_ip", "|a| Ok(Value::Ip(cel::of::<library::cidr::Cidr>(a)?.ip()))"),
    ("cidr_prefix_length", "|a| Ok(cel::of::<library::cidr::Cidr>(a)?.prefix_length())"),
    ("cidr_masked", "|a| Ok(Value::Cidr(cel::of::<library::cidr::Cidr>(a)?.masked()))"),
    ("is_cidr", "|a| Ok(library::cidr::Cidr::is_cidr(a))"),
    ("cidr_to_string", "|a| Ok(cel::of::<library::cidr::Cidr>(a)?.text(c.arena))"),
];
