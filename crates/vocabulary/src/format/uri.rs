//! `uri`: a request URI, as in the first line of an HTTP request.
//!
//! That is an absolute URI or an absolute path. After a scheme without a slash anything is accepted, queries
//! are not checked, and `#` is a character of the path.
// Go: net/url/url.go ParseRequestURI, of Go 1.26

use super::ip::v6;

/// `*`, an absolute path, or a scheme, `:` and the rest.
pub fn uri(content: &[u8]) -> bool {
    if has_control(content) {
        return false;
    }
    let (scheme, rest) = match scheme(content) {
        Some(length) => (content.get(..length).unwrap_or(&[]), content.get(length + 1..).unwrap_or(&[])),
        None => (&[][..], content),
    };
    let rest = before(rest, b'?');
    let [b'/', ..] = rest else { return !scheme.is_empty() || content == b"*" };
    let [b'/', b'/', authority @ ..] = rest else { return escapes(rest) };
    if scheme.is_empty() {
        return escapes(rest);
    }
    let (authority, path) = authority.split_at(before(authority, b'/').len());
    is_authority(scheme, authority) && escapes(path)
}

/// Checks whole chunks without an early exit, so that the compiler can vectorize the loop.
fn has_control(text: &[u8]) -> bool {
    text.chunks(64).any(|chunk| chunk.iter().fold(false, |any, b| any | b.is_ascii_control()))
}

/// The length of the scheme before the colon.
fn scheme(text: &[u8]) -> Option<usize> {
    let length = text.iter().take_while(|b| BYTES[usize::from(**b)] & SCHEME != 0).count();
    let starts = text.first().is_some_and(u8::is_ascii_alphabetic);
    (starts && text.get(length) == Some(&b':')).then_some(length)
}

/// The text before the first `end`, or all of it.
fn before(text: &[u8], end: u8) -> &[u8] {
    text.iter().position(|&b| b == end).and_then(|at| text.get(..at)).unwrap_or(text)
}

/// Whether two hexadecimal digits follow every `%`.
fn escapes(text: &[u8]) -> bool {
    if !text.contains(&b'%') {
        return true;
    }
    let mut parts = text.split(|&b| b == b'%');
    parts.next();
    parts.all(|part| matches!(part, [a, b, ..] if a.is_ascii_hexdigit() && b.is_ascii_hexdigit()))
}

fn is_authority(scheme: &[u8], text: &[u8]) -> bool {
    match text.iter().rposition(|&b| b == b'@') {
        Some(at) => {
            let (user, host) = (text.get(..at).unwrap_or(&[]), text.get(at + 1..).unwrap_or(&[]));
            is_host(scheme, host) && user.iter().all(|&b| is_user(b)) && escapes(user)
        }
        None => is_host(scheme, text),
    }
}

fn is_user(byte: u8) -> bool {
    BYTES[usize::from(byte)] & USER != 0
}

/// A name or address with an optional port.
fn is_host(scheme: &[u8], host: &[u8]) -> bool {
    match host.iter().rposition(|&b| b == b'[') {
        Some(0) => return is_bracketed(host),
        Some(_) => return false,
        None => {}
    }
    let web = scheme.eq_ignore_ascii_case(b"http") || scheme.eq_ignore_ascii_case(b"https");
    let mut colons = host.iter();
    let colon = |b: &u8| *b == b':';
    let port = if web { colons.position(colon) } else { colons.rposition(colon) };
    let port = port.and_then(|at| host.get(at + 1..)).unwrap_or(&[]);
    port.iter().all(u8::is_ascii_digit) && is_escaped_host(host)
}

/// Whether a host is escaped as Go allows: only `%` and bytes beyond ASCII may be percent-encoded.
fn is_escaped_host(host: &[u8]) -> bool {
    let plain = |text: &[u8]| text.iter().all(|&b| is_host_byte(b));
    if plain(host) {
        return true;
    }
    let mut parts = host.split(|&b| b == b'%');
    let first = parts.next().unwrap_or(&[]);
    plain(first)
        && parts.all(|part| match part {
            [a @ (b'8'..=b'9' | b'a'..=b'f' | b'A'..=b'F'), b, rest @ ..] => {
                a.is_ascii_hexdigit() && b.is_ascii_hexdigit() && plain(rest)
            }
            [b'2', b'5', rest @ ..] => plain(rest),
            _ => false,
        })
}

/// Whether a byte may appear unescaped in a host or zone.
fn is_host_byte(byte: u8) -> bool {
    BYTES[usize::from(byte)] & HOST != 0
}

const SCHEME: u8 = 1;
const USER: u8 = 2;
const HOST: u8 = 4;

/// The parts of a URI in which each byte may appear.
static BYTES: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'+' | b'-' | b'.' => SCHEME | USER | HOST,
            b'_' | b':' | b'~' | b'!' | b'$' | b'&' | b'\'' | b'(' | b')' | b'*' | b',' | b';' | b'=' => {
                USER | HOST
            }
            b'%' | b'@' => USER,
            b'[' | b']' | b'<' | b'>' | b'"' | 0x80..=0xFF => HOST,
            _ => 0,
        };
        byte += 1;
    }
    table
};

/// An IPv6 address in brackets with an optional zone after `%25`, and an optional port after the brackets.
fn is_bracketed(host: &[u8]) -> bool {
    let Some(close) = host.iter().rposition(|&b| b == b']') else { return false };
    let port = match host.get(close + 1..) {
        None | Some([]) => true,
        Some([b':', port @ ..]) => port.iter().all(u8::is_ascii_digit),
        _ => false,
    };
    let inside = host.get(1..close).unwrap_or(&[]);
    let address = before(inside, b'%');
    let zone = inside.get(address.len()..).unwrap_or(&[]);
    port && v6::<false>(address) && (zone.is_empty() || is_zone(zone))
}

/// `%25` and a name. Only unreserved characters and spaces may be percent-encoded in it.
fn is_zone(zone: &[u8]) -> bool {
    let Some(name) = zone.strip_prefix(b"%25") else { return false };
    let plain = |text: &[u8]| text.iter().all(|&b| is_host_byte(b));
    let mut parts = name.split(|&b| b == b'%');
    let first = parts.next().unwrap_or(&[]);
    !name.is_empty()
        && plain(first)
        && parts.all(|part| {
            let [a, b, rest @ ..] = part else { return false };
            let (Some(high), Some(low)) = (char::from(*a).to_digit(16), char::from(*b).to_digit(16)) else {
                return false;
            };
            let escaped = (high * 16 + low) as u8;
            let may = matches!(escaped, b'%' | b' ') || (escaped < 0x80 && is_host_byte(escaped));
            may && plain(rest)
        })
}
