//! Writes a JSON object on one line, for tools that read diagnostics line by line.

use crate::diag::json_string::string;

/// An object that is being written.
pub struct Object {
    text: String,
}

impl Default for Object {
    fn default() -> Object {
        Object::new()
    }
}

impl Object {
    /// An object without members.
    #[must_use]
    pub fn new() -> Object {
        Object { text: "{".to_owned() }
    }

    /// Adds a string.
    pub fn text(&mut self, key: &str, value: &str) {
        self.key(key);
        string(&mut self.text, value);
    }

    /// Adds a string or null.
    pub fn optional(&mut self, key: &str, value: Option<&str>) {
        match value {
            Some(value) => self.text(key, value),
            None => {
                self.key(key);
                self.text.push_str("null");
            }
        }
    }

    /// Adds a number.
    pub fn number(&mut self, key: &str, value: usize) {
        self.key(key);
        self.text.push_str(&value.to_string());
    }

    /// Adds a list of values that are already JSON.
    pub fn array(&mut self, key: &str, items: impl Iterator<Item = String>) {
        self.key(key);
        let items: Vec<String> = items.collect();
        self.text.push('[');
        self.text.push_str(&items.join(","));
        self.text.push(']');
    }

    /// Adds a value that is already JSON.
    pub fn verbatim(&mut self, key: &str, value: &str) {
        self.key(key);
        self.text.push_str(value);
    }

    /// The line, without a line break.
    #[must_use]
    pub fn finish(mut self) -> String {
        self.text.push('}');
        self.text
    }

    fn key(&mut self, key: &str) {
        if self.text.len() > 1 {
            self.text.push(',');
        }
        string(&mut self.text, key);
        self.text.push(':');
    }
}

#[cfg(test)]
mod tests {
    use super::Object;

    #[test]
    fn members_are_escaped_and_separated() {
        let mut object = Object::new();
        object.text("a\"", "x\\\n\u{1b}[0m\u{85}é##[b] #[c]");
        object.number("n", 3);
        object.optional("h", None);
        object.array("l", ["1".to_owned(), "2".to_owned()].into_iter());
        let expected = r#"{"a\"":"x\\\n\u001b[0m\u0085é##\u005bb] #[c]","n":3,"h":null,"l":[1,2]}"#;
        assert_eq!(object.finish(), expected);
    }
}
