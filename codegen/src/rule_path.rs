//! Field paths of CEL rules and selectable fields: `.spec['a.b'].c`.
//!
//! In: a path. Out: the names of its steps, or the server's message why it is none.
//!
//! Easy to break: as on the server, a bracket that is not closed is found after the name in it was looked up.
//
// apiextensions-apiserver: pkg/apiserver/schema/cel/validation.go (ValidFieldPath)

/// The notation that a path may use.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Notation {
    /// `.a.b` only.
    DotsOnly,
    /// `['a']` as well.
    Brackets,
}

/// The names of the steps of a path, in order. Nothing is known of what follows an error.
pub(crate) struct Steps<'p> {
    rest: &'p str,
    notation: Notation,
    /// Whether the name was in a bracket.
    open: bool,
}

impl<'p> Steps<'p> {
    pub(crate) fn of(path: &'p str, notation: Notation) -> Self {
        Steps { rest: path, notation, open: false }
    }

    /// A token: `.`, `[`, `]`, a quoted string, or the text between them.
    fn token(&mut self) -> Option<&'p str> {
        let bytes = self.rest.as_bytes();
        let len = match bytes.first()? {
            b'.' | b'[' | b']' => 1,
            b'\'' => {
                let end = (1..bytes.len()).find(|&i| bytes[i] == b'\'' && bytes[i - 1] != b'\\');
                end.map_or(bytes.len(), |end| end + 1)
            }
            _ => bytes.iter().position(|b| matches!(b, b'.' | b'[' | b']')).unwrap_or(bytes.len()),
        };
        let (token, rest) = self.rest.split_at(len);
        self.rest = rest;
        Some(token)
    }

    fn expected(&mut self) -> Result<&'p str, String> {
        self.token().ok_or_else(|| "unexpected end of JSON path".to_owned())
    }

    fn step(&mut self) -> Result<Option<String>, String> {
        if std::mem::take(&mut self.open) {
            match self.expected()? {
                "]" => {}
                other => return Err(format!("expected ] but got {other}")),
            }
        }
        match self.token() {
            None => Ok(None),
            Some(".") => self.expected().map(|name| Some(name.to_owned())),
            Some("[") if self.notation == Notation::DotsOnly => {
                Err("array notation is not allowed".to_owned())
            }
            Some("[") => {
                self.open = true;
                let token = self.expected()?;
                let inner = token.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\''));
                let inner = inner.ok_or_else(|| format!("expected single quoted string but got {token}"))?;
                unescape(inner).map(Some)
            }
            Some(other) => Err(format!("expected [ or . but got: {other}")),
        }
    }
}

impl Iterator for Steps<'_> {
    type Item = Result<String, String>;

    fn next(&mut self) -> Option<Result<String, String>> {
        self.step().transpose()
    }
}

/// Adds a step to a path as the server prints it: fields with dots, keys of maps and empty names in brackets.
// apimachinery: pkg/util/validation/field/path.go String
pub(crate) fn print(name: &str, is_key: bool, path: &mut String) {
    match (is_key || name.is_empty(), path.is_empty()) {
        (true, _) => path.extend(["[", name, "]"]),
        (false, true) => path.push_str(name),
        (false, false) => path.extend([".", name]),
    }
}

/// The path as the server prints it, if it is one. `below` says whether a name is a key of a map, and what is there.
#[cfg(feature = "rules")]
pub(crate) fn printed<T>(path: &str, at: T, mut below: impl FnMut(T, &str) -> (bool, T)) -> String {
    let steps = Steps::of(path.trim(), Notation::Brackets).map_while(Result::ok);
    let printed = (String::new(), at);
    let step = |(mut path, at): (String, T), name: String| {
        let (is_key, at) = below(at, &name);
        print(&name, is_key, &mut path);
        (path, at)
    };
    steps.fold(printed, step).0
}

fn unescape(text: &str) -> Result<String, String> {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        match chars.next() {
            Some('a') => out.push('\u{7}'),
            Some('b') => out.push('\u{8}'),
            Some('f') => out.push('\u{c}'),
            Some('n') => out.push('\n'),
            Some('r') => out.push('\r'),
            Some('t') => out.push('\t'),
            Some('v') => out.push('\u{b}'),
            Some(c @ ('\'' | '\\')) => out.push(c),
            Some(other) => {
                return Err(format!("invalid string literal: invalid escape char \\{other}"));
            }
            None => out.push('\\'),
        }
    }
    Ok(out)
}
