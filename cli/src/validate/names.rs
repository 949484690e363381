//! The names of findings. In: a name that somebody wrote. Out: whether there is such a finding, or the one that was meant.
//!
//! Easy to break: who adds a finding adds its name here and to docs/validate.md, where people look for it. What texts and CRDs have beside
//! these are the codes of diagnostics.

use crdc_codegen::diag::Code;
use crdc_codegen::schema::nearest;
use crdc_codegen::schema::suggest::meant_or;

/// The names that are no codes of diagnostics.
const NAMES: [&str; 31] = [
    "required-value",
    "invalid-value",
    "unsupported-value",
    "duplicate-value",
    "forbidden-value",
    "forbidden",
    "not-found",
    "too-long",
    "too-many",
    "wrong-type",
    "duplicate-key",
    "rule",
    "immutable-field",
    "immutable",
    "union",
    "refused",
    "unknown-field",
    "unknown-kind",
    "deprecated-kind",
    "server-warning",
    "old-error",
    "old-object",
    "rules-not-checked",
    "missing-schema",
    "version-not-served",
    "rejected-kind",
    "no-kind",
    "unknown-value",
    "template",
    "ignore-without-reason",
    "ignore-unknown",
];

/// Why a name is that of no finding, with the one that was meant. None if there is such a finding.
pub(crate) fn unknown(name: &str) -> Option<(String, String)> {
    if NAMES.contains(&name) || Code::from_name(name).is_some() {
        return None;
    }
    let known = NAMES.into_iter().chain(Code::all().iter().map(|code| code.name()));
    let help = meant_or(nearest(name, known), || {
        "write the name that a report has in brackets, such as `invalid-value`".to_owned()
    });
    Some((format!("no finding has the name `{name}`, so nothing is ignored"), help))
}

#[cfg(test)]
mod tests {
    use super::{Code, NAMES, unknown};
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    fn sources(folder: &Path, all: &mut String) {
        for path in fs::read_dir(folder)
            .expect("the folder is there")
            .map(|entry| entry.expect("it can be read").path())
        {
            if path.is_dir() {
                sources(&path, all);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                *all += &fs::read_to_string(&path).expect("it is a text");
            }
        }
    }

    /// The names that code gives to findings, by the forms that it has for that.
    fn of_code() -> BTreeSet<String> {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut all = String::new();
        ["src/validate", "../kubernetes/src"].iter().for_each(|folder| sources(&here.join(folder), &mut all));
        let forms = [
            r#"(?:Finding::new|Problem::error|Problem::warning|self\.add|\.refused|\.not_strict)\(\s*"([a-z-]+)""#,
            r#"const [A-Z_]+: &str = "([a-z]+(?:-[a-z]+)+)";"#,
            r#"finding\.id = "([a-z-]+)""#,
            r#"\(_?(?:ErrorSource::\w+)?, _?(?:ErrorType::\w+)?\) => "([a-z-]+)""#,
            r#"        _ => "([a-z]+-value)""#,
        ];
        let found = forms.iter().flat_map(|form| {
            let form = regex::Regex::new(form).expect("it is a pattern");
            form.captures_iter(&all).map(|found| found[1].to_owned()).collect::<Vec<_>>()
        });
        found.filter(|name| Code::from_name(name).is_none()).collect()
    }

    #[test]
    fn the_names_are_those_of_the_code() {
        let names = BTreeSet::from(NAMES.map(str::to_owned));
        assert_eq!(of_code(), names);
    }

    #[test]
    fn the_page_has_all_names() {
        let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/validate.md");
        let page = fs::read_to_string(page).expect("the page is there");
        let section =
            page.split("\n## ").find(|section| section.starts_with("Findings\n")).expect("it has a table");
        let rows = section.lines().filter(|line| line.starts_with("| `"));
        let cells = rows.filter_map(|row| row.split('|').nth(1));
        let table: BTreeSet<&str> = cells.flat_map(|cell| cell.split('`').skip(1).step_by(2)).collect();
        let absent: Vec<&&str> = NAMES.iter().filter(|name| !table.contains(*name)).collect();
        assert!(absent.is_empty(), "the page has not {absent:?}");
        let wrong: Vec<&&str> = table.iter().filter(|name| unknown(name).is_some()).collect();
        assert!(wrong.is_empty(), "no finding is {wrong:?}");
    }

    #[test]
    fn the_name_that_was_meant_is_suggested() {
        for (name, expected) in [
            ("invalid-valu", Some("did you mean `invalid-value`?")),
            ("Unknown-Field", Some("did you mean `unknown-field`?")),
            ("forbiden", Some("did you mean `forbidden`?")),
            ("yaml-duplicate-keys", Some("did you mean `yaml-duplicate-key`?")),
            ("nope-nope", Some("write the name that a report has in brackets, such as `invalid-value`")),
            ("invalid-value", None),
            ("crd-unknown-key", None),
        ] {
            assert_eq!(unknown(name).map(|(_, help)| help).as_deref(), expected, "{name}");
        }
    }
}
