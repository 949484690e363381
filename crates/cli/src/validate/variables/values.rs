//! The values of variables on the command line: `--substitute NAME=value`, `--substitute-file FILE`. In:
//! their texts. Out: a text with its variables replaced.

use std::collections::BTreeMap;

use super::syntax::{Part, parts};

/// The values by name; `None` if the command line gives no values. Given values are complete: all other
/// variables have their defaults.
#[derive(Clone, Debug, Default)]
pub(crate) struct Values(Option<BTreeMap<String, String>>);

impl Values {
    /// The given values. If a name occurs twice, the last value counts.
    pub(crate) fn of(values: impl Iterator<Item = (String, String)>) -> Values {
        Values(Some(values.collect()))
    }

    /// Whether the command line gives values, or a file for them.
    pub(crate) fn are_given(&self) -> bool {
        self.0.is_some()
    }

    /// The value of a variable, if it is given.
    pub(crate) fn get(&self, name: &str) -> Option<&String> {
        self.0.as_ref().and_then(|values| values.get(name))
    }

    /// The text with its variables replaced; `None` if it contains no variable. The error means that the
    /// value of a variable is not given.
    pub(super) fn replace(&self, text: &str) -> Option<Result<String, ()>> {
        let Some(parts) = parts(text) else {
            // Substitution also removes the dollar of an escaped variable.
            let is_escaped = self.are_given() && text.contains("$${");
            return is_escaped.then(|| Ok(text.replace("$${", "${")));
        };
        let mut replaced = String::with_capacity(text.len());
        for part in parts {
            match part {
                Part::Text(text) => replaced += text,
                Part::Operation => return Some(Err(())),
                Part::Variable(name, default) => match (self.get(name), default) {
                    // Without any given values, the variable may have any value.
                    (None, Some(default)) if self.are_given() => replaced += default,
                    (None, _) => return Some(Err(())),
                    // Flux and shells use the default for an empty value, too.
                    (Some(value), Some(default)) if value.is_empty() => replaced += default,
                    (Some(value), _) => replaced += value,
                },
            }
        }
        Some(Ok(replaced))
    }
}

/// Parses `NAME=value`.
pub(crate) fn pair(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=value")?;
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if name.is_empty() || !name.chars().all(is_name) || name.starts_with(|c: char| c.is_ascii_digit()) {
        return Err(format!("{name:?} is not the name of a variable"));
    }
    Ok((name.to_owned(), value.to_owned()))
}

/// Parses a file of `NAME=value` lines, as `env` prints them and shells read them: with `export`, quotes, and
/// comments on lines of their own.
pub(crate) fn file(text: &str) -> Result<Vec<(String, String)>, String> {
    let lines = text.lines().map(str::trim).enumerate();
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|(index, line)| {
            let (name, value) = pair(line.strip_prefix("export ").unwrap_or(line).trim_start())
                .map_err(|why| format!("line {}: {why}", index + 1))?;
            let unquoted =
                ['"', '\''].iter().find_map(|quote| value.strip_prefix(*quote)?.strip_suffix(*quote));
            Ok((name, unquoted.unwrap_or(&value).to_owned()))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::file;

    #[test]
    fn files_of_values() {
        let read = file("# a\nA=1\n\nexport B=\"x y\"\nC='='\nD=\n").map(|all| {
            all.into_iter().map(|(name, value)| format!("{name}:{value}")).collect::<Vec<_>>().join("|")
        });
        assert_eq!(read.as_deref(), Ok("A:1|B:x y|C:=|D:"));
        assert_eq!(file("A=1\nB"), Err("line 2: expected NAME=value".to_owned()));
        assert!(file("1A=1").is_err());
    }
}
