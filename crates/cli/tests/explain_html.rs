//! The page of `crdc explain --html`. `BLESS=1` writes `explain_html/expected.html`; review the diff.
//!
//! No test looks at the page. After a change, do so in a browser, wide, narrow, dark and printed (a printed
//! page has all fields, also those that are closed):
//!
//! ```sh
//! crdc explain --html crates/cli/tests/explain_html/crd.yaml > /tmp/page.html
//! for width in 1200 390; do
//!     chromium --headless --no-sandbox --window-size=$width,1600 --screenshot=/tmp/page-$width.png file:///tmp/page.html
//! done
//! dark=--blink-settings=preferredColorScheme=0
//! chromium --headless --no-sandbox $dark --screenshot=/tmp/page-dark.png file:///tmp/page.html
//! chromium --headless --no-sandbox --print-to-pdf=/tmp/page.pdf file:///tmp/page.html
//! ```
#![allow(clippy::unwrap_used)]

use std::io::Write;
use std::process::{Command, Stdio};

/// The page of a document, and whether the command succeeded.
fn page(document: &str) -> (String, bool) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_crdc"));
    command
        .args(["explain", "--html", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(document.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    (String::from_utf8(output.stdout).unwrap(), output.status.success())
}

/// A document with this schema of `spec`.
fn document(spec: &str) -> String {
    format!(
        "{{apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: {{name: things.example.com}},
spec: {{group: example.com, scope: Namespaced, names: {{plural: things, singular: thing, kind: Thing, listKind: ThingList}},
versions: [{{name: v1, served: true, storage: true, schema: {{openAPIV3Schema: {{type: object, properties: {{spec: {spec}}}}}}}}}]}}}}"
    )
}

#[test]
fn the_page_shows_what_the_document_says() {
    let (page, _) = page(include_str!("explain_html/crd.yaml"));
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/explain_html/expected.html");
    // One element on a line, without the style sheet and the script.
    let (head, rest) = page.split_once("<style>").unwrap();
    let body = rest.split_once("</style>").unwrap().1.rsplit_once("<script>").unwrap().0;
    let shown = format!("{head}{body}").replace("><", ">\n<") + "\n";
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path, &shown).unwrap();
    }
    let expected = std::fs::read_to_string(path).unwrap_or_default();
    assert!(shown == expected, "explain_html/expected.html differs; BLESS=1 writes it\n{shown}");
}

#[test]
fn equal_documents_give_equal_pages() {
    let document = include_str!("explain_html/crd.yaml");
    assert_eq!(page(document), page(document));
}

#[test]
fn nothing_is_loaded_and_no_text_is_markup() {
    let evil = "</title></style></script><script src=//x>alert(1)</script><img src=x onerror=alert(1)> \\\" ' onload=x & &lt;";
    let quoted = format!("\"{evil}\"");
    let spec = format!(
        "{{type: object, description: {quoted}, title: {quoted}, default: {{}}, example: {quoted}, externalDocs: {{url: {quoted}}},
properties: {{{quoted}: {{type: string, enum: [{quoted}], default: {quoted}}}, b: {{type: string, pattern: {quoted}, format: {quoted}}},
c: {{type: boolean, x-kubernetes-validations: [{{rule: {quoted_rule}, message: {quoted}}}]}}}}}}",
        quoted_rule = "\"self || '</script><script>' == '<img>'\"",
    );
    let (page, done) = page(&document(&spec));
    assert!(done, "{page}");
    let lower = page.to_lowercase();
    for (part, times) in [
        ("<script", 1),
        ("</script", 1),
        ("<style", 1),
        ("</style", 1),
        ("<title", 1),
        ("<img", 0),
        ("<link", 0),
    ] {
        assert_eq!(lower.matches(part).count(), times, "{part}");
    }
    // No element has an address or a handler: the attributes are those of the templates.
    for tag in lower.split('<').skip(1).map(|rest| rest.split_once('>').map_or(rest, |(tag, _)| tag)) {
        let name = tag.split([' ', '/']).next().unwrap_or_default();
        let attributes = tag.split('"').step_by(2).collect::<String>();
        assert!(!attributes.contains("src=") && !attributes.contains(" on"), "{tag}");
        assert!(!attributes.contains("href=") || (name == "a" && tag.contains("href=\"#")), "{tag}");
    }
    assert!(
        page.contains("&lt;img src=x onerror=alert(1)&gt; &quot;") && page.contains("default-src 'none'")
    );
}

#[test]
fn deep_and_wide_schemas_have_pages() {
    let deep =
        format!("{}{{type: string}}{}", "{type: object, properties: {a: ".repeat(100), "}}".repeat(100));
    let (deep, done) = page(&document(&deep));
    assert!(done && deep.matches("<code class=\"name\">a</code>").count() == 100);
    let fields: String =
        (0..2000).map(|index| format!("f{index}: {{type: string, maxLength: 3}},")).collect();
    let (wide, done) = page(&document(&format!("{{type: object, properties: {{{fields}}}}}")));
    assert!(
        done && wide.contains("<code class=\"name\">f1999</code>") && wide.len() < 2_000_000,
        "{}",
        wide.len()
    );
}

#[test]
fn refused_documents_have_no_page() {
    assert_eq!(page(&document("{type: made-up}")), (String::new(), false));
    assert_eq!(page("\u{0}: ["), (String::new(), false));
    assert_eq!(page("kind: ConfigMap"), (String::new(), false));
}
