//! Networks.
//
// apiserver: pkg/cel/library/cidr.go

use super::apply::{apply1, apply2};
use super::overload::{Cost, FUNCTION, Function, Overload, Size, of, on};
use super::signature::Signature::*;
use crate::{self as cel, Cost as Counts, Value, library};
use crdc_vocabulary::Minor;

/// `string_to_cidr`
pub const STRING_TO_CIDR: Overload = of("string_to_cidr", &[String], Opaque("net.CIDR"), Cost::Parse)
    .runs(|_, v| apply1::<&str, _>(v, |a| library::cidr::Cidr::parse(a).map(Value::Cidr)));

/// `cidr_contains_ip_string`
pub const CIDR_CONTAINS_IP_STRING: Overload = on(
    "cidr_contains_ip_string",
    &[Opaque("net.CIDR"), String],
    Bool,
    Cost::ContainsAddress { network: false, parse: true },
)
.counts(Counts::ContainsIp { parse: true })
.runs(|_, v| apply2::<Value<'_>, &str, _>(v, |a, b| cel::of::<library::cidr::Cidr>(a)?.contains_ip_text(b)));

/// `cidr_contains_ip_ip`
pub const CIDR_CONTAINS_IP_IP: Overload = on(
    "cidr_contains_ip_ip",
    &[Opaque("net.CIDR"), Opaque("net.IP")],
    Bool,
    Cost::ContainsAddress { network: false, parse: false },
)
.runs(|_, v| {
    apply2::<Value<'_>, Value<'_>, _>(v, |a, b| {
        Ok(cel::of::<library::cidr::Cidr>(a)?.contains_ip(cel::of(b)?))
    })
});

/// `cidr_contains_cidr_string`
pub const CIDR_CONTAINS_CIDR_STRING: Overload = on(
    "cidr_contains_cidr_string",
    &[Opaque("net.CIDR"), String],
    Bool,
    Cost::ContainsAddress { network: true, parse: true },
)
.counts(Counts::ContainsCidr { parse: true })
.runs(|_, v| {
    apply2::<Value<'_>, &str, _>(v, |a, b| cel::of::<library::cidr::Cidr>(a)?.contains_cidr_text(b))
});

/// `cidr_contains_cidr`
pub const CIDR_CONTAINS_CIDR: Overload = on(
    "cidr_contains_cidr",
    &[Opaque("net.CIDR"), Opaque("net.CIDR")],
    Bool,
    Cost::ContainsAddress { network: true, parse: false },
)
.runs(|_, v| {
    apply2::<Value<'_>, Value<'_>, _>(v, |a, b| {
        Ok(cel::of::<library::cidr::Cidr>(a)?.contains_cidr(cel::of(b)?))
    })
});

/// `cidr_ip`
pub const CIDR_IP: Overload = on("cidr_ip", &[Opaque("net.CIDR")], Opaque("net.IP"), Cost::Unit)
    .counts(Counts::Unit)
    .runs(|_, v| apply1::<Value<'_>, _>(v, |a| Ok(Value::Ip(cel::of::<library::cidr::Cidr>(a)?.ip()))));

/// `cidr_prefix_length`
pub const CIDR_PREFIX_LENGTH: Overload = on("cidr_prefix_length", &[Opaque("net.CIDR")], Int, Cost::Unit)
    .runs(|_, v| apply1::<Value<'_>, _>(v, |a| Ok(cel::of::<library::cidr::Cidr>(a)?.prefix_length())));

/// `cidr_masked`
pub const CIDR_MASKED: Overload = on("cidr_masked", &[Opaque("net.CIDR")], Opaque("net.CIDR"), Cost::Unit)
    .runs(|_, v| apply1::<Value<'_>, _>(v, |a| Ok(Value::Cidr(cel::of::<library::cidr::Cidr>(a)?.masked()))));

/// `is_cidr`
pub const IS_CIDR: Overload = of("is_cidr", &[String], Bool, Cost::Parse)
    .runs(|_, v| apply1::<&str, _>(v, |a| Ok(library::cidr::Cidr::is_cidr(a))));

/// `cidr_to_string`
pub const CIDR_TO_STRING: Overload = of("cidr_to_string", &[Opaque("net.CIDR")], String, Cost::Unit)
    .runs(|c, v| apply1::<Value<'_>, _>(v, |a| Ok(cel::of::<library::cidr::Cidr>(a)?.text(c.arena))));

pub(super) const FUNCTIONS: &[Function] = &[
    Function {
        name: "cidr",
        counts: Counts::Traverse,
        size: Size::Address,
        since: Minor(31),
        doc: "a string as a network; an error if it is none",
        overloads: &[STRING_TO_CIDR],
        ..FUNCTION
    },
    Function {
        name: "containsIP",
        counts: Counts::ContainsIp { parse: false },
        since: Minor(31),
        doc: "whether an address is in the network",
        overloads: &[CIDR_CONTAINS_IP_STRING, CIDR_CONTAINS_IP_IP],
        ..FUNCTION
    },
    Function {
        name: "containsCIDR",
        counts: Counts::ContainsCidr { parse: false },
        since: Minor(31),
        doc: "whether a network is in the network",
        overloads: &[CIDR_CONTAINS_CIDR_STRING, CIDR_CONTAINS_CIDR],
        ..FUNCTION
    },
    Function {
        name: "ip",
        counts: Counts::Traverse,
        size: Size::Address,
        since: Minor(31),
        doc: "the address of the network",
        overloads: &[CIDR_IP],
        ..FUNCTION
    },
    Function {
        name: "prefixLength",
        since: Minor(31),
        doc: "the length of the prefix",
        overloads: &[CIDR_PREFIX_LENGTH],
        ..FUNCTION
    },
    Function {
        name: "masked",
        size: Size::Address,
        since: Minor(31),
        doc: "the network with the address masked",
        overloads: &[CIDR_MASKED],
        ..FUNCTION
    },
    Function {
        name: "isCIDR",
        counts: Counts::Traverse,
        since: Minor(31),
        doc: "whether a string is a network",
        overloads: &[IS_CIDR],
        ..FUNCTION
    },
    Function {
        name: "string",
        size: Size::Written,
        since: Minor(31),
        doc: "the network as a string",
        overloads: &[CIDR_TO_STRING],
        ..FUNCTION
    },
];
