//! Makes text from outside safe to show in reports: text of documents, names of files, messages that quote
//! either. In: any text. Out: the same text with escapes for characters that would mislead a reader, or
//! command a terminal or a service. **Every report for people goes through here**; reports as JSON have the
//! same texts, with JSON's escapes for the same characters.
//!
//! These characters are replaced, by an escape as Rust writes it (`\u{1b}`):
//!
//! - control characters, which command terminals, and line breaks, which begin lines;
//! - marks of bidirectional text, which show a text in another order than it has;
//! - characters that are not shown at all, such as U+FEFF and U+200B: a name with such a character looks like
//!   the name without it. Characters that join or part letters of a script stay;
//! - characters that XML 1.0 forbids.
//!
//! Easy to break: services that run a job read its output, and run commands in it. A text from outside must
//! not contain these commands:
//!
//! - a line that begins with `::`, spaces left out, is a command for GitHub: `::stop-commands::`, `::error
//!   file=…::`;
//! - so is `##[` **anywhere in a line**: `##[error]…`; Azure Pipelines reads `##vso[` there. The `[` is
//!   replaced.
//
// Unicode: UAX #9, 2.1 to 2.6; XML 1.0: 2.2 Characters;
// https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands
// actions/runner: src/Runner.Common/ActionCommand.cs; azure-pipelines-agent:
// src/Microsoft.VisualStudio.Services.Agent/Command.cs

use std::borrow::Cow;
use std::fmt::Write;

/// The prefix of a command for a service at the begin of a line.
const COMMAND: &str = "::";

/// Whether a `[` after a text begins a command for a service, wherever that is in a line.
pub(super) fn is_before_command(text: &str) -> bool {
    text.ends_with("##") || text.ends_with("##vso")
}

/// Whether a character may not be shown as it is.
#[must_use]
pub fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{fffe}' | '\u{ffff}'
        )
}

/// A text as a part of a line.
///
/// ```
/// use crdc_source::diag::outside;
/// assert_eq!(outside::line("a\n\u{202e}b é"), r"a\n\u{202e}b é");
/// ```
#[must_use]
pub fn line(text: &str) -> Cow<'_, str> {
    escaped(text, |_, _| false)
}

/// A text as one line: its lines, trimmed, with one space between them; empty lines are left out. For rules,
/// and for messages that are easier to read so.
#[must_use]
pub fn folded(text: &str) -> Cow<'_, str> {
    if !text.contains(['\n', '\r']) {
        return line(text);
    }
    let lines = text.split(['\n', '\r']).map(str::trim).filter(|line| !line.is_empty());
    Cow::Owned(line(&lines.collect::<Vec<_>>().join(" ")).into_owned())
}

/// A text of several lines, with tabs. None of them begins a command.
///
/// ```
/// use crdc_source::diag::outside;
/// assert_eq!(outside::lines("a:\n  ::error::b"), "a:\n  \\u{3a}:error::b");
/// ```
#[must_use]
pub fn lines(text: &str) -> Cow<'_, str> {
    let shown = escaped(text, |c, _| matches!(c, '\n' | '\t'));
    if !shown.contains(COMMAND) {
        return shown;
    }
    let mut out = String::with_capacity(shown.len());
    for line in shown.split_inclusive('\n') {
        let command = line.trim_start();
        match command.strip_prefix(COMMAND) {
            Some(rest) => {
                out.push_str(&line[..line.len() - command.len()]);
                out.push_str("\\u{3a}:");
                out.push_str(rest);
            }
            None => out.push_str(line),
        }
    }
    Cow::Owned(out)
}

#[cfg(feature = "render")]
/// A message of the server: on one line, but for the excerpts of rules that cel-go adds below its errors.
pub(crate) fn message(text: &str) -> Cow<'_, str> {
    escaped(text, |c, rest| c == '\n' && (rest.starts_with(" | ") || rest.starts_with("ERROR: <input>:")))
}

/// The name of a file, also where it begins a line.
///
/// ```
/// use crdc_source::diag::outside;
/// assert_eq!(outside::path("::error::a\n.yaml"), r"./::error::a\n.yaml");
/// ```
#[must_use]
pub fn path(name: &str) -> Cow<'_, str> {
    let shown = line(name);
    if shown.trim_start().starts_with(COMMAND) { Cow::Owned(format!("./{shown}")) } else { shown }
}

/// A JSON text, with escapes for characters that JSON may contain but reports must not show.
///
/// ```
/// use crdc_source::diag::outside;
/// assert_eq!(outside::json("{\"a\": \"\u{202e}##[error]\"}"), r#"{"a": "\u202e##\u005berror]"}"#);
/// ```
#[must_use]
pub fn json(text: &str) -> Cow<'_, str> {
    // JSON has line breaks and tabs only between strings, where they stay.
    let keeps = |c| matches!(c, '\n' | '\r' | '\t');
    replaced(
        text,
        |c, _| keeps(c),
        |c, out| {
            // Writing to a String cannot fail.
            let _ = write!(out, "\\u{:04x}", u32::from(c));
        },
    )
}

/// Escapes characters that may not be shown. `keeps` gets a character and the text after it, and returns true
/// if the character stays.
fn escaped(text: &str, keeps: impl Fn(char, &str) -> bool) -> Cow<'_, str> {
    replaced(text, keeps, |c, out| match c {
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        // Writing to a String cannot fail.
        c => drop(write!(out, "\\u{{{:x}}}", u32::from(c))),
    })
}

/// Calls `escape` for characters that may not be shown, and for the `[` of commands.
fn replaced(
    text: &str,
    keeps: impl Fn(char, &str) -> bool,
    escape: impl Fn(char, &mut String),
) -> Cow<'_, str> {
    // Most texts are ASCII and need no escapes.
    let is_plain = |byte: u8| (b' '..0x7f).contains(&byte);
    let shows_all = text.bytes().all(is_plain) || !text.contains(is_hidden);
    if shows_all && !text.contains("##") {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    for (at, c) in text.char_indices() {
        let (before, rest) = (&text[..at], &text[at + c.len_utf8()..]);
        let is_shown = if c == '[' { !is_before_command(before) } else { !is_hidden(c) || keeps(c, rest) };
        if is_shown {
            out.push(c);
        } else {
            escape(c, &mut out);
        }
    }
    Cow::Owned(out)
}

#[cfg(feature = "render")]
/// A line of an excerpt. Its length in bytes does not change, so offsets into it stay valid.
pub(crate) fn excerpt(text: &mut String, line: &str) {
    for (at, c) in line.char_indices() {
        // The layout shows ASCII controls itself, and tabs as spaces.
        match c.len_utf8() {
            1 if c == '[' && is_before_command(&line[..at]) => text.push('?'),
            _ if c.is_ascii() || !is_hidden(c) => text.push(c),
            2 => text.push('¿'),
            _ => text.push('\u{fffd}'),
        }
    }
}

#[cfg(all(test, feature = "render"))]
mod tests {
    use super::{excerpt, folded, json, line, lines, message, path};

    /// Controls, marks of bidirectional text, and what XML forbids.
    fn hidden() -> impl Iterator<Item = char> {
        let bidi = ['\u{61c}', '\u{200e}', '\u{200f}', '\u{2028}', '\u{2029}'];
        let forbidden = ['\u{fffe}', '\u{ffff}'];
        let embedded = ('\u{202a}'..='\u{202e}').chain('\u{2066}'..='\u{2069}');
        let invisible =
            ['\u{ad}', '\u{180e}', '\u{200b}', '\u{2060}', '\u{2064}', '\u{206f}', '\u{feff}', '\u{fff9}'];
        let controls = ('\0'..='\u{1f}').chain('\u{7f}'..='\u{9f}');
        bidi.into_iter().chain(forbidden).chain(embedded).chain(invisible).chain(controls)
    }

    #[test]
    fn nothing_hidden_is_shown() {
        for c in hidden() {
            let text = format!("a{c}b é ✓ 👍🏽 \u{200d}");
            for shown in [line(&text), folded(&text), path(&text), message(&text)] {
                assert!(
                    !shown.contains(c) && shown.starts_with('a') && shown.contains("b é ✓ 👍🏽"),
                    "{shown}"
                );
            }
            assert_eq!(lines(&text).contains(c), matches!(c, '\n' | '\t'), "{c:?}");
            let mut shown = String::new();
            excerpt(&mut shown, &text);
            assert_eq!(shown.len(), text.len(), "{c:?}");
            assert!(c.is_ascii() || !shown.contains(c), "{c:?}");
        }
    }

    #[test]
    fn lines_begin_no_commands() {
        assert_eq!(lines("::a\n\t ::b\n- ::c\n:d"), "\\u{3a}:a\n\t \\u{3a}:b\n- ::c\n:d");
        assert_eq!(lines("a\r::b\u{2028}::c"), "a\\r::b\\u{2028}::c");
        for (name, expected) in [("::a", "./::a"), (" ::a", "./ ::a"), ("a::b", "a::b"), ("/::a", "/::a")] {
            assert_eq!(path(name), expected);
        }
        // Anywhere in a line.
        let text = "##[a]b ##vso[c.d]##[[e] #[f] # #[g] ##VSO[h] [##i] ##\n[j]";
        let shown = "##\\u{5b}a]b ##vso\\u{5b}c.d]##\\u{5b}[e] #[f] # #[g] ##VSO[h] [##i] ##";
        assert_eq!(lines(text), format!("{shown}\n[j]"));
        assert_eq!(folded(text), format!("{shown} [j]"));
        for of in [line, path, message] {
            assert_eq!(of(text), format!("{shown}\\n[j]"));
        }
        assert_eq!(message("a\n | ##[b]"), "a\n | ##\\u{5b}b]");
        let mut found = String::new();
        excerpt(&mut found, "é ##[a]##vso[b] #[c]");
        assert_eq!(found, "é ##?a]##vso?b] #[c]");
    }

    #[test]
    fn json_stays_json() {
        assert_eq!(json("{\"a\":\"\u{9b}31m\u{7f}\u{202e}é\"}"), "{\"a\":\"\\u009b31m\\u007f\\u202eé\"}");
        assert_eq!(json("[\r\n\t\"##[a] #[##vso[\"]"), "[\r\n\t\"##\\u005ba] #[##vso\\u005b\"]");
    }

    #[test]
    fn only_excerpts_of_rules_keep_line_breaks() {
        let said = "x: compilation failed: ERROR: <input>:1:1: no\n | a\n | ^\nERROR: <input>:1:2: no\n | b";
        assert_eq!(message(said), said);
        assert_eq!(message("a\n::b\n|c"), "a\\n::b\\n|c");
        assert_eq!(folded(" a &&\n\t b\r\n\n || ::c\n"), "a && b || ::c");
    }
}
