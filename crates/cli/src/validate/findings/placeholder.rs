//! Finds placeholders that were not replaced: `$NAME`, `($name)`, `<name>`, `PLACEHOLDER`, `PV_NAME`, and
//! `$${NAME}`, which no tool replaces. In: findings about an object, and its text. Out: findings whose help
//! names the placeholders.
//!
//! Easy to break: servers accept such texts as values. So only an error about the value itself is a reason to
//! call it a placeholder.

use super::finding::{Finding, Level};

/// Longer texts are no placeholders.
const LONGEST_PLACEHOLDER: usize = 64;

/// Words that people write in place of a value.
const WORDS: [&str; 5] = ["PLACEHOLDER", "CHANGEME", "CHANGE_ME", "REPLACEME", "REPLACE_ME"];

/// Adds help to errors whose value is a placeholder.
pub(crate) fn name(findings: &mut [Finding], text: &str) {
    for finding in findings.iter_mut().filter(|finding| finding.level == Level::Error) {
        let span = finding.span;
        let Some(written) = text.get(span.start as usize..span.end as usize) else { continue };
        let value = written.trim_matches(['"', '\'']);
        let Some(meant) = meant(value) else { continue };
        let mut help = format!("`{value}` looks like a placeholder: write its value");
        match meant {
            Placeholder::Variable(name) => {
                help += &format!(", or `${{{name}}}`, whose value --substitute {name}=value gives");
            }
            Placeholder::Escaped(name) => {
                help = format!("`$${{{name}}}` is the text `${{{name}}}`: a variable is `${{{name}}}`");
            }
            Placeholder::Word => {}
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
    /// A variable with a second dollar, by its name.
    Escaped(&'t str),
    /// A word in place of a value.
    Word,
}

fn meant(value: &str) -> Option<Placeholder<'_>> {
    if value.len() > LONGEST_PLACEHOLDER {
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
    let escaped = value.split_once("$${").and_then(|(_, rest)| Some(rest.split_once('}')?.0));
    if let Some(name) = escaped.filter(is_name) {
        return Some(Placeholder::Escaped(name));
    }
    let marked = [("<", ">"), ("__", "__"), ("@", "@"), ("%", "%")];
    let is_marked =
        marked.iter().any(|(start, end)| inner(start, end).is_some_and(|inner| !inner.is_empty()));
    let is_word = WORDS.iter().any(|word| value.eq_ignore_ascii_case(word)) || is_loud(value);
    (is_marked || is_word).then_some(Placeholder::Word)
}

/// Whether a value is several words in capital letters, such as `PV_NAME`.
fn is_loud(value: &str) -> bool {
    let is_word = |word: &str| {
        let is_inner = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit();
        word.len() > 1 && word.starts_with(|c: char| c.is_ascii_uppercase()) && word.chars().all(is_inner)
    };
    value.contains('_') && value.split('_').all(is_word)
}

#[cfg(test)]
mod tests {
    use super::Placeholder::{Escaped, Variable, Word};
    use super::{Finding, Level, meant, name};
    use crdc_source::Span;

    #[test]
    fn placeholders() {
        for (value, expected) in [
            ("$PORT", Some(Variable("PORT"))),
            ("($port)", Some(Variable("port"))),
            ("$(PORT)", Some(Variable("PORT"))),
            ("$${port}", Some(Escaped("port"))),
            ("a-$${port}-b", Some(Escaped("port"))),
            ("$${a b}", None),
            ("PV_NAME", Some(Word)),
            ("YOUR_NODE_2", None),
            ("A_B", None),
            ("PV_name", None),
            ("NAME", None),
            ("$${}", None),
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
        assert_eq!(
            of("\"$${port}\"", Level::Error, Some("write a whole number")).as_deref(),
            Some(
                "`$${port}` is the text `${port}`: a variable is `${port}`. If it is none: write a whole number"
            )
        );
        assert_eq!(of("<port>", Level::Warning, None), None);
        assert_eq!(of("port", Level::Error, None), None);
    }
}
