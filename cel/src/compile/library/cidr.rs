//! Networks.
//
// apiserver: pkg/cel/library/cidr.go

use super::overload::{Cost, Function, of, on};
use crate::compile::types::Signature::*;
use crdc_vocabulary::Minor;

pub(super) const FUNCTIONS: &[Function] = &[
    Function {
        name: "cidr",
        since: Minor(31),
        doc: "a string as a network; an error if it is none",
        overloads: &[of("string_to_cidr", &[String], Opaque("net.CIDR"), Cost::Parse)],
    },
    Function {
        name: "containsIP",
        since: Minor(31),
        doc: "whether an address is in the network",
        overloads: &[
            on(
                "cidr_contains_ip_string",
                &[Opaque("net.CIDR"), String],
                Bool,
                Cost::ContainsAddress { network: false, parse: true },
            ),
            on(
                "cidr_contains_ip_ip",
                &[Opaque("net.CIDR"), Opaque("net.IP")],
                Bool,
                Cost::ContainsAddress { network: false, parse: false },
            ),
        ],
    },
    Function {
        name: "containsCIDR",
        since: Minor(31),
        doc: "whether a network is in the network",
        overloads: &[
            on(
                "cidr_contains_cidr_string",
                &[Opaque("net.CIDR"), String],
                Bool,
                Cost::ContainsAddress { network: true, parse: true },
            ),
            on(
                "cidr_contains_cidr",
                &[Opaque("net.CIDR"), Opaque("net.CIDR")],
                Bool,
                Cost::ContainsAddress { network: true, parse: false },
            ),
        ],
    },
    Function {
        name: "ip",
        since: Minor(31),
        doc: "the address of the network",
        overloads: &[on("cidr_ip", &[Opaque("net.CIDR")], Opaque("net.IP"), Cost::Unit)],
    },
    Function {
        name: "prefixLength",
        since: Minor(31),
        doc: "the length of the prefix",
        overloads: &[on("cidr_prefix_length", &[Opaque("net.CIDR")], Int, Cost::Unit)],
    },
    Function {
        name: "masked",
        since: Minor(31),
        doc: "the network with the address masked",
        overloads: &[on("cidr_masked", &[Opaque("net.CIDR")], Opaque("net.CIDR"), Cost::Unit)],
    },
    Function {
        name: "isCIDR",
        since: Minor(31),
        doc: "whether a string is a network",
        overloads: &[of("is_cidr", &[String], Bool, Cost::Parse)],
    },
    Function {
        name: "string",
        since: Minor(31),
        doc: "the network as a string",
        overloads: &[of("cidr_to_string", &[Opaque("net.CIDR")], String, Cost::Unit)],
    },
];
