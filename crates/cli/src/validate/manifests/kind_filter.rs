//! Kinds that are left out, or refused: `Secret`, `v1/Secret`, `example.com/v1/Database`.

use crate::identity::Identity;

/// A kind, with or without its API version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KindFilter {
    api_version: Option<String>,
    kind: String,
}

impl KindFilter {
    /// Parses `KIND` or `APIVERSION/KIND`; `None` for an empty text, which a script with an empty variable
    /// passes.
    pub(crate) fn parse(text: &str) -> Result<Option<KindFilter>, String> {
        if text.trim().is_empty() {
            return Ok(None);
        }
        let (api_version, kind) = match text.trim().rsplit_once('/') {
            Some((api_version, kind)) => (Some(api_version.to_owned()), kind),
            None => (None, text.trim()),
        };
        if kind.is_empty() || api_version.as_deref() == Some("") {
            return Err("expected a kind: Secret, v1/Secret, apps/v1/Deployment".to_owned());
        }
        Ok(Some(KindFilter { api_version, kind: kind.to_owned() }))
    }

    pub(crate) fn fits(&self, identity: &Identity) -> bool {
        self.kind == identity.kind
            && self.api_version.as_ref().is_none_or(|wanted| *wanted == identity.api_version)
    }
}

#[cfg(test)]
mod tests {
    use super::KindFilter;

    #[test]
    fn empty_kinds_are_none() {
        for (text, expected) in [
            ("", Ok(false)),
            (" ", Ok(false)),
            ("Secret", Ok(true)),
            ("apps/v1/Deployment", Ok(true)),
            ("v1/", Err(())),
            ("/Secret", Err(())),
        ] {
            let read = KindFilter::parse(text).map(|kind| kind.is_some()).map_err(drop);
            assert_eq!(read, expected, "{text:?}");
        }
    }
}
