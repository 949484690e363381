//! Compares the served versions of one document. In: a CRD. Out: for each pair of its served versions the
//! changes from the older one to the newer one.
//!
//! Clients of both versions see the same objects: what one writes, the other reads. Easy to break: without a
//! webhook, only `apiVersion` is converted.
//
// apimachinery: pkg/version/helpers.go (CompareKubeAwareVersionStrings)

use super::change::{Change, Impact};
use super::document::{label, schemas};
use super::sources::Compared;
use super::versions;
use crdc_schema::{Crd, Version};
use crdc_source::Source;

/// Compares the served versions of each CustomResourceDefinition of a source.
///
/// ```
/// use crdc_source::Source;
/// use crdc_documents::compare::served_versions;
/// let text = "
/// apiVersion: apiextensions.k8s.io/v1
/// kind: CustomResourceDefinition
/// metadata: {name: sizes.example.com}
/// spec:
///   versions:
///   - name: v1
///     served: true
///     storage: true
///     schema: {openAPIV3Schema: {type: object, properties: {size: {type: integer, maximum: 5}}}}
///   - name: v1beta1
///     served: true
///     schema: {openAPIV3Schema: {type: object, properties: {size: {type: integer, maximum: 7}}}}
/// ";
/// let compared = served_versions(&Source::new("crd.yaml", text));
/// let change = &compared[0].changes[0];
/// assert_eq!(change.message(), "`size` must be at most 5; it was at most 7");
/// assert_eq!((change.old_version.as_deref(), change.new_version.as_deref()), (Some("v1beta1"), Some("v1")));
/// ```
#[must_use]
pub fn served_versions(source: &Source) -> Vec<Compared> {
    let crds = crdc_schema::read(&crdc_source::parse(source).0).0;
    let compared = crds.iter().map(|crd| Compared {
        crd: crd.name.as_ref().map_or_else(String::new, |name| name.value.clone()),
        versions: crd.versions.len(),
        old: 0,
        changes: of(crd),
    });
    compared.filter(|compared| !compared.changes.is_empty()).collect()
}

fn of(crd: &Crd) -> Vec<Change> {
    let mut served: Vec<&Version> =
        crd.versions.iter().filter(|version| versions::is_served(version)).collect();
    served.sort_by_key(|version| age(versions::name(version)));
    let mut found = Vec::new();
    for (index, newer) in served.iter().enumerate().skip(1) {
        for older in served.iter().take(index) {
            let start = found.len();
            schemas((crd, older), (crd, newer), &mut found);
            label(&mut found, start, older, newer);
        }
    }
    // How a webhook converts objects is unknown.
    for change in found.iter_mut().filter(|_| versions::converts_by_webhook(crd)) {
        change.impact = change.impact.min(Impact::MayBreak);
    }
    found
}

/// The order of versions, the oldest first: names of another form, then `v1alpha1`, `v1alpha2`, `v1beta1`,
/// `v1`, `v2`.
fn age(name: &str) -> (u8, u64, u64, std::cmp::Reverse<&str>) {
    let parsed = || {
        let rest = name.strip_prefix('v')?;
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let (major, rest) = rest.split_at(end);
        let major = number(major)?;
        if rest.is_empty() {
            return Some((3, major, 0));
        }
        let (stage, minor) = match rest.strip_prefix("beta") {
            Some(minor) => (2, minor),
            None => (1, rest.strip_prefix("alpha")?),
        };
        Some((stage, major, number(minor)?))
    };
    let (stage, major, minor) = parsed().unwrap_or_default();
    (stage, major, minor, std::cmp::Reverse(name))
}

/// A number that begins with no zero.
fn number(digits: &str) -> Option<u64> {
    digits.parse().ok().filter(|_| !digits.starts_with(['0', '+']))
}

#[cfg(test)]
mod tests {
    use super::age;

    #[test]
    fn versions_are_ordered_as_servers_order_them() {
        // apimachinery: pkg/version/helpers.go, the other way round.
        let mut names = [
            "v1",
            "v10",
            "v2",
            "v12alpha1",
            "v3beta1",
            "v11beta2",
            "foo1",
            "foo10",
            "v11alpha2",
            "v10beta3",
            "v+1",
        ];
        names.sort_by_key(|name| age(name));
        let expected = [
            "v+1",
            "foo10",
            "foo1",
            "v11alpha2",
            "v12alpha1",
            "v3beta1",
            "v10beta3",
            "v11beta2",
            "v1",
            "v2",
            "v10",
        ];
        assert_eq!(names, expected);
    }
}
