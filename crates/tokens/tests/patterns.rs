//! Patterns as code.
#![allow(clippy::unwrap_used)]

use crdc_schema::pattern::compile;
use crdc_tokens::pattern::function;

#[test]
fn emitted_code_has_its_tables_inside() {
    use proc_macro2::{Ident, Span};
    use quote::quote;

    let emit = |pattern: &str| {
        let name = Ident::new("check", Span::call_site());
        let tokens = function(&compile(pattern).unwrap(), &name, &quote!(::crdc::__private));
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
