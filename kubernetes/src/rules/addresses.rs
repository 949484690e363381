//! Addresses of the internet protocol, as servers read them in fields that are old: `010.0.0.1` is one.
//
// k8s.io/utils/net ParseIPSloppy; apimachinery: pkg/util/validation/ip.go

use std::net::{IpAddr, Ipv6Addr};

use super::at::At;
use super::report::Report;

/// Reads an address; zeros in front do not count.
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

/// An address.
pub(super) fn ip(at: &At<'_, '_>, report: &mut Report) {
    if read(at.text()).is_none() {
        report.bad_text(at, at.text(), "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)");
    }
}

/// A range.
pub(super) fn range(at: &At<'_, '_>, text: &str, report: &mut Report) {
    if read_range(text).is_none() {
        report.bad_text(at, text, "must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)");
    }
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
