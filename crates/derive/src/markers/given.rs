//! The type of a marker's argument.

use crate::model::RuleWords;
use crdc_source::json::Json;

/// The argument of a marker.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Given {
    Nothing,
    Word(&'static str),
    Flag(bool),
    Count(i64),
    Number(f64),
    Text(String),
    Json(Json),
    List(Vec<Json>),
    Member { value: Option<String>, optional: bool },
    Named(Vec<(String, String)>),
    Marker(String),
    Rule(RuleWords),
}

impl Given {
    /// The string, if the argument is one.
    pub(crate) fn into_text(self) -> Option<String> {
        match self {
            Given::Text(text) => Some(text),
            Given::Word(word) => Some(word.to_owned()),
            _ => None,
        }
    }

    /// The strings, if the argument is a list.
    pub(crate) fn into_names(self) -> Option<Vec<String>> {
        let Given::List(list) = self else { return None };
        let name = |value| match value {
            Json::String(text) => text,
            // A name like `5`.
            other => other.text(),
        };
        Some(list.into_iter().map(name).collect())
    }

    /// A named argument.
    pub(crate) fn named(&self, name: &str) -> Option<String> {
        match self {
            Given::Named(list) => {
                list.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone())
            }
            _ => None,
        }
    }
}
