//! JSON text to nodes, as kubectl reads and sends it: integers that fit in int64, also if they are written
//! `1.0`, otherwise floats; the last of duplicate keys; lone surrogates as U+FFFD. Consecutive values are
//! separate documents. The reader uses an explicit stack instead of recursion.
//
// sigs.k8s.io/json: internal/golang/encoding/json scanner.go, decode.go

use super::limits::MAX_DEPTH;
use super::object::ObjectBuilder;
use super::{Node, Span, Value, whole};
use crate::diag::{Code, Diagnostic, quoted};
use crate::text::without_mark;

/// Reads values until the text ends or is not valid JSON; that error is then the last diagnostic.
pub(super) fn parse(text: &str, problems: &mut Vec<Diagnostic>) -> Vec<Node> {
    let (_, mark) = without_mark(text);
    let mut reader = Reader { text, bytes: text.as_bytes(), at: mark, problems };
    let mut documents = Vec::new();
    loop {
        reader.blank();
        if reader.at == reader.bytes.len() {
            return documents;
        }
        match reader.document() {
            Ok(node) => documents.push(node),
            Err(problem) => {
                reader.problems.push(*problem);
                return documents;
            }
        }
    }
}

type Read<T> = Result<T, Box<Diagnostic>>;

struct Reader<'a, 'p> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    problems: &'p mut Vec<Diagnostic>,
}

enum Frame {
    Array { start: usize, items: Vec<Node> },
    Object { start: usize, members: ObjectBuilder, key: String, key_span: Span },
}

impl Reader<'_, '_> {
    fn document(&mut self) -> Read<Node> {
        let mut stack: Vec<Frame> = Vec::new();
        loop {
            // A value must follow.
            self.blank();
            let start = self.at;
            let mut done = match self.peek() {
                Some(open @ (b'{' | b'[')) => {
                    if stack.len() >= MAX_DEPTH {
                        return Err(self.too_deep());
                    }
                    self.at += 1;
                    self.blank();
                    if self.peek() == Some(open + 2) {
                        self.at += 1;
                        let empty =
                            if open == b'{' { Value::Object(Vec::new()) } else { Value::Array(Vec::new()) };
                        Node { span: self.span(start), value: empty }
                    } else if open == b'{' {
                        let (key, key_span) = self.key()?;
                        stack.push(Frame::Object { start, members: ObjectBuilder::default(), key, key_span });
                        continue;
                    } else {
                        stack.push(Frame::Array { start, items: Vec::new() });
                        continue;
                    }
                }
                _ => self.leaf()?,
            };
            // Add it to the open collection and close every collection that ends here.
            loop {
                self.blank();
                let Some(frame) = stack.pop() else {
                    return Ok(done);
                };
                match frame {
                    Frame::Array { start, mut items } => {
                        items.push(done);
                        if self.separator(b']', "after array element")? {
                            stack.push(Frame::Array { start, items });
                            break;
                        }
                        done = Node { span: self.span(start), value: Value::Array(items) };
                    }
                    Frame::Object { start, mut members, key, key_span } => {
                        self.insert(&mut members, key, key_span, done);
                        if self.separator(b'}', "after object key:value pair")? {
                            self.blank();
                            let (key, key_span) = self.key()?;
                            stack.push(Frame::Object { start, members, key, key_span });
                            break;
                        }
                        done = Node { span: self.span(start), value: Value::Object(members.finish()) };
                    }
                }
            }
        }
    }

    fn insert(&mut self, members: &mut ObjectBuilder, key: String, key_span: Span, value: Node) {
        if let Some(before) = members.insert(key, key_span, value, false) {
            let message = format!("duplicate field {}", quoted(members.last_key()));
            let problem = Diagnostic::new(Code::JsonDuplicateKey, key_span, message)
                .label("this one is used")
                .note(before.key_span, "first set here");
            self.problems.push(problem);
        }
    }

    /// True for a comma, false for the end of the collection.
    fn separator(&mut self, close: u8, context: &str) -> Read<bool> {
        match self.peek() {
            Some(b',') => {
                self.at += 1;
                Ok(true)
            }
            Some(byte) if byte == close => {
                self.at += 1;
                Ok(false)
            }
            _ => Err(self.unexpected(context)),
        }
    }

    fn key(&mut self) -> Read<(String, Span)> {
        let start = self.at;
        if self.peek() != Some(b'"') {
            return Err(self.unexpected("looking for beginning of object key string"));
        }
        let key = self.string()?;
        let span = self.span(start);
        self.blank();
        if self.peek() != Some(b':') {
            return Err(self.unexpected("after object key"));
        }
        self.at += 1;
        Ok((key, span))
    }

    fn leaf(&mut self) -> Read<Node> {
        let start = self.at;
        let value = match self.peek() {
            Some(b'"') => Value::String(self.string()?),
            Some(b't') => self.literal("true", Value::Bool(true))?,
            Some(b'f') => self.literal("false", Value::Bool(false))?,
            Some(b'n') => self.literal("null", Value::Null)?,
            Some(b'-' | b'0'..=b'9') => self.number()?,
            _ => return Err(self.unexpected("looking for beginning of value")),
        };
        Ok(Node { span: self.span(start), value })
    }

    fn literal(&mut self, word: &str, value: Value) -> Read<Value> {
        for (index, expected) in word.bytes().enumerate() {
            if self.peek() != Some(expected) {
                let expected = char::from(expected);
                return Err(self.unexpected(&match index {
                    0 => "looking for beginning of value".to_owned(),
                    _ => format!("in literal {word} (expecting '{expected}')"),
                }));
            }
            self.at += 1;
        }
        Ok(value)
    }

    fn number(&mut self) -> Read<Value> {
        let start = self.at;
        self.skip_if(|b| b == b'-');
        match self.peek() {
            Some(b'0') => self.at += 1,
            _ => self.digits("in numeric literal")?,
        }
        if self.peek() == Some(b'.') {
            self.at += 1;
            self.digits("after decimal point in numeric literal")?;
        }
        if self.skip_if(|b| matches!(b, b'e' | b'E')) {
            self.skip_if(|b| matches!(b, b'+' | b'-'));
            self.digits("in exponent of numeric literal")?;
        }
        let text = &self.text[start..self.at];
        // `-0` is the integer 0.
        if let Ok(value) = text.parse::<i64>() {
            return Ok(Value::Int(value));
        }
        match text.parse::<f64>() {
            // CEL rules distinguish `-0.0` from `0`.
            Ok(value) if value == 0.0 && value.is_sign_negative() => Ok(Value::Float(value)),
            // Clients write `1.0` as `1`.
            Ok(value) if value.is_finite() => {
                Ok(whole::through_json(value).map_or_else(Value::Float, Value::Int))
            }
            _ => {
                let shown = &text[..text.len().min(80)];
                let message = format!("cannot unmarshal number {shown} into Go value of type float64");
                let problem = Diagnostic::new(Code::NumberOutOfRange, self.span(start), message);
                self.problems.push(problem.label("too large"));
                Ok(Value::Null)
            }
        }
    }

    fn digits(&mut self, context: &str) -> Read<()> {
        if !self.skip_if(|b| b.is_ascii_digit()) {
            return Err(self.unexpected(context));
        }
        while self.skip_if(|b| b.is_ascii_digit()) {}
        Ok(())
    }

    fn skip_if(&mut self, wanted: impl Fn(u8) -> bool) -> bool {
        let found = self.peek().is_some_and(wanted);
        self.at += usize::from(found);
        found
    }

    /// A string; the next byte is its opening quote.
    fn string(&mut self) -> Read<String> {
        self.at += 1;
        let mut value = String::new();
        loop {
            let rest = &self.bytes[self.at..];
            let plain = rest.iter().position(|b| matches!(b, b'"' | b'\\' | 0..=0x1f)).unwrap_or(rest.len());
            value.push_str(&self.text[self.at..self.at + plain]);
            self.at += plain;
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(value);
                }
                Some(b'\\') => {
                    self.at += 1;
                    value.push(self.escape()?);
                }
                _ => return Err(self.unexpected("in string literal")),
            }
        }
    }

    fn escape(&mut self) -> Read<char> {
        let plain = match self.peek() {
            Some(byte @ (b'"' | b'\\' | b'/')) => char::from(byte),
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => {
                self.at += 1;
                let unit = self.hex()?;
                return Ok(self.surrogates(unit));
            }
            _ => return Err(self.unexpected("in string escape code")),
        };
        self.at += 1;
        Ok(plain)
    }

    /// The character of a `\u` escape; consumes the second half of a pair if one follows.
    fn surrogates(&mut self, unit: u32) -> char {
        if (0xd800..0xdc00).contains(&unit) && self.bytes[self.at..].starts_with(b"\\u") {
            let before = self.at;
            self.at += 2;
            match self.hex() {
                Ok(low) if (0xdc00..0xe000).contains(&low) => {
                    let scalar = 0x1_0000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
                    return char::from_u32(scalar).unwrap_or(char::REPLACEMENT_CHARACTER);
                }
                // Not the second half: it is read again as a separate escape.
                _ => self.at = before,
            }
        }
        char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER)
    }

    fn hex(&mut self) -> Read<u32> {
        let mut unit = 0;
        for _ in 0..4 {
            let Some(digit) = self.peek().and_then(|b| char::from(b).to_digit(16)) else {
                return Err(self.unexpected("in \\u hexadecimal character escape"));
            };
            unit = unit << 4 | digit;
            self.at += 1;
        }
        Ok(unit)
    }

    fn blank(&mut self) {
        while self.skip_if(|b| matches!(b, b' ' | b'\t' | b'\r' | b'\n')) {}
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn span(&self, start: usize) -> Span {
        let narrow = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        Span { start: narrow(start), end: narrow(self.at) }
    }

    fn unexpected(&self, context: &str) -> Box<Diagnostic> {
        let Some(found) = self.text[self.at..].chars().next() else {
            let end = self.span(self.at);
            return Box::new(Diagnostic::new(Code::JsonSyntax, end, "unexpected end of JSON input"));
        };
        let end = self.at + if found.is_control() { 0 } else { found.len_utf8() };
        let span = Span { start: self.span(self.at).start, end: u32::try_from(end).unwrap_or(u32::MAX) };
        let found = match found {
            '\'' => "'\\''".to_owned(),
            '"' => "'\"'".to_owned(),
            found => format!("{found:?}"),
        };
        Box::new(Diagnostic::new(Code::JsonSyntax, span, format!("invalid character {found} {context}")))
    }

    fn too_deep(&self) -> Box<Diagnostic> {
        let message = format!("collections are nested more than {MAX_DEPTH} deep");
        let span = Span { end: self.span(self.at).start.saturating_add(1), ..self.span(self.at) };
        Box::new(Diagnostic::new(Code::SourceTooDeep, span, message).label("this one is too deep"))
    }
}
