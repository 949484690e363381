//! CEL's functions on IP addresses and networks (`ip`, `cidr`).
//
// apiserver: pkg/cel/library/{ip,cidr}.go; Go: net/netip

use std::net::{IpAddr, Ipv6Addr};

use crate::interpreter::cel::functions::mismatch;
use crate::interpreter::cel::value::{Evaluated, Value, no_such_overload, unknown};

/// An address with the length of its prefix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network {
    address: IpAddr,
    length: u32,
}

impl Network {
    pub(in crate::interpreter::cel) fn text(self) -> String {
        format!("{}/{}", ip_text(self.address), self.length)
    }

    /// The network whose address has zeros after the prefix.
    fn masked(self) -> Network {
        let address = match self.address {
            IpAddr::V4(v4) => {
                IpAddr::V4((u32::from(v4) & u32::MAX.checked_shl(32 - self.length).unwrap_or(0)).into())
            }
            IpAddr::V6(v6) => {
                IpAddr::V6((u128::from(v6) & u128::MAX.checked_shl(128 - self.length).unwrap_or(0)).into())
            }
        };
        Network { address, ..self }
    }

    /// Whether an address is in the network.
    fn contains(self, address: IpAddr) -> bool {
        address.is_ipv4() == self.address.is_ipv4()
            && Network { address, ..self }.masked().address == self.masked().address
    }
}

/// An address as Go writes it.
pub(in crate::interpreter::cel) fn ip_text(address: IpAddr) -> String {
    match address {
        IpAddr::V4(v4) => v4.to_string(),
        // Old versions of Rust write the addresses of `::/96` with dots, which Go does not.
        IpAddr::V6(v6) if v6.segments()[..6] == [0; 6] && v6.segments()[6] != 0 => {
            let [.., a, b] = v6.segments();
            format!("::{a:x}:{b:x}")
        }
        IpAddr::V6(v6) => v6.to_string(),
    }
}

/// Parses an address that the server accepts.
fn address(text: &str) -> Option<IpAddr> {
    let found: IpAddr = text.parse().ok()?;
    matches!(found, IpAddr::V4(_) | IpAddr::V6(_)).then_some(found).filter(|found| !is_mapped(*found))
}

/// Whether an address is an IPv4 address in the form of IPv6, which the server refuses.
fn is_mapped(address: IpAddr) -> bool {
    matches!(address, IpAddr::V6(v6) if v6.to_ipv4_mapped().is_some())
}

/// Parses a network that the server accepts.
fn network(text: &str) -> Option<Network> {
    let (written, length) = text.split_once('/')?;
    let address = address(written)?;
    let plain = !length.is_empty()
        && length.len() <= 3
        && length.chars().all(|c| c.is_ascii_digit())
        && (length == "0" || !length.starts_with('0'));
    let length: u32 = length.parse().ok().filter(|_| plain)?;
    let most = if address.is_ipv4() { 32 } else { 128 };
    (length <= most).then_some(Network { address, length })
}

/// Calls a function; `None` if it is not of this library.
pub(in crate::interpreter::cel) fn call<'a>(
    function: &str,
    args: &[Value<'a>],
) -> Option<Evaluated<Value<'a>>> {
    use Value::{Cidr, Int, Ip, String};
    Some(match (function, args) {
        ("isIP", [String(text)]) => Ok(address(text).is_some().into()),
        ("isCIDR", [String(text)]) => Ok(network(text).is_some().into()),
        ("ip", [String(text)]) => or_unknown(address(text).map(Ip), "the error of a wrong address"),
        ("cidr", [String(text)]) => or_unknown(network(text).map(Cidr), "the error of a wrong network"),
        ("ip.isCanonical", [String(text)]) => {
            let found = address(text).map(|address| (ip_text(address) == *text).into());
            or_unknown(found, "the error of a wrong address")
        }
        ("ip", [Cidr(network)]) => Ok(Ip(network.address)),
        ("family", [Ip(address)]) => Ok(Int(if address.is_ipv4() { 4 } else { 6 })),
        ("isUnspecified", [Ip(address)]) => Ok(address.is_unspecified().into()),
        ("isLoopback", [Ip(address)]) => Ok(address.is_loopback().into()),
        ("isLinkLocalMulticast", [Ip(address)]) => Ok(link_local_multicast(*address).into()),
        ("isLinkLocalUnicast", [Ip(address)]) => Ok(link_local_unicast(*address).into()),
        ("isGlobalUnicast", [Ip(address)]) => {
            let broadcast = matches!(address, IpAddr::V4(v4) if v4.is_broadcast());
            let other = address.is_unspecified()
                || address.is_loopback()
                || address.is_multicast()
                || link_local_unicast(*address);
            Ok((!broadcast && !other).into())
        }
        ("containsIP", [Cidr(network), Ip(address)]) => Ok(network.contains(*address).into()),
        ("containsIP", [Cidr(network), String(text)]) => match address(text) {
            Some(address) => Ok(network.contains(address).into()),
            None => no_such_overload(),
        },
        ("containsCIDR", [Cidr(all), Cidr(some)]) => Ok(contains_network(*all, *some).into()),
        ("containsCIDR", [Cidr(all), String(text)]) => or_unknown(
            network(text).map(|some| contains_network(*all, some).into()),
            "the error of a wrong network",
        ),
        ("prefixLength", [Cidr(network)]) => Ok(Int(i64::from(network.length))),
        ("masked", [Cidr(network)]) => Ok(Cidr(network.masked())),
        (
            "isIP"
            | "isCIDR"
            | "ip"
            | "cidr"
            | "ip.isCanonical"
            | "family"
            | "isUnspecified"
            | "isLoopback"
            | "isLinkLocalMulticast"
            | "isLinkLocalUnicast"
            | "isGlobalUnicast"
            | "containsIP"
            | "containsCIDR"
            | "prefixLength"
            | "masked",
            _,
        ) => mismatch(function, args),
        _ => return None,
    })
}

/// The value, or `Failure::Unknown`: the text of this error is not modelled.
fn or_unknown<'a>(found: Option<Value<'a>>, what: &str) -> Evaluated<Value<'a>> {
    found.map_or_else(|| unknown(what), Ok)
}

/// Whether all addresses of a network are in another.
fn contains_network(all: Network, some: Network) -> bool {
    all.length <= some.length && all.contains(some.address)
}

fn link_local_unicast(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => v4.is_link_local(),
        IpAddr::V6(v6) => v6.segments()[0] & 0xffc0 == 0xfe80,
    }
}

fn link_local_multicast(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => v4.octets()[..3] == [224, 0, 0],
        IpAddr::V6(v6) => is_link_local_multicast(v6),
    }
}

fn is_link_local_multicast(address: Ipv6Addr) -> bool {
    address.segments()[0] & 0xff0f == 0xff02
}
