//! The layout of files: paths from a template such as `{{.Group}}/{{.Kind}}_{{.Version}}.json`. In: a
//! template such as `{{.Group}}/{{.Kind}}_{{.Version}}.json`. Out: the paths of files.
//!
//! The variables are those of kubeconform's `-schema-location`, where `ResourceKind` is in lower case, and
//! short names for them. Easy to break: a path stays below the output folder, whatever the template says.

use super::document::JsonSchema;

/// The layout of the files of schemas.
#[derive(Clone, Debug)]
pub struct Layout {
    /// Texts and variables in turn.
    parts: Vec<LayoutPart>,
    strict: bool,
}

#[derive(Clone, Debug)]
enum LayoutPart {
    Text(String),
    Variable(Variable),
}

type Variable = fn(&JsonSchema, bool) -> String;

/// The names of variables and their values.
const VARIABLES: &[(&str, Variable)] = &[
    ("Group", |schema, _| schema.group.clone()),
    ("Kind", |schema, _| schema.kind.to_lowercase()),
    ("Version", |schema, _| schema.version.clone()),
    ("Plural", |schema, _| schema.plural.clone()),
    ("ResourceKind", |schema, _| schema.kind.to_lowercase()),
    ("ResourceAPIVersion", |schema, _| schema.version.clone()),
    ("KindSuffix", |schema, _| {
        let first = schema.group.split('.').next().unwrap_or_default();
        format!("-{}-{}", first.to_lowercase(), schema.version.to_lowercase())
    }),
    ("StrictSuffix", |_, strict| if strict { "-strict" } else { "" }.to_owned()),
];

impl Layout {
    /// The layout of catalogues of CRDs.
    pub const CATALOGUE: &'static str = "{{.Group}}/{{.Kind}}_{{.Version}}.json";

    /// Reads a template; `strict` is the value of `{{.StrictSuffix}}`.
    ///
    /// # Errors
    /// If a variable is unknown or not closed, or the path leaves the output folder.
    ///
    /// ```
    /// use crdc_documents::publish::json_schema::Layout;
    /// assert!(Layout::new(Layout::CATALOGUE, true).is_ok());
    /// let error = Layout::new("{{.Name}}.json", true).unwrap_err();
    /// assert!(error.starts_with("`{{.Name}}` is not a variable of a layout; "));
    /// ```
    pub fn new(template: &str, strict: bool) -> Result<Layout, String> {
        let mut parts = Vec::new();
        let mut rest = template;
        while let Some((before, after)) = rest.split_once("{{") {
            let (name, after_name) = after
                .split_once("}}")
                .ok_or_else(|| format!("`{{{{{after}` has no end; write `{{{{.Kind}}}}`"))?;
            let known = VARIABLES.iter().find(|(known, _)| name.trim().strip_prefix('.') == Some(known));
            let (_, variable) = known.ok_or_else(|| {
                let names: Vec<String> =
                    VARIABLES.iter().map(|(name, _)| format!("{{{{.{name}}}}}")).collect();
                format!(
                    "`{{{{{name}}}}}` is not a variable of a layout; expected one of {}",
                    names.join(", ")
                )
            })?;
            parts.extend([LayoutPart::Text(before.to_owned()), LayoutPart::Variable(*variable)]);
            rest = after_name;
        }
        parts.push(LayoutPart::Text(rest.to_owned()));
        let leaves = template.starts_with('/') || template.split(['/', '\\']).any(|step| step == "..");
        if leaves || template.is_empty() || template.ends_with('/') {
            return Err(format!("`{template}` is not the path of a file below the output folder"));
        }
        Ok(Layout { parts, strict })
    }

    /// The path of a schema's file. Equal paths are reported by who writes them.
    #[must_use]
    pub fn path(&self, schema: &JsonSchema) -> String {
        let part = |part: &LayoutPart| match part {
            LayoutPart::Text(text) => text.clone(),
            // Names of accepted CRDs have no slashes.
            LayoutPart::Variable(of) => of(schema, self.strict).replace(['/', '\\'], "_"),
        };
        self.parts.iter().map(part).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::publish::tree;

    #[test]
    fn paths_follow_the_template() {
        let schema = JsonSchema {
            group: "cert-manager.io".to_owned(),
            version: "v1".to_owned(),
            kind: "ClusterIssuer".to_owned(),
            plural: "clusterissuers".to_owned(),
            unexpressed: Vec::new(),
            root: tree::object(),
        };
        for (template, expected) in [
            (Layout::CATALOGUE, "cert-manager.io/clusterissuer_v1.json"),
            (
                "{{ .Group }}/{{.ResourceKind}}_{{.ResourceAPIVersion}}.json",
                "cert-manager.io/clusterissuer_v1.json",
            ),
            (
                "master-standalone{{.StrictSuffix}}/{{ .ResourceKind }}{{.KindSuffix}}.json",
                "master-standalone-strict/clusterissuer-cert-manager-v1.json",
            ),
            ("{{.Plural}}.{{.Group}}.json", "clusterissuers.cert-manager.io.json"),
            ("all.json", "all.json"),
        ] {
            assert_eq!(
                Layout::new(template, true).map(|layout| layout.path(&schema)).as_deref(),
                Ok(expected)
            );
        }
        for wrong in ["{{.Kind", "{{Kind}}", "../{{.Kind}}", "/x", "a/", "", "{{.Group}}/../../x"] {
            assert!(Layout::new(wrong, false).is_err(), "{wrong}");
        }
    }
}
