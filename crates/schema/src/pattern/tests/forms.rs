//! The compiled forms of patterns. The corpus has patterns of all of these kinds.

use crate::pattern::{TABLE_LIMIT, compile};

fn check(pattern: &str, description: &str) {
    assert_eq!(compile(pattern).unwrap().describe(), description, "{pattern}");
}

#[test]
fn shortcuts() {
    check("", "always");
    check("^.*", "always");
    check("a$b", "never");
    check("^$", r#"exact """#);
    check("^(Managed|Force)$", r#"exact "Force" | "Managed""#);
    check("^a(b|c)?$", r#"exact "a" | "ab" | "ac""#);
    check("^(é|日)$", r#"exact "é" | "日""#);
    check("^https?://", r#"prefix "http://" | "https://""#);
    check(r"\.com$", r#"suffix ".com""#);
    check("[^./]", r"contains [^./]");
    check("(?s).", "contains any");
    check("^[a-z0-9-]{1,63}$", r"class [\-0-9a-z]{1,63}");
    check("^[a-z]+$", "class [a-z]+");
    check(r"\A([a-z])*[[:lower:]]\z", "class [a-z]+");
    check("^[^/]*$", "class [^/]*");
    check("^.{1,64}$", r"class [^\n]{1,64}");
    check("^[0-9]{12}$", "class [0-9]{12}");
    check("^[a-z]{3,}", "class [a-z]{3,} first");
    check("^$|^[a-z]", "dfa 3 states x 2 classes");
    check("^cr-[0-9a-z]+$", r#"prefix "cr-" class [0-9a-z]+"#);
    check(r"^https:\/\/\S+", r#"prefix "https://" class [^\t\n\x0c\r ]+ first"#);
}

#[test]
fn tables_have_as_few_states_as_can_be() {
    check(r"^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$", "dfa 4 states x 4 classes");
    check("^([0-9]+(s|m|h))+$", "dfa 4 states x 3 classes");
    // Bytes within characters take states only if they decide the result.
    check("^.*@.*$", "dfa 3 states x 3 classes");
    check("^([0-9]+(us|µs))+$", "dfa 6 states x 7 classes");
    check("^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$", "dfa 126 states x 4 classes");
}

#[test]
fn what_is_too_large_stays_a_program() {
    check("[01]*1[01]{20}", "nfa 24 states");
    assert!(compile(r"(?:.{1,63}\.){1,10}$").unwrap().describe().starts_with("nfa"));
    assert!(compile("a{1000}").unwrap().describe().starts_with("dfa"));
    const { assert!(TABLE_LIMIT == 1 << 16) };
}

#[test]
fn emitted_code_has_its_tables_inside() {
    use proc_macro2::{Ident, Span};
    use quote::quote;

    let emit = |pattern: &str| {
        let name = Ident::new("check", Span::call_site());
        let tokens = compile(pattern).unwrap().emit(&name, &quote!(::crdc::__private));
        let file: syn::File = syn::parse2(tokens).unwrap();
        assert_eq!(file.items.len(), 1, "{pattern}");
        prettyplease::unparse(&file)
    };
    assert_eq!(
        emit("^(a|b)-x$"),
        "fn check(s: &[u8]) -> bool {\n    ::core::matches!(s, b\"a-x\" | b\"b-x\")\n}\n",
    );
    assert_eq!(
        emit("^v[0-9]+$"),
        r#"fn check(s: &[u8]) -> bool {
    static SET: [bool; 256] = ::crdc::__private::pattern::set(b"09");
    let Some(rest) = s.strip_prefix(b"v") else {
        return false;
    };
    !rest.is_empty() && ::crdc::__private::pattern::all(&SET, rest)
}
"#,
    );
    assert_eq!(
        emit("^[a-z]+(-[a-z]+)*$"),
        r#"fn check(s: &[u8]) -> bool {
    static TABLE: [u64; 256] = ::crdc::__private::pattern::shift_table(
        &::crdc::__private::pattern::classes(&[b"--", b"az"]),
        &[[0, 0, 0], [0, 0, 2], [0, 1, 2]],
    );
    ::crdc::__private::pattern::shift(
        &TABLE,
        ::crdc::__private::pattern::Layout {
            start: 1,
            live: 1,
            accepting: 2,
            settled: 3,
        },
        s,
    )
}
"#,
    );
    for pattern in ["^.*$", "x$", "[a-z]", "^[a-z]{3,5}$", "[01]*1[01]{20}", "(?:ab|c){1,90}d$"] {
        emit(pattern);
    }
}
