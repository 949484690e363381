//! The version of Kubernetes that `--kubernetes` or `.crdc.yaml` names. In: a text. Out: a version, or the
//! name of a file.

use crdc_vocabulary::Minor;

/// The wanted version.
#[derive(Clone, Debug, Default)]
pub(crate) enum Wanted {
    /// The newest version that is built in.
    #[default]
    Newest,
    /// A version that is built in.
    Version(Minor),
    /// The version of a file that `crdc kubernetes` made.
    File(String),
}

impl Wanted {
    /// Parses `1.34`, `v1.34.2`, or the name of a file.
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

    /// The server version, if crdc knows how that version treats CRDs; `None` for a file, whose version is
    /// known after it is read.
    pub(crate) fn server(&self) -> Option<Minor> {
        match self {
            Wanted::Version(version) => known_server(*version),
            Wanted::Newest | Wanted::File(_) => None,
        }
    }
}

/// The version, if crdc knows how its server treats CRDs.
pub(crate) fn known_server(version: Minor) -> Option<Minor> {
    (Minor::FIRST..=Minor::KNOWN).contains(&version).then_some(version)
}
