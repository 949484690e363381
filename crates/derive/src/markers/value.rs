//! Values of markers: JSON, and the additional syntax of controller-gen: words without quotes, strings in
//! backticks, `{a, b}`, `a;b`, `{key: value}`.
//
// controller-tools: pkg/markers/parse.go

use crdc_source::json::Json;

/// Parses the whole text as JSON.
pub(super) fn json(text: &str) -> Option<Json> {
    crdc_source::json_value(text).map(|node| Json::from_node(&node))
}

/// A string: in quotes, in backticks, or unquoted.
pub(super) fn text(text: &str) -> Option<String> {
    match text.chars().next()? {
        '"' => match json(text)? {
            Json::String(text) => Some(text),
            _ => None,
        },
        '`' => text.strip_prefix('`')?.strip_suffix('`').map(str::to_owned),
        _ => Some(text.to_owned()),
    }
}

/// A value in JSON or in the syntax of controller-gen.
pub(super) fn value(text: &str) -> Option<Json> {
    if let Some(json) = json(text) {
        return Some(json);
    }
    let mut reader = Reader { rest: text, depth: 0 };
    let value = reader.value(&[])?;
    reader.rest.trim().is_empty().then_some(value)
}

/// Values separated by `;`, or in braces.
pub(super) fn list(text: &str) -> Option<Vec<Json>> {
    if text.starts_with(['{', '[']) {
        return match value(text)? {
            Json::Array(items) => Some(items),
            _ => None,
        };
    }
    // A comma ends a word, so `A,B` is neither a list nor a single value.
    const ENDS: [char; 2] = [';', ','];
    let mut reader = Reader { rest: text, depth: 0 };
    let mut items = vec![reader.value(&ENDS)?];
    while let Some(rest) = reader.rest.trim_start().strip_prefix(';') {
        reader.rest = rest;
        items.push(reader.value(&ENDS)?);
    }
    reader.rest.trim().is_empty().then_some(items)
}

struct Reader<'a> {
    rest: &'a str,
    depth: usize,
}

/// The maximum nesting; no marker nests deeper.
const DEEPEST_VALUE: usize = 32;

impl<'a> Reader<'a> {
    fn value(&mut self, ends: &[char]) -> Option<Json> {
        self.rest = self.rest.trim_start();
        match self.rest.chars().next()? {
            '{' => self.braces(),
            '"' => {
                let end = quoted_end(self.rest)?;
                json(self.take(end)?)
            }
            '`' => {
                let end = self.rest.get(1..)?.find('`')? + 2;
                let text = self.take(end)?;
                Some(Json::String(text.trim_matches('`').to_owned()))
            }
            _ => {
                let end = self.rest.find(|letter| ends.contains(&letter)).unwrap_or(self.rest.len());
                let word = self.take(end)?.trim();
                (!word.is_empty()).then(|| json(word).unwrap_or_else(|| Json::String(word.to_owned())))
            }
        }
    }

    fn braces(&mut self) -> Option<Json> {
        self.depth += 1;
        if self.depth > DEEPEST_VALUE {
            return None;
        }
        self.take(1)?;
        let (mut items, mut members) = (Vec::new(), Vec::new());
        loop {
            self.rest = self.rest.trim_start();
            if let Some(rest) = self.rest.strip_prefix('}') {
                self.rest = rest;
                break;
            }
            let first = self.value(&[',', ':', '}'])?;
            self.rest = self.rest.trim_start();
            if let Some(rest) = self.rest.strip_prefix(':') {
                self.rest = rest;
                let Json::String(key) = first else { return None };
                members.push((key, self.value(&[',', '}'])?));
            } else {
                items.push(first);
            }
            self.rest = self.rest.trim_start();
            match self.rest.strip_prefix(',') {
                Some(rest) => self.rest = rest,
                None if self.rest.starts_with('}') => {}
                None => return None,
            }
        }
        self.depth -= 1;
        match (items.is_empty(), members.is_empty()) {
            (false, true) => Some(Json::Array(items)),
            (true, _) => Some(Json::Object(members)),
            (false, false) => None,
        }
    }

    fn take(&mut self, end: usize) -> Option<&'a str> {
        let (taken, rest) = self.rest.split_at_checked(end)?;
        self.rest = rest;
        Some(taken)
    }
}

/// The offset after the closing quote of a text that begins with a quote.
fn quoted_end(text: &str) -> Option<usize> {
    let mut escaped = false;
    for (at, letter) in text.char_indices().skip(1) {
        match letter {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return Some(at + 1),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{list, text, value};

    #[test]
    fn values_of_both_tools_are_read() {
        let value = |text| value(text).map(|json| json.text());
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(value("5"), some("5"));
        assert_eq!(value("\"a\""), some("\"a\""));
        assert_eq!(value("Always"), some("\"Always\""));
        assert_eq!(value("{a, \"b,c\", 1}"), some("[\"a\",\"b,c\",1]"));
        assert_eq!(value("{a: 1, b: {x, y}}"), some("{\"a\":1,\"b\":[\"x\",\"y\"]}"));
        assert_eq!(value("{\"a\": [1, 2]}"), some("{\"a\":[1,2]}"));
        assert_eq!(value("{}"), some("{}"));
        assert_eq!(value("`a\"b`"), some("\"a\\\"b\""));
        for wrong in ["", "{", "{a", "{a,b:c}", "\"a", "\"a\" b"] {
            assert_eq!(value(wrong), None, "{wrong}");
        }
        assert_eq!(value(&"{".repeat(100_000)), None);
    }

    #[test]
    fn lists_have_semicolons_or_braces() {
        let list = |text| {
            list(text).map(|items| items.iter().map(crdc_source::json::Json::text).collect::<Vec<_>>())
        };
        assert_eq!(
            list("A;B; C").as_deref(),
            Some(&["\"A\"".to_owned(), "\"B\"".into(), "\"C\"".into()][..])
        );
        assert_eq!(list("{1,2}").as_deref(), Some(&["1".to_owned(), "2".into()][..]));
        assert_eq!(list("\"\";a").as_deref(), Some(&["\"\"".to_owned(), "\"a\"".into()][..]));
        assert_eq!(list("\"a,b\";c").as_deref(), Some(&["\"a,b\"".to_owned(), "\"c\"".into()][..]));
        for wrong in [";", "A,B", "A,B;C", "1,2", "\"a\",\"b\""] {
            assert_eq!(list(wrong), None, "{wrong}");
        }
        assert_eq!(text("`^a$`").as_deref(), Some("^a$"));
        assert_eq!(text("^a // b$").as_deref(), Some("^a // b$"));
    }
}
