//! Compiles patterns to matchers. In: a `pattern` of a schema. Out: a matcher, or Go's error.
//!
//! `crdc_vocabulary::regexp` parses the pattern. The files in order of use: `program` there compiles the tree
//! to a program over characters, `alphabet` groups the characters into classes, `determinize`, `utf8`,
//! `minimize` and `dfa` build the smallest DFA over bytes, `shortcut` recognizes simpler forms, `describe`
//! prints the result, and `crdc_tokens::pattern` writes it as code. What is too large for a DFA stays a
//! program. `difference` compares two patterns.
//!
//! Easy to break: a text is valid UTF-8, and the result is whether the pattern matches anywhere in it.
//!
//! kube-openapi: pkg/validation/validate/values.go (Pattern), rexp.go.

mod alphabet;
mod describe;
mod determinize;
mod dfa;
mod difference;
mod form;
mod minimize;
mod shortcut;
mod simulate;
mod table_size;
#[cfg(test)]
mod tests;
mod utf8;

pub use crdc_vocabulary::regexp::{ErrorCode, PatternError, verify};
pub use difference::{Incomparable, only_first};
// What is written as code.
#[doc(hidden)]
pub use {
    alphabet::Alphabet,
    dfa::Dfa,
    form::Form,
    shortcut::{Run, Shape},
    table_size::SHIFT_STATES,
};

use std::sync::{Arc, OnceLock};

use crdc_vocabulary::regexp::program::{Program, program_of};
use crdc_vocabulary::regexp::{Kind, Look, Node, parse};

/// The maximum size of a pattern's DFA transitions in bytes. Larger patterns are matched by simulating their
/// program, which takes time proportional to the number of its states for every character.
pub const TABLE_LIMIT: usize = 64 * 1024;

/// A compiled pattern. Its tables are built on first use: that takes much longer than parsing, and most
/// patterns of a definition that is only checked or served never match a text. Building takes time linear in
/// the pattern's program, up to a fixed limit; no pattern takes more than about a second in an unoptimized
/// build.
#[derive(Clone, Debug)]
pub struct Matcher {
    program: Arc<Program>,
    /// The text of `text$`.
    suffix: Option<Vec<u8>>,
    form: OnceLock<Form>,
}

/// Compiles `pattern`, read as Go's `regexp.Compile` reads it.
///
/// # Errors
/// If Go rejects the pattern, with Go's message. Patterns of more than 32,768 states are rejected too,
/// although Go would accept them.
pub fn compile(pattern: &str) -> Result<Matcher, PatternError> {
    let tree = parse(pattern)?;
    let program = Arc::new(program_of(pattern, &tree)?);
    Ok(Matcher { program, suffix: suffix(&tree), form: OnceLock::new() })
}

/// Whether `pattern` is known to match no string. Invalid patterns may match, and so may long ones, for which
/// building the tables that answer it would be slow.
pub fn matches_nothing(pattern: &str) -> bool {
    const LONG: usize = 256;
    let program = parse(pattern).and_then(|tree| program_of(pattern, &tree)).ok();
    let program = program.filter(|program| program.insts.len() <= LONG);
    program.and_then(|program| to_dfa(&program)).is_some_and(|dfa| dfa.start < dfa.live)
}

/// The result of the simplest form: the pattern's program, simulated character by character. All other forms
/// are compared with it, here in tests and in `fuzz/`.
///
/// # Errors
/// See [`compile`].
#[doc(hidden)]
pub fn simulate(pattern: &str, text: &str) -> Result<bool, PatternError> {
    let tree = parse(pattern)?;
    Ok(simulate::is_match(&program_of(pattern, &tree)?, text))
}

/// The DFA, if it can be built and its tables fit in `TABLE_LIMIT`.
fn to_dfa(program: &Program) -> Option<Dfa> {
    let alphabet = Alphabet::new(program);
    let chars = determinize::determinize(program, &alphabet)?;
    let dfa = Dfa::new(&utf8::to_bytes(&chars, &alphabet)?);
    (table_size::table_bytes(&dfa) <= TABLE_LIMIT).then_some(dfa)
}

/// The text of `text$`: compared at the end, where a DFA would read everything.
fn suffix(tree: &Node) -> Option<Vec<u8>> {
    let Kind::Concat(items) = &tree.kind else {
        return None;
    };
    let [literal, end] = items.as_slice() else {
        return None;
    };
    match (&literal.kind, &end.kind) {
        (Kind::Literal { runes, fold: false }, Kind::Look(Look::EndText)) => {
            let text: Option<String> = runes.iter().map(|&c| char::from_u32(c)).collect();
            text.map(String::into_bytes)
        }
        _ => None,
    }
}

impl Matcher {
    /// The form that is matched and written as code.
    #[doc(hidden)]
    #[must_use]
    pub fn form(&self) -> &Form {
        self.form.get_or_init(|| {
            if let Some(text) = &self.suffix {
                return Form::Suffix(text.clone());
            }
            let Some(dfa) = to_dfa(&self.program) else { return Form::Program(Arc::clone(&self.program)) };
            match shortcut::shape(&dfa) {
                Some(shape) => Form::Shape(shape),
                None => Form::Dfa(Box::new(dfa)),
            }
        })
    }

    /// The compiled form on one line: ``class [a-z0-9-]{1,63}``, ``exact "a" | "b"``, ``dfa 14 states x 9
    /// classes``. Stable, so that it can be used in golden tests.
    #[must_use]
    pub fn describe(&self) -> String {
        describe::describe(self.form())
    }

    /// The result of the emitted function, at build time. Bytes that are not UTF-8 do not match.
    #[must_use]
    pub fn is_match(&self, s: &[u8]) -> bool {
        std::str::from_utf8(s).is_ok() && self.is_match_utf8(s)
    }

    /// Whether bytes match that are known to be UTF-8; for others the result is unspecified. After the first
    /// time, it allocates only for patterns beyond [`TABLE_LIMIT`].
    #[must_use]
    pub fn is_match_utf8(&self, s: &[u8]) -> bool {
        match self.form() {
            Form::Shape(shape) => shape.is_match(s),
            Form::Suffix(suffix) => s.ends_with(suffix),
            Form::Dfa(dfa) => dfa.is_match(s),
            Form::Program(program) => {
                std::str::from_utf8(s).is_ok_and(|text| simulate::is_match(program, text))
            }
        }
    }
}

impl Shape {
    fn is_match(&self, bytes: &[u8]) -> bool {
        match self {
            Shape::Always(answer) => *answer,
            Shape::Exact(texts) => texts.iter().any(|text| text == bytes),
            Shape::Prefix(texts) => texts.iter().any(|text| bytes.starts_with(text)),
            Shape::Contains(set) => bytes.iter().any(|&byte| set[usize::from(byte)]),
            Shape::Run(run) => {
                let rest = match run.prefix.as_slice() {
                    [] => Some(bytes),
                    prefix => bytes.strip_prefix(prefix),
                };
                let Some(rest) = rest else { return false };
                // Without a branch for each byte.
                let all =
                    |bytes: &[u8]| bytes.iter().fold(true, |all, &byte| all & run.set[usize::from(byte)]);
                if run.open {
                    return rest.get(..run.min).is_some_and(all);
                }
                let length = if run.chars {
                    rest.iter().filter(|&&byte| byte & 0xC0 != 0x80).count()
                } else {
                    rest.len()
                };
                length >= run.min && run.max.is_none_or(|max| length <= max) && all(rest)
            }
        }
    }
}
