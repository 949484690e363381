//! Parses URLs. In: a text. Out: its parts, or Go's error message. Easy to break: a question mark at the end
//! counts only if it is the only one, and a text after a scheme without a slash is not looked at.
//
// Go: net/url/url.go parse

use alloc::string::{String, ToString};

use super::authority;
use super::escape::{Mode, check};
use super::parts::Parts;
use crate::arena::Arena;

/// The kind of text that is parsed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Context {
    /// Only absolute URLs and absolute paths.
    Request,
    /// `//host/path` has a host, too.
    Reference,
}

/// Parses a URL without a fragment.
///
/// # Errors
/// Go's message.
pub(super) fn parse<'a>(text: &'a str, context: Context, arena: &'a Arena) -> Result<Parts<'a>, String> {
    if text.bytes().any(|byte| byte.is_ascii_control()) {
        return Err("net/url: invalid control character in URL".to_string());
    }
    if text.is_empty() {
        return Err("empty url".to_string());
    }
    let mut parts = Parts {
        scheme: "",
        opaque: "",
        user: None,
        host: &[],
        omits_host: false,
        path: text,
        query: "",
        ends_with_query: false,
        fragment: "",
    };
    if text == "*" {
        return Ok(parts);
    }
    let (scheme, rest) = scheme(text)?;
    parts.scheme = lower(scheme, arena);
    let (mut rest, query) = rest.split_once('?').unwrap_or((rest, ""));
    parts.query = query;
    parts.ends_with_query = query.is_empty() && text.ends_with('?');
    if !rest.starts_with('/') {
        if scheme.is_empty() {
            return Err("invalid URI for request".to_string());
        }
        (parts.opaque, parts.path) = (rest, "");
        return Ok(parts);
    }
    let relative = context == Context::Reference && !rest.starts_with("///");
    match rest.strip_prefix("//") {
        Some(after) if !scheme.is_empty() || relative => {
            let (authority, path) = after.split_at(after.find('/').unwrap_or(after.len()));
            (parts.user, parts.host) = authority::parse(parts.scheme, authority, arena)?;
            rest = path;
        }
        _ => parts.omits_host = !scheme.is_empty(),
    }
    check(rest, Mode::Path)?;
    parts.path = rest;
    Ok(parts)
}

/// The scheme, which can be empty, and the text after the colon.
fn scheme(text: &str) -> Result<(&str, &str), String> {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
    let length = text.bytes().take_while(is_part).count();
    let (scheme, rest) = text.split_at(length);
    match rest.strip_prefix(':') {
        Some(_) if scheme.is_empty() => Err("missing protocol scheme".to_string()),
        Some(rest) if scheme.starts_with(|first: char| first.is_ascii_alphabetic()) => Ok((scheme, rest)),
        _ => Ok(("", text)),
    }
}

fn lower<'a>(text: &'a str, arena: &'a Arena) -> &'a str {
    if !text.bytes().any(|byte| byte.is_ascii_uppercase()) {
        return text;
    }
    let copy = arena.alloc_str(text);
    copy.make_ascii_lowercase();
    copy
}
