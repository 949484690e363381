//! Parses users, hosts and ports of URLs. In: the text between `//` and the path. Out: its parts without
//! percent encoding, or Go's error message. Easy to break: the first colon of a host begins the port of web
//! URLs, the last colon begins the port of other URLs.
//
// Go: net/url/url.go parseAuthority, parseHost, splitHostPort

use alloc::format;
use alloc::string::{String, ToString};

use crdc_vocabulary::go::quote;

use super::escape::{Mode, text_of, unescape};
use super::parts::User;
use crate::arena::Arena;
use crate::scalars::ip;

/// Parses the user and the host with its port.
///
/// # Errors
/// Go's message.
pub(super) fn parse<'a>(
    scheme: &str,
    authority: &'a str,
    arena: &'a Arena,
) -> Result<(Option<User<'a>>, &'a [u8]), String> {
    let Some((user, host)) = authority.rsplit_once('@') else {
        return Ok((None, parse_host(scheme, authority, arena)?));
    };
    let host = parse_host(scheme, host, arena)?;
    if !user.bytes().all(is_user) {
        return Err("net/url: invalid userinfo".to_string());
    }
    let (name, password) = match user.split_once(':') {
        Some((name, password)) => (name, Some(password)),
        None => (user, None),
    };
    let name = unescape(name, Mode::User, arena)?;
    let password = password.map(|password| unescape(password, Mode::User, arena)).transpose()?;
    Ok((Some(User { name, password }), host))
}

fn is_user(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._:~!$&'()*+,;=%@".contains(&byte)
}

fn parse_host<'a>(scheme: &str, host: &'a str, arena: &'a Arena) -> Result<&'a [u8], String> {
    match host.rfind('[') {
        Some(0) => return parse_bracketed(host, arena),
        Some(_) => return Err("invalid IP-literal".to_string()),
        None => {}
    }
    let web = matches!(scheme, "http" | "https");
    if let Some(colon) = if web { host.find(':') } else { host.rfind(':') } {
        check_port(host.get(colon..).unwrap_or_default())?;
    }
    unescape(host, Mode::Host, arena)
}

/// An IPv6 address in brackets with an optional zone after `%25`.
fn parse_bracketed<'a>(host: &'a str, arena: &'a Arena) -> Result<&'a [u8], String> {
    let inside = host.get(1..).unwrap_or_default();
    let (inside, port) = inside.rsplit_once(']').ok_or_else(|| "missing ']' in host".to_string())?;
    check_port(port)?;
    let (address, zone) = inside.split_at(inside.find("%25").unwrap_or(inside.len()));
    let address = unescape(address, Mode::Host, arena)?;
    let zone = unescape(zone, Mode::Zone, arena)?;
    let address: &[u8] = arena.alloc_slice_copy(&[address, zone].concat());
    match ip::parse(text_of(address, arena)) {
        Ok((found, _)) if found.is_ipv4() => Err("invalid IP-literal".to_string()),
        Ok(_) => {
            let parts: [&[u8]; 4] = [b"[", address, b"]", port.as_bytes()];
            Ok(arena.alloc_slice_copy(&parts.concat()))
        }
        Err(error) => Err(format!("invalid host: {error}")),
    }
}

/// Whether a text is empty, or a colon and digits.
fn is_port(text: &[u8]) -> bool {
    match text {
        [] => true,
        [b':', digits @ ..] => digits.iter().all(u8::is_ascii_digit),
        _ => false,
    }
}

fn check_port(text: &str) -> Result<(), String> {
    if is_port(text.as_bytes()) { Ok(()) } else { Err(format!("invalid port {} after host", quote(text))) }
}

/// The host without brackets, and the port, which can be empty.
pub(super) fn hostname_and_port(host: &[u8]) -> (&[u8], &[u8]) {
    let colon = host.iter().rposition(|byte| *byte == b':').unwrap_or(host.len());
    let (name, port) = host.split_at(colon);
    let (name, port) =
        if is_port(port) { (name, port.get(1..).unwrap_or_default()) } else { (host, &[][..]) };
    match name {
        [b'[', inside @ .., b']'] => (inside, port),
        _ => (name, port),
    }
}
