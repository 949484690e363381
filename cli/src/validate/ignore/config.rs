//! The list `ignore` of `.crdc.yaml`. An entry needs a reason; a finding is ignored if it fits all other members of one.

use super::super::finding::Finding;
use super::super::manifest::Identity;
use crdc_codegen::source::{Node, Source, Span, Value, parse};

/// The file.
#[derive(Debug, Default)]
pub(crate) struct Config {
    ignore: Vec<Entry>,
}

/// Which findings are ignored.
#[derive(Debug, Default)]
struct Entry {
    id: Option<String>,
    kind: Option<String>,
    namespace: Option<String>,
    name: Option<String>,
    field: Option<String>,
    file: Option<String>,
    reason: String,
}

/// What is wrong with the file.
#[derive(Debug)]
pub(crate) struct ConfigError {
    pub(crate) span: Span,
    pub(crate) message: String,
    pub(crate) help: &'static str,
}

const MEMBERS: &str = "an entry has a reason, and any of id, kind, namespace, name, field, file";

impl Config {
    /// Reads the file.
    ///
    /// # Errors
    /// All mistakes of the file.
    pub(crate) fn read(source: &Source) -> Result<Config, Vec<ConfigError>> {
        let (documents, problems) = parse(source);
        let mut errors: Vec<ConfigError> = problems
            .into_iter()
            .map(|problem| ConfigError {
                span: problem.span,
                message: problem.message,
                help: "correct the YAML",
            })
            .collect();
        let mut config = Config::default();
        let mut settings = Vec::new();
        for document in &documents {
            settings.extend(members(document, &mut errors));
        }
        for member in settings {
            match (member.key.as_str(), &member.value.value) {
                ("ignore", Value::Array(entries)) => {
                    for entry in entries {
                        config.ignore.extend(Entry::read(entry, &mut errors));
                    }
                }
                ("ignore", _) => errors.push(error(member.value.span, "`ignore` is not a list", MEMBERS)),
                (key, _) => {
                    let message = format!("`{key}` is not a setting");
                    errors.push(error(member.key_span, message, "the file has one setting: ignore"));
                }
            }
        }
        if errors.is_empty() { Ok(config) } else { Err(errors) }
    }

    /// Why a finding is ignored, if it is.
    pub(super) fn reason(
        &self,
        finding: &Finding,
        identity: Option<&Identity>,
        file: &str,
    ) -> Option<String> {
        let fits = |entry: &&Entry| entry.fits(finding, identity, file);
        self.ignore.iter().find(fits).map(|entry| entry.reason.clone())
    }
}

impl Entry {
    fn read(node: &Node, errors: &mut Vec<ConfigError>) -> Option<Entry> {
        let mut entry = Entry::default();
        let before = errors.len();
        for member in members(node, errors) {
            let Some(text) = member.value.as_str() else {
                errors.push(error(member.value.span, format!("`{}` is not a string", member.key), MEMBERS));
                continue;
            };
            let text = text.to_owned();
            match member.key.as_str() {
                "id" => entry.id = Some(text),
                "kind" => entry.kind = Some(text),
                "namespace" => entry.namespace = Some(text),
                "name" => entry.name = Some(text),
                "field" => entry.field = Some(text),
                "file" => entry.file = Some(text),
                "reason" => entry.reason = text,
                key => errors.push(error(
                    member.key_span,
                    format!("`{key}` is not a member of an entry"),
                    MEMBERS,
                )),
            }
        }
        if errors.len() == before && entry.reason.trim().is_empty() {
            errors.push(error(
                node.span,
                "the entry has no reason",
                "add `reason:` and write why, in a few words",
            ));
        }
        (errors.len() == before).then_some(entry)
    }

    fn fits(&self, finding: &Finding, identity: Option<&Identity>, file: &str) -> bool {
        let is = |wanted: &Option<String>, found: Option<&str>| {
            wanted.as_deref().is_none_or(|wanted| found == Some(wanted))
        };
        let below = |field: &str| {
            let at_or_below = |wanted: &str| {
                let rest = field.strip_prefix(wanted);
                rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
            };
            self.field.as_deref().is_none_or(at_or_below)
        };
        let in_file = |wanted: &str| {
            let file = file.strip_prefix("./").unwrap_or(file);
            let rest = file.strip_prefix(wanted.strip_prefix("./").unwrap_or(wanted));
            rest.is_some_and(|rest| rest.is_empty() || wanted.ends_with('/') || rest.starts_with('/'))
        };
        is(&self.id, Some(finding.id))
            && is(&self.kind, identity.map(|identity| identity.kind.as_str()))
            && is(&self.namespace, identity.map(|identity| identity.namespace.as_str()))
            && is(&self.name, identity.map(|identity| identity.name.as_str()))
            && below(finding.field.as_deref().unwrap_or_default())
            && self.file.as_deref().is_none_or(in_file)
    }
}

/// The members of an object; reports other values.
fn members<'n>(node: &'n Node, errors: &mut Vec<ConfigError>) -> &'n [crdc_codegen::source::Member] {
    match &node.value {
        Value::Object(members) => members,
        _ => {
            errors.push(error(node.span, "this is not a mapping", MEMBERS));
            &[]
        }
    }
}

fn error(span: Span, message: impl Into<String>, help: &'static str) -> ConfigError {
    ConfigError { span, message: message.into(), help }
}

#[cfg(test)]
mod tests {
    use super::super::super::finding::{Finding, Level};
    use super::Config;
    use crdc_codegen::source::{Source, Span};

    #[test]
    fn entries_fit_by_all_of_their_members() {
        let text = "ignore:\n- {id: rule, field: spec.a, file: legacy/, reason: old}\n";
        let config = Config::read(&Source::new(".crdc.yaml", text)).expect("it has no mistakes");
        let finding =
            |id, field: &str| Finding::new(id, Level::Error, Span::default(), "").field(field.to_owned());
        for (id, field, file, expected) in [
            ("rule", "spec.a", "legacy/a.yaml", true),
            ("rule", "spec.a[0].b", "./legacy/x/a.yaml", true),
            ("rule", "spec.ab", "legacy/a.yaml", false),
            ("rule", "spec.a", "a.yaml", false),
            ("union", "spec.a", "legacy/a.yaml", false),
        ] {
            assert_eq!(
                config.reason(&finding(id, field), None, file).is_some(),
                expected,
                "{id} {field} {file}"
            );
        }
    }

    #[test]
    fn mistakes_have_places() {
        let text = "ignore:\n- {id: a}\n- {idd: a, reason: b}\n- 3\nother: 1\n";
        let errors = Config::read(&Source::new(".crdc.yaml", text)).expect_err("it has mistakes");
        let messages: Vec<&str> = errors.iter().map(|error| error.message.as_str()).collect();
        let expected = [
            "the entry has no reason",
            "`idd` is not a member of an entry",
            "this is not a mapping",
            "`other` is not a setting",
        ];
        assert_eq!(messages, expected);
    }
}
