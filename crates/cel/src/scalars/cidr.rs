//! Functions on networks: `cidr(string)` and the methods of a network. Easy to break: the bits after the
//! prefix are kept and count in comparisons, and a text without an address has two different errors.
//
// apiserver: pkg/cel/library/cidr.go, pkg/cel/cidr.go; Go: net/netip/netip.go

use alloc::format;
use alloc::string::ToString;
use core::fmt;
use core::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use crdc_vocabulary::go::{integer, quote};

use super::ip::{self, Ip};
use crate::arena::Arena;
use crate::error::{EvalError, Evaluated};

const CONVERSION: &str = "network address parse error during conversion from string: ";

/// A network: an address and the length of its prefix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cidr {
    ip: Ip,
    length: u8,
}

impl Cidr {
    /// Creates a network from an address and the length of its prefix in bits, which fits the width of the
    /// address.
    #[must_use]
    pub const fn new(address: IpAddr, length: u8) -> Cidr {
        Cidr { ip: Ip::new(address), length }
    }

    /// `cidr(text)`.
    ///
    /// # Errors
    /// The text is no network, or one that the server does not allow.
    pub fn parse(text: &str) -> Evaluated<Cidr> {
        parse(text).map_err(|error| EvalError::text(format!("{CONVERSION}{error}")))
    }

    /// The size by which costs are counted: the length of the prefix in bytes.
    pub(crate) fn size(self) -> u64 {
        u64::from(self.length.div_ceil(8))
    }

    /// `isCIDR(text)`.
    #[must_use]
    pub fn is_cidr(text: &str) -> bool {
        parse(text).is_ok()
    }

    /// `string(cidr)`.
    #[must_use]
    pub fn text(self, arena: &Arena) -> &str {
        arena.alloc_str(&self.to_string())
    }

    /// `ip()`: the address, with the bits after the prefix.
    #[must_use]
    pub const fn ip(self) -> Ip {
        self.ip
    }

    /// `prefixLength()`, in bits.
    #[must_use]
    pub const fn prefix_length(self) -> i64 {
        self.length as i64
    }

    /// `masked()`: without the bits after the prefix.
    #[must_use]
    pub fn masked(self) -> Cidr {
        Cidr { ip: Ip(self.prefix(self.ip.0, self.length)), length: self.length }
    }

    /// `containsIP(ip)`.
    #[must_use]
    pub fn contains_ip(self, ip: Ip) -> bool {
        self.ip.family() == ip.family()
            && self.prefix(self.ip.0, self.length) == self.prefix(ip.0, self.length)
    }

    /// `containsIP(string)`.
    ///
    /// # Errors
    /// The error is that no overload exists if the text is no address: the server drops the error of the
    /// address.
    pub fn contains_ip_text(self, text: &str) -> Evaluated<bool> {
        let ip = Ip::parse(text).map_err(|_| EvalError::NoSuchOverload)?;
        Ok(self.contains_ip(ip))
    }

    /// `containsCIDR(cidr)`.
    #[must_use]
    pub fn contains_cidr(self, other: Cidr) -> bool {
        self.length <= other.length && self.contains_ip(other.ip)
    }

    /// `containsCIDR(string)`.
    ///
    /// # Errors
    /// Errors of [`Cidr::parse`].
    pub fn contains_cidr_text(self, text: &str) -> Evaluated<bool> {
        Ok(self.contains_cidr(Cidr::parse(text)?))
    }

    /// The address with all bits after its first `length` bits set to zero.
    fn prefix(self, address: IpAddr, length: u8) -> IpAddr {
        let length = u32::from(length);
        match address {
            IpAddr::V4(address) => {
                let mask = u32::MAX.checked_shl(32 - length).unwrap_or(0);
                IpAddr::V4(Ipv4Addr::from_bits(address.to_bits() & mask))
            }
            IpAddr::V6(address) => {
                let mask = u128::MAX.checked_shl(128 - length).unwrap_or(0);
                IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & mask))
            }
        }
    }
}

impl fmt::Display for Cidr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.ip, self.length)
    }
}

fn parse(text: &str) -> Evaluated<Cidr> {
    // The server adds the words to errors of Go, and once more to all errors.
    let error =
        |reason: &str| EvalError::text(format!("{CONVERSION}netip.ParsePrefix({}): {reason}", quote(text)));
    let (address, bits) = text.rsplit_once('/').ok_or_else(|| error("no '/'"))?;
    let (address, zone) = ip::parse(address).map_err(|reason| error(&reason.to_string()))?;
    if zone {
        return Err(error("IPv6 zones cannot be present in a prefix"));
    }
    let bad = || error(&format!("bad bits after slash: {}", quote(bits)));
    if bits.len() > 1 && !bits.starts_with(|first: char| matches!(first, '1'..='9')) {
        return Err(bad());
    }
    let length = integer(bits).map_err(|_| bad())?;
    let width = if address.is_ipv4() { 32 } else { 128 };
    let length = u8::try_from(length).ok().filter(|length| *length <= width);
    let length = length.ok_or_else(|| error("prefix length out of range"))?;
    if ip::is_mapped(address) {
        return Err(ip::mapped(text));
    }
    Ok(Cidr::new(address, length))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cidr(text: &str) -> Cidr {
        Cidr::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    #[test]
    fn networks_contain_addresses() {
        for (network, address, expected) in [
            ("192.168.0.0/24", "192.168.0.1", Ok(true)),
            ("192.168.0.0/24", "192.168.1.1", Ok(false)),
            ("192.168.0.7/24", "192.168.0.1", Ok(true)),
            ("0.0.0.0/0", "255.1.2.3", Ok(true)),
            ("::/0", "1.2.3.4", Ok(false)),
            ("2001:db8::/32", "2001:db8::1", Ok(true)),
            ("2001:db8::/32", "2001:dc8::1", Ok(false)),
            ("2001:db8::1/128", "2001:db8::1", Ok(true)),
            ("10.0.0.0/8", "10.0.0.0/8", Err(EvalError::NoSuchOverload)),
            ("10.0.0.0/8", "fe80::1%a", Err(EvalError::NoSuchOverload)),
        ] {
            assert_eq!(cidr(network).contains_ip_text(address), expected, "{network} {address}");
        }
    }

    #[test]
    fn networks_contain_networks() {
        for (network, other, expected) in [
            ("192.168.0.0/24", "192.168.0.0/25", true),
            ("192.168.0.0/24", "192.168.0.1/32", true),
            ("192.168.0.0/24", "192.168.0.0/24", true),
            ("192.168.0.0/24", "192.168.0.0/23", false),
            ("192.168.0.0/24", "192.169.0.1/32", false),
            ("0.0.0.0/0", "::/0", false),
            ("2001:db8::/32", "2001:db8::/33", true),
            ("2001:db8::/32", "2001:db8::/31", false),
        ] {
            assert_eq!(cidr(network).contains_cidr_text(other), Ok(expected), "{network} {other}");
        }
        assert_eq!(cidr("::/0").contains_cidr_text("x"), Cidr::parse("x").map(|_| false));
    }

    #[test]
    fn parts() {
        let found = cidr("192.168.0.1/24");
        assert_eq!((found.to_string().as_str(), found.prefix_length()), ("192.168.0.1/24", 24));
        assert_eq!(Ok(found.ip()), Ip::parse("192.168.0.1"));
        assert_eq!(found.masked(), cidr("192.168.0.0/24"));
        assert_ne!(found, found.masked());
        assert_eq!(cidr("2001:db8:1::/32").masked().to_string(), "2001:db8::/32");
        assert_eq!(cidr("1.2.3.4/0").masked(), cidr("0.0.0.0/0"));
    }

    #[test]
    fn errors_are_those_of_the_server() {
        for (text, reason) in [
            ("192.168.0.0/", "bad bits after slash: \"\""),
            ("10.1.2.3", "no '/'"),
            ("192.168.0.0/33", "prefix length out of range"),
            ("192.168.0.0/-1", "bad bits after slash: \"-1\""),
            ("192.168.0.0/08", "bad bits after slash: \"08\""),
            ("::/129", "prefix length out of range"),
            ("::/99999999999999999999", "bad bits after slash: \"99999999999999999999\""),
            ("fe80::1%a/64", "IPv6 zones cannot be present in a prefix"),
            ("1.2.3/8", "ParseAddr(\"1.2.3\"): IPv4 address too short"),
        ] {
            let expected = format!("{CONVERSION}{CONVERSION}netip.ParsePrefix(\"{text}\"): {reason}");
            assert_eq!(Cidr::parse(text), Err(EvalError::text(expected)));
            assert!(!Cidr::is_cidr(text));
        }
        let expected = format!("{CONVERSION}IPv4-mapped IPv6 address \"::ffff:1.2.3.4/96\" is not allowed");
        assert_eq!(Cidr::parse("::ffff:1.2.3.4/96"), Err(EvalError::text(expected)));
    }
}
