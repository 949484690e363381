//! `.crdc.yaml`: the configuration of a project. In: the file in the working folder, or the file that the
//! command line names. Out: ignored findings, and policies for changes and for style. All errors of the file
//! are reported at once.

mod catalogue;
mod changes;
mod error;
mod ignored;
mod style;

use std::path::{Path, PathBuf};

use crate::identity::Identity;
use crate::kubernetes_version::Wanted;
use changes::Changes;
use crdc_documents::compare::{Impact, Kind};
use crdc_source::diag::Code;
use crdc_source::render::{Format, Renderer};
use crdc_source::{Node, Source, Value, parse};
use crdc_vocabulary::Minor;
use error::{ConfigError, error, members};
use ignored::Ignored;
use style::Style;

/// The name of the configuration file in the working folder.
pub(crate) const USUAL: &str = ".crdc.yaml";

const SETTINGS: &str = "the settings are kubernetes, releases, catalogues, ignore, changes and style";

/// The contents of the configuration file.
#[derive(Debug, Default)]
pub(crate) struct Config {
    ignored: Ignored,
    changes: Changes,
    style: Style,
    kubernetes: Option<Wanted>,
    catalogue: catalogue::InFile,
}

impl Config {
    /// Reads the file that is named, or `.crdc.yaml` if it exists.
    ///
    /// # Errors
    /// The file cannot be read, or all of its mistakes, for people.
    pub(crate) fn load(named: Option<&Path>, format: Format) -> Result<Config, String> {
        let usual = Path::new(USUAL);
        let path = match named {
            Some(path) => path,
            None if usual.exists() => usual,
            None => return Ok(Config::default()),
        };
        let source =
            Source::read(path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
        Config::read(&source).map_err(|errors| {
            // The text becomes part of a message, which has no colours.
            let format = match format {
                Format::Colour => Format::Human,
                other => other,
            };
            let renderer = Renderer::new(&source, format);
            let shown: String = errors.iter().map(|error| error.show(&renderer)).collect();
            format!("{} has errors\n{}", path.display(), shown.trim_end())
        })
    }

    fn read(source: &Source) -> Result<Config, Vec<ConfigError>> {
        let (documents, problems) = parse(source);
        let of_text =
            |problem: crdc_source::diag::Diagnostic| error(problem.span, problem.message, "correct the YAML");
        let mut errors: Vec<ConfigError> = problems.into_iter().map(of_text).collect();
        let mut config = Config::default();
        for document in &documents {
            for member in members(document, SETTINGS, &mut errors) {
                match member.key.as_str() {
                    "ignore" => config.ignored = Ignored::read(&member.value, &mut errors),
                    "changes" => config.changes = Changes::read(&member.value, &mut errors),
                    "kubernetes" => match version(&member.value, &source.text) {
                        Ok(version) => config.kubernetes = Some(version),
                        Err(why) => {
                            errors.push(error(member.value.span, why, "write a version such as 1.34"))
                        }
                    },
                    "releases" => config.catalogue.releases(&member.value, &source.text, &mut errors),
                    "catalogues" => config.catalogue.files(&member.value, &mut errors),
                    "style" => config.style = Style::read(&member.value, &mut errors),
                    key => errors.push(error(member.key_span, format!("`{key}` is not a setting"), SETTINGS)),
                }
            }
        }
        if errors.is_empty() { Ok(config) } else { Err(errors) }
    }

    /// The name of the file in the working folder.
    pub(crate) fn usual() -> String {
        USUAL.to_owned()
    }

    /// The releases of projects that are in use.
    pub(crate) fn releases(&self) -> impl Iterator<Item = (&String, &String)> {
        self.catalogue.releases.iter().map(|(name, version)| (name, version))
    }

    /// Files with catalogues of CRDs.
    pub(crate) fn catalogues(&self) -> &[PathBuf] {
        &self.catalogue.files
    }

    /// The version of Kubernetes whose kinds are validated.
    pub(crate) fn kubernetes(&self) -> Option<&Wanted> {
        self.kubernetes.as_ref()
    }

    /// The server version, if crdc knows how that version treats CRDs.
    pub(crate) fn server(&self) -> Option<Minor> {
        self.kubernetes.as_ref().and_then(Wanted::server)
    }

    /// Whether any finding is ignored.
    pub(crate) fn ignores(&self) -> bool {
        !self.ignored.is_empty()
    }

    /// The reason of the entry that ignores a finding with this name at a field, if there is one.
    pub(crate) fn reason(
        &self,
        id: &str,
        field: Option<&str>,
        identity: &Identity,
        file: &str,
    ) -> Option<String> {
        self.ignored.reason(id, field, identity, file)
    }

    /// The policy for a kind of change, if there is one: the impact from which a change fails the check, or
    /// `None` if it never fails.
    pub(crate) fn policy(&self, kind: Kind) -> Option<Option<Impact>> {
        self.changes.of(kind)
    }

    /// The guidelines of style that are reported. `otherwise` is whether guidelines without a policy are
    /// reported.
    pub(crate) fn style(&self, otherwise: bool) -> Vec<Code> {
        self.style.codes(otherwise)
    }
}

/// Parses a version. A number in YAML is refused: 1.30 is not 1.3.
fn version(node: &Node, text: &str) -> Result<Wanted, String> {
    let written = text.get(node.span.start as usize..node.span.end as usize).unwrap_or_default();
    match &node.value {
        Value::Float(_) => Wanted::parse(written),
        Value::String(version) => Wanted::parse(version),
        _ => Err("this is no version".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::Config;
    use crate::identity::Identity;
    use crdc_documents::compare::{Impact, Kind};
    use crdc_source::Source;
    use crdc_source::diag::Code;

    #[test]
    fn entries_fit_by_all_of_their_members() {
        let text = "ignore:\n- {id: rule, field: spec.a, file: legacy/, reason: old}\n";
        let config = Config::read(&Source::new(".crdc.yaml", text)).expect("it has no mistakes");
        for (id, field, file, expected) in [
            ("rule", "spec.a", "legacy/a.yaml", true),
            ("rule", "spec.a[0].b", "./legacy/x/a.yaml", true),
            ("rule", "spec.ab", "legacy/a.yaml", false),
            ("rule", "spec.a", "a.yaml", false),
            ("union", "spec.a", "legacy/a.yaml", false),
        ] {
            let reason = config.reason(id, Some(field), &Identity::default(), file);
            assert_eq!(reason.is_some(), expected, "{id} {field} {file}");
        }
    }

    #[test]
    fn entries_name_what_they_ignore() {
        for (entry, is_accepted) in [
            ("{reason: x}", false),
            ("{}", false),
            ("{reason: x, id: ''}", false),
            ("{reason: x, kind: ' '}", false),
            ("{reason: x, namespace: ''}", false),
            ("{reason: x, name: '', id: rule}", false),
            ("{reason: x, file: .}", false),
            ("{reason: x, file: ./}", false),
            ("{reason: x, file: /}", false),
            ("{reason: x, file: .././}", false),
            ("{reason: x, file: ./a}", true),
            ("{reason: x, file: .hidden}", true),
            ("{reason: x, id: rule}", true),
        ] {
            let read = Config::read(&Source::new(".crdc.yaml", format!("ignore: [{entry}]\n")));
            assert_eq!(read.is_ok(), is_accepted, "{entry}");
        }
    }

    #[test]
    fn policies_replace_the_option() {
        let text = "changes: {enum: allow, pattern: may-break, default: deny}\n";
        let config = Config::read(&Source::new(".crdc.yaml", text)).expect("it has no mistakes");
        assert_eq!(config.policy(Kind::Enum), Some(None));
        assert_eq!(config.policy(Kind::Pattern), Some(Some(Impact::MayBreak)));
        assert_eq!(config.policy(Kind::Default), Some(Some(Impact::Harmless)));
        assert_eq!(config.policy(Kind::Maximum), None);
    }

    #[test]
    fn policies_of_style_replace_the_option() {
        let text = "style: {style-bool: allow, style-map: warn}\n";
        let config = Config::read(&Source::new(".crdc.yaml", text)).expect("it has no mistakes");
        assert_eq!(config.style(false), [Code::StyleMap]);
        assert!(
            !config.style(true).contains(&Code::StyleBool) && config.style(true).contains(&Code::StyleFloat)
        );
        assert!(Config::default().style(false).is_empty());
    }

    #[test]
    fn the_version_of_kubernetes() {
        for (text, expected) in [
            ("kubernetes: 1.34", Some("Version(Minor(34))")),
            ("kubernetes: 1.30", Some("Version(Minor(30))")),
            ("kubernetes: 'v1.34.2'", Some("Version(Minor(34))")),
            ("kubernetes: kinds.json", Some("File(\"kinds.json\")")),
            ("kubernetes: 1.x", None),
            ("kubernetes: [1.34]", None),
            ("kubernetes: 1", None),
        ] {
            let read = Config::read(&Source::new(".crdc.yaml", text)).ok();
            let found = read.and_then(|config| config.kubernetes().map(|wanted| format!("{wanted:?}")));
            assert_eq!(found.as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn mistakes_have_places() {
        let text = "ignore:\n- {id: rule}\n- {id: rulle, reason: b}\n- {idd: a, reason: b}\n- 3\n- {reason: c}\n- {reason: c, field: ''}\n- {reason: c, file: ./, id: rule}\nother: 1\nchanges: {enums: allow, enum: 3}\nstyle: {bool: allow, style-bool: deny}\n";
        let errors = Config::read(&Source::new(".crdc.yaml", text)).expect_err("it has mistakes");
        let messages: Vec<&str> = errors.iter().map(|error| error.message.as_str()).collect();
        let expected = [
            "the entry has no reason",
            "no finding has the name `rulle`, so nothing is ignored",
            "`idd` is not a member of an entry",
            "this is not a mapping",
            "the entry names nothing, so it would ignore all findings",
            "`field` names nothing, so it would fit all findings",
            "`file` names nothing, so it would fit all findings",
            "`other` is not a setting",
            "`enums` is not a kind of change",
            "`enum` has no policy",
            "`bool` is not a code of style",
            "`style-bool` has no policy",
        ];
        assert_eq!(messages, expected);
    }
}
