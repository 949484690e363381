//! Translates patterns from RE2 to ECMA 262. In: a pattern in RE2 syntax. Out: a pattern in ECMA 262 syntax,
//! with the flag `u`, that matches the same strings; `None` if there is none, or none is known. Both are
//! unanchored.
//!
//! Easy to break: `.` and `\s` are other sets in the two, and `u` allows only escapes that mean something.

use std::iter::Peekable;
use std::str::Chars;

/// Spaces in RE2. In ECMA 262, `\s` matches more.
const SPACES: &str = r"\t\n\f\r ";

/// Translates a pattern.
pub(super) fn ecma(pattern: &str) -> Option<String> {
    let mut out = String::new();
    let mut rest = pattern.chars().peekable();
    while let Some(char) = rest.next() {
        match char {
            '\\' => escape(&mut rest, false, &mut out)?,
            '[' => class(&mut rest, &mut out)?,
            '.' => out.push_str(r"[^\n]"),
            '(' => group(&mut rest, &mut out)?,
            '{' if !is_repetition(rest.clone()) => out.push_str(r"\{"),
            '{' => {
                out.push('{');
                for char in rest.by_ref() {
                    out.push(char);
                    if char == '}' {
                        break;
                    }
                }
            }
            '}' | ']' => out.extend(['\\', char]),
            _ => out.push(char),
        }
    }
    Some(out)
}

/// Whether a brace begins `{n}`, `{n,}` or `{n,m}`. Only digits and a comma are looked at, so many braces
/// take linear time.
fn is_repetition(mut rest: Peekable<Chars<'_>>) -> bool {
    let digits =
        |rest: &mut Peekable<Chars<'_>>| std::iter::from_fn(|| rest.next_if(char::is_ascii_digit)).count();
    let least = digits(&mut rest);
    if rest.next_if_eq(&',').is_some() {
        digits(&mut rest);
    }
    least > 0 && rest.next() == Some('}')
}

/// `(`, `(?:` and named groups; flags have no equal.
fn group(rest: &mut Peekable<Chars<'_>>, out: &mut String) -> Option<()> {
    out.push('(');
    if rest.next_if_eq(&'?').is_none() {
        return Some(());
    }
    match rest.next()? {
        ':' => out.push_str("?:"),
        'P' if rest.next_if_eq(&'<').is_some() => out.push_str("?<"),
        '<' => out.push_str("?<"),
        _ => return None,
    }
    Some(())
}

fn escape(rest: &mut Peekable<Chars<'_>>, in_class: bool, out: &mut String) -> Option<()> {
    match rest.next()? {
        char @ ('d' | 'D' | 'w' | 'W' | 't' | 'n' | 'f' | 'r' | 'v') => out.extend(['\\', char]),
        char @ ('b' | 'B') if !in_class => out.extend(['\\', char]),
        's' if in_class => out.push_str(SPACES),
        's' => out.extend(["[", SPACES, "]"]),
        'S' if !in_class => out.extend(["[^", SPACES, "]"]),
        'a' => out.push_str(r"\x07"),
        'A' if !in_class => out.push('^'),
        'z' if !in_class => out.push('$'),
        'x' => {
            if rest.next_if_eq(&'{').is_some() {
                let digits: String = std::iter::from_fn(|| rest.next_if(char::is_ascii_hexdigit)).collect();
                rest.next_if_eq(&'}').filter(|_| !digits.is_empty())?;
                out.push_str(&format!("\\u{{{digits}}}"));
            } else {
                let digits = [rest.next()?, rest.next()?];
                out.push_str(r"\x");
                out.extend(digits);
            }
        }
        // Categories have the same names, scripts have not.
        char @ ('p' | 'P') => {
            let name = match rest.next()? {
                '{' => std::iter::from_fn(|| rest.next_if(|char| *char != '}')).collect(),
                one => one.to_string(),
            };
            if name.len() > 1 {
                rest.next_if_eq(&'}').filter(|_| name.len() == 2 && !name.starts_with('^'))?;
            } else {
                rest.next_if_eq(&'}');
            }
            out.push_str(&format!("\\{char}{{{name}}}"));
        }
        char @ '-' if in_class => out.extend(['\\', char]),
        char if r"^$\.*+?()[]{}|/".contains(char) => out.extend(['\\', char]),
        char if char.is_ascii_punctuation() => out.push(char),
        _ => return None,
    }
    Some(())
}

/// Characters of the classes of POSIX.
fn posix(name: &str) -> Option<&'static str> {
    Some(match name {
        "alnum" => "0-9A-Za-z",
        "alpha" => "A-Za-z",
        "ascii" => r"\x00-\x7F",
        "blank" => r"\t ",
        "cntrl" => r"\x00-\x1F\x7F",
        "digit" => "0-9",
        "lower" => "a-z",
        "space" => r"\t\n\v\f\r ",
        "upper" => "A-Z",
        "word" => "0-9A-Za-z_",
        "xdigit" => "0-9A-Fa-f",
        _ => return None,
    })
}

fn class(rest: &mut Peekable<Chars<'_>>, out: &mut String) -> Option<()> {
    out.push('[');
    if rest.next_if_eq(&'^').is_some() {
        out.push('^');
    }
    // A bracket at the beginning is a character.
    if rest.next_if_eq(&']').is_some() {
        out.push_str(r"\]");
    }
    while let Some(char) = rest.next() {
        match char {
            ']' => {
                out.push(']');
                return Some(());
            }
            '\\' => escape(rest, true, out)?,
            '[' if rest.next_if_eq(&':').is_some() => {
                let name: String = std::iter::from_fn(|| rest.next_if(char::is_ascii_alphabetic)).collect();
                rest.next_if_eq(&':')?;
                rest.next_if_eq(&']')?;
                out.push_str(posix(&name)?);
            }
            '[' => out.push_str(r"\["),
            _ => out.push(char),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::ecma;

    #[test]
    fn patterns_are_translated_or_refused() {
        for (re2, expected) in [
            (r"^[a-z0-9]([-a-z0-9]*[a-z0-9])?$", Some(r"^[a-z0-9]([-a-z0-9]*[a-z0-9])?$")),
            (r"a.b\s\S", Some(r"a[^\n]b[\t\n\f\r ][^\t\n\f\r ]")),
            (r"[\s\-_]", Some(r"[\t\n\f\r \-_]")),
            (r"\A\-\_\@\z", Some(r"^-_@$")),
            (r"{a}{2}{2,}{2,3}{,3}", Some(r"\{a\}{2}{2,}{2,3}\{,3\}")),
            (r"{1{2}{3,4,5}{6", Some(r"\{1{2}\{3,4,5\}\{6")),
            (r"a]", Some(r"a\]")),
            (r"[]a[]", Some(r"[\]a\[]")),
            (r"[^]]", Some(r"[^\]]")),
            (r"[[:alpha:]_]", Some("[A-Za-z_]")),
            (r"\x41\x{1F600}\a", Some(r"\x41\u{1F600}\x07")),
            (r"\pL\p{Lu}\P{L}", Some(r"\p{L}\p{Lu}\P{L}")),
            (r"(?P<name>a)(?:b)(?<other>c)", Some(r"(?<name>a)(?:b)(?<other>c)")),
            (r"(?i)a", None),
            (r"(?i:a)", None),
            (r"\Qa.b\E", None),
            (r"\p{Greek}", None),
            (r"\p{^L}", None),
            (r"\C", None),
            (r"[\S]", None),
            (r"[[:^alpha:]]", None),
            (r"\123", None),
        ] {
            assert_eq!(ecma(re2).as_deref(), expected, "{re2}");
        }
    }
}
