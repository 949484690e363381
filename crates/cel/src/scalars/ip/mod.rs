//! Functions on IP addresses: `ip(string)` and the methods of an address. Easy to break: zones and IPv4
//! addresses inside of IPv6 are read first and refused then, with another message than text that is no
//! address.
//
// apiserver: pkg/cel/library/ip.go, pkg/cel/ip.go; Go: net/netip/netip.go

mod parse;

use alloc::format;
use alloc::string::ToString;
use core::fmt;
use core::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use crdc_vocabulary::go::quote;

use crate::arena::Arena;
use crate::error::{EvalError, Evaluated};
pub(super) use parse::parse;

/// An address without a zone. An IPv6 address is not an IPv4 address in disguise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ip(pub(super) IpAddr);

impl Ip {
    /// Creates an address.
    #[must_use]
    pub const fn new(address: IpAddr) -> Ip {
        Ip(address)
    }

    /// `ip(text)`.
    ///
    /// # Errors
    /// The text is no address, or one that the server does not allow.
    pub fn parse(text: &str) -> Evaluated<Ip> {
        let (address, zone) = parse(text).map_err(|error| {
            let text = quote(text);
            EvalError::text(format!("IP Address {text} parse error during conversion from string: {error}"))
        })?;
        if zone {
            let text = quote(text);
            return Err(EvalError::text(format!("IP address {text} with zone value is not allowed")));
        }
        if is_mapped(address) {
            return Err(mapped(text));
        }
        Ok(Ip(address))
    }

    /// The size by which costs are counted, in bytes.
    pub(crate) const fn size(self) -> u64 {
        if self.0.is_ipv4() { 4 } else { 16 }
    }

    /// `isIP(text)`.
    #[must_use]
    pub fn is_ip(text: &str) -> bool {
        parse(text).is_ok_and(|(address, zone)| !zone && !is_mapped(address))
    }

    /// `ip.isCanonical(text)`: whether the address would be written like this.
    ///
    /// # Errors
    /// Errors of [`Ip::parse`].
    pub fn is_canonical(text: &str) -> Evaluated<bool> {
        Ok(Ip::parse(text)?.to_string() == text)
    }

    /// The address.
    #[must_use]
    pub const fn address(self) -> IpAddr {
        self.0
    }

    /// `string(ip)`: the canonical form.
    #[must_use]
    pub fn text(self, arena: &Arena) -> &str {
        arena.alloc_str(&self.to_string())
    }

    /// `family()`: 4 or 6.
    #[must_use]
    pub const fn family(self) -> i64 {
        if self.0.is_ipv4() { 4 } else { 6 }
    }

    /// `isUnspecified()`: `0.0.0.0` or `::`.
    #[must_use]
    pub const fn is_unspecified(self) -> bool {
        self.0.is_unspecified()
    }

    /// `isLoopback()`: `127.0.0.0/8` or `::1`.
    #[must_use]
    pub const fn is_loopback(self) -> bool {
        self.0.is_loopback()
    }

    /// `isLinkLocalMulticast()`: `224.0.0.0/24`, or `ff02::/16` with any flags.
    #[must_use]
    pub const fn is_link_local_multicast(self) -> bool {
        match self.0 {
            IpAddr::V4(address) => matches!(address.octets(), [224, 0, 0, _]),
            IpAddr::V6(address) => address.segments()[0] & 0xFF0F == 0xFF02,
        }
    }

    /// `isLinkLocalUnicast()`: `169.254.0.0/16` or `fe80::/10`.
    #[must_use]
    pub const fn is_link_local_unicast(self) -> bool {
        match self.0 {
            IpAddr::V4(address) => address.is_link_local(),
            IpAddr::V6(address) => address.segments()[0] & 0xFFC0 == 0xFE80,
        }
    }

    /// `isGlobalUnicast()`: everything else but multicast addresses and `255.255.255.255`. Private addresses
    /// are global.
    #[must_use]
    pub fn is_global_unicast(self) -> bool {
        self.0 != IpAddr::V4(Ipv4Addr::BROADCAST)
            && !self.is_unspecified()
            && !self.is_loopback()
            && !self.0.is_multicast()
            && !self.is_link_local_unicast()
    }
}

impl fmt::Display for Ip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            IpAddr::V4(address) => address.fmt(f),
            IpAddr::V6(address) => write_v6(address, f),
        }
    }
}

/// Writes an IPv6 address as RFC 5952 and Go do: the first of the longest runs of zeros becomes `::`.
fn write_v6(address: Ipv6Addr, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let segments = address.segments();
    let (mut start, mut length) = (segments.len(), 1);
    for at in 0..segments.len() {
        let zeros = segments.iter().skip(at).take_while(|segment| **segment == 0).count();
        if zeros > length {
            (start, length) = (at, zeros);
        }
    }
    let mut at = 0;
    while let Some(segment) = segments.get(at) {
        if at == start {
            f.write_str("::")?;
            at += length;
            continue;
        }
        if at > 0 && at != start + length {
            f.write_str(":")?;
        }
        write!(f, "{segment:x}")?;
        at += 1;
    }
    Ok(())
}

/// Whether an address is an IPv4 address inside of IPv6.
pub(super) fn is_mapped(address: IpAddr) -> bool {
    matches!(address, IpAddr::V6(address) if address.to_ipv4_mapped().is_some())
}

/// The error for an IPv4 address inside of IPv6.
pub(super) fn mapped(text: &str) -> EvalError {
    EvalError::text(format!("IPv4-mapped IPv6 address {} is not allowed", quote(text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(text: &str) -> Ip {
        Ip::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    #[test]
    fn addresses_are_those_of_the_standard_library() {
        for text in [
            "192.168.0.1",
            "0.0.0.0",
            "2001:db8::68",
            "::",
            "::1",
            "1::",
            "1:2:3:4:5:6:7:8",
            "1:0:0:4:0:0:0:8",
            "fe80::1.2.3.4",
            "0:0:0:0:0:1:1.2.3.4",
            "2001:DB8::ABCD",
        ] {
            assert_eq!(Some(ip(text).0), text.parse().ok(), "{text}");
        }
    }

    #[test]
    fn texts_are_canonical() {
        for (text, canonical) in [
            ("192.168.0.1", "192.168.0.1"),
            ("2001:DB8::68", "2001:db8::68"),
            ("0:0:1:0:0:0:0:1", "0:0:1::1"),
            ("1:0:0:2:0:0:3:4", "1::2:0:0:3:4"),
            ("1:0:2:3:4:5:6:7", "1:0:2:3:4:5:6:7"),
            ("0:0:0:0:0:0:0:0", "::"),
            ("1:2:3:4:5:6:0:0", "1:2:3:4:5:6::"),
            // `core::net` writes these as IPv4 addresses inside of IPv6.
            ("::1.2.3.4", "::102:304"),
        ] {
            assert_eq!(ip(text).to_string(), canonical);
            assert_eq!(Ip::is_canonical(text), Ok(text == canonical), "{text}");
        }
    }

    /// unspecified, loopback, link-local multicast, link-local unicast, global unicast
    #[test]
    fn kinds_of_addresses() {
        for (text, expected) in [
            ("0.0.0.0", [true, false, false, false, false]),
            ("127.0.0.1", [false, true, false, false, false]),
            ("224.0.0.1", [false, false, true, false, false]),
            ("224.0.1.1", [false; 5]),
            ("169.254.169.254", [false, false, false, true, false]),
            ("192.168.0.1", [false, false, false, false, true]),
            ("255.255.255.255", [false; 5]),
            ("::", [true, false, false, false, false]),
            ("::1", [false, true, false, false, false]),
            ("ff02::1", [false, false, true, false, false]),
            ("ff12::1", [false, false, true, false, false]),
            ("fe80::1", [false, false, false, true, false]),
            ("fd80::1", [false, false, false, false, true]),
            ("2001:db8::abcd", [false, false, false, false, true]),
            ("ff00::1", [false; 5]),
        ] {
            let found = ip(text);
            let kinds = [
                found.is_unspecified(),
                found.is_loopback(),
                found.is_link_local_multicast(),
                found.is_link_local_unicast(),
                found.is_global_unicast(),
            ];
            assert_eq!(kinds, expected, "{text}");
            assert_eq!(found.family(), if text.contains(':') { 6 } else { 4 });
        }
    }

    #[test]
    fn zones_and_mapped_addresses_are_refused() {
        for (text, expected) in [
            ("fe80::1%eth0", "IP address \"fe80::1%eth0\" with zone value is not allowed"),
            ("::ffff:1.2.3.4", "IPv4-mapped IPv6 address \"::ffff:1.2.3.4\" is not allowed"),
            ("::ffff:102:304", "IPv4-mapped IPv6 address \"::ffff:102:304\" is not allowed"),
        ] {
            assert_eq!(Ip::parse(text), Err(EvalError::text(expected.into())));
            assert!(!Ip::is_ip(text));
        }
    }
}
