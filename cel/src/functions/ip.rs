//! IP addresses.
//
// apiserver: pkg/cel/library/ip.go

use super::apply::apply1;
use super::overload::{Cost, FUNCTION, Function, Overload, Size, of, on};
use super::signature::Signature::*;
use crate::{self as cel, Cost as Counts, Value, library};
use crdc_vocabulary::Minor;

/// `string_to_ip`
pub const STRING_TO_IP: Overload = of("string_to_ip", &[String], Opaque("net.IP"), Cost::Parse)
    .runs(|_, v| apply1::<&str, _>(v, |a| library::ip::Ip::parse(a).map(Value::Ip)));

/// `ip_family`
pub const IP_FAMILY: Overload = on("ip_family", &[Opaque("net.IP")], Int, Cost::Unit)
    .runs(|_, v| apply1::<Value<'_>, _>(v, |a| Ok(cel::of::<library::ip::Ip>(a)?.family())));

/// `ip_is_canonical`
pub const IP_IS_CANONICAL: Overload = of("ip_is_canonical", &[String], Bool, Cost::ParseTwice)
    .runs(|_, v| apply1::<&str, _>(v, |a| library::ip::Ip::is_canonical(a)));

/// `ip_is_unspecified`
pub const IP_IS_UNSPECIFIED: Overload = on("ip_is_unspecified", &[Opaque("net.IP")], Bool, Cost::Unit)
    .runs(|_, v| apply1::<Value<'_>, _>(v, |a| Ok(cel::of::<library::ip::Ip>(a)?.is_unspecified())));

/// `ip_is_loopback`
pub const IP_IS_LOOPBACK: Overload = on("ip_is_loopback", &[Opaque("net.IP")], Bool, Cost::Unit)
    .runs(|_, v| apply1::<Value<'_>, _>(v, |a| Ok(cel::of::<library::ip::Ip>(a)?.is_loopback())));

/// `ip_is_link_local_multicast`
pub const IP_IS_LINK_LOCAL_MULTICAST: Overload =
    on("ip_is_link_local_multicast", &[Opaque("net.IP")], Bool, Cost::Unit).runs(|_, v| {
        apply1::<Value<'_>, _>(v, |a| Ok(cel::of::<library::ip::Ip>(a)?.is_link_local_multicast()))
    });

/// `ip_is_link_local_unicast`
pub const IP_IS_LINK_LOCAL_UNICAST: Overload =
    on("ip_is_link_local_unicast", &[Opaque("net.IP")], Bool, Cost::Unit).runs(|_, v| {
        apply1::<Value<'_>, _>(v, |a| Ok(cel::of::<library::ip::Ip>(a)?.is_link_local_unicast()))
    });

/// `ip_is_global_unicast`
pub const IP_IS_GLOBAL_UNICAST: Overload = on("ip_is_global_unicast", &[Opaque("net.IP")], Bool, Cost::Unit)
    .runs(|_, v| apply1::<Value<'_>, _>(v, |a| Ok(cel::of::<library::ip::Ip>(a)?.is_global_unicast())));

/// `is_ip`
pub const IS_IP: Overload = of("is_ip", &[String], Bool, Cost::Parse)
    .runs(|_, v| apply1::<&str, _>(v, |a| Ok(library::ip::Ip::is_ip(a))));

/// `ip_to_string`
pub const IP_TO_STRING: Overload = of("ip_to_string", &[Opaque("net.IP")], String, Cost::Unit)
    .runs(|c, v| apply1::<Value<'_>, _>(v, |a| Ok(cel::of::<library::ip::Ip>(a)?.text(c.arena))));

pub(super) const FUNCTIONS: &[Function] = &[
    Function {
        name: "ip",
        counts: Counts::Traverse,
        size: Size::Address,
        since: Minor(31),
        doc: "a string as an IP address; an error if it is none",
        overloads: &[STRING_TO_IP],
        ..FUNCTION
    },
    Function { name: "family", since: Minor(31), doc: "4 or 6", overloads: &[IP_FAMILY], ..FUNCTION },
    Function {
        name: "ip.isCanonical",
        counts: Counts::TraverseTwice,
        since: Minor(31),
        doc: "whether a string is an IP address in its usual form",
        overloads: &[IP_IS_CANONICAL],
        ..FUNCTION
    },
    Function {
        name: "isUnspecified",
        since: Minor(31),
        doc: "whether it is `0.0.0.0` or `::`",
        overloads: &[IP_IS_UNSPECIFIED],
        ..FUNCTION
    },
    Function {
        name: "isLoopback",
        since: Minor(31),
        doc: "whether it is a loopback address",
        overloads: &[IP_IS_LOOPBACK],
        ..FUNCTION
    },
    Function {
        name: "isLinkLocalMulticast",
        since: Minor(31),
        doc: "whether it is a link-local multicast address",
        overloads: &[IP_IS_LINK_LOCAL_MULTICAST],
        ..FUNCTION
    },
    Function {
        name: "isLinkLocalUnicast",
        since: Minor(31),
        doc: "whether it is a link-local unicast address",
        overloads: &[IP_IS_LINK_LOCAL_UNICAST],
        ..FUNCTION
    },
    Function {
        name: "isGlobalUnicast",
        since: Minor(31),
        doc: "whether it is a global unicast address",
        overloads: &[IP_IS_GLOBAL_UNICAST],
        ..FUNCTION
    },
    Function {
        name: "isIP",
        counts: Counts::Traverse,
        since: Minor(31),
        doc: "whether a string is an IP address",
        overloads: &[IS_IP],
        ..FUNCTION
    },
    Function {
        name: "string",
        size: Size::Written,
        since: Minor(31),
        doc: "the address as a string",
        overloads: &[IP_TO_STRING],
        ..FUNCTION
    },
];
