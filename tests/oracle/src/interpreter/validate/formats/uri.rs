//! `uri`: Go's `url.ParseRequestURI` as one regular expression per shape.
//
// Go: net/url/url.go

use std::net::Ipv6Addr;

use crate::expressions::compiled;

/// Whether a text has this format.
pub(super) fn has(text: &str) -> bool {
    if text.chars().any(|c| c < ' ' || c == '\u{7f}') {
        return false;
    }
    let path = r"(?:[^%?]|%[0-9a-fA-F]{2})*";
    let query = r"(?s:\?.*)?";
    let scheme = r"[a-zA-Z][a-zA-Z0-9+.-]*";
    let shapes = [
        r"\*".to_owned(),
        format!("/{path}{query}"),
        format!("{scheme}:(?s:[^/].*)?"),
        format!("{scheme}:/(?:(?:[^/%?]|%[0-9a-fA-F]{{2}}){path})?{query}"),
    ];
    if shapes.iter().any(|shape| super::is(shape, text)) {
        return true;
    }
    let whole = format!(r"\A({scheme})://([^/?]*)(?:/{path})?{query}\z");
    let Some(regex) = compiled(&whole) else { return false };
    regex.captures(text).is_some_and(|found| authority(&found[1].to_lowercase(), &found[2]))
}

/// Whether a text is an authority, `user@host:port`, that the server accepts after this scheme.
fn authority(scheme: &str, text: &str) -> bool {
    let host = match text.rsplit_once('@') {
        Some((user, _)) if !super::is(r"(?:[A-Za-z0-9\-._:~!$&'()*+,;=@]|%[0-9a-fA-F]{2})*", user) => {
            return false;
        }
        Some((_, host)) => host,
        None => text,
    };
    let plain = r#"[A-Za-z0-9!$&'()*+,;=\]<>"\-_.~]|[^\x00-\x7f]|%25|%[89a-fA-F][0-9a-fA-F]"#;
    if !host.contains('[') {
        let colons = if scheme == "http" || scheme == "https" { "" } else { "|:" };
        return super::is(&format!("(?:{plain})*"), host)
            || super::is(&format!("(?:{plain}{colons})*:[0-9]*"), host);
    }
    let Some(regex) = compiled(r"\A\[([^%]*?)(%25.*)?\](?::[0-9]*)?\z") else { return false };
    let Some(found) = regex.captures(host) else { return false };
    found[1].parse::<Ipv6Addr>().is_ok() && found.get(2).is_none_or(|zone| zone_name(&zone.as_str()[3..]))
}

/// Whether a name is a zone of an IPv6 address: any byte of a host, literal or escaped; `%`, space and
/// brackets only escaped. The last opening bracket counts as the one at the beginning.
fn zone_name(name: &str) -> bool {
    let one = r#"[A-Za-z0-9!$&'()*+,;=:\]<>"\-_.~]"#;
    let Some(escape) = compiled("%([0-9a-fA-F]{2})") else { return false };
    let escapes = escape.captures_iter(name).all(|found| {
        let byte = u8::from_str_radix(&found[1], 16).map(char::from).unwrap_or('\0');
        matches!(byte, ' ' | '%' | '[') || (byte.is_ascii() && super::is(one, &byte.to_string()))
    });
    escapes && super::is(&format!(r"(?:{one}|[^\x00-\x7f]|%[0-9a-fA-F]{{2}})+"), name)
}
