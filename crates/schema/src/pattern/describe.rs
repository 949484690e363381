//! Describes a compiled pattern. In: a compiled pattern. Out: one line that describes it, for `crdc explain`
//! and golden tests.

use super::form::Form;
use super::shortcut::{Run, Shape};
use std::fmt::Write;

pub(super) fn describe(form: &Form) -> String {
    match form {
        Form::Shape(Shape::Always(true)) => "always".to_owned(),
        Form::Shape(Shape::Always(false)) => "never".to_owned(),
        Form::Shape(Shape::Exact(texts)) => format!("exact {}", alternatives(texts)),
        Form::Shape(Shape::Prefix(texts)) => format!("prefix {}", alternatives(texts)),
        Form::Shape(Shape::Contains(set)) => format!("contains {}", class(set)),
        Form::Shape(Shape::Run(found)) => run(found),
        Form::Suffix(text) => format!("suffix {}", quoted(text)),
        Form::Dfa(dfa) => format!("dfa {} states x {} classes", dfa.states(), dfa.class_count()),
        Form::Program(program) => format!("nfa {} states", program.insts.len()),
    }
}

fn alternatives(texts: &[Vec<u8>]) -> String {
    texts.iter().map(|text| quoted(text)).collect::<Vec<_>>().join(" | ")
}

fn quoted(text: &[u8]) -> String {
    format!("{:?}", String::from_utf8_lossy(text))
}

fn run(run: &Run) -> String {
    let mut line = String::new();
    if !run.prefix.is_empty() {
        let _ = write!(line, "prefix {} ", quoted(&run.prefix));
    }
    let _ = write!(line, "class {}", class(&run.set));
    let _ = match (run.min, run.max) {
        (0, None) => write!(line, "*"),
        (1, None) => write!(line, "+"),
        (min, None) => write!(line, "{{{min},}}"),
        (min, Some(max)) if min == max => write!(line, "{{{min}}}"),
        (min, Some(max)) => write!(line, "{{{min},{max}}}"),
    };
    if run.open {
        line.push_str(" first");
    }
    line
}

/// A set of bytes in brackets; negated if it contains the characters beyond ASCII.
pub(super) fn class(set: &[bool]) -> String {
    let wide = set.get(0xC2).copied().unwrap_or(false);
    if set.iter().all(|&member| member) {
        return "any".to_owned();
    }
    let mut line = String::from(if wide { "[^" } else { "[" });
    let member = |byte: u8| set.get(usize::from(byte)).copied().unwrap_or(false) != wide;
    let mut byte = 0u8;
    while byte < 0x80 {
        if !member(byte) {
            byte += 1;
            continue;
        }
        let from = byte;
        while byte < 0x80 && member(byte) {
            byte += 1;
        }
        push(&mut line, from);
        if byte - from > 2 {
            line.push('-');
        }
        if byte - from > 1 {
            push(&mut line, byte - 1);
        }
    }
    line.push(']');
    line
}

fn push(line: &mut String, byte: u8) {
    match byte {
        b'-' | b']' | b'[' | b'^' | b'\\' => {
            line.push('\\');
            line.push(char::from(byte));
        }
        _ => line.extend(std::ascii::escape_default(byte).map(char::from)),
    }
}
