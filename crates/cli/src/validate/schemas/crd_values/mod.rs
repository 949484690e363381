//! Replaces the variables in CRDs, such as `maximum: ${MAX}`, before they are loaded. In: a text, and the
//! values on the command line. Out: the text that is loaded instead, and its diagnostics at their places in
//! the original text.
//!
//! `unknown` finds unknown values and removes them from schemas, and `places` maps places of the loaded text
//! to the original text.
//!
//! Easy to break: a removed keyword may cause errors elsewhere. So an error about the schema that lost a
//! keyword is not reported, nor an error about costs if a limit was removed.

mod places;
mod unknown;

use crate::validate::manifests::manifest::{self, Manifest};
use crate::validate::variables::{self, Values};
use crdc_schema::is_patch;
use crdc_source::diag::{Code, Diagnostic, Severity};
use crdc_source::{Source, Span, parse};
use places::Written;
use unknown::{Found, VARIABLE};

/// A text whose CRDs have variables.
pub(crate) struct Substituted {
    /// The original text.
    pub(crate) written: Source,
    /// The problems of the original text as YAML or JSON.
    pub(crate) problems: Vec<Diagnostic>,
    crds: Vec<Written>,
    /// The text that is loaded.
    loaded: String,
    unknown: Found,
}

/// Replaces the CRDs of a text by CRDs with the given values; `None` if nothing was replaced or removed.
pub(crate) fn substitute(source: &mut Source, values: &Values) -> Option<Substituted> {
    if !source.text.contains(VARIABLE) {
        return None;
    }
    let (manifests, problems) = manifest::read(source);
    let (mut found, mut crds, mut text) = (Found::default(), Vec::new(), String::new());
    let (mut is_changed, mut line) = (false, 1);
    let lines = source.lines();
    for Manifest { mut node, .. } in manifests.into_iter().filter(|one| one.identity().is_crd()) {
        let before = node.clone();
        let unknown = variables::resolve(&mut node, &source.text, values);
        // The content of a document decides whether it is a patch, so variables stay.
        if !is_patch(&node) {
            found.leave_out(&mut node, &unknown);
        }
        is_changed |= node != before;
        // Notes name the line of the kind.
        let at = node.get("kind").map_or(node.span, |kind| kind.span).start;
        let own = lines.line_column(at).0;
        (line..own).for_each(|_| text.push('\n'));
        line = line.max(own);
        text += &node.to_json();
        text.push('\n');
        line += 1;
        crds.push(node);
    }
    if !is_changed && found.is_empty() {
        return None;
    }
    let loaded = Source::new(source.name.as_str(), text);
    let (documents, _) = parse(&loaded);
    if documents.len() != crds.len() {
        return None;
    }
    let crds = crds.into_iter().zip(documents).map(|(written, loaded)| Written { written, loaded }).collect();
    let text = loaded.text.clone();
    let written = std::mem::replace(source, loaded);
    Some(Substituted { written, problems, crds, loaded: text, unknown: found })
}

/// The number of unknown values in a CRD.
pub(crate) fn unknown_values(manifest: &Manifest) -> usize {
    if manifest.unknown.is_empty() {
        return 0;
    }
    let mut found = Found::default();
    found.leave_out(&mut manifest.node.clone(), &manifest.unknown);
    found.count()
}

impl Substituted {
    /// A diagnostic of the loaded text, at its place in the original text; `None` if an unknown value may be
    /// its cause.
    pub(crate) fn placed(&self, mut diagnostic: Diagnostic) -> Option<Diagnostic> {
        diagnostic.span = self.span(diagnostic.span);
        for (span, _) in &mut diagnostic.notes {
            *span = self.span(*span);
        }
        let is_error = diagnostic.severity() == Severity::Error;
        let is_cost = diagnostic.code == Code::RuleCost && self.unknown.has_limit;
        let is_open = self.unknown.is_in(diagnostic.span)
            || (is_error && (is_cost || self.unknown.is_around(diagnostic.span)));
        (!is_open).then_some(diagnostic)
    }

    fn span(&self, span: Span) -> Span {
        let texts = (self.written.text.as_str(), self.loaded.as_str());
        let at = self.crds.partition_point(|crd| crd.loaded.span.end < span.end);
        self.crds.get(at).or(self.crds.last()).map_or(span, |crd| crd.span(span, texts))
    }
}

#[cfg(test)]
mod tests {
    use super::{Values, substitute};
    use crdc_check::check_sources;
    use crdc_source::Source;
    use crdc_source::diag::Severity;

    fn crd(schema: &str) -> String {
        format!(
            "apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {{name: as.x.example.com}}
spec:
  group: x.example.com
  scope: Namespaced
  names: {{plural: as, singular: a, kind: A, listKind: AList}}
  versions:
  - {{name: v1, served: true, storage: true, schema: {{openAPIV3Schema: {{type: object, properties: {{b: {schema}}}}}}}}}
"
        )
    }

    /// The errors of a CRD, each with what is written at its place.
    fn errors(schema: &str, values: &[(&str, &str)]) -> Vec<(&'static str, String)> {
        let given = values.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        let values = if values.is_empty() { Values::default() } else { Values::of(given) };
        let text = crd(schema);
        let mut sources = [Source::new("a.yaml", text.as_str())];
        let found = substitute(&mut sources[0], &values).unwrap_or_else(|| panic!("{schema}"));
        let problems = check_sources(&sources, &[]).into_iter().flat_map(|checked| checked.diagnostics);
        let placed = problems.filter_map(|problem| found.placed(problem));
        placed
            .filter(|problem| problem.severity() == Severity::Error)
            .map(|problem| {
                let written = &text[problem.span.start as usize..problem.span.end as usize];
                (problem.code.name(), written.to_owned())
            })
            .collect()
    }

    #[test]
    fn errors_are_at_what_is_written() {
        for (schema, values, expected) in [
            ("{type: integer, maximum: \"${M}\"}", &[] as &[_], &[] as &[(&str, &str)]),
            ("{type: integer, maximum: \"${M}\"}", &[("M", "x")], &[("schema-wrong-type", "\"${M}\"")]),
            ("{type: string, pattern: '^a${E}$'}", &[], &[]),
            ("{type: string, pattern: '^a${E}$'}", &[("E", "+")], &[]),
            ("{type: string, pattern: '^a${E}$'}", &[("E", "(")], &[("pattern-invalid", "'^a${E}$'")]),
            // Elsewhere, and within a text that has no variable.
            ("{type: string, maxLength: '${E}', pattern: 'a[b'}", &[], &[("pattern-invalid", "[b")]),
            ("{type: strin, minLength: '${E}'}", &[], &[("type-unknown", "strin")]),
            ("{type: '${T}', minLength: 1}", &[], &[]),
            ("{type: array, items: \"${I}\"}", &[], &[]),
            ("{type: string, enum: [a, \"${I}\"], maxLength: x}", &[], &[("schema-wrong-type", "x")]),
        ] {
            let found = errors(schema, values);
            let found: Vec<_> = found.iter().map(|(code, text)| (*code, text.as_str())).collect();
            assert_eq!(found, expected, "{schema} {values:?}");
        }
    }

    #[test]
    fn texts_without_variables_stay() {
        let values = Values::of([("A".to_owned(), "1".to_owned())].into_iter());
        for schema in ["{type: string}", "{type: string, description: 'see ${A'}"] {
            let mut source = Source::new("a.yaml", crd(schema));
            assert!(substitute(&mut source, &values).is_none(), "{schema}");
        }
        // Descriptions are only for people and do not count as unknown.
        let mut source = Source::new("a.yaml", crd("{type: string, description: 'see ${A}'}"));
        assert!(substitute(&mut source, &Values::default()).is_none());
    }
}
