//! `labelSelector` of a list or a watch.
// apimachinery: pkg/labels/selector.go

use std::borrow::Cow;
use std::collections::BTreeSet;

use serde_json::{Map, Value};

use crate::object::Object;
use crate::response::refusal::Refusal;

/// The number of requirements up to which labels are searched in the text of an object.
const FEW_REQUIREMENTS: usize = 4;

/// A requirement of a selector.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Requirement {
    /// `key in (a, b)`, `key = a`
    In(String, BTreeSet<String>),
    /// `key notin (a, b)`, `key != a`; an object without the label satisfies it, too.
    NotIn(String, BTreeSet<String>),
    /// `key`
    Exists(String),
    /// `!key`
    Missing(String),
    /// `key > 1`
    Above(String, i64),
    /// `key < 1`
    Below(String, i64),
}

/// A label selector: all requirements must hold.
///
/// ```
/// use crdc_admission::LabelSelector;
///
/// let selector = LabelSelector::parse("app in (a, b), !old")?;
/// assert!(selector.selects(|label| (label == "app").then(|| "a".into())));
/// assert!(!selector.selects(|_| None));
/// # Ok::<(), crdc_admission::Refusal>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LabelSelector(Vec<Requirement>);

/// A part of a selector's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token<'t> {
    Word(&'t str),
    /// `=`, `==`, `!=`, `!`, `<`, `>`, `(`, `)` or `,`
    Sign(&'t str),
    End,
}

impl LabelSelector {
    /// Parses a selector of a URL after percent-decoding: `a=b,c!=d,e in (f,g),!h`. An empty text selects
    /// everything.
    ///
    /// # Errors
    ///
    /// The text is no selector. The refusal has code 400.
    pub fn parse(text: &str) -> Result<LabelSelector, Refusal> {
        let mut parser = Parser { rest: text };
        let mut requirements = Vec::new();
        loop {
            match parser.peek() {
                Token::End if requirements.is_empty() || parser.rest.is_empty() => break,
                _ => requirements.push(parser.requirement()?),
            }
            match parser.take() {
                Token::End => break,
                Token::Sign(",") => {}
                other => return Err(unexpected(other, "',' or 'end of string'")),
            }
            if parser.peek() == Token::End {
                return Err(unexpected(Token::End, "identifier after ','"));
            }
        }
        Ok(LabelSelector(requirements))
    }

    /// Whether the selector selects everything.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether the selector selects an object by its `metadata.labels`.
    pub fn selects_object(&self, object: &Object<'_>) -> bool {
        let path = ["metadata", "labels"];
        if self.0.len() <= FEW_REQUIREMENTS {
            return self.selects(|label| object.string(&[path[0], path[1], label]));
        }
        // A search in the text reads all labels before the wanted one, so many requirements parse the labels
        // once.
        let labels = object.get(&path).and_then(|labels| serde_json::from_slice::<Map<_, _>>(labels).ok());
        let labels: Map<String, Value> = labels.unwrap_or_default();
        self.selects(|label| labels.get(label).and_then(Value::as_str).map(Cow::Borrowed))
    }

    /// Whether the selector selects an object. `label` returns the value of a label.
    pub fn selects<'o>(&self, label: impl Fn(&str) -> Option<Cow<'o, str>>) -> bool {
        self.0.iter().all(|requirement| match requirement {
            Requirement::In(key, values) => label(key).is_some_and(|own| values.contains(&*own)),
            Requirement::NotIn(key, values) => label(key).is_none_or(|own| !values.contains(&*own)),
            Requirement::Exists(key) => label(key).is_some(),
            Requirement::Missing(key) => label(key).is_none(),
            Requirement::Above(key, least) => number(label(key)).is_some_and(|own| own > *least),
            Requirement::Below(key, most) => number(label(key)).is_some_and(|own| own < *most),
        })
    }
}

fn number(value: Option<Cow<'_, str>>) -> Option<i64> {
    value?.parse().ok()
}

struct Parser<'t> {
    rest: &'t str,
}

impl<'t> Parser<'t> {
    /// The next token, and its length with the spaces before it.
    fn next(&self) -> (Token<'t>, usize) {
        let text = self.rest.trim_start_matches([' ', '\t', '\r', '\n']);
        let skipped = self.rest.len() - text.len();
        if text.is_empty() {
            return (Token::End, skipped);
        }
        let signs = ["==", "!=", "=", "!", "<", ">", "(", ")", ","];
        if let Some(sign) = signs.iter().find(|sign| text.starts_with(**sign)) {
            return (Token::Sign(&text[..sign.len()]), skipped + sign.len());
        }
        let is_end = |c: char| c.is_ascii_whitespace() || "=!<>(),".contains(c);
        let end = text.find(is_end).unwrap_or(text.len());
        (Token::Word(&text[..end]), skipped + end)
    }

    fn peek(&self) -> Token<'t> {
        self.next().0
    }

    fn take(&mut self) -> Token<'t> {
        let (token, length) = self.next();
        self.rest = &self.rest[length..];
        token
    }

    fn requirement(&mut self) -> Result<Requirement, Refusal> {
        if self.peek() == Token::Sign("!") {
            self.take();
            return Ok(Requirement::Missing(self.word("identifier")?));
        }
        let key = self.word("!, identifier, or 'end of string'")?;
        let one = |value: String| BTreeSet::from([value]);
        match self.peek() {
            Token::End | Token::Sign(",") => Ok(Requirement::Exists(key)),
            _ => match self.take() {
                Token::Sign("=" | "==") => Ok(Requirement::In(key, one(self.value()?))),
                Token::Sign("!=") => Ok(Requirement::NotIn(key, one(self.value()?))),
                Token::Sign(sign @ ("<" | ">")) => {
                    let value = self.value()?;
                    let limit = value.parse().map_err(|_| {
                        refusal(format!(
                            "values[0][{key}]: Invalid value: \"{value}\": for 'Gt', 'Lt' operators, the value must be an integer"
                        ))
                    })?;
                    Ok(if sign == ">" {
                        Requirement::Above(key, limit)
                    } else {
                        Requirement::Below(key, limit)
                    })
                }
                Token::Word("in") => Ok(Requirement::In(key, self.values()?)),
                Token::Word("notin") => Ok(Requirement::NotIn(key, self.values()?)),
                other => Err(unexpected(other, "in, notin, =, ==, !=, gt, lt")),
            },
        }
    }

    fn word(&mut self, expected: &str) -> Result<String, Refusal> {
        match self.take() {
            Token::Word(word) => Ok(word.to_owned()),
            other => Err(unexpected(other, expected)),
        }
    }

    /// The value after an equals sign, which may be empty.
    fn value(&mut self) -> Result<String, Refusal> {
        match self.peek() {
            Token::End | Token::Sign(",") => Ok(String::new()),
            _ => self.word("identifier"),
        }
    }

    /// The values in parentheses.
    fn values(&mut self) -> Result<BTreeSet<String>, Refusal> {
        match self.take() {
            Token::Sign("(") => {}
            other => return Err(unexpected(other, "'('")),
        }
        let mut values = BTreeSet::new();
        loop {
            match self.take() {
                Token::Word(value) => {
                    values.insert(value.to_owned());
                    match self.take() {
                        Token::Sign(",") => {}
                        Token::Sign(")") => return Ok(values),
                        other => return Err(unexpected(other, "',' or ')'")),
                    }
                }
                // An empty value.
                Token::Sign(",") => drop(values.insert(String::new())),
                Token::Sign(")") => {
                    values.insert(String::new());
                    return Ok(values);
                }
                other => return Err(unexpected(other, "',', ')' or identifier")),
            }
        }
    }
}

fn unexpected(found: Token<'_>, expected: &str) -> Refusal {
    let found = match found {
        Token::Word(text) | Token::Sign(text) => text,
        Token::End => "",
    };
    refusal(format!("found '{found}', expected: {expected}"))
}

fn refusal(why: String) -> Refusal {
    Refusal::bad_request(format!("unable to parse requirement: {why}"))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::LabelSelector;
    use crate::object::Object;

    #[test]
    fn many_requirements_select_as_each_of_them_does() {
        let object = Object::of(br#"{"metadata":{"labels":{"a":"1","b":"\u0032","c":3,"d":"","e":"x"}}}"#);
        let all = ["a=1", "b in (2)", "!c", "d=", "e!=y", "!f", "g notin (z)", "a<2"];
        for count in 0..=all.len() {
            assert!(
                LabelSelector::parse(&all[..count].join(",")).unwrap().selects_object(&object),
                "{count}"
            );
            let none = [&all[..count], &["h"]].concat().join(",");
            assert!(!LabelSelector::parse(&none).unwrap().selects_object(&object), "{count}");
        }
    }

    #[test]
    fn selectors_select() {
        let label = |key: &str| match key {
            "a" => Some("1".into()),
            "example.com/b" => Some("2".into()),
            _ => None,
        };
        for (selector, selects) in [
            ("", true),
            (" ", true),
            ("a=1", true),
            ("a==1,example.com/b", true),
            ("a=2", false),
            ("a=", false),
            ("a!=2, !c", true),
            ("a!=1", false),
            ("!a", false),
            ("c", false),
            ("a in (1,2)", true),
            ("a in (2)", false),
            ("a notin (2),c notin (1)", true),
            ("a notin (1)", false),
            ("a>0,a<2", true),
            ("a > 1", false),
            ("c<9", false),
        ] {
            assert_eq!(LabelSelector::parse(selector).unwrap().selects(label), selects, "{selector}");
        }
    }

    #[test]
    fn what_is_no_selector_is_refused() {
        for (selector, why) in [
            ("a b", "found 'b', expected: in, notin, =, ==, !=, gt, lt"),
            ("a in b", "found 'b', expected: '('"),
            ("a in (b", "found '', expected: ',' or ')'"),
            ("a,", "found '', expected: identifier after ','"),
            (",", "found ',', expected: !, identifier, or 'end of string'"),
            ("a=b=c", "found '=', expected: ',' or 'end of string'"),
        ] {
            let refusal = LabelSelector::parse(selector).unwrap_err();
            assert_eq!(
                (refusal.code, &*refusal.message),
                (400, &*format!("unable to parse requirement: {why}"))
            );
        }
    }
}
