//! Functions of regular expressions. The crate and Go have the same syntax for patterns that both accept,
//! except that the crate's classes such as `\d` match all of Unicode.
//
// cel-go: common/types/string.go Match, interpreter/interpretable.go (evalBinary), optimizations.go;
// apiserver: pkg/cel/library/regex.go

use crate::expressions::compiled;
use crate::interpreter::cel::functions::mismatch;
use crate::interpreter::cel::operators::missing;
use crate::interpreter::cel::value::{Evaluated, Value, unknown};

/// Calls a function; `None` if it is not of this library.
pub(in crate::interpreter::cel) fn call<'a>(
    function: &str,
    args: &[Value<'a>],
) -> Option<Evaluated<Value<'a>>> {
    if !matches!(function, "matches" | "find" | "findAll") {
        return None;
    }
    let [Value::String(text), Value::String(pattern), rest @ ..] = args else {
        return Some(match (function, args) {
            // The server does not check the argument types of functions with a single overload.
            ("matches", [first, ..]) => missing("matches", first, false),
            _ => mismatch(function, args),
        });
    };
    let Some(regex) = compiled(&ascii_classes(pattern)) else { return Some(unknown("a wrong pattern")) };
    let limit = match rest {
        [Value::Int(limit)] => usize::try_from(*limit).unwrap_or(usize::MAX),
        _ => usize::MAX,
    };
    Some(Ok(match function {
        "matches" => regex.is_match(text).into(),
        "find" => regex.find(text).map_or("", |found| found.as_str()).into(),
        _ => Value::strings(regex.find_iter(text).take(limit).map(|found| found.as_str())),
    }))
}

/// Replaces Perl classes by ASCII classes, which Go uses.
fn ascii_classes(pattern: &str) -> String {
    let (mut out, mut chars) = (String::new(), pattern.chars());
    let mut in_class = false;
    while let Some(c) = chars.next() {
        match c {
            '\\' => {
                let next = chars.next().unwrap_or('\\');
                let class = match next {
                    'd' => "0-9",
                    'w' => "0-9A-Za-z_",
                    's' => r"\t\n\x0C\r ",
                    _ => "",
                };
                match (class, in_class) {
                    ("", _) => out.extend(['\\', next]),
                    (class, true) => out.push_str(class),
                    (class, false) => out.push_str(&format!("[{class}]")),
                }
                continue;
            }
            '[' => in_class = true,
            ']' => in_class = false,
            _ => {}
        }
        out.push(c);
    }
    out
}
