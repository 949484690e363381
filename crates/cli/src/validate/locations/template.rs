//! Templates of schema locations: Go templates of variables only. In: the text of a location. Out: its parts,
//! and for a kind the path or the address of its schema.
//!
//! Easy to break: the values of a kind come from files of strangers, so a name that could leave a folder has
//! no values (`Values::of`).
//
// https://github.com/yannh/kubeconform: pkg/registry/registry.go schemaPath, New

use crate::identity::Identity;

/// The layout of a location that is no template of files: that of yannh/kubernetes-json-schema.
const USUAL: &str =
    "/{{.NormalizedKubernetesVersion}}-standalone{{.StrictSuffix}}/{{.ResourceKind}}{{.KindSuffix}}.json";

/// The longest name of a group, a version or a kind.
const LONGEST: usize = 253;

/// A variable of a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Variable {
    Group,
    ResourceKind,
    ResourceApiVersion,
    KindSuffix,
    NormalizedKubernetesVersion,
    StrictSuffix,
}

const VARIABLES: [(&str, Variable); 6] = [
    ("Group", Variable::Group),
    ("ResourceKind", Variable::ResourceKind),
    ("ResourceAPIVersion", Variable::ResourceApiVersion),
    ("KindSuffix", Variable::KindSuffix),
    ("NormalizedKubernetesVersion", Variable::NormalizedKubernetesVersion),
    ("StrictSuffix", Variable::StrictSuffix),
];

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Text(String),
    Variable(Variable),
}

/// A template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Template {
    parts: Vec<Part>,
}

impl Template {
    /// Parses a location. One that does not end with `json` is the root of the usual layout.
    ///
    /// # Errors
    /// An action is no variable.
    pub(super) fn parse(location: &str) -> Result<Template, String> {
        let whole = match location.ends_with("json") {
            true => location.to_owned(),
            false => format!("{}{USUAL}", location.trim_end_matches('/')),
        };
        let (mut parts, mut rest) = (Vec::new(), whole.as_str());
        while let Some((before, after)) = rest.split_once("{{") {
            parts.push(Part::Text(before.to_owned()));
            let Some((action, after)) = after.split_once("}}") else {
                return Err(format!("`{{{{{after}` has no end: write }}}}"));
            };
            let named = action.trim().strip_prefix('.');
            let known = named.and_then(|name| VARIABLES.iter().find(|(known, _)| *known == name));
            let Some((_, variable)) = known else {
                let all: Vec<String> = VARIABLES.iter().map(|(name, _)| format!("{{{{.{name}}}}}")).collect();
                return Err(format!(
                    "`{{{{{action}}}}}` is none of the variables, and other actions of templates are not understood: write {}",
                    all.join(", ")
                ));
            };
            parts.push(Part::Variable(*variable));
            rest = after;
        }
        parts.push(Part::Text(rest.to_owned()));
        parts.retain(|part| *part != Part::Text(String::new()));
        Ok(Template { parts })
    }

    /// The folder that all schemas of the location are below: the text before the first variable, up to its
    /// last slash. Of a template without variables it is the whole text.
    pub(super) fn root(&self) -> &str {
        match self.parts.as_slice() {
            [Part::Text(whole)] => whole,
            [Part::Text(first), ..] => &first[..first.rfind('/').map_or(0, |at| at + 1)],
            _ => "",
        }
    }

    /// The path or the address of the schema of a kind.
    pub(super) fn filled(&self, values: &Values<'_>) -> String {
        let text = |part: &Part| match part {
            Part::Text(text) => text.clone(),
            Part::Variable(variable) => values.of_variable(*variable),
        };
        self.parts.iter().map(text).collect()
    }
}

/// What of the command line the values depend on.
#[derive(Clone, Debug, Default)]
pub(crate) struct Server {
    /// The version of Kubernetes, such as 1.34.0, if one was chosen.
    pub(crate) version: Option<String>,
    /// Whether unknown fields are errors.
    pub(crate) is_strict: bool,
}

/// The values of the variables for a kind.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Values<'k> {
    group: &'k str,
    version: &'k str,
    kind: &'k str,
    is_core: bool,
    server: &'k Server,
}

impl<'k> Values<'k> {
    /// The values of a kind; `None` if no kind can have these names.
    pub(crate) fn of(identity: &'k Identity, server: &'k Server) -> Option<Values<'k>> {
        // Kubernetes' core group has no name: there, kubeconform takes the version for the group.
        let written = identity.api_version.as_str();
        let (group, version) = written.split_once('/').unwrap_or((written, written));
        let is_label = |text: &str| {
            let mut letters = text.bytes();
            letters.next().is_some_and(|first| first.is_ascii_alphanumeric())
                && letters.all(|letter| letter.is_ascii_alphanumeric() || letter == b'-')
        };
        let is_name = group.len() <= LONGEST && group.split('.').all(is_label);
        let is_known = |text: &str| text.len() <= LONGEST && is_label(text);
        (is_name && is_known(version) && is_known(&identity.kind)).then_some(Values {
            group,
            version,
            kind: &identity.kind,
            is_core: !written.contains('/'),
            server,
        })
    }

    fn of_variable(&self, variable: Variable) -> String {
        match variable {
            Variable::Group => self.group.to_owned(),
            Variable::ResourceKind => self.kind.to_lowercase(),
            Variable::ResourceApiVersion => self.version.to_owned(),
            Variable::KindSuffix => {
                let first = self.group.split('.').next().unwrap_or_default().to_lowercase();
                match self.is_core {
                    true => format!("-{first}"),
                    false => format!("-{first}-{}", self.version.to_lowercase()),
                }
            }
            Variable::NormalizedKubernetesVersion => match &self.server.version {
                Some(version) => format!("v{version}"),
                None => "master".to_owned(),
            },
            Variable::StrictSuffix => if self.server.is_strict { "-strict" } else { "" }.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Server, Template, Values};
    use crate::identity::Identity;

    fn kind(api_version: &str, kind: &str) -> Identity {
        Identity { api_version: api_version.to_owned(), kind: kind.to_owned(), ..Identity::default() }
    }

    #[test]
    fn variables_have_the_values_of_kubeconform() {
        let server = Server { version: Some("1.34.0".to_owned()), is_strict: true };
        let newest = Server::default();
        for (location, api_version, name, server, expected) in [
            (
                "s/{{.Group}}/{{ .ResourceKind }}_{{  .ResourceAPIVersion}}.json",
                "cert-manager.io/v1",
                "Issuer",
                &server,
                "s/cert-manager.io/issuer_v1.json",
            ),
            (
                "s/{{ .ResourceKind }}{{ .KindSuffix }}.json",
                "monitoring.coreos.com/v1",
                "PodMonitor",
                &server,
                "s/podmonitor-monitoring-v1.json",
            ),
            ("s/{{.ResourceKind}}{{.KindSuffix}}.json", "v1", "Thing", &server, "s/thing-v1.json"),
            ("s/{{.Group}}.json", "v1", "Thing", &server, "s/v1.json"),
            (
                "https://a.example",
                "a.b/v1",
                "C",
                &server,
                "https://a.example/v1.34.0-standalone-strict/c-a-v1.json",
            ),
            ("https://a.example/", "a.b/v1", "C", &newest, "https://a.example/master-standalone/c-a-v1.json"),
            ("one.json", "a.b/v1", "C", &newest, "one.json"),
        ] {
            let identity = kind(api_version, name);
            let values = Values::of(&identity, server).expect("the names are fine");
            let template = Template::parse(location).expect("it is a template");
            assert_eq!(template.filled(&values), expected, "{location}");
        }
    }

    #[test]
    fn other_actions_are_refused() {
        for (location, expected) in [
            ("{{.Kind}}.json", "{{.ResourceKind}}"),
            ("{{ if .Group }}a{{ end }}.json", "other actions"),
            ("{{.Group | lower}}.json", "other actions"),
            ("{{- .Group }}.json", "other actions"),
            ("{{.Group.json", "has no end"),
            ("{{}}.json", "other actions"),
        ] {
            let refused = Template::parse(location).expect_err(location);
            assert!(refused.contains(expected), "{refused}");
        }
    }

    #[test]
    fn names_that_could_leave_a_folder_have_no_values() {
        let server = Server::default();
        for (api_version, name) in [
            ("../v1", "A"),
            ("a..b/v1", "A"),
            ("a.b/../v1", "A"),
            ("a.b/v1/v2", "A"),
            ("a.b/..", "A"),
            (".a/v1", "A"),
            ("a.b/v1", ".."),
            ("a.b/v1", "../A"),
            ("a.b/v1", "A/B"),
            ("a.b/v1", "A\\B"),
            ("a.b/v1", "A%2e"),
            ("a.b/v1", "A?b"),
            ("a.b/v1", "-"),
            ("a.b/v1", "Ä"),
            ("a.b/v1", ""),
            ("", "A"),
            ("/", "A"),
            ("a.b/", "A"),
        ] {
            assert!(Values::of(&kind(api_version, name), &server).is_none(), "{api_version} {name}");
        }
        assert!(Values::of(&kind("a.b/v1", &"A".repeat(254)), &server).is_none());
        assert!(Values::of(&kind("a-b.c/v1", "A1"), &server).is_some());
    }

    #[test]
    fn the_root_is_what_is_before_the_variables() {
        for (location, expected) in [
            ("https://a.example/x/{{.Group}}/a.json", "https://a.example/x/"),
            ("s/p{{.Group}}.json", "s/"),
            ("{{.Group}}.json", ""),
            ("s", "s/"),
            ("s/one.json", "s/one.json"),
        ] {
            assert_eq!(Template::parse(location).expect("it is a template").root(), expected);
        }
    }
}
