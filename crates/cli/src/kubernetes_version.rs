//! The version of Kubernetes that `--kubernetes` or `.crdc.yaml` names. In: a text. Out: a version, or the
//! name of a file.

use crdc_vocabulary::Minor;

/// The wanted version.
#[derive(Clone, Debug, Default)]
pub(crate) enum Wanted {
    /// The newest one that is built in.
    #[default]
    Newest,
    /// A version that is built in.
    Version(Minor),
    /// The version of a file of `crdc kubernetes`.
    File(String),
}

impl Wanted {
    /// Reads `1.34`, `v1.34.2`, or the name of a file.
    pub(crate) fn parse(text: &str) -> Result<Wanted, String> {
        let Some(minor) =
            text.trim_start_matches('v').strip_prefix("1.").filter(|_| !text.ends_with(".json"))
        else {
            return Ok(Wanted::File(text.to_owned()));
        };
        let minor = minor.split('.').next().and_then(|minor| minor.parse().ok());
        minor
            .map(|minor| Wanted::Version(Minor(minor)))
            .ok_or_else(|| format!("{text} is no version of Kubernetes, such as 1.34"))
    }

    /// The version whose server answers, if it is known what that does with CRDs. Of files only who reads
    /// them knows it.
    pub(crate) fn server(&self) -> Option<Minor> {
        match self {
            Wanted::Version(version) => known_server(*version),
            Wanted::Newest | Wanted::File(_) => None,
        }
    }
}

/// A version, if it is known what its server does with CRDs.
pub(crate) fn known_server(version: Minor) -> Option<Minor> {
    (Minor::FIRST..=Minor::KNOWN).contains(&version).then_some(version)
}
