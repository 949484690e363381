//! `ipv4`, `ipv6`, and addresses inside other formats.
//!
//! There are two parsers: Go's `net`, and the one of Kubernetes, which accepts leading zeros as Go once did
//! (`LOOSE`). `ipv4` uses the loose one, `ipv6` does not. An IPv6 address with an IPv4 tail has both formats.
// kube-openapi: strfmt/default.go isIPv4, govalidator IsIPv6; k8s.io/utils: forked/golang/net/ip.go

/// An address with a dot: IPv4, or IPv6 with an IPv4 tail.
pub fn ipv4(content: &[u8]) -> bool {
    v4::<true>(content) || (content.contains(&b'.') && v6::<true>(content))
}

/// An IPv6 address, without a zone.
pub fn ipv6(content: &[u8]) -> bool {
    v6::<false>(content)
}

/// Four decimal numbers below 256, separated by dots.
pub(super) fn v4<const LOOSE: bool>(content: &[u8]) -> bool {
    let mut rest = content;
    for index in 0..4 {
        if index > 0 {
            let [b'.', tail @ ..] = rest else { return false };
            rest = tail;
        }
        let Some(tail) = decimal(rest, 255) else { return false };
        if !LOOSE && rest.first() == Some(&b'0') && rest.len() - tail.len() > 1 {
            return false;
        }
        rest = tail;
    }
    rest.is_empty()
}

/// Eight hexadecimal numbers below 65536, separated by colons. `::` stands for one or more zeros, and the
/// last two numbers may be written as an IPv4 address.
pub(super) fn v6<const LOOSE: bool>(content: &[u8]) -> bool {
    let mut rest = content;
    let mut shortened = false;
    if let [b':', b':', tail @ ..] = rest {
        if tail.is_empty() {
            return true;
        }
        shortened = true;
        rest = tail;
    }
    let mut bytes = 0;
    while bytes < 16 {
        let Some(tail) = group::<LOOSE>(rest) else { return false };
        if let [b'.', ..] = tail {
            if !v4::<LOOSE>(rest) || (!shortened && bytes != 12) {
                return false;
            }
            rest = &[];
            bytes += 4;
            break;
        }
        bytes += 2;
        rest = match tail {
            [] => &[],
            [b':', tail @ ..] if !tail.is_empty() => tail,
            _ => return false,
        };
        if let [b':', tail @ ..] = rest {
            if shortened {
                return false;
            }
            shortened = true;
            rest = tail;
        }
        if rest.is_empty() {
            break;
        }
    }
    // An IPv4 address after seven numbers makes eighteen bytes.
    rest.is_empty() && if shortened { bytes < 16 } else { bytes == 16 }
}

/// Reads a decimal number up to `limit`; returns the rest.
pub(super) fn decimal(text: &[u8], limit: u32) -> Option<&[u8]> {
    number(text, limit, 10)
}

fn group<const LOOSE: bool>(text: &[u8]) -> Option<&[u8]> {
    let rest = number(text, 0xFFFF, 16)?;
    (LOOSE || text.len() - rest.len() <= 4).then_some(rest)
}

fn number(text: &[u8], limit: u32, radix: u32) -> Option<&[u8]> {
    let mut value = 0;
    let mut rest = text;
    while let [first, tail @ ..] = rest {
        let Some(digit) = char::from(*first).to_digit(radix) else { break };
        value = value * radix + digit;
        if value > limit {
            return None;
        }
        rest = tail;
    }
    (rest.len() < text.len()).then_some(rest)
}
