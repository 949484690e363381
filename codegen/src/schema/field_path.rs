//! Resolves field paths of CEL rules and selectable fields (`.spec['a.b'].c`) against a schema, as it is written or as a node of a plan.
//
// apiextensions-apiserver: pkg/apiserver/schema/cel/validation.go (ValidFieldPath)

use super::{Property, Schema, SchemaOrBool};
use std::collections::HashMap;
use std::fmt::Write as _;

/// The notation that a path may use.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Notation {
    /// `.a.b` only.
    DotsOnly,
    /// `['a']` as well.
    Brackets,
}

/// A resolved path.
pub(crate) struct Resolved<S> {
    /// The schema at the path; `None` for a map of any values.
    pub(crate) schema: Option<S>,
    /// The first step of the path.
    pub(crate) first: Option<String>,
    /// The path in the spelling used for comparison, and by the server in errors.
    pub(crate) canonical: String,
}

/// Where a name leads.
pub(crate) enum Step<S> {
    /// To a field.
    Field(S),
    /// To an entry of a map, whose values may have any form.
    Entry(Option<S>),
}

/// Index by name of the properties of large schemas, because there may be as many rules.
#[derive(Default)]
pub(crate) struct Fields<'s> {
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

    /// Resolves the path, or returns the server's message why it does not resolve.
    pub(crate) fn resolve(
        &mut self,
        path: &str,
        schema: &'s Schema,
        notation: Notation,
    ) -> Result<Resolved<&'s Schema>, String> {
        resolve(path, schema, notation, |here, name| {
            if !here.property_list().is_empty() {
                return Some(Step::Field(&self.property(here, name)?.schema));
            }
            let additional = here.additional_properties.as_ref()?;
            Some(Step::Entry(SchemaOrBool::schema(&additional.value)))
        })
    }
}

/// Resolves a path by what each of its names means for a schema, or returns the server's message why it does not resolve.
pub(crate) fn resolve<S>(
    path: &str,
    schema: S,
    notation: Notation,
    mut step: impl FnMut(S, &str) -> Option<Step<S>>,
) -> Result<Resolved<S>, String> {
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
        at = match at.and_then(|here| step(here, &name)).ok_or("does not refer to a valid field")? {
            Step::Field(field) => {
                let dot = if first.is_none() { "" } else { "." };
                let _ = write!(canonical, "{dot}{name}");
                Some(field)
            }
            Step::Entry(each) => {
                let _ = write!(canonical, "[{name}]");
                each
            }
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

/// A path each of whose names is a field, for who sees one type. A path that is none has itself as its name.
#[cfg(feature = "rules")]
pub(crate) fn as_fields(path: &str) -> Resolved<()> {
    let found = resolve(path.trim(), (), Notation::Brackets, |(), _| Some(Step::Field(())));
    found.unwrap_or_else(|_| Resolved {
        schema: None,
        first: Some(path.trim().to_owned()),
        canonical: path.trim().to_owned(),
    })
}

/// Tokens: `.`, `[`, `]`, quoted strings, and the text between them.
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
