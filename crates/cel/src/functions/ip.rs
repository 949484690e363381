//! The table of functions on IP addresses.
//
// apiserver: pkg/cel/library/ip.go

use super::overload::{Cost, Size, of, on};
use super::signature::Signature::*;
use crate::library;
use crate::operations::call_cost::Cost as Counts;
use crate::values::{self, Value};
use crdc_vocabulary::Minor;

functions! {
    "ip" since Minor(31), "a string as an IP address; an error if it is none" { counts: Counts::Traverse, size: Size::Address }:
        STRING_TO_IP = of "string_to_ip" [String] -> Opaque("net.IP"), Cost::Parse
            => |_, a: &str| library::ip::Ip::parse(a).map(Value::Ip);
    "family" since Minor(31), "4 or 6":
        IP_FAMILY = on "ip_family" [Opaque("net.IP")] -> Int, Cost::Unit
            => |_, a: Value<'_>| Ok(values::of::<library::ip::Ip>(a)?.family());
    "ip.isCanonical" since Minor(31), "whether a string is an IP address in its usual form" { counts: Counts::TraverseTwice }:
        IP_IS_CANONICAL = of "ip_is_canonical" [String] -> Bool, Cost::ParseTwice
            => |_, a: &str| library::ip::Ip::is_canonical(a);
    "isUnspecified" since Minor(31), "whether it is `0.0.0.0` or `::`":
        IP_IS_UNSPECIFIED = on "ip_is_unspecified" [Opaque("net.IP")] -> Bool, Cost::Unit
            => |_, a: Value<'_>| Ok(values::of::<library::ip::Ip>(a)?.is_unspecified());
    "isLoopback" since Minor(31), "whether it is a loopback address":
        IP_IS_LOOPBACK = on "ip_is_loopback" [Opaque("net.IP")] -> Bool, Cost::Unit
            => |_, a: Value<'_>| Ok(values::of::<library::ip::Ip>(a)?.is_loopback());
    "isLinkLocalMulticast" since Minor(31), "whether it is a link-local multicast address":
        IP_IS_LINK_LOCAL_MULTICAST = on "ip_is_link_local_multicast" [Opaque("net.IP")] -> Bool, Cost::Unit
            => |_, a: Value<'_>| Ok(values::of::<library::ip::Ip>(a)?.is_link_local_multicast());
    "isLinkLocalUnicast" since Minor(31), "whether it is a link-local unicast address":
        IP_IS_LINK_LOCAL_UNICAST = on "ip_is_link_local_unicast" [Opaque("net.IP")] -> Bool, Cost::Unit
            => |_, a: Value<'_>| Ok(values::of::<library::ip::Ip>(a)?.is_link_local_unicast());
    "isGlobalUnicast" since Minor(31), "whether it is a global unicast address":
        IP_IS_GLOBAL_UNICAST = on "ip_is_global_unicast" [Opaque("net.IP")] -> Bool, Cost::Unit
            => |_, a: Value<'_>| Ok(values::of::<library::ip::Ip>(a)?.is_global_unicast());
    "isIP" since Minor(31), "whether a string is an IP address" { counts: Counts::Traverse }:
        IS_IP = of "is_ip" [String] -> Bool, Cost::Parse => |_, a: &str| Ok(library::ip::Ip::is_ip(a));
    "string" since Minor(31), "the address as a string" { size: Size::Written }:
        IP_TO_STRING = of "ip_to_string" [Opaque("net.IP")] -> String, Cost::Unit
            => |c, a: Value<'_>| Ok(values::of::<library::ip::Ip>(a)?.text(c.arena));
}
