//! Resolves field paths of CEL rules and selectable fields: `.spec['a.b'].c`. In: a path, and a function that
//! looks up a name in a schema of a document, a node of a plan, or a Rust type. Out: the target of the path
//! and its text as the server prints it, or the server's message why it does not resolve.
//!
//! Easy to break: as on the server, a bracket that is not closed is found after the name in it was looked up.
//
// apiextensions-apiserver: pkg/apiserver/schema/cel/validation.go (ValidFieldPath)

use super::{Property, Schema, SchemaOrBool};
use std::collections::HashMap;

/// The notation that a path may use.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Notation {
    /// `.a.b` only.
    DotsOnly,
    /// `['a']` as well.
    Brackets,
}

/// A resolved path.
pub struct Resolved<S> {
    /// The schema at the path; `None` for a map of any values.
    pub schema: Option<S>,
    /// The first step of the path.
    pub first: Option<String>,
    /// The path in the spelling used for comparison, and by the server in errors.
    pub canonical: String,
}

/// The target of a name.
pub enum Step<S> {
    /// To a field.
    Field(S),
    /// To an entry of a map, whose values may have any form.
    Entry(Option<S>),
}

/// Index by name of the properties of large schemas, because there may be as many rules.
#[derive(Default)]
pub struct Fields<'s> {
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
    pub fn resolve(
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

/// Resolves a path by a function that looks up names, or returns the server's message why it does not
/// resolve.
pub fn resolve<S>(
    path: &str,
    schema: S,
    notation: Notation,
    mut step: impl FnMut(S, &str) -> Option<Step<S>>,
) -> Result<Resolved<S>, String> {
    let mut at = Some(schema);
    let mut first = None;
    let mut canonical = String::new();
    for name in Steps::of(path, notation) {
        let name = name?;
        let found = at.and_then(|here| step(here, &name)).ok_or("does not refer to a valid field")?;
        let (next, is_key) = match found {
            Step::Field(field) => (Some(field), false),
            Step::Entry(each) => (each, true),
        };
        print(&name, is_key, &mut canonical);
        at = next;
        first.get_or_insert(name);
    }
    Ok(Resolved { schema: at, first, canonical })
}

/// The path of a field from its object.
pub fn of_field(name: &str) -> String {
    let plain = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && !name.starts_with(|c: char| c.is_ascii_digit());
    if plain {
        format!(".{name}")
    } else {
        format!("['{}']", name.replace('\\', "\\\\").replace('\'', "\\'"))
    }
}

/// The names of the steps of a path, in order. After an error there are no further steps.
struct Steps<'p> {
    rest: &'p str,
    notation: Notation,
    /// Whether the name was in a bracket.
    open: bool,
}

impl<'p> Steps<'p> {
    fn of(path: &'p str, notation: Notation) -> Self {
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
fn print(name: &str, is_key: bool, path: &mut String) {
    match (is_key || name.is_empty(), path.is_empty()) {
        (true, _) => path.extend(["[", name, "]"]),
        (false, true) => path.push_str(name),
        (false, false) => path.extend([".", name]),
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
