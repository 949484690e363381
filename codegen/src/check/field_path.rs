//! Paths into objects as rules and selectable fields write them (`.spec['a.b'].c`), followed
//! through a schema.
//
// apiextensions-apiserver: pkg/apiserver/schema/cel/validation.go (ValidFieldPath)

use crate::schema::{Property, Schema, SchemaOrBool};
use std::collections::HashMap;
use std::fmt::Write as _;

/// Which notations a path may use.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Notation {
    /// `.a.b` only.
    DotsOnly,
    /// `['a']` as well.
    Brackets,
}

/// Where a path leads.
pub(super) struct Resolved<'s> {
    /// What holds there; none for a map of anything.
    pub(super) schema: Option<&'s Schema>,
    /// Its first step.
    pub(super) first: Option<String>,
    /// The same path in the one spelling that messages use.
    pub(super) canonical: String,
}

/// The properties of schemas with many of them, by name: rules may be as many.
#[derive(Default)]
pub(super) struct Fields<'s> {
    by_name: HashMap<*const Schema, HashMap<&'s str, &'s Property>>,
}

impl<'s> Fields<'s> {
    fn property(&mut self, schema: &'s Schema, name: &str) -> Option<&'s Property> {
        let list = schema.property_list();
        if list.len() <= 16 {
            return schema.property(name);
        }
        let index = || list.iter().map(|property| (property.name.as_str(), property)).collect();
        self.by_name.entry(std::ptr::from_ref(schema)).or_insert_with(index).get(name).copied()
    }

    /// Follows the path, or says in the server's words why it cannot be followed.
    pub(super) fn resolve(
        &mut self,
        path: &str,
        schema: &'s Schema,
        notation: Notation,
    ) -> Result<Resolved<'s>, String> {
        let mut tokens = Tokens { rest: path };
        let mut at = Some(schema);
        let mut first = None;
        let mut canonical = String::new();
        while let Some(token) = tokens.next() {
            let name = match token {
                "." => tokens.next().ok_or("unexpected end of JSON path")?.to_owned(),
                "[" if notation == Notation::DotsOnly => {
                    return Err("array notation is not allowed".to_owned());
                }
                "[" => {
                    let token = tokens.next().ok_or("unexpected end of JSON path")?;
                    let inner = token.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\''));
                    let inner = inner.filter(|_| token.len() >= 2);
                    unescape(inner.ok_or_else(|| format!("expected single quoted string but got {token}"))?)?
                }
                other => return Err(format!("expected [ or . but got: {other}")),
            };
            let here = at.ok_or("does not refer to a valid field")?;
            at = if !here.property_list().is_empty() {
                let _ =
                    if first.is_none() { write!(canonical, "{name}") } else { write!(canonical, ".{name}") };
                Some(&self.property(here, &name).ok_or("does not refer to a valid field")?.schema)
            } else if let Some(additional) = &here.additional_properties {
                let _ = write!(canonical, "[{name}]");
                SchemaOrBool::schema(&additional.value)
            } else {
                return Err("does not refer to a valid field".to_owned());
            };
            if token == "[" {
                match tokens.next().ok_or("unexpected end of JSON path")? {
                    "]" => {}
                    other => return Err(format!("expected ] but got {other}")),
                }
            }
            first.get_or_insert(name);
        }
        Ok(Resolved { schema: at, first, canonical })
    }
}

/// `.`, `[` and `]`, quoted strings, and whatever stands between.
struct Tokens<'p> {
    rest: &'p str,
}

impl<'p> Iterator for Tokens<'p> {
    type Item = &'p str;

    fn next(&mut self) -> Option<&'p str> {
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
