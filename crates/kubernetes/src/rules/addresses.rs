//! Checks IP addresses and ranges. All fields checked here are older than the strict syntax.
//!
//! Easy to break: before 1.36, `010.0.0.1` and `10.1.2.3/16` are valid. Since 1.36 they are invalid, unless
//! the stored object has the same text in these fields.
//
// k8s.io/utils/net ParseIPSloppy; apimachinery: pkg/util/validation/ip.go; kube_features.go
// StrictIPCIDRValidation: on since 1.36

use std::collections::HashSet;
use std::net::{IpAddr, Ipv6Addr};

use super::at::At;
use super::report::Report;

/// Parses an address; leading zeros are ignored.
pub(super) fn read(text: &str) -> Option<IpAddr> {
    if text.contains(':') {
        return text.parse::<Ipv6Addr>().ok().map(IpAddr::V6);
    }
    let mut parts = [0u8; 4];
    let mut given = text.split('.');
    for part in &mut parts {
        let digits = given.next()?;
        let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        *part = is_number
            .then(|| digits.trim_start_matches('0'))?
            .parse()
            .or_else(|_| match digits.bytes().all(|b| b == b'0') {
                true => Ok(0),
                false => Err(()),
            })
            .ok()?;
    }
    given.next().is_none().then_some(IpAddr::from(parts))
}

/// Whether Go takes an address for one of IPv4, as it does with an IPv4-mapped one.
// To4
pub(super) fn is_ipv4(address: IpAddr) -> bool {
    address.to_canonical().is_ipv4()
}

/// Reads a range, such as `10.0.0.0/8`: the address and the number of bits.
pub(super) fn read_range(text: &str) -> Option<(IpAddr, u32)> {
    let (address, bits) = text.split_once('/')?;
    let address = read(address)?;
    let is_number = !bits.is_empty() && bits.bytes().all(|byte| byte.is_ascii_digit());
    let bits = is_number.then(|| bits.parse::<u32>().ok())??;
    let most = if address.is_ipv4() { 32 } else { 128 };
    (bits <= most).then_some((address, bits))
}

/// Whether a range is a part of another, and smaller.
pub(super) fn is_inside(inner: (IpAddr, u32), outer: (IpAddr, u32)) -> bool {
    let bits = |address: IpAddr| match address {
        IpAddr::V4(address) => (u128::from(u32::from(address)) << 96, true),
        IpAddr::V6(address) => (u128::from(address), false),
    };
    let ((inner_bits, inner_is_old), (outer_bits, outer_is_old)) = (bits(inner.0), bits(outer.0));
    let mask = u128::MAX.checked_shl(128 - outer.1).unwrap_or(0);
    inner_is_old == outer_is_old && inner_bits & mask == outer_bits & mask && inner.1 > outer.1
}

/// Addresses and ranges that the stored object has. The new one can keep them as they are.
#[derive(Debug, Default)]
pub(super) struct Stored<'n>(HashSet<&'n str>);

impl<'n> Stored<'n> {
    /// The addresses in a list of the stored object, if it exists.
    pub(super) fn of(list: Option<&At<'_, 'n>>) -> Stored<'n> {
        Stored(list.into_iter().flat_map(|list| list.items().map(|item| item.text().trim())).collect())
    }

    /// Adds an address, if it is set.
    pub(super) fn add(&mut self, text: &'n str) {
        if !text.is_empty() {
            self.0.insert(text);
        }
    }
}

/// An address.
// parseIP
pub(super) fn ip(at: &At<'_, '_>, stored: &Stored<'_>, report: &mut Report) {
    let text = at.text();
    if stored.0.contains(text) {
        return;
    }
    let reason = match read(text) {
        None => "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)",
        Some(_) if report.version() < 36 => return,
        Some(IpAddr::V4(_)) if has_zeros(text) => "must not have leading 0s",
        Some(IpAddr::V6(address)) if is_mapped(address) => "must not be an IPv4-mapped IPv6 address",
        Some(_) => return,
    };
    report.bad_text(at, text, reason);
    if let Some(address) = read(text) {
        report.help(format!("write `{}`", address.to_canonical()));
    }
}

/// A range.
// parseCIDR
pub(super) fn range(at: &At<'_, '_>, text: &str, stored: &Stored<'_>, report: &mut Report) {
    if stored.0.contains(text) {
        return;
    }
    let (address, bits) = text.split_once('/').unwrap_or((text, ""));
    let reason = match read_range(text) {
        None => "must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)",
        Some(_) if report.version() < 36 => return,
        Some((given, _)) if (given.is_ipv4() && has_zeros(address)) || has_zeros(bits) => {
            "must not have leading 0s in IP or prefix length"
        }
        Some((IpAddr::V6(given), _)) if is_mapped(given) => "must not have an IPv4-mapped IPv6 address",
        Some((given, most)) if has_more_bits(given, most) => {
            "must not have bits set beyond the prefix length"
        }
        Some(_) => return,
    };
    report.bad_text(at, text, reason);
    if let Some((given, most)) = read_range(text).filter(|(given, _)| *given == given.to_canonical()) {
        report.help(format!("write `{}/{most}`", first_of(given, most)));
    }
}

/// Whether a number has a zero in front.
fn has_zeros(text: &str) -> bool {
    text.split('.').any(|digits| digits.len() > 1 && digits.starts_with('0'))
}

fn is_mapped(address: Ipv6Addr) -> bool {
    address.to_ipv4_mapped().is_some()
}

/// The first address of the range that contains an address.
pub(super) fn first_of(address: IpAddr, bits: u32) -> IpAddr {
    match address {
        IpAddr::V4(address) => {
            let mask = u32::MAX.checked_shl(32 - bits).unwrap_or(0);
            IpAddr::from((u32::from(address) & mask).to_be_bytes())
        }
        IpAddr::V6(address) => {
            let mask = u128::MAX.checked_shl(128 - bits).unwrap_or(0);
            IpAddr::from((u128::from(address) & mask).to_be_bytes())
        }
    }
}

fn has_more_bits(address: IpAddr, bits: u32) -> bool {
    first_of(address, bits) != address
}

#[cfg(test)]
mod tests {
    use super::{read, read_range};

    #[test]
    fn addresses() {
        for good in ["10.0.0.1", "010.0.0.1", "::1", "fe80::1", "0.0.0.0", "255.255.255.255"] {
            assert!(read(good).is_some(), "{good}");
        }
        for bad in
            ["", "10.0.0", "10.0.0.256", "10.0.0.1.1", "a.b.c.d", "10.0.0.1/8", "fe80::1%eth0", "+1.0.0.0"]
        {
            assert!(read(bad).is_none(), "{bad}");
        }
        for good in ["10.0.0.0/8", "::/0", "0.0.0.0/0", "10.0.0.1/32"] {
            assert!(read_range(good).is_some(), "{good}");
        }
        for bad in ["10.0.0.0", "10.0.0.0/33", "10.0.0.0/", "::/129", "10.0.0.0/+8"] {
            assert!(read_range(bad).is_none(), "{bad}");
        }
    }
}
