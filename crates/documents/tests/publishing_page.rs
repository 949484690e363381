//! The example of `docs/publishing.md`: each block after a comment is cut out of what is published for the
//! CRD of the page. `BLESS=1` writes the blocks. The page is outside of the crate, so its package does not
//! contain this test.
#![allow(clippy::unwrap_used)]

use crdc_check::{Checked, check_sources};
use crdc_documents::publish::apply_safe::{self, apply_safe};
use crdc_documents::publish::json_schema::{self, json_schemas};
use crdc_documents::publish::openapi::{OpenApi, Options, documents};
use crdc_plan::{explain, explain_openapi};
use crdc_source::Source;
use crdc_vocabulary::Minor;

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/publishing.md");

/// The CRD of the page, which is the only block of YAML with a kind.
fn crd(page: &str) -> &str {
    let mut blocks = page.split("```yaml\n").skip(1).filter_map(|rest| rest.split("```").next());
    blocks.find(|block| block.contains("kind: CustomResourceDefinition")).unwrap()
}

fn openapi(checked: &[Checked], form: OpenApi, extensions: bool) -> String {
    let (documents, errors) = documents(checked, Options { extensions, ..Options::server(form) });
    assert!(errors.is_empty() && documents.len() == 1);
    documents[0].to_json()
}

/// The document that a comment names.
fn document(name: &str, checked: &[Checked]) -> String {
    match name {
        "openapi-v3" => openapi(checked, OpenApi::V3, false),
        "openapi-v2" => openapi(checked, OpenApi::V2, false),
        "openapi-v2-extensions" => openapi(checked, OpenApi::V2, true),
        "apply-safe" => {
            let source = Source::new("crd.yaml", crd(&std::fs::read_to_string(PAGE).unwrap()));
            let found = apply_safe(&source, &checked[0], apply_safe::Options { server: Minor(29) });
            assert!(found[0].problems.is_empty(), "{:?}", found[0].problems);
            found[0].to_yaml()
        }
        _ => {
            let options = json_schema::Options { strict: true, ..Default::default() };
            let schema = json_schemas(checked, options).pop().unwrap();
            match name {
                "json-schema" => schema.to_json(),
                "report" => schema.unexpressed.iter().map(|unexpressed| format!("{unexpressed}\n")).collect(),
                other => panic!("{other}"),
            }
        }
    }
}

/// The object at a path of keys, with its key, moved to the left.
fn cut(text: &str, path: &[&str]) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    for (depth, key) in path.iter().enumerate() {
        let indent = " ".repeat(2 * (depth + 1));
        let first = format!("{indent}\"{key}\": {{");
        let start =
            lines.iter().position(|line| *line == first).unwrap_or_else(|| panic!("no {key} in {text}"));
        let rest = &lines[start..];
        let end = rest.iter().position(|line| line.trim_end_matches(',') == format!("{indent}}}")).unwrap();
        lines = rest[..=end].to_vec();
    }
    let indent = 2 * path.len();
    let mut out: Vec<&str> = lines.iter().map(|line| line.get(indent..).unwrap_or_default()).collect();
    if let Some(last) = out.last_mut() {
        *last = last.trim_end_matches(',');
    }
    out.join("\n") + "\n"
}

/// The same for YAML: the innermost object of a key.
fn cut_yaml(text: &str, key: &str) -> String {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let lines: Vec<&str> = text.lines().collect();
    let start = lines.iter().rposition(|line| line.trim() == format!("{key}:")).unwrap();
    let depth = indent(lines[start]);
    let rest = lines[start + 1..].iter().take_while(|line| indent(line) > depth);
    std::iter::once(&lines[start]).chain(rest).map(|line| format!("{}\n", &line[depth..])).collect()
}

#[test]
fn the_example_is_what_is_published() {
    let page = std::fs::read_to_string(PAGE).unwrap();
    let checked = check_sources(&[Source::new("crd.yaml", crd(&page))], &[]);
    assert!(checked[0].diagnostics.is_empty(), "{:?}", checked[0].diagnostics);
    let mut expected = String::new();
    let mut rest = page.as_str();
    let mut blocks = 0;
    while let Some((before, after)) = rest.split_once("<!-- ") {
        let (comment, behind) = after.split_once(" -->\n").unwrap();
        let path: Vec<&str> = comment.split(" > ").collect();
        let text = document(path[0], &checked);
        let (language, text) = match path.len() {
            1 => ("text", text),
            _ if path[0] == "apply-safe" => ("yaml", cut_yaml(&text, path[1])),
            _ => ("json", cut(&text, &path[1..])),
        };
        expected.push_str(&format!("{before}<!-- {comment} -->\n```{language}\n{text}```\n"));
        // The old block, if there is one.
        let old = behind.strip_prefix("```").and_then(|old| old.split_once("\n```\n"));
        rest = old.map_or(behind, |(_, behind)| behind);
        blocks += 1;
    }
    expected.push_str(rest);
    assert_eq!(blocks, 7);
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(PAGE, &expected).unwrap();
        return;
    }
    assert!(page == expected, "docs/publishing.md differs from what is published; BLESS=1 writes it");
}

#[test]
fn the_apply_safe_example_compiles_like_the_crd() {
    let page = std::fs::read_to_string(PAGE).unwrap();
    let published = document("apply-safe", &check_sources(&[Source::new("crd.yaml", crd(&page))], &[]));
    let plan = |text: &str| explain(&[Source::new("crd.yaml", text)], None);
    assert_eq!(plan(&published), plan(crd(&page)));
}

/// As the page says, but for the alternatives that servers add to an integer or string.
#[test]
fn the_documents_of_the_example_compile_like_the_crd() {
    let page = std::fs::read_to_string(PAGE).unwrap();
    let text = crd(&page).replace(
        "{x-kubernetes-int-or-string: true}",
        "{x-kubernetes-int-or-string: true, anyOf: [{type: integer}, {type: string}]}",
    );
    let sources = [Source::new("crd.yaml", text)];
    let own = explain(&sources, None);
    for form in [OpenApi::V3, OpenApi::V2] {
        let text = openapi(&check_sources(&sources, &[]), form, true);
        let (read, errors) = explain_openapi(&Source::new("openapi.json", text), &[]);
        assert!(errors.is_empty(), "{errors:?}");
        assert_eq!(own, read);
    }
}
