//! Applications of Argo CD, and sets of them whose elements are written in the object.
//
// argoproj/argo-cd: pkg/apis/application/v1alpha1/types.go, applicationset_types.go

use crate::collector::Collector;
use crate::nodes::{at, items, string};
use crate::statement::What;
use crdc_source::{Node, Value};

/// The largest number of applications that one set is expanded to.
const MOST: usize = 2000;

pub(super) fn application(node: &Node, to: &mut Collector<'_>) {
    if let Some(spec) = node.get("spec") {
        for source in sources(spec) {
            said(source, &Element::default(), to);
        }
    }
}

/// The template of a set, once for each element of its lists. Without elements, the template as it is.
pub(super) fn application_set(node: &Node, to: &mut Collector<'_>) {
    let (Some(spec), Some(template)) = (node.get("spec"), at(node, &["spec", "template", "spec"])) else {
        return;
    };
    let mut elements = elements(spec, to);
    if elements.is_empty() {
        elements.push(Element::default());
    }
    let mut left = MOST;
    for source in sources(template) {
        let depends = ["repoURL", "chart", "path", "targetRevision"]
            .iter()
            .any(|field| string(source, &[field]).contains("{{"));
        let times = if depends { elements.len() } else { 1 };
        for element in elements.iter().take(times.min(left)) {
            said(source, element, to);
        }
        left = left.saturating_sub(times);
    }
}

/// The sources of an application. `sources` wins over `source`.
fn sources(spec: &Node) -> Vec<&Node> {
    match items(spec, &["sources"]) {
        [] => spec.get("source").into_iter().collect(),
        several => several.iter().collect(),
    }
}

/// One source: a chart of a repository, or a folder of a repository of sources.
fn said(source: &Node, element: &Element, to: &mut Collector<'_>) {
    let of = |field: &str, to: &Collector<'_>| element.fill(&to.member(source, &[field]));
    let (url, chart) = (of("repoURL", to), of("chart", to));
    if url.is_empty() {
        return;
    }
    let written = source.get("targetRevision").map_or(source.span, |version| version.span);
    let version = of("targetRevision", to);
    let is_oci = url.starts_with("oci://");
    let what = if chart.is_empty() && !is_oci {
        What::Git { url, path: of("path", to) }
    } else if chart.is_empty() {
        What::Chart { repository: String::new(), name: url }
    } else {
        // A registry is written without a scheme.
        let repository = if url.contains("://") { url } else { format!("oci://{url}") };
        What::Chart { repository, name: chart }
    };
    to.say_at(element.span.unwrap_or(written), what, version);
}

/// The values of one element of a list.
#[derive(Default)]
struct Element {
    values: Vec<(String, String)>,
    span: Option<crdc_source::Span>,
}

impl Element {
    /// A text of the template with the values of the element: `{{ name }}` and `{{ .name }}`.
    fn fill(&self, text: &str) -> String {
        if !text.contains("{{") || self.values.is_empty() {
            return text.to_owned();
        }
        let (mut filled, mut rest) = (String::new(), text);
        while let Some((before, after)) = rest.split_once("{{") {
            let Some((name, after)) = after.split_once("}}") else { break };
            filled.push_str(before);
            let key = name.trim_matches(['-', ' ', '\t']);
            let key = key.strip_prefix('.').unwrap_or(key);
            match self.values.iter().find(|(name, _)| name == key) {
                Some((_, value)) => filled.push_str(value),
                None => filled.extend(["{{", name, "}}"]),
            }
            rest = after;
        }
        filled + rest
    }
}

/// The elements of all lists of a set, also of those in `matrix` and `merge`.
fn elements(spec: &Node, to: &Collector<'_>) -> Vec<Element> {
    let (mut found, mut open) = (Vec::new(), vec![spec]);
    while let Some(node) = open.pop() {
        for generator in items(node, &["generators"]) {
            open.extend(["matrix", "merge"].iter().filter_map(|key| generator.get(key)));
            for element in items(generator, &["list", "elements"]) {
                let Value::Object(members) = &element.value else { continue };
                let values = members.iter().take(64);
                let values = values.filter_map(|m| Some((m.key.clone(), to.text(&m.value)?))).collect();
                found.push(Element { values, span: Some(element.span) });
            }
            if found.len() >= MOST {
                return found;
            }
        }
    }
    found
}
