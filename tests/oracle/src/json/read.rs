//! Reads JSON as the server does. In: bytes. Out: a tree and duplicate keys, or the error message. Syntax
//! errors come before errors of numbers, since the server checks the whole text first. Inside a literal, the
//! end of the text counts as a space.
//
// sigs.k8s.io/json: internal/golang/encoding/json/scanner.go, decode.go, kubernetes_patch.go

use std::collections::{HashMap, HashSet};

use super::Json;
use super::write::{go_quote, quote_char};

/// The largest depth of nested lists and objects.
pub const DEPTH_LIMIT: usize = 10_000;
/// The largest number of duplicate keys that are reported.
const STRICT_LIMIT: usize = 100;

/// The result of reading.
#[derive(Debug)]
pub struct Read {
    /// The value, with the last of duplicate keys.
    pub value: Json,
    /// The errors `duplicate field "path"`, each once, at most 100.
    pub duplicates: Vec<String>,
    /// The members of the outermost object including duplicates, for code that reads keys differently from
    /// the decoder (`couldn't get version/kind`).
    pub root: Vec<(String, Json)>,
    /// The first number beyond a float64, such as `number 1e400`.
    pub overflow: Option<String>,
}

/// Reads one value, after which the text must end.
pub fn read(text: &[u8]) -> Result<Read, String> {
    let mut reader = Reader {
        text,
        at: 0,
        depth: 0,
        path: String::new(),
        duplicates: Vec::new(),
        seen: HashSet::new(),
        root: Vec::new(),
        overflow: None,
    };
    let value = reader.value()?;
    reader.space();
    if let Some(&byte) = text.get(reader.at) {
        return Err(invalid(byte, "after top-level value"));
    }
    Ok(Read { value, duplicates: reader.duplicates, root: reader.root, overflow: reader.overflow })
}

/// The state of reading: the rest of the text begins at `at`; `seen` has the errors in `duplicates`.
struct Reader<'a> {
    text: &'a [u8],
    at: usize,
    depth: usize,
    path: String,
    duplicates: Vec<String>,
    seen: HashSet<String>,
    root: Vec<(String, Json)>,
    overflow: Option<String>,
}

/// The message of a byte that is not expected.
fn invalid(byte: u8, context: &str) -> String {
    format!("invalid character {} {context}", quote_char(byte))
}

impl Reader<'_> {
    /// Skips white space.
    fn space(&mut self) {
        while matches!(self.text.get(self.at), Some(b' ' | b'\t' | b'\r' | b'\n')) {
            self.at += 1;
        }
    }

    /// The next byte outside of literals; the end of the text is an error.
    fn token(&mut self) -> Result<u8, String> {
        self.space();
        self.text.get(self.at).copied().ok_or_else(|| "unexpected end of JSON input".to_owned())
    }

    /// The next byte inside a literal.
    fn inside(&self) -> u8 {
        self.text.get(self.at).copied().unwrap_or(b' ')
    }

    /// Reads a value.
    fn value(&mut self) -> Result<Json, String> {
        let byte = self.token()?;
        match byte {
            b'{' => self.object(),
            b'[' => self.array(),
            b'"' => Ok(Json::String(self.string()?)),
            b't' => self.word("true", Json::Bool(true)),
            b'f' => self.word("false", Json::Bool(false)),
            b'n' => self.word("null", Json::Null),
            b'-' | b'0'..=b'9' => self.number(),
            _ => Err(invalid(byte, "looking for beginning of value")),
        }
    }

    /// Enters a list or object, and checks the depth.
    fn open(&mut self, byte: u8) -> Result<(), String> {
        self.at += 1;
        self.depth += 1;
        if self.depth > DEPTH_LIMIT {
            return Err(invalid(byte, "exceeded max depth"));
        }
        Ok(())
    }

    fn array(&mut self) -> Result<Json, String> {
        self.open(b'[')?;
        let mut items = Vec::new();
        if self.token()? == b']' {
            self.at += 1;
            self.depth -= 1;
            return Ok(Json::Array(items));
        }
        let path = self.path.len();
        loop {
            self.path.push_str(&format!("[{}]", items.len()));
            items.push(self.value()?);
            self.path.truncate(path);
            match self.token()? {
                b',' => self.at += 1,
                b']' => break,
                byte => return Err(invalid(byte, "after array element")),
            }
        }
        self.at += 1;
        self.depth -= 1;
        Ok(Json::Array(items))
    }

    fn object(&mut self) -> Result<Json, String> {
        self.open(b'{')?;
        let outermost = self.depth == 1;
        let mut members: Vec<(String, Json)> = Vec::new();
        let mut places: HashMap<String, usize> = HashMap::new();
        if self.token()? == b'}' {
            self.at += 1;
            self.depth -= 1;
            return Ok(Json::Object(members));
        }
        let path = self.path.len();
        loop {
            let byte = self.token()?;
            if byte != b'"' {
                return Err(invalid(byte, "looking for beginning of object key string"));
            }
            let key = self.string()?;
            let byte = self.token()?;
            if byte != b':' {
                return Err(invalid(byte, "after object key"));
            }
            self.at += 1;
            if !outermost {
                self.path.push('.');
            }
            self.path.push_str(&key);
            let known = places.get(&key).copied();
            if known.is_some() {
                self.duplicate();
            }
            let value = self.value()?;
            self.path.truncate(path);
            if outermost {
                self.root.push((key.clone(), value.clone()));
            }
            match known {
                Some(place) => members[place].1 = value,
                None => {
                    places.insert(key.clone(), members.len());
                    members.push((key, value));
                }
            }
            match self.token()? {
                b',' => self.at += 1,
                b'}' => break,
                byte => return Err(invalid(byte, "after object key:value pair")),
            }
        }
        self.at += 1;
        self.depth -= 1;
        Ok(Json::Object(members))
    }

    /// Reports the key at the current path as a duplicate, once.
    fn duplicate(&mut self) {
        let text = format!("duplicate field {}", go_quote(&self.path));
        if self.duplicates.len() < STRICT_LIMIT && self.seen.insert(text.clone()) {
            self.duplicates.push(text);
        }
    }

    /// Reads `true`, `false` or `null`.
    fn word(&mut self, word: &str, value: Json) -> Result<Json, String> {
        for expected in word.bytes() {
            let byte = self.inside();
            if byte != expected {
                let expected = char::from(expected);
                return Err(invalid(byte, &format!("in literal {word} (expecting '{expected}')")));
            }
            self.at += 1;
        }
        Ok(value)
    }

    /// Skips digits.
    fn digits(&mut self) {
        while self.inside().is_ascii_digit() {
            self.at += 1;
        }
    }

    /// Reads a number. One beyond a float64 becomes null, and the first is kept for the error.
    fn number(&mut self) -> Result<Json, String> {
        let start = self.at;
        if self.inside() == b'-' {
            self.at += 1;
        }
        match self.inside() {
            b'0' => self.at += 1,
            b'1'..=b'9' => self.digits(),
            byte => return Err(invalid(byte, "in numeric literal")),
        }
        if self.inside() == b'.' {
            self.at += 1;
            if !self.inside().is_ascii_digit() {
                return Err(invalid(self.inside(), "after decimal point in numeric literal"));
            }
            self.digits();
        }
        if matches!(self.inside(), b'e' | b'E') {
            self.at += 1;
            if matches!(self.inside(), b'+' | b'-') {
                self.at += 1;
            }
            if !self.inside().is_ascii_digit() {
                return Err(invalid(self.inside(), "in exponent of numeric literal"));
            }
            self.digits();
        }
        let text = String::from_utf8_lossy(&self.text[start..self.at]).into_owned();
        if let Ok(int) = text.parse::<i64>() {
            return Ok(Json::Int(int));
        }
        match text.parse::<f64>() {
            Ok(float) if float.is_finite() => Ok(Json::Float(float)),
            _ => {
                self.overflow.get_or_insert(format!("number {text}"));
                Ok(Json::Null)
            }
        }
    }

    /// Reads a string after its opening quote was seen, and returns its content.
    fn string(&mut self) -> Result<String, String> {
        self.at += 1;
        let mut out = String::new();
        loop {
            let Some(&byte) = self.text.get(self.at) else {
                return Err("unexpected end of JSON input".to_owned());
            };
            match byte {
                b'"' => {
                    self.at += 1;
                    return Ok(out);
                }
                b'\\' => {
                    self.at += 1;
                    self.escape(&mut out)?;
                }
                0..=0x1f => return Err(invalid(byte, "in string literal")),
                0x20..=0x7f => {
                    out.push(char::from(byte));
                    self.at += 1;
                }
                _ => self.rune(&mut out),
            }
        }
    }

    /// Reads one code point, or one invalid byte, which becomes U+FFFD.
    fn rune(&mut self, out: &mut String) {
        let rest = &self.text[self.at..];
        for length in 2..=4usize.min(rest.len()) {
            if let Ok(text) = std::str::from_utf8(&rest[..length]) {
                out.push_str(text);
                self.at += length;
                return;
            }
        }
        out.push('\u{fffd}');
        self.at += 1;
    }

    /// Reads an escape after its backslash.
    fn escape(&mut self, out: &mut String) -> Result<(), String> {
        let byte = self.inside();
        self.at += 1;
        out.push(match byte {
            b'"' | b'\\' | b'/' => char::from(byte),
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                let first = self.hex()?;
                self.surrogate(first)
            }
            _ => return Err(invalid(byte, "in string escape code")),
        });
        Ok(())
    }

    /// The character of a `\u` escape. Joins a surrogate with the escape after it, if that is its other half;
    /// any other surrogate becomes U+FFFD.
    fn surrogate(&mut self, first: u32) -> char {
        if let Some(rune) = char::from_u32(first) {
            return rune;
        }
        if self.text[self.at..].starts_with(b"\\u") {
            let start = self.at;
            self.at += 2;
            if let Ok(second) = self.hex()
                && (0xd800..0xdc00).contains(&first)
                && (0xdc00..0xe000).contains(&second)
            {
                let rune = 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00);
                return char::from_u32(rune).unwrap_or('\u{fffd}');
            }
            self.at = start;
        }
        '\u{fffd}'
    }

    /// Reads four hexadecimal digits.
    fn hex(&mut self) -> Result<u32, String> {
        let mut rune = 0;
        for _ in 0..4 {
            let byte = self.inside();
            let Some(digit) = char::from(byte).to_digit(16) else {
                return Err(invalid(byte, "in \\u hexadecimal character escape"));
            };
            rune = rune * 16 + digit;
            self.at += 1;
        }
        Ok(rune)
    }
}
