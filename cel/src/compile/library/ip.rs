//! IP addresses.
//
// apiserver: pkg/cel/library/ip.go

use super::overload::{Cost, Function, of, on};
use crate::compile::types::Signature::*;
use crdc_vocabulary::Minor;

pub(super) const FUNCTIONS: &[Function] = &[
    Function {
        name: "ip",
        since: Minor(31),
        doc: "a string as an IP address; an error if it is none",
        overloads: &[of("string_to_ip", &[String], Opaque("net.IP"), Cost::Parse)],
    },
    Function {
        name: "family",
        since: Minor(31),
        doc: "4 or 6",
        overloads: &[on("ip_family", &[Opaque("net.IP")], Int, Cost::Unit)],
    },
    Function {
        name: "ip.isCanonical",
        since: Minor(31),
        doc: "whether a string is an IP address in its usual form",
        overloads: &[of("ip_is_canonical", &[String], Bool, Cost::ParseTwice)],
    },
    Function {
        name: "isUnspecified",
        since: Minor(31),
        doc: "whether it is `0.0.0.0` or `::`",
        overloads: &[on("ip_is_unspecified", &[Opaque("net.IP")], Bool, Cost::Unit)],
    },
    Function {
        name: "isLoopback",
        since: Minor(31),
        doc: "whether it is a loopback address",
        overloads: &[on("ip_is_loopback", &[Opaque("net.IP")], Bool, Cost::Unit)],
    },
    Function {
        name: "isLinkLocalMulticast",
        since: Minor(31),
        doc: "whether it is a link-local multicast address",
        overloads: &[on("ip_is_link_local_multicast", &[Opaque("net.IP")], Bool, Cost::Unit)],
    },
    Function {
        name: "isLinkLocalUnicast",
        since: Minor(31),
        doc: "whether it is a link-local unicast address",
        overloads: &[on("ip_is_link_local_unicast", &[Opaque("net.IP")], Bool, Cost::Unit)],
    },
    Function {
        name: "isGlobalUnicast",
        since: Minor(31),
        doc: "whether it is a global unicast address",
        overloads: &[on("ip_is_global_unicast", &[Opaque("net.IP")], Bool, Cost::Unit)],
    },
    Function {
        name: "isIP",
        since: Minor(31),
        doc: "whether a string is an IP address",
        overloads: &[of("is_ip", &[String], Bool, Cost::Parse)],
    },
    Function {
        name: "string",
        since: Minor(31),
        doc: "the address as a string",
        overloads: &[of("ip_to_string", &[Opaque("net.IP")], String, Cost::Unit)],
    },
];
