//! The variables of a rule, and the values that can be selected from them.

use super::super::rng::Rng;
use super::of::Of;

/// The form of the old value in a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Old {
    /// The rule has no old value.
    None,
    /// The old value is a plain value.
    Plain,
    /// The old value is an optional.
    Optional,
}

/// The writer of random expressions.
pub(super) struct Generator<'r> {
    pub(super) rng: &'r mut Rng,
    /// The type of `self`.
    own: Of,
    /// The variables and their types.
    variables: Vec<(String, Of)>,
    /// The number of variables that were created so far.
    made: usize,
}

impl<'r> Generator<'r> {
    pub(super) fn new(rng: &'r mut Rng, own: &Of, old: Old) -> Generator<'r> {
        let mut variables = vec![("self".to_owned(), own.clone())];
        if old == Old::Plain {
            variables.push(("oldSelf".to_owned(), own.clone()));
        }
        Generator { rng, own: own.clone(), variables, made: 0 }
    }

    /// The terms: the variables, and the values that can be selected from them, each with its type.
    pub(super) fn terms(&mut self) -> Vec<(String, Of)> {
        let mut out = Vec::new();
        for (name, of) in self.variables.clone() {
            self.reach(name, &of, 3, &mut out);
        }
        out
    }

    /// Adds a term and the terms that can be selected from it to `out`.
    fn reach(&mut self, text: String, of: &Of, depth: usize, out: &mut Vec<(String, Of)>) {
        if depth > 0 {
            match of {
                Of::Object { fields, .. } => {
                    for (name, of) in fields {
                        self.reach(format!("{text}.{name}"), of, depth - 1, out);
                    }
                }
                Of::List(items) if self.rng.chance(50) => {
                    let index = *self.rng.pick(&["0", "0", "1", "-1", "7"]);
                    self.reach(format!("{text}[{index}]"), items, depth - 1, out);
                }
                Of::Map(values) if self.rng.chance(50) => {
                    let key = *self.rng.pick(&["'k'", "'a'", "'b'", "''", "'x-y.z'"]);
                    self.reach(format!("{text}[{key}]"), values, depth - 1, out);
                }
                _ => {}
            }
        }
        out.push((text, of.clone()));
    }

    /// A random term of this type; `None` if there is none.
    pub(super) fn term(&mut self, wanted: &Of) -> Option<String> {
        let all = self.terms();
        let found: Vec<&String> = all.iter().filter(|(_, of)| of == wanted).map(|(text, _)| text).collect();
        if found.is_empty() { None } else { Some((*self.rng.pick(&found)).clone()) }
    }

    /// A random term whose type is `wanted`; `None` if there is none.
    pub(super) fn term_where(&mut self, wanted: fn(&Of) -> bool) -> Option<(String, Of)> {
        let all = self.terms();
        let found: Vec<&(String, Of)> = all.iter().filter(|(_, of)| wanted(of)).collect();
        if found.is_empty() { None } else { Some((*self.rng.pick(&found)).clone()) }
    }

    /// Writes an expression with more variables of these types in scope. `write` gets their names.
    pub(super) fn with<T>(&mut self, of: &[&Of], write: impl FnOnce(&mut Self, &[String]) -> T) -> T {
        let known = self.variables.len();
        let mut names = Vec::new();
        for of in of {
            let name = format!("v{}", self.made);
            self.made += 1;
            self.variables.push((name.clone(), (*of).clone()));
            names.push(name);
        }
        let written = write(self, &names);
        self.variables.truncate(known);
        written
    }

    /// Writes a condition that compares with `oldSelf`.
    pub(super) fn compared_with_old(&mut self) -> String {
        let all = self.terms();
        let old: Vec<(String, Of)> =
            all.iter().filter(|(text, _)| text.starts_with("oldSelf")).cloned().collect();
        let (text, of) = self.rng.pick(&old).clone();
        let other = match self.rng.below(3) {
            0 => text.replacen("oldSelf", "self", 1),
            _ => self.any(&of, 1),
        };
        match (&of, self.rng.below(4)) {
            (Of::Bool | Of::Int | Of::Double | Of::String | Of::Duration | Of::Time, 0) => {
                format!("{other} >= {text}")
            }
            (Of::List(_), 0) => format!("size({other}) >= size({text})"),
            (Of::List(items), 1) if **items != Of::Dyn => {
                let function = *self.rng.pick(&["contains", "equivalent", "intersects"]);
                format!("sets.{function}({other}, {text})")
            }
            (Of::List(_), 2) => format!("{other} + {text} == {text}"),
            (_, 3) => format!("{text} != {other}"),
            _ => format!("{text} == {other}"),
        }
    }

    /// Writes a condition about `oldSelf` where it is an optional.
    pub(super) fn compared_with_optional_old(&mut self) -> String {
        let own = self.own.clone();
        match (self.rng.below(5), &own) {
            (0, _) => "oldSelf.hasValue()".to_owned(),
            (1, Of::Object { fields, .. }) if !fields.is_empty() => {
                let (name, of) = self.rng.pick(fields).clone();
                let other = self.any(&of, 1);
                format!("oldSelf.?{name}.orValue({other}) == {other}")
            }
            (2, _) => "oldSelf.orValue(self) == self".to_owned(),
            (3, _) => "!oldSelf.hasValue() || oldSelf.value() == self".to_owned(),
            _ => {
                let condition = self.with(&[&own], |generator, names| {
                    format!("oldSelf.optMap({}, {})", names[0], generator.bool(2))
                });
                let otherwise = *self.rng.pick(&["true", "false"]);
                format!("{condition}.orValue({otherwise})")
            }
        }
    }

    /// Writes an expression of a type.
    pub(super) fn any(&mut self, of: &Of, depth: usize) -> String {
        match of {
            Of::Bool => self.bool(depth),
            Of::Int => self.int(depth),
            Of::Double => self.double(depth),
            Of::String => self.string(depth),
            Of::Bytes => self.bytes(depth),
            Of::Duration => self.duration(depth),
            Of::Time => self.time(depth),
            Of::Dyn => self.dyn_value(depth),
            Of::List(items) => self.list(items, depth),
            Of::Map(_) | Of::Object { .. } => self.term(of).unwrap_or_else(|| "self".to_owned()),
        }
    }
}
