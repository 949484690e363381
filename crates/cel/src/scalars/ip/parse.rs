//! Parses IP addresses. In: a text. Out: an address, and whether it has a zone. Easy to break: the messages
//! name the place of the mistake, which those of `core::net` do not, so that Go's parser is written out here.
//
// Go: net/netip/netip.go ParseAddr

use alloc::format;
use alloc::string::String;
use core::fmt;
use core::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use crdc_vocabulary::go::quote;

/// The error of parsing an address, in the words of `netip.ParseAddr`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::scalars) struct AddressError<'t> {
    text: &'t str,
    reason: &'static str,
    /// The rest of the text, where the place helps.
    at: &'t str,
}

impl fmt::Display for AddressError<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = if self.at.is_empty() { String::new() } else { format!(" (at {})", quote(self.at)) };
        write!(f, "ParseAddr({}): {}{at}", quote(self.text), self.reason)
    }
}

/// Parses an address. Returns it, and whether it has a zone.
pub(in crate::scalars) fn parse(text: &str) -> Result<(IpAddr, bool), AddressError<'_>> {
    let error = |reason| Err(AddressError { text, reason, at: "" });
    match text.bytes().find(|byte| matches!(byte, b'.' | b':' | b'%')) {
        Some(b'.') => v4(text, text).map(|address| (IpAddr::V4(Ipv4Addr::from(address)), false)),
        Some(b':') => v6(text),
        Some(_) => error("missing IPv6 address"),
        None => error("unable to parse IP"),
    }
}

/// Parses an IPv4 address: four decimal numbers in `part`, which is the end of `text`.
fn v4<'t>(text: &'t str, part: &'t str) -> Result<[u8; 4], AddressError<'t>> {
    let error = |reason, at| Err(AddressError { text, reason, at });
    let mut fields = [0; 4];
    let (mut value, mut position, mut digits) = (0_u32, 0, 0);
    let bytes = part.as_bytes();
    for (index, byte) in bytes.iter().enumerate() {
        let rest = part.get(index..).unwrap_or_default();
        match byte {
            b'0'..=b'9' => {
                if digits == 1 && value == 0 {
                    return error("IPv4 field has octet with leading zero", "");
                }
                value = value * 10 + u32::from(byte - b'0');
                digits += 1;
                if value > 255 {
                    return error("IPv4 field has value >255", "");
                }
            }
            b'.' => {
                // There is a byte before this one if the number has digits.
                if digits == 0 || index + 1 == bytes.len() {
                    return error("IPv4 field must have at least one digit", rest);
                }
                if position == 3 {
                    return error("IPv4 address too long", "");
                }
                fields[position] = value as u8;
                position += 1;
                (value, digits) = (0, 0);
            }
            _ => return error("unexpected character", rest),
        }
    }
    if position < 3 {
        return error("IPv4 address too short", "");
    }
    fields[3] = value as u8;
    Ok(fields)
}

/// Parses an IPv6 address: eight hexadecimal numbers with at most one `::`, possibly with an IPv4 address at
/// the end.
fn v6(text: &str) -> Result<(IpAddr, bool), AddressError<'_>> {
    let error = |reason, at| Err(AddressError { text, reason, at });
    let (mut rest, zone) = match text.split_once('%') {
        Some((_, "")) => return error("zone must be a non-empty string", ""),
        Some((address, _)) => (address, true),
        None => (text, false),
    };
    let mut bytes = [0_u8; 16];
    // The place of `::`.
    let mut gap = None;
    if let Some(after) = rest.strip_prefix("::") {
        gap = Some(0);
        rest = after;
        if rest.is_empty() {
            return Ok((IpAddr::V6(Ipv6Addr::UNSPECIFIED), zone));
        }
    }
    let mut length = 0;
    while length < 16 {
        let width = rest.bytes().take_while(u8::is_ascii_hexdigit).count();
        let (digits, after) = rest.split_at(width);
        let mut value: u32 = 0;
        for (index, digit) in digits.chars().enumerate() {
            if index > 3 {
                return error("each group must have 4 or less digits", rest);
            }
            value = value * 16 + digit.to_digit(16).unwrap_or_default();
        }
        if width == 0 {
            return error("each colon-separated field must have at least one digit", rest);
        }
        if after.starts_with('.') {
            if gap.is_none() && length != 12 {
                return error("embedded IPv4 address must replace the final 2 fields of the address", rest);
            }
            if length + 4 > 16 {
                return error("too many hex fields to fit an embedded IPv4 at the end of the address", rest);
            }
            if let Some(place) = bytes.get_mut(length..length + 4) {
                place.copy_from_slice(&v4(text, rest)?);
            }
            (rest, length) = ("", length + 4);
            break;
        }
        if let Some(place) = bytes.get_mut(length..length + 2) {
            place.copy_from_slice(&(value as u16).to_be_bytes());
        }
        length += 2;
        rest = after;
        if rest.is_empty() {
            break;
        }
        let Some(after) = rest.strip_prefix(':') else {
            return error("unexpected character, want colon", rest);
        };
        if after.is_empty() {
            return error("colon must be followed by more characters", rest);
        }
        rest = after;
        if let Some(after) = rest.strip_prefix(':') {
            if gap.is_some() {
                return error("multiple :: in address", rest);
            }
            gap = Some(length);
            rest = after;
            if rest.is_empty() {
                break;
            }
        }
    }
    if !rest.is_empty() {
        return error("trailing garbage after address", rest);
    }
    match gap {
        None if length < 16 => return error("address string too short", ""),
        Some(_) if length == 16 => return error("the :: must expand to at least one field of zeros", ""),
        Some(gap) => {
            bytes.copy_within(gap..length, gap + 16 - length);
            bytes[gap..gap + 16 - length].fill(0);
        }
        None => {}
    }
    Ok((IpAddr::V6(Ipv6Addr::from(bytes)), zone))
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::super::Ip;
    use super::*;

    #[test]
    fn errors_are_those_of_go() {
        for (text, reason) in [
            ("192.168.0.1.0", "IPv4 address too long"),
            ("10.0.0.0/8", "unexpected character (at \"/8\")"),
            ("1.2.3", "IPv4 address too short"),
            ("1.2.3.", "IPv4 field must have at least one digit (at \".\")"),
            ("1..2.3", "IPv4 field must have at least one digit (at \".2.3\")"),
            (".1.2.3", "IPv4 field must have at least one digit (at \".1.2.3\")"),
            ("1.2.03.4", "IPv4 field has octet with leading zero"),
            ("1.2.256.4", "IPv4 field has value >255"),
            ("1.2.é.4", "unexpected character (at \"é.4\")"),
            ("2001:db8:::68", "each colon-separated field must have at least one digit (at \":68\")"),
            ("abc", "unable to parse IP"),
            ("", "unable to parse IP"),
            ("a%b", "missing IPv6 address"),
            ("::%", "zone must be a non-empty string"),
            ("1:2", "address string too short"),
            ("1:2:3:4:5:6:7:8:9", "trailing garbage after address (at \"9\")"),
            ("1:2:3:4:5:6:7::8", "the :: must expand to at least one field of zeros"),
            ("1::2::3", "multiple :: in address (at \":3\")"),
            ("1:2:", "colon must be followed by more characters (at \":\")"),
            ("1:2x", "unexpected character, want colon (at \"x\")"),
            ("1:23456", "each group must have 4 or less digits (at \"23456\")"),
            (
                "1:1.2.3.4",
                "embedded IPv4 address must replace the final 2 fields of the address (at \"1.2.3.4\")",
            ),
            (
                "::2:3:4:5:6:7:8:1.2.3.4",
                "too many hex fields to fit an embedded IPv4 at the end of the address (at \"1.2.3.4\")",
            ),
            ("::1.2.3", "IPv4 address too short"),
        ] {
            let expected = format!("ParseAddr({}): {reason}", quote(text));
            assert_eq!(parse(text).map_err(|error| error.to_string()), Err(expected));
            assert!(!Ip::is_ip(text));
        }
    }

    /// `core::net` knows neither zones nor messages, but has the same grammar.
    #[test]
    fn addresses_are_those_of_the_standard_library() {
        let pieces =
            [":", "::", ".", "0", "1", "12", "a", "F", "256", "01", "abcd", "1.2.3.4", "ffff", "1:2:3:4"];
        let mut state: u64 = 1;
        let mut found = 0;
        for _ in 0..200_000 {
            let mut text = String::new();
            for _ in 0..9 {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                if state >> 62 != 0 {
                    text.push_str(pieces[(state >> 33) as usize % pieces.len()]);
                }
            }
            let expected = text.parse().ok();
            assert_eq!(parse(&text).ok(), expected.map(|address: IpAddr| (address, false)), "{text}");
            found += usize::from(expected.is_some());
        }
        assert!(found > 500, "{found}");
    }
}
