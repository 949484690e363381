//! Values that somebody was to replace: `$NAME`, `($name)`, `<name>`, `PLACEHOLDER`. In: findings about an
//! object, and its text. Out: findings whose help names the placeholder.
//!
//! Easy to break: servers take such texts as they are, so only an error about the value itself says that it
//! is one.

use super::finding::{Finding, Level};

/// Longer texts are no placeholders.
const LONGEST: usize = 64;

/// Words that stand for a value that is still to be written.
const WORDS: [&str; 5] = ["PLACEHOLDER", "CHANGEME", "CHANGE_ME", "REPLACEME", "REPLACE_ME"];

/// Names the placeholders that errors are about.
pub(super) fn name(findings: &mut [Finding], text: &str) {
    for finding in findings.iter_mut().filter(|finding| finding.level == Level::Error) {
        let span = finding.span;
        let Some(written) = text.get(span.start as usize..span.end as usize) else { continue };
        let value = written.trim_matches(['"', '\'']);
        let Some(meant) = meant(value) else { continue };
        let mut help = format!("`{value}` looks like a placeholder: write its value");
        if let Placeholder::Variable(name) = meant {
            help += &format!(", or `${{{name}}}`, whose value --substitute {name}=value gives");
        }
        finding.help = Some(match finding.help.take() {
            Some(other) => format!("{help}. If it is none: {other}"),
            None => help,
        });
    }
}

#[derive(Debug, PartialEq, Eq)]
enum Placeholder<'t> {
    /// A variable of a shell or a template, by its name.
    Variable(&'t str),
    /// What a person was to write.
    Word,
}

fn meant(value: &str) -> Option<Placeholder<'_>> {
    if value.len() > LONGEST {
        return None;
    }
    let inner = |start: &str, end: &str| {
        value.strip_prefix(start)?.strip_suffix(end).filter(|inner| !inner.contains(['\n', '<', '>']))
    };
    let is_name = |name: &&str| {
        let is_inner = |c: char| c.is_ascii_alphanumeric() || c == '_';
        name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') && name.chars().all(is_inner)
    };
    let variable = [("($", ")"), ("$(", ")"), ("$", "")]
        .iter()
        .find_map(|(start, end)| inner(start, end).filter(is_name));
    if let Some(name) = variable {
        return Some(Placeholder::Variable(name));
    }
    let marked = [("<", ">"), ("__", "__"), ("@", "@"), ("%", "%")];
    let is_marked =
        marked.iter().any(|(start, end)| inner(start, end).is_some_and(|inner| !inner.is_empty()));
    let is_word = WORDS.iter().any(|word| value.eq_ignore_ascii_case(word));
    (is_marked || is_word).then_some(Placeholder::Word)
}

#[cfg(test)]
mod tests {
    use super::Placeholder::{Variable, Word};
    use super::{Finding, Level, meant, name};
    use crdc_codegen::source::Span;

    #[test]
    fn placeholders() {
        for (value, expected) in [
            ("$PORT", Some(Variable("PORT"))),
            ("($port)", Some(Variable("port"))),
            ("$(PORT)", Some(Variable("PORT"))),
            ("<name>", Some(Word)),
            ("<your name>", Some(Word)),
            ("PLACEHOLDER", Some(Word)),
            ("changeme", Some(Word)),
            ("__PORT__", Some(Word)),
            ("@port@", Some(Word)),
            ("", None),
            ("$", None),
            ("$1", None),
            ("$a b", None),
            ("<>", None),
            ("____", None),
            ("<a> and <b>", None),
            ("port", None),
            ("é", None),
        ] {
            assert_eq!(meant(value), expected, "{value}");
        }
        assert_eq!(meant(&format!("<{}>", "a".repeat(80))), None);
    }

    #[test]
    fn help_names_a_placeholder_and_keeps_what_it_said() {
        let of = |text: &str, level: Level, help: Option<&str>| {
            let mut finding =
                Finding::new("wrong-type", level, Span { start: 0, end: text.len() as u32 }, "wrong");
            finding.help = help.map(str::to_owned);
            let mut all = [finding];
            name(&mut all, text);
            let [finding] = all;
            finding.help
        };
        assert_eq!(
            of("\"$PORT\"", Level::Error, None).as_deref(),
            Some(
                "`$PORT` looks like a placeholder: write its value, or `${PORT}`, whose value --substitute PORT=value gives"
            )
        );
        assert_eq!(
            of("<port>", Level::Error, Some("write a number")).as_deref(),
            Some("`<port>` looks like a placeholder: write its value. If it is none: write a number")
        );
        assert_eq!(of("<port>", Level::Warning, None), None);
        assert_eq!(of("port", Level::Error, None), None);
    }
}
