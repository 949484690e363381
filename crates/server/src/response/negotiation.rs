//! Content negotiation. In: the header `Accept`. Out: its clauses that name a media type which the server
//! writes, the preferred one first.
//!
//! Protobuf is not written: a clause that asks for it is passed over, as servers do for custom resources.
// apiserver: pkg/endpoints/handlers/negotiation/negotiate.go; goautoneg: autoneg.go

use std::cmp::Reverse;

/// The text format of an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Encoding {
    #[default]
    Json,
    Yaml,
}

/// A clause of the header: a format, and parameters such as `as`.
#[derive(Clone, Debug)]
pub(crate) struct Clause<'a, E = Encoding> {
    pub(crate) encoding: E,
    parameters: Vec<(&'a str, &'a str)>,
}

impl<'a, E> Clause<'a, E> {
    /// The value of a parameter.
    pub(crate) fn parameter(&self, key: &str) -> Option<&'a str> {
        self.parameters.iter().find(|(found, _)| *found == key).map(|(_, value)| *value)
    }

    /// Whether the client asks for another form of the object, such as a table.
    fn is_transformed(&self) -> bool {
        ["as", "g", "v"].iter().any(|key| self.parameter(key).is_some())
    }
}

/// The media types of objects.
const OBJECTS: [(&str, Encoding); 2] =
    [("application/json", Encoding::Json), ("application/yaml", Encoding::Yaml)];

/// The clauses that the server can follow for an object, by their quality; those with wildcards after others.
pub(crate) fn clauses(accept: &str) -> Vec<Clause<'_>> {
    clauses_for(accept, &OBJECTS)
}

/// The clauses that the server can follow if it writes these media types, by their quality; those with
/// wildcards, which stand for the first of the types, after others.
pub(crate) fn clauses_for<'a, E: Copy>(accept: &'a str, types: &[(&str, E)]) -> Vec<Clause<'a, E>> {
    let mut found: Vec<_> = accept.split(',').filter_map(|text| clause(text, types)).collect();
    found.sort_by_key(|(quality, is_wild, _)| (Reverse(*quality), *is_wild));
    found.into_iter().map(|(.., clause)| clause).collect()
}

/// A clause with its quality in thousandths, and whether it has a wildcard.
fn clause<'a, E: Copy>(text: &'a str, types: &[(&str, E)]) -> Option<(u32, bool, Clause<'a, E>)> {
    let mut parts = text.split(';').map(str::trim);
    let media = parts.next()?;
    let is_wild = matches!(media, "*/*" | "*" | "application/*");
    let (_, encoding) = *types.iter().find(|(of, _)| is_wild || *of == media)?;
    let parameters: Vec<(&str, &str)> = parts
        .map(|part| part.split_once('=').unwrap_or((part, "")))
        .map(|(key, value)| (key.trim(), value.trim()))
        .collect();
    let quality = parameters.iter().find(|(key, _)| *key == "q");
    let quality = quality.and_then(|(_, value)| value.parse::<f64>().ok()).unwrap_or(1.0);
    Some(((quality.clamp(0.0, 1.0) * 1000.0) as u32, is_wild, Clause { encoding, parameters }))
}

/// The format of an answer that is no object in another form: an error, or a discovery document.
pub(crate) fn plain_encoding(accept: &str) -> Encoding {
    let clauses = clauses(accept);
    clauses.iter().find(|clause| !clause.is_transformed()).map(|clause| clause.encoding).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{Encoding, clauses, plain_encoding};

    #[test]
    fn the_preferred_clause_comes_first() {
        for (accept, encodings) in [
            ("application/json", "J"),
            ("application/yaml", "Y"),
            ("application/yaml;q=0.5, application/json;q=0.9", "JY"),
            ("*/*, application/yaml", "YJ"),
            ("application/vnd.kubernetes.protobuf", ""),
            ("application/vnd.kubernetes.protobuf, application/yaml", "Y"),
            ("text/html, *", "J"),
            ("", ""),
        ] {
            let found: String = clauses(accept)
                .iter()
                .map(|clause| if clause.encoding == Encoding::Yaml { 'Y' } else { 'J' })
                .collect();
            assert_eq!(found, encodings, "{accept}");
        }
    }

    #[test]
    fn errors_are_no_tables() {
        let table = "application/yaml;as=Table;v=v1;g=meta.k8s.io";
        assert_eq!(plain_encoding(table), Encoding::Json);
        assert_eq!(plain_encoding(&format!("{table}, application/yaml")), Encoding::Yaml);
    }
}
