//! Checks the addresses of webhooks, of admission and of conversion. In: a URL, or the path at a service.
//! Out: the server's errors. Some errors of Go's parser of URLs are not reported.
//!
//! Easy to break: Go reads a URL without a scheme as a path, so that it has no host.
//
// apiserver: pkg/util/webhook/validation.go; go: src/net/url/url.go Parse

use alloc::format;
use alloc::string::String;

use crate::go::quote;
use crate::names;

/// The most wrong segments that are reported. Each error contains the whole path, and one error suffices to
/// refuse it.
const MOST_SEGMENTS: usize = 16;

/// Checks a URL: calls `refuse` with the part that is refused and the reason. Without a part the server's
/// error is `Required value`: Go cannot read the URL.
///
/// ```
/// let mut found = Vec::new();
/// crdc_vocabulary::webhooks::against_url("http://a.example.com", |part, _| found.push(part.map(str::to_owned)));
/// assert_eq!(found, [Some("http".to_owned())]);
/// ```
// ValidateWebhookURL
pub fn against_url(url: &str, mut refuse: impl FnMut(Option<&str>, &str)) {
    const FORM: &str = "; desired format: https://host[/path]";
    let (text, fragment) = url.split_once('#').unwrap_or((url, ""));
    let (before, query) = text.split_once('?').unwrap_or((text, ""));
    let (scheme, rest) = before.split_once(':').filter(|(word, _)| is_scheme(word)).unwrap_or(("", before));
    let authority = rest.strip_prefix("//").map_or("", |rest| rest.split('/').next().unwrap_or_default());
    let (user, host) =
        authority.rsplit_once('@').map_or((None, authority), |(user, host)| (Some(user), host));
    if let Some(reason) = against_form(text, scheme, rest, host) {
        let detail = format!("url must be a valid URL: parse {}: {reason}{FORM}", quote(text));
        refuse(None, &detail);
        return;
    }
    if !scheme.eq_ignore_ascii_case("https") {
        let detail = format!("'https' is the only allowed URL scheme{FORM}");
        refuse(Some(&scheme.to_ascii_lowercase()), &detail);
    }
    if host.is_empty() {
        refuse(Some(""), &format!("host must be specified{FORM}"));
    }
    if let Some(user) = user {
        refuse(Some(user), "user information is not permitted in the URL");
    }
    if !fragment.is_empty() {
        refuse(Some(fragment), "fragments are not permitted in the URL");
    }
    if !query.is_empty() {
        refuse(Some(query), "query parameters are not permitted in the URL");
    }
}

fn is_scheme(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_alphabetic())
        && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
}

/// Go's error of reading a URL.
fn against_form(text: &str, scheme: &str, rest: &str, host: &str) -> Option<String> {
    if text.bytes().any(|byte| byte < b' ' || byte == 0x7f) {
        return Some("net/url: invalid control character in URL".into());
    }
    if text.starts_with(':') {
        return Some("missing protocol scheme".into());
    }
    if scheme.is_empty() && rest.split('/').next().is_some_and(|segment| segment.contains(':')) {
        return Some("first path segment in URL cannot contain colon".into());
    }
    // Versions of Go treat several colons, and addresses in brackets, differently.
    let (name, port) = host.split_once(':')?;
    let is_port = port.bytes().all(|byte| byte.is_ascii_digit());
    (!is_port && !port.contains(':') && !name.starts_with('['))
        .then(|| format!("invalid port {} after host", quote(&format!(":{port}"))))
}

/// Checks the path at a service: calls `refuse` with each reason. Of many wrong segments only the first ones
/// are reported.
// ValidateWebhookService
pub fn against_path(path: &str, mut refuse: impl FnMut(&str)) {
    if ["", "/"].contains(&path) {
        return;
    }
    if path == "//" {
        refuse("segment[0] may not be empty");
        return;
    }
    if !path.starts_with('/') {
        refuse("must start with a '/'");
    }
    // The server cuts the first byte, even if it is no slash.
    let Some((_, rest)) = path.as_bytes().split_first() else { return };
    let mut left = MOST_SEGMENTS;
    for (index, step) in rest.strip_suffix(b"/").unwrap_or(rest).split(|byte| *byte == b'/').enumerate() {
        if step.is_empty() {
            refuse(&format!("segment[{index}] may not be empty"));
        } else {
            let reasons = names::against_name(step);
            if reasons.is_empty() {
                continue;
            }
            reasons.iter().for_each(|reason| refuse(&format!("segment[{index}]: {reason}")));
        }
        left -= 1;
        if left == 0 {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::borrow::ToOwned;
    use alloc::format;
    use alloc::string::String;
    use alloc::vec::Vec;

    use super::{against_path, against_url};

    fn url(url: &str) -> Vec<String> {
        let mut found = Vec::new();
        against_url(url, |part, detail| {
            found.push(match part {
                Some(part) => format!("{part}|{}", detail.split(';').next().unwrap_or_default()),
                None => detail.to_owned(),
            });
        });
        found
    }

    #[test]
    fn urls() {
        let scheme = |text: &str| format!("{text}|'https' is the only allowed URL scheme");
        let host = || "|host must be specified".to_owned();
        for good in [
            "https://a.example.com",
            "HTTPS://a:8443/b?",
            "https://[::1]:8443/",
            "https://a:/b%20c d",
            "https://10.0.0.1/{x}",
        ] {
            assert_eq!(url(good), [""; 0], "{good}");
        }
        for (bad, reasons) in [
            ("", [scheme(""), host()].to_vec()),
            ("a.example.com", [scheme(""), host()].to_vec()),
            ("a.example.com/b", [scheme(""), host()].to_vec()),
            ("//a.example.com/b", [scheme("")].to_vec()),
            ("///b", [scheme(""), host()].to_vec()),
            ("/b:c", [scheme(""), host()].to_vec()),
            ("localhost:443", [scheme("localhost"), host()].to_vec()),
            ("a.b:443/x", [scheme("a.b"), host()].to_vec()),
            ("https:/a.example.com", [host()].to_vec()),
            ("https:a.example.com", [host()].to_vec()),
            ("https:///a", [host()].to_vec()),
            ("HTTP://a", [scheme("http")].to_vec()),
            ("http://[::1]/", [scheme("http")].to_vec()),
        ] {
            assert_eq!(url(bad), reasons, "{bad}");
        }
        for (bad, reason) in [
            (":a", "missing protocol scheme"),
            ("://a", "missing protocol scheme"),
            ("10.0.0.1:443/a", "first path segment in URL cannot contain colon"),
            ("a_b:443", "first path segment in URL cannot contain colon"),
            ("https://a:b/c", "invalid port \":b\" after host"),
            ("https://u@a:b:c", ""),
        ] {
            let form = "; desired format: https://host[/path]";
            let wanted = match reason {
                "" => "u|user information is not permitted in the URL".to_owned(),
                _ => format!("url must be a valid URL: parse \"{bad}\": {reason}{form}"),
            };
            assert_eq!(url(bad), [wanted], "{bad}");
        }
        assert!(url("https://a\n")[0].contains("parse \"https://a\\n\": net/url: invalid control character"));
    }

    #[test]
    fn paths() {
        let path = |path: &str| {
            let mut found = Vec::new();
            against_path(path, |reason| found.push(reason.to_owned()));
            found
        };
        for good in ["", "/", "/a", "/a/b/", "/a.b/c-d"] {
            assert_eq!(path(good), [""; 0], "{good}");
        }
        assert_eq!(path("//"), ["segment[0] may not be empty"]);
        assert_eq!(path("a"), ["must start with a '/'", "segment[0] may not be empty"]);
        assert_eq!(path("ab"), ["must start with a '/'"]);
        assert_eq!(path("/a//b"), ["segment[1] may not be empty"]);
        assert_eq!(path("é").len(), 2);
        assert!(path("/A")[0].starts_with("segment[0]: a lowercase RFC 1123 subdomain"));
        assert_eq!(path(&"/".repeat(1000)).len(), 16);
        assert_eq!(path(&"/A".repeat(1000)).len(), 16);
    }
}
