//! Finds code that parses error messages ("sentences"). In: a Rust file. Out: the lines in which a message is
//! searched or cut.
//!
//! Errors are data until they are shown (docs/decisions/0038): a kind, a path, a value, a keyword. Code that
//! takes these from the text breaks when a message changes, and tests do not detect it.

use std::path::Path;

/// The names of fields and methods that return a message.
const SENTENCES: [&str; 4] = ["message", "detail", "reason", "sentence"];
/// The methods that may be called between a message and the method that reads it.
const SAME: [&str; 7] =
    [".as_str()", ".as_ref()", ".to_string()", ".clone()", ".as_deref()", ".trim()", ".to_owned()"];
/// The methods that read a part of a text.
const READING: [&str; 14] = [
    "contains",
    "starts_with",
    "ends_with",
    "split",
    "split_once",
    "rsplit_once",
    "splitn",
    "strip_prefix",
    "strip_suffix",
    "find",
    "rfind",
    "match_indices",
    "trim_start_matches",
    "trim_end_matches",
];
/// The lines that may read a message, for a reason.
const EXCEPTIONS: [(&str, &str); 2] = [
    // A user's test compares a part of the message.
    ("crates/cli/src/suite/compare.rs", "answer.message.contains(wanted)"),
    ("crates/cli/src/suite/words.rs", "message.contains(&wanted)"),
];

/// The lines of a file that read a sentence.
pub(crate) fn read_back(path: &Path, text: &str) -> Vec<usize> {
    let is_published = ["crates", "codegen", "runtime", "macros"].iter().any(|root| path.starts_with(root));
    let is_test =
        path.components().any(|part| ["tests", "tests.rs"].iter().any(|name| part.as_os_str() == *name));
    if !is_published || is_test {
        return Vec::new();
    }
    let is_exception =
        |line: &str| EXCEPTIONS.iter().any(|(file, code)| path.ends_with(file) && line.contains(code));
    // Tests of a file come last.
    let code = text.split("#[cfg(test)]\nmod ").next().unwrap_or(text);
    let mut found = Vec::new();
    let mut before = String::new();
    for (line, number) in code.lines().zip(1..) {
        let line = line.trim();
        if line.starts_with("//") {
            continue;
        }
        // A chain of methods continues.
        let start = if line.starts_with('.') { before.len() } else { 0 };
        let whole = if line.starts_with('.') { before + line } else { line.to_owned() };
        if reads(&whole, start) && !is_exception(&whole) {
            found.push(number);
        }
        before = whole;
    }
    found
}

/// Whether a method reads a sentence in a line, from an offset on.
fn reads(line: &str, from: usize) -> bool {
    READING.iter().any(|method| {
        let calls = line.match_indices(&format!(".{method}(")).map(|(at, _)| at).collect::<Vec<_>>();
        calls.into_iter().filter(|at| *at >= from).any(|at| is_sentence(&line[..at]))
    })
}

/// Whether the text ends with a sentence: `error.detail`, `problem.message().to_string()`.
fn is_sentence(mut receiver: &str) -> bool {
    while let Some(rest) = SAME.iter().find_map(|method| receiver.strip_suffix(method)) {
        receiver = rest;
    }
    let receiver = receiver.strip_suffix("()").unwrap_or(receiver);
    let name = receiver.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
    SENTENCES.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(path: &str, text: &str) -> Vec<usize> {
        read_back(Path::new(path), text)
    }

    #[test]
    fn reading_a_sentence_is_found() {
        for code in [
            "if error.detail.contains(\"x\") {",
            "let a = problem.message().to_string().split_once(\": \");",
            "match message.strip_prefix(\"a\") {",
        ] {
            assert_eq!(lines("crates/a/src/b.rs", code), [1], "{code}");
        }
        let chain = "let a = error\n    .detail\n    .as_str()\n    .starts_with(\"a\");\nlet b = 1;";
        assert_eq!(lines("runtime/src/b.rs", chain), [4]);
    }

    #[test]
    fn other_texts_and_tests_are_not() {
        for code in [
            "if text.contains(\"x\") {",
            "let all = messages.contains(&message);",
            "// error.detail.contains(\"x\")",
            "let a = 1;\n#[cfg(test)]\nmod tests {\n    a.message.contains(\"x\");\n}",
        ] {
            assert!(lines("crates/a/src/b.rs", code).is_empty(), "{code}");
        }
        let code = "a.message.contains(\"x\");";
        assert!(lines("crates/a/tests/b.rs", code).is_empty());
        assert!(lines("crates/a/src/tests.rs", code).is_empty());
        assert!(lines("xtask/src/b.rs", code).is_empty());
    }
}
