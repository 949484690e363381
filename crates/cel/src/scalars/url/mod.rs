//! URLs: `url(string)` and their parts. Easy to break: the text must be a request URI, where `#` is a
//! character of the path, but the parts are those of another parser, which reads a fragment and hosts of
//! `//host/path`.
//!
//! The crate `url` follows another standard (WHATWG): it changes paths, refuses relative URLs, knows default
//! ports and has other messages. So this is the grammar of Go's `net/url`.
//
// apiserver: pkg/cel/library/urls.go, pkg/cel/url.go; Go: net/url/url.go, of Go 1.26

mod authority;
mod escape;
mod parse;
mod parts;
mod query;

use alloc::format;
use alloc::string::String;

use crdc_vocabulary::go::quote;

use crate::arena::Arena;
use crate::error::{EvalError, Evaluated};
use escape::{Mode, escape, text_of, unescape};
use parse::Context;
use parts::Parts;

/// A URL.
#[derive(Clone, Copy, Debug)]
pub struct Url<'a>(&'a Parts<'a>);

impl<'a> Url<'a> {
    /// `url(text)`.
    ///
    /// # Errors
    /// The text is no absolute URL and no absolute path.
    pub fn parse(text: &'a str, arena: &'a Arena) -> Evaluated<Url<'a>> {
        let conversion =
            |error| EvalError::text(format!("URL parse error during conversion from string: {error}"));
        Url::check_request(text).map_err(conversion)?;
        let (before, fragment) = text.split_once('#').unwrap_or((text, ""));
        let parts = parse::parse(before, Context::Reference, arena);
        let mut parts = parts.map_err(|error| conversion(parse_error(before, &error)))?;
        if !fragment.is_empty() {
            let checked = escape::check(fragment, Mode::Fragment);
            checked.map_err(|error| conversion(parse_error(text, &error)))?;
            parts.fragment = fragment;
        }
        Ok(Url(arena.alloc(parts)))
    }

    /// `isURL(text)`. Some of these texts cannot be converted: those with a wrong host after `//` or a wrong
    /// fragment.
    #[must_use]
    pub fn is_url(text: &str) -> bool {
        crdc_vocabulary::format::uri(text.as_bytes())
    }

    /// Whether a text is a request URI.
    ///
    /// # Errors
    /// Go's message of `url.ParseRequestURI`.
    pub(super) fn check_request(text: &str) -> Result<(), String> {
        if Url::is_url(text) {
            return Ok(());
        }
        let parsed = parse::parse(text, Context::Request, &Arena::new()).map(drop);
        parsed.map_err(|error| parse_error(text, &error))
    }

    /// `getScheme()`: in lower case; empty if there is none.
    #[must_use]
    pub fn scheme(self) -> &'a str {
        self.0.scheme
    }

    /// `getHost()`: the host with its port, without percent encoding.
    #[must_use]
    pub fn host(self, arena: &'a Arena) -> &'a str {
        text_of(self.0.host, arena)
    }

    /// `getHostname()`: the host without port and brackets.
    #[must_use]
    pub fn hostname(self, arena: &'a Arena) -> &'a str {
        text_of(authority::hostname_and_port(self.0.host).0, arena)
    }

    /// `getPort()`: empty if there is none.
    #[must_use]
    pub fn port(self, arena: &'a Arena) -> &'a str {
        text_of(authority::hostname_and_port(self.0.host).1, arena)
    }

    /// `getEscapedPath()`: as it is written if it is a valid encoding, or with percent encoding.
    #[must_use]
    pub fn escaped_path(self, arena: &'a Arena) -> &'a str {
        // Go does not encode this path.
        if self.0.path == "*" {
            return "*";
        }
        escaped(self.0.path, Mode::Path, arena)
    }

    /// `getQuery()`: the values of each key, sorted by key. What is not valid is left out.
    #[must_use]
    pub fn query(self, arena: &'a Arena) -> &'a [(&'a str, &'a [&'a str])] {
        query::parse(self.0.query, arena)
    }

    /// `==`: whether both have the same text once they are written again.
    #[must_use]
    pub fn equals(self, other: Url<'a>, arena: &'a Arena) -> bool {
        core::ptr::eq(self.0, other.0) || self.written(arena) == other.written(arena)
    }

    /// The URL as Go writes it.
    fn written(self, arena: &'a Arena) -> String {
        let parts = self.0;
        let mut out = String::new();
        let has_scheme = !parts.scheme.is_empty();
        if has_scheme {
            out.extend([parts.scheme, ":"]);
        }
        if parts.opaque.is_empty() {
            let omits_host = parts.omits_host && parts.host.is_empty() && parts.user.is_none();
            let has_authority = !parts.host.is_empty() || parts.user.is_some();
            if (has_scheme && !omits_host && !parts.path.is_empty()) || has_authority {
                out.push_str("//");
            }
            if let Some(user) = parts.user {
                out.push_str(&escape(user.name, Mode::User));
                if let Some(password) = user.password {
                    out.push(':');
                    out.push_str(&escape(password, Mode::User));
                }
                out.push('@');
            }
            out.push_str(&escape(parts.host, Mode::Host));
            out.push_str(self.escaped_path(arena));
        } else {
            out.push_str(parts.opaque);
        }
        if parts.ends_with_query || !parts.query.is_empty() {
            out.extend(["?", parts.query]);
        }
        if !parts.fragment.is_empty() {
            out.extend(["#", escaped(parts.fragment, Mode::Fragment, arena)]);
        }
        out
    }
}

fn parse_error(text: &str, error: &str) -> String {
    format!("parse {}: {error}", quote(text))
}

/// A valid part of a URL: as it is written unless it has bytes that must be encoded, or encoded.
fn escaped<'a>(text: &'a str, mode: Mode, arena: &'a Arena) -> &'a str {
    if escape::is_encoded(text, mode) {
        return text;
    }
    // The text was checked when the URL was read.
    let plain = unescape(text, mode, arena).unwrap_or_default();
    arena.alloc_str(&escape(plain, mode))
}

#[cfg(test)]
mod tests;
