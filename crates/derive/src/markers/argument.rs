//! Reads the argument of a marker. In: the rest of a marker's line, and the kind of argument that its
//! spelling takes. Out: the argument.
//!
//! Easy to break: a comment (`// …`) may follow an argument, but an unquoted string extends to the end of the
//! line.

use super::{Given, Takes, value};
use crate::model::RuleWords;
use crdc_source::json::Json;

/// The argument, or a description of the expected one.
pub(super) fn given(rest: &str, takes: Takes) -> Result<Given, String> {
    let expected = || Err(expected(takes));
    let bare = without_comment(rest);
    let is = bare.trim_start().strip_prefix('=').map(str::trim);
    match takes {
        Takes::Nothing if bare.is_empty() => Ok(Given::Nothing),
        Takes::Word(word) if is == Some(word) => Ok(Given::Word(word)),
        Takes::OneOf(words) => {
            let given = is.map(unquoted);
            let found = words.iter().find(|word| given.as_deref() == Some(**word));
            found.map_or_else(expected, |word| Ok(Given::Word(word)))
        }
        Takes::Flag if bare.is_empty() || is == Some("true") => Ok(Given::Flag(true)),
        Takes::Flag if is == Some("false") => Ok(Given::Flag(false)),
        Takes::Count => {
            let count = is.and_then(|is| is.parse().ok()).filter(|count: &i64| *count >= 0);
            count.map_or_else(expected, |count| Ok(Given::Count(count)))
        }
        Takes::Number => {
            let number = is.and_then(|is| is.parse().ok()).filter(|number: &f64| number.is_finite());
            number.map_or_else(expected, |number| Ok(Given::Number(number)))
        }
        Takes::Name => {
            let name =
                is.map(unquoted).filter(|name| !name.is_empty() && !name.contains(char::is_whitespace));
            name.map_or_else(expected, |name| Ok(Given::Text(name)))
        }
        Takes::Text => {
            let text = rest.trim_start().strip_prefix('=').and_then(|text| value::text(text.trim()));
            text.map_or_else(expected, |text| Ok(Given::Text(text)))
        }
        Takes::Json => {
            let json = rest.trim_start().strip_prefix('=').and_then(|text| value::json(text.trim()));
            json.map_or_else(
                || expected().map_err(|words| in_quotes(words, rest)),
                |json| Ok(Given::Json(json)),
            )
        }
        Takes::Value => {
            let json = rest.trim_start().strip_prefix('=').and_then(|text| value::value(text.trim()));
            json.map_or_else(expected, |json| Ok(Given::Json(json)))
        }
        Takes::List => {
            let list = rest.trim_start().strip_prefix('=').and_then(|text| value::list(text.trim()));
            list.filter(|list| !list.is_empty()).map_or_else(expected, |list| Ok(Given::List(list)))
        }
        Takes::Member => member(bare).map_or_else(expected, Ok),
        Takes::Named(names) => named(bare, names).map_or_else(expected, Ok),
        Takes::Sibling => sibling(bare).map_or_else(expected, |name| Ok(Given::Text(name))),
        Takes::Marker => {
            let marker =
                rest.trim_start().strip_prefix('=').map(str::trim).filter(|text| text.starts_with('+'));
            marker.map_or_else(expected, |text| Ok(Given::Marker(text.to_owned())))
        }
        Takes::Rule => {
            let rule = rest.trim_start().strip_prefix('=').map(str::trim).filter(|text| !text.is_empty());
            let words = |rule: &str| RuleWords { rule: rule.to_owned(), ..RuleWords::default() };
            rule.map_or_else(expected, |rule| Ok(Given::Rule(words(rule))))
        }
        Takes::RuleWords => rule_words(rest).map_or_else(expected, |words| Ok(Given::Rule(words))),
        _ => expected(),
    }
}

/// The argument that the value of a keyword stands for, if it can be one of this kind.
pub(super) fn of_json(value: &Json, takes: Takes) -> Option<Given> {
    match (takes, value) {
        (Takes::Nothing, Json::Bool(true)) => Some(Given::Nothing),
        (Takes::Flag, Json::Bool(flag)) => Some(Given::Flag(*flag)),
        (Takes::Word(word), Json::String(text)) => (text == word).then_some(Given::Word(word)),
        // `+immutable=keys` is a keyword of its own.
        (Takes::Word(word), Json::Bool(true)) => Some(Given::Word(word)),
        (Takes::OneOf(words), Json::String(text)) => {
            words.iter().find(|word| text == *word).map(|word| Given::Word(word))
        }
        (Takes::Count, Json::Int(count)) => (*count >= 0).then_some(Given::Count(*count)),
        (Takes::Number, Json::Int(number)) => Some(Given::Number(*number as f64)),
        (Takes::Number, Json::Float(number)) => Some(Given::Number(*number)),
        (Takes::Text | Takes::Name, Json::String(text)) => Some(Given::Text(text.clone())),
        (Takes::Json | Takes::Value, value) => Some(Given::Json(value.clone())),
        (Takes::List, Json::Array(list)) => (!list.is_empty()).then(|| Given::List(list.clone())),
        _ => None,
    }
}

/// The syntax of an argument of this kind.
pub(super) fn form(takes: Takes) -> String {
    match takes {
        Takes::Nothing => String::new(),
        Takes::Word(word) => format!("={word}"),
        Takes::OneOf(words) => format!("={}", words.join("|")),
        Takes::Flag => "[=true]".to_owned(),
        Takes::Count => "=COUNT".to_owned(),
        Takes::Number => "=NUMBER".to_owned(),
        Takes::Text => "=TEXT".to_owned(),
        Takes::Json => "=JSON".to_owned(),
        Takes::Value => "=VALUE".to_owned(),
        Takes::List => "=A;B;…".to_owned(),
        Takes::Name => "=NAME".to_owned(),
        Takes::Member => "[=NAME][,optional]".to_owned(),
        Takes::Named(names) => {
            let each: Vec<String> = names.iter().map(|name| format!("{name}: \"…\"")).collect();
            format!("[({})]", each.join(", "))
        }
        Takes::Sibling => "(\"FIELD\")".to_owned(),
        Takes::Marker => "=+MARKER".to_owned(),
        Takes::Rule => "=RULE".to_owned(),
        Takes::RuleWords => ":rule=\"RULE\"[,message=\"…\"][,…]".to_owned(),
    }
}

/// Whether another marker follows on the same line.
pub(super) fn holds_a_marker(rest: &str) -> bool {
    without_comment(rest).split_whitespace().any(|word| {
        word.strip_prefix('+').is_some_and(|name| name.starts_with(|first: char| first.is_ascii_alphabetic()))
    })
}

fn expected(takes: Takes) -> String {
    match takes {
        Takes::Nothing => "no argument".to_owned(),
        Takes::Word(word) => format!("`={word}`"),
        Takes::OneOf(words) => {
            let words: Vec<String> = words.iter().map(|word| format!("`={word}`")).collect();
            words.join(", ")
        }
        Takes::Flag => "no argument, `=true` or `=false`".to_owned(),
        Takes::Count => "`=` and a non-negative integer".to_owned(),
        Takes::Number => "`=` and a number".to_owned(),
        Takes::Text => "`=` and a string".to_owned(),
        Takes::Json => "`=` and a JSON value, strings in quotes".to_owned(),
        Takes::Value => "`=` and a value".to_owned(),
        Takes::List => "`=` and values separated by `;`".to_owned(),
        Takes::Name => "`=` and a name".to_owned(),
        Takes::Member => "no argument, `=NAME`, `,optional` or `=NAME,optional`".to_owned(),
        Takes::Named(_) => format!("no argument, or `{}`", form(takes).trim_matches(['[', ']'])),
        Takes::Sibling => "`(\"name\")`, with the name of another field of the struct in JSON".to_owned(),
        Takes::Marker => "`=` and another marker, starting with `+`".to_owned(),
        Takes::Rule => "`=` and a CEL rule".to_owned(),
        Takes::RuleWords => {
            "`:rule=\"…\"`, and behind a comma each `message`, `messageExpression`, `reason`, `fieldPath`, \
                             `optionalOldSelf`"
                .to_owned()
        }
    }
}

/// The expected argument, with the given string in quotes, since missing quotes are the most common mistake.
fn in_quotes(words: String, rest: &str) -> String {
    let text = rest.trim_start().strip_prefix('=').map_or("", str::trim);
    if text.is_empty() || text.contains(['"', '{', '[']) { words } else { format!("{words}: `=\"{text}\"`") }
}

fn without_comment(rest: &str) -> &str {
    let comment = rest.find(" //").unwrap_or(rest.len());
    rest.get(..comment).unwrap_or(rest).trim_end()
}

fn unquoted(text: &str) -> String {
    value::text(text).unwrap_or_else(|| text.to_owned())
}

// The unions design, markers.
fn member(rest: &str) -> Option<Given> {
    let (value, optional) = match rest.split_once(',') {
        None => (rest, false),
        Some((value, option)) if option.trim() == "optional" => (value, true),
        Some(_) => return None,
    };
    let value = match value.trim().strip_prefix('=') {
        None if value.trim().is_empty() => None,
        None => return None,
        Some(name) => Some(unquoted(name.trim())).filter(|name| !name.is_empty()),
    };
    // `+unionMember=` has no name.
    (value.is_some() || !rest.trim_start().starts_with('=')).then_some(Given::Member { value, optional })
}

/// `(a: "x", b: "y")`
fn named(rest: &str, names: &[&str]) -> Option<Given> {
    let rest = rest.trim();
    if rest.is_empty() {
        return Some(Given::Named(Vec::new()));
    }
    let inside = rest.strip_prefix('(')?.strip_suffix(')')?;
    let mut found = Vec::new();
    for pair in inside.split(',').filter(|pair| !pair.trim().is_empty()) {
        let (name, value) = pair.split_once(':')?;
        let known = names.contains(&name.trim()) && !found.iter().any(|(other, _)| other == name.trim());
        let Json::String(value) = value::value(value.trim()).filter(|_| known)? else { return None };
        found.push((name.trim().to_owned(), value));
    }
    Some(Given::Named(found))
}

/// `("name")` or `(name)`
fn sibling(rest: &str) -> Option<String> {
    let name = rest.trim().strip_prefix('(')?.strip_suffix(')').map(str::trim).map(unquoted)?;
    Some(name).filter(|name| !name.is_empty())
}

/// `:rule="…",message="…"`: values in quotes or backticks, or up to the next comma.
// controller-tools: pkg/markers/parse.go
fn rule_words(rest: &str) -> Option<RuleWords> {
    let mut rest = rest.trim().strip_prefix(':').or_else(|| rest.trim().strip_prefix('='))?;
    let mut words = RuleWords::default();
    let mut known: Vec<String> = Vec::new();
    loop {
        let (name, after) = rest.split_once('=')?;
        let name = name.trim().trim_end_matches(':');
        let (value, after_value) = text_of_argument(after.trim_start())?;
        if known.iter().any(|other| other == name) || !words.set(name, value) {
            return None;
        }
        known.push(name.to_owned());
        rest = match after_value.trim_start() {
            "" => break,
            after_value => after_value.strip_prefix(',')?,
        };
    }
    (!words.rule.trim().is_empty()).then_some(words)
}

/// A value, and what is after it.
fn text_of_argument(text: &str) -> Option<(String, &str)> {
    if let Some(raw) = text.strip_prefix('`') {
        let (value, after_value) = raw.split_once('`')?;
        return Some((value.to_owned(), after_value));
    }
    let Some(quoted) = text.strip_prefix('"') else {
        let end = text.find(',').unwrap_or(text.len());
        let (value, after_value) = text.split_at(end);
        return Some((value.trim().to_owned(), after_value));
    };
    let mut value = String::new();
    let mut letters = quoted.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '"' => return Some((value, &quoted[at + 1..])),
            '\\' => value.push(match letters.next()?.1 {
                'n' => '\n',
                't' => '\t',
                'r' => '\r',
                other @ ('"' | '\\' | '\'') => other,
                _ => return None,
            }),
            letter => value.push(letter),
        }
    }
    None
}
