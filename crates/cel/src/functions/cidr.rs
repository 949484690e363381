//! The table of functions on networks (CIDR).
//
// apiserver: pkg/cel/library/cidr.go

use super::overload::{Cost, Size, of, on};
use super::signature::Signature::*;
use crate::library;
use crate::operations::call_cost::Cost as Counts;
use crate::values::{self, Value};
use crdc_vocabulary::Minor;

functions! {
    "cidr" since Minor(31), "a string as a network; an error if it is none" { counts: Counts::Traverse, size: Size::Address }:
        STRING_TO_CIDR = of "string_to_cidr" [String] -> Opaque("net.CIDR"), Cost::Parse
            => |_, a: &str| library::cidr::Cidr::parse(a).map(Value::Cidr);
    "containsIP" since Minor(31), "whether an address is in the network" { counts: Counts::ContainsIp { parse: false } }:
        CIDR_CONTAINS_IP_STRING = on "cidr_contains_ip_string" [Opaque("net.CIDR"), String] -> Bool, Cost::ContainsAddress { network: false, parse: true }, counts: Counts::ContainsIp { parse: true }
            => |_, a: Value<'_>, b: &str| values::of::<library::cidr::Cidr>(a)?.contains_ip_text(b);
        CIDR_CONTAINS_IP_IP = on "cidr_contains_ip_ip" [Opaque("net.CIDR"), Opaque("net.IP")] -> Bool, Cost::ContainsAddress { network: false, parse: false }
            => |_, a: Value<'_>, b: Value<'_>| Ok(values::of::<library::cidr::Cidr>(a)?.contains_ip(values::of(b)?));
    "containsCIDR" since Minor(31), "whether a network is in the network" { counts: Counts::ContainsCidr { parse: false } }:
        CIDR_CONTAINS_CIDR_STRING = on "cidr_contains_cidr_string" [Opaque("net.CIDR"), String] -> Bool, Cost::ContainsAddress { network: true, parse: true }, counts: Counts::ContainsCidr { parse: true }
            => |_, a: Value<'_>, b: &str| values::of::<library::cidr::Cidr>(a)?.contains_cidr_text(b);
        CIDR_CONTAINS_CIDR = on "cidr_contains_cidr" [Opaque("net.CIDR"), Opaque("net.CIDR")] -> Bool, Cost::ContainsAddress { network: true, parse: false }
            => |_, a: Value<'_>, b: Value<'_>| Ok(values::of::<library::cidr::Cidr>(a)?.contains_cidr(values::of(b)?));
    "ip" since Minor(31), "the address of the network" { counts: Counts::Traverse, size: Size::Address }:
        CIDR_IP = on "cidr_ip" [Opaque("net.CIDR")] -> Opaque("net.IP"), Cost::Unit, counts: Counts::Unit
            => |_, a: Value<'_>| Ok(Value::Ip(values::of::<library::cidr::Cidr>(a)?.ip()));
    "prefixLength" since Minor(31), "the length of the prefix":
        CIDR_PREFIX_LENGTH = on "cidr_prefix_length" [Opaque("net.CIDR")] -> Int, Cost::Unit
            => |_, a: Value<'_>| Ok(values::of::<library::cidr::Cidr>(a)?.prefix_length());
    "masked" since Minor(31), "the network with the address masked" { size: Size::Address }:
        CIDR_MASKED = on "cidr_masked" [Opaque("net.CIDR")] -> Opaque("net.CIDR"), Cost::Unit
            => |_, a: Value<'_>| Ok(Value::Cidr(values::of::<library::cidr::Cidr>(a)?.masked()));
    "isCIDR" since Minor(31), "whether a string is a network" { counts: Counts::Traverse }:
        IS_CIDR = of "is_cidr" [String] -> Bool, Cost::Parse => |_, a: &str| Ok(library::cidr::Cidr::is_cidr(a));
    "string" since Minor(31), "the network as a string" { size: Size::Written }:
        CIDR_TO_STRING = of "cidr_to_string" [Opaque("net.CIDR")] -> String, Cost::Unit
            => |c, a: Value<'_>| Ok(values::of::<library::cidr::Cidr>(a)?.text(c.arena));
}
