//! The checks of strings: length, pattern, format, `enum`.

use std::sync::Arc;

use crate::Node;
use crdc_source::json::Json;

/// The text of a pattern and its matcher, which all uses of the pattern share.
pub type Pattern = (String, Arc<crdc_schema::pattern::Matcher>);

/// The checks of a string. The server's string validator stops after the first failure of length or pattern;
/// another validator checks the format.
// kube-openapi: pkg/validation/validate/validator.go stringValidator
#[derive(Clone, Debug, Default)]
pub struct Texts {
    /// `maxLength`. If it is negative, every string is too long, so `minLength` and `pattern` are not
    /// checked.
    pub max: Option<i64>,
    /// `minLength` above zero.
    pub min: Option<i64>,
    /// `pattern`
    pub pattern: Option<Pattern>,
    /// `format` as the schema spells it, if any string fails it.
    pub format: Option<String>,
    /// The strings of the `enum`, if all its values are strings.
    pub values: Option<Vec<String>>,
    /// Whether strings are compared with constants of other types.
    pub compares_all: bool,
}

impl Texts {
    /// The checks of a node.
    pub fn of(node: &Node) -> Texts {
        let max = node.string.max;
        let negative = max.is_some_and(|max| max < 0);
        let pattern = node.string.pattern.as_ref().filter(|_| !negative);
        let values = plain_strings(node).map(|values| values.into_iter().map(str::to_owned).collect());
        Texts {
            max,
            min: node.string.min.filter(|min| *min > 0 && !negative),
            pattern: pattern.and_then(|pattern| {
                Some((pattern.clone(), Arc::new(crdc_schema::pattern::compile(pattern).ok()?)))
            }),
            format: node.string_format().and_then(|_| node.format.clone()),
            compares_all: values.is_none() && !node.values.is_empty(),
            values,
        }
    }

    /// Whether the content of strings is not read, except for an `enum` with other constants.
    pub fn is_empty(&self) -> bool {
        let Texts { max, min, pattern, format, values, .. } = self;
        max.is_none() && min.is_none() && pattern.is_none() && format.is_none() && values.is_none()
    }
}

/// The strings of an `enum` that can be checked by comparing bytes, if it can.
fn plain_strings(node: &Node) -> Option<Vec<&str>> {
    let strings: Option<Vec<&str>> = node
        .values
        .iter()
        .map(|value| match value {
            Json::String(value) => Some(value.as_str()),
            _ => None,
        })
        .collect();
    strings.filter(|strings| !strings.is_empty())
}
