use alloc::string::ToString;

use super::*;

fn url<'a>(text: &'a str, arena: &'a Arena) -> Url<'a> {
    Url::parse(text, arena).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// scheme, host, host name, port, path
#[test]
fn parts() {
    let arena = &Arena::new();
    for (text, expected) in [
        ("https://example.com:8443/p/a?q=1", ["https", "example.com:8443", "example.com", "8443", "/p/a"]),
        ("/rel/path", ["", "", "", "", "/rel/path"]),
        ("HTTP://Example.COM", ["http", "Example.COM", "Example.COM", "", ""]),
        ("http://u:p@h:/", ["http", "h:", "h", "", "/"]),
        ("https://[::1]:80/x", ["https", "[::1]:80", "::1", "80", "/x"]),
        ("https://[fe80::1%25en0]", ["https", "[fe80::1%en0]", "fe80::1%en0", "", ""]),
        ("https://[::ffff:1.2.3.4]", ["https", "[::ffff:1.2.3.4]", "::ffff:1.2.3.4", "", ""]),
        ("mailto:a@b", ["mailto", "", "", "", ""]),
        ("file:///etc/x", ["file", "", "", "", "/etc/x"]),
        ("a:/b", ["a", "", "", "", "/b"]),
        ("*", ["", "", "", "", "*"]),
        ("//host:1/path", ["", "host:1", "host", "1", "/path"]),
        ("///path", ["", "", "", "", "///path"]),
        ("/a b", ["", "", "", "", "/a%20b"]),
        ("/a%2fb", ["", "", "", "", "/a%2fb"]),
        ("/a%2fb c", ["", "", "", "", "/a/b%20c"]),
        ("/[é]", ["", "", "", "", "/%5B%C3%A9%5D"]),
        ("/[a]", ["", "", "", "", "/[a]"]),
        ("/a#b/c", ["", "", "", "", "/a"]),
        ("http:#f", ["http", "", "", "", ""]),
        ("http://%C3%A9%25/", ["http", "é%", "é%", "", "/"]),
        ("http://%ff%fe/", ["http", "\u{fffd}\u{fffd}", "\u{fffd}\u{fffd}", "", "/"]),
        ("mongodb://a:1,b:2/x", ["mongodb", "a:1,b:2", "a:1,b", "2", "/x"]),
    ] {
        let found = url(text, arena);
        let parts = [
            found.scheme(),
            found.host(arena),
            found.hostname(arena),
            found.port(arena),
            found.escaped_path(arena),
        ];
        assert_eq!(parts, expected, "{text}");
        assert!(Url::is_url(text), "{text}");
    }
}

#[test]
fn queries() {
    let arena = &Arena::new();
    for (text, expected) in [
        ("/p?q=1&r=é", &[("q", &["1"][..]), ("r", &["é"])][..]),
        ("/p?b=2&a=3&b=1", &[("a", &["3"]), ("b", &["2", "1"])]),
        ("/p?a+b=c%20d%2B&&=&x", &[("", &[""]), ("a b", &["c d+"]), ("x", &[""])]),
        ("/p?a;b=1&c=%zz&d=1=2", &[("d", &["1=2"])]),
        ("/p?a=%ff", &[("a", &["\u{fffd}"])]),
        ("/p?", &[]),
        ("/p", &[]),
        ("mailto:x?a=b", &[("a", &["b"])]),
        ("/p?a=1#b?c", &[("a", &["1"])]),
    ] {
        assert_eq!(url(text, arena).query(arena), expected, "{text}");
    }
}

#[test]
fn errors_are_those_of_go() {
    for (text, reason) in [
        ("not a url", "invalid URI for request"),
        ("", "empty url"),
        ("#f", "invalid URI for request"),
        (":a", "missing protocol scheme"),
        ("1a:b", "invalid URI for request"),
        ("/a%zz", "invalid URL escape \"%zz\""),
        ("/a%e", "invalid URL escape \"%e\""),
        ("/a%aé", "invalid URL escape \"%a\\xc3\""),
        ("http://a b", "invalid character \" \" in host name"),
        ("http://a%41/", "invalid URL escape \"%41\""),
        ("http://a\\b/", "invalid character \"\\\\\" in host name"),
        ("http://a:b/", "invalid port \":b\" after host"),
        ("http://h:80:80/", "invalid port \":80:80\" after host"),
        ("http://[::1", "missing ']' in host"),
        ("http://[::1]x", "invalid port \"x\" after host"),
        ("http://[1.2.3.4]/", "invalid IP-literal"),
        ("http://a[::1]/", "invalid IP-literal"),
        ("http://[x]/", "invalid host: ParseAddr(\"x\"): unable to parse IP"),
        ("http://[::1%25]/", "invalid host: ParseAddr(\"::1%\"): zone must be a non-empty string"),
        ("http://a{b}@h/", "net/url: invalid userinfo"),
        ("http://%zz@h/", "invalid URL escape \"%zz\""),
        ("http://a#b", "invalid character \"#\" in host name"),
    ] {
        let arena = Arena::new();
        let expected =
            format!("URL parse error during conversion from string: parse {}: {reason}", quote(text));
        let found = Url::parse(text, &arena).map_err(|error| error.to_string()).err();
        assert_eq!(found, Some(expected));
        assert!(!Url::is_url(text), "{text}");
    }
}

/// A control character is escaped in the message.
#[test]
fn control_characters_are_refused() {
    let arena = Arena::new();
    let expected = "URL parse error during conversion from string: parse \"/a\\n\": net/url: invalid control \
                    character in URL";
    assert_eq!(
        Url::parse("/a\n", &arena).map_err(|error| error.to_string()).err().as_deref(),
        Some(expected)
    );
}

/// The server reads a URL twice, and only `isURL` is content with the first time.
#[test]
fn some_urls_cannot_be_converted() {
    for (text, url, reason) in [
        ("//a b/", "//a b/", "invalid character \" \" in host name"),
        ("//h:x/#f", "//h:x/", "invalid port \":x\" after host"),
        ("a:b#%zz", "a:b#%zz", "invalid URL escape \"%zz\""),
    ] {
        let arena = Arena::new();
        let expected =
            format!("URL parse error during conversion from string: parse {}: {reason}", quote(url));
        let found = Url::parse(text, &arena).map_err(|error| error.to_string()).err();
        assert_eq!(found, Some(expected));
        assert!(Url::is_url(text), "{text}");
    }
}

#[test]
fn equal_urls_are_written_equally() {
    let arena = &Arena::new();
    for (left, right, equal) in [
        ("http://a/b", "HTTP://a/b", true),
        ("http://a/b", "http://A/b", false),
        ("http://%c3%a9/", "http://é/", true),
        ("http://%75@h/", "http://u@h/", true),
        ("http://u:@h/", "http://u@h/", false),
        ("/a b", "/a%20b", true),
        ("/a%2fb", "/a/b", false),
        ("/a?", "/a", false),
        ("/a#", "/a", true),
        ("/a#b c", "/a#b%20c", true),
        ("file:///a", "file:/a", false),
        ("mailto:a", "mailto:b", false),
        ("//h/p", "//h/p", true),
    ] {
        assert_eq!(url(left, arena).equals(url(right, arena), arena), equal, "{left} {right}");
    }
}

/// The format `uri` and this parser are two implementations of one grammar.
#[test]
fn requests_are_those_of_the_format() {
    let pieces = [
        "", "a", "A1", ":", "/", "//", "?", "#", "%", "%41", "%25", "%c3", "[", "]", "::1", "1.2", "@", "é",
        " ", "http:", "x:", "80", "\u{7f}", "*", "\\", "{", "[::1]",
    ];
    let mut state: u64 = 1;
    for _ in 0..200_000 {
        let mut text = String::new();
        for _ in 0..6 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            text.push_str(pieces[(state >> 33) as usize % pieces.len()]);
        }
        let arena = Arena::new();
        let parsed = parse::parse(&text, Context::Request, &arena);
        assert_eq!(parsed.is_ok(), Url::is_url(&text), "{text}: {:?}", parsed.err());
    }
}
