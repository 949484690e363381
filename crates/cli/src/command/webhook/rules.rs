//! The rules of webhook configurations. In: accepted CRDs. Out: one rule for each CRD, which matches exactly
//! its served versions and subresources.
//!
//! Easy to break: a rule that is too wide sends other objects of a server to the webhook, and blocks all of
//! them if the webhook is unreachable.

use crdc_schema::Crd;

/// The kinds that a CRD serves.
pub(super) struct Served {
    group: String,
    plural: String,
    kind: String,
    scope: String,
    versions: Vec<String>,
    status: bool,
    scale: bool,
}

/// The endpoint that a rule is for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Endpoint {
    Validate,
    Mutate,
}

impl Served {
    /// The served kinds of a CRD; `None` if no version is served.
    pub(super) fn of(crd: &Crd) -> Option<Served> {
        let names = crd.names.as_ref().map(|names| &names.value)?;
        let served = |version: &&crdc_schema::Version| version.served.as_ref().is_some_and(|at| at.value);
        let versions: Vec<_> = crd.versions.iter().filter(served).collect();
        if versions.is_empty() {
            return None;
        }
        let mut found = Served {
            group: crd.group.as_ref()?.value.clone(),
            plural: names.plural.as_ref()?.value.clone(),
            kind: names.kind.as_ref()?.value.clone(),
            scope: crd.scope.as_ref()?.value.clone(),
            versions: versions
                .iter()
                .filter_map(|version| Some(version.name.as_ref()?.value.clone()))
                .collect(),
            status: false,
            scale: false,
        };
        for subresources in versions.iter().filter_map(|version| crd.subresources(version)) {
            found.status |= subresources.value.status.is_some();
            found.scale |= subresources.value.scale.is_some();
        }
        Some(found)
    }

    /// Whether the objects of the resource are in namespaces.
    pub(super) fn is_namespaced(&self) -> bool {
        self.scope == "Namespaced"
    }

    /// A rule as an item of a YAML list that begins in this column.
    pub(super) fn rule(&self, endpoint: Endpoint, column: usize) -> String {
        let Served { group, plural, kind, scope, versions, .. } = self;
        let mut resources = vec![(plural.clone(), "the objects")];
        if self.status {
            resources.push((format!("{plural}/status"), "updates of their status"));
        }
        // Scales are not normalized.
        if self.scale && endpoint == Endpoint::Validate {
            resources.push((format!("{plural}/scale"), "updates of their replicas"));
        }
        let mut lines = vec![
            format!("# {kind}"),
            format!("- apiGroups: [{group:?}]"),
            "  # The served versions. Objects of others are converted to one of these.".to_owned(),
            format!("  apiVersions: {versions:?}"),
            "  # Not DELETE: no rule is about it.".to_owned(),
            "  operations: [\"CREATE\", \"UPDATE\"]".to_owned(),
            "  resources:".to_owned(),
        ];
        for (name, what) in resources {
            lines.push(format!("    # {what}"));
            lines.push(format!("    - {name:?}"));
        }
        lines.push(format!("  scope: {scope:?}"));
        let indent = " ".repeat(column);
        lines.iter().map(|line| format!("{indent}{line}\n")).collect()
    }
}
