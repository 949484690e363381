//! Checks the names of findings. In: a name that a person wrote. Out: whether there is such a finding, or the
//! most similar name.
//!
//! Easy to break: a new finding needs its name here and in docs/validate.md, which documents all names. In
//! addition, findings about texts and CRDs have the codes of diagnostics as names.

use crdc_source::diag::Code;
use crdc_source::diag::meant_or;
use crdc_source::diag::nearest;

/// The names that are not codes of diagnostics.
const NAMES: [&str; 40] = [
    "required-value",
    "invalid-value",
    "unsupported-value",
    "duplicate-value",
    "forbidden-value",
    "forbidden",
    "not-found",
    "too-long",
    "too-many",
    "wrong-type",
    "duplicate-key",
    "rule",
    "immutable-field",
    "immutable",
    "union",
    "refused",
    "unknown-field",
    "unknown-kind",
    "deprecated-kind",
    "server-warning",
    "old-error",
    "old-object",
    "rules-not-checked",
    "missing-schema",
    "releases-differ",
    "upgrade-changes",
    "upgrade-field",
    "upgrade-refused",
    "upgrade-stored-version",
    "schema-location",
    "version-not-served",
    "rejected-kind",
    "no-kind",
    "unknown-value",
    "template",
    "not-checked",
    "not-converted",
    "client-side-apply",
    "ignore-without-reason",
    "ignore-unknown",
];

/// The number of unknown names for which a similar name is searched.
pub(crate) const MOST_MEANT: usize = 100;

/// The error of an unknown name; `None` if there is such a finding. The error suggests a similar name if
/// `is_searched` is set, which takes time.
pub(crate) fn unknown(name: &str, is_searched: bool) -> Option<(String, String)> {
    if NAMES.contains(&name) || Code::from_name(name).is_some() {
        return None;
    }
    let known = || NAMES.into_iter().chain(Code::all().iter().map(|code| code.name()));
    let meant = is_searched.then(|| nearest(name, known())).flatten();
    let help = meant_or(meant, || {
        "write the name that a report has in brackets, such as `invalid-value`".to_owned()
    });
    Some((format!("no finding has the name `{name}`, so nothing is ignored"), help))
}

#[cfg(test)]
mod tests {
    use super::unknown;

    #[test]
    fn the_name_that_was_meant_is_suggested() {
        for (name, expected) in [
            ("invalid-valu", Some("did you mean `invalid-value`?")),
            ("Unknown-Field", Some("did you mean `unknown-field`?")),
            ("forbiden", Some("did you mean `forbidden`?")),
            ("yaml-duplicate-keys", Some("did you mean `yaml-duplicate-key`?")),
            ("nope-nope", Some("write the name that a report has in brackets, such as `invalid-value`")),
            ("invalid-value", None),
            ("crd-unknown-key", None),
        ] {
            assert_eq!(unknown(name, true).map(|(_, help)| help).as_deref(), expected, "{name}");
        }
    }
}
