//! Warns of schemas that servers accept, but that guidelines for APIs advise against. In: a document, the
//! document that it replaces, and the codes to report. Out: warnings. **Nothing is reported unless its code
//! is enabled.**
//!
//! One file per guideline; to add one, add a file and a line in the table below. Like upstream, an update
//! reports only warnings that the old document does not have at the same field of the same version.
//
// openshift/crd-schema-checker: pkg/manifestcomparators; kubernetes-sigs/kube-api-linter: docs/linters.md;
// guidelines without upstream are crdc's

mod bools;
mod conditions;
mod defaults;
mod durations;
mod empty;
mod floats;
mod items;
mod lengths;
mod lists;
mod maps;
mod minimums;
mod names;
mod nulls;
mod place;
mod sets;
mod specs;
mod statuses;
mod templates;
mod uints;

use super::layout::Layout;
use crdc_schema::{ApiVersion, Crd, Schema};
use crdc_source::Span;
use crdc_source::diag::{Code, Diagnostic};
use place::Place;
use std::collections::{HashMap, HashSet};

/// A guideline about the schema of a value.
type Rule = fn(&Place<'_>) -> Option<Diagnostic>;

const RULES: &[(Code, Rule)] = &[
    (Code::StyleBool, bools::bools),
    (Code::StyleFloat, floats::floats),
    (Code::StyleUint, uints::uints),
    (Code::StyleMap, maps::maps),
    (Code::StyleListType, lists::list_types),
    (Code::StyleConditions, conditions::merged),
    (Code::StyleConditions, conditions::fields),
    (Code::StyleEmptyObject, empty::objects),
    (Code::StyleOptionalSpec, specs::specs),
    (Code::StyleNestedDefault, defaults::nested),
    (Code::StyleTemplateMetadata, templates::metadata),
    (Code::StyleMaxLength, lengths::longest),
    (Code::StyleMinLength, minimums::shortest),
    (Code::StyleStatusRequired, statuses::optional),
    (Code::StyleItemFields, items::objects),
    (Code::StyleObjectSet, sets::objects),
    (Code::StyleRequiredDefault, defaults::required),
    (Code::StyleNullable, nulls::nullable),
    (Code::StyleName, names::names),
    (Code::StyleDuration, durations::durations),
];

/// The codes of style, each once.
#[must_use]
pub fn style_codes() -> Vec<Code> {
    let mut codes: Vec<Code> = RULES.iter().map(|(code, _)| *code).collect();
    codes.dedup();
    codes
}

/// The codes that only a policy turns on: nearly every schema of today is reported.
const ON_REQUEST: [Code; 2] = [Code::StyleMaxLength, Code::StyleMinLength];

/// The codes of style that are reported unless a policy says otherwise.
#[must_use]
pub fn usual_style_codes() -> Vec<Code> {
    let mut codes = style_codes();
    codes.retain(|code| !ON_REQUEST.contains(code));
    codes
}

/// The warnings of the guidelines of these codes about a document that the server can decode, in document
/// order. With the document that it replaces, only what is new.
#[must_use]
pub fn style(crd: &Crd, old: Option<&Crd>, codes: &[Code]) -> Vec<Diagnostic> {
    let rules: Vec<Rule> =
        RULES.iter().filter(|(code, _)| codes.contains(code)).map(|(_, rule)| *rule).collect();
    if rules.is_empty() || !crd.misread.is_empty() {
        return Vec::new();
    }
    let mut search = Search { rules, said: HashSet::new(), found: Vec::new() };
    for (schema, before) in schemas(crd, old) {
        search.walk(&Place::root(schema), before);
    }
    search.found.sort_by_key(|found| found.span);
    search.found
}

/// The schemas of all versions, each with that of the same version in the old document. Equal versions are
/// listed once.
fn schemas<'a>(crd: &'a Crd, old: Option<&'a Crd>) -> Vec<(&'a Schema, Option<&'a Schema>)> {
    let name = |version: &'a crdc_schema::Version| version.name.as_ref().map(|at| at.value.as_str());
    let before: HashMap<Option<&str>, &Schema> = old
        .into_iter()
        .flat_map(|old| old.versions.iter().map(move |version| (version, old)))
        .filter_map(|(version, old)| Some((name(version), &*old.schema(version)?.value)))
        .collect();
    let mut all: Vec<_> = crd
        .versions
        .iter()
        .filter_map(|version| Some((&*crd.schema(version)?.value, before.get(&name(version)).copied())))
        .collect();
    if let (true, Some(schema)) = (crd.versions.is_empty(), &crd.common.schema) {
        let before = old.and_then(|old| old.common.schema.as_ref()).map(|at| &*at.value);
        all.push((&*schema.value, before));
    }
    let equal = match crd.api_version {
        ApiVersion::V1 => Layout::of(crd).validation.is_some(),
        _ => crd.common.schema.is_some(),
    };
    if equal {
        let known = all.iter().position(|(_, before)| before.is_some()).unwrap_or(0);
        all = all.into_iter().skip(known).take(1).collect();
    }
    all
}

struct Search {
    rules: Vec<Rule>,
    /// The warnings so far: YAML aliases have the same text at several fields.
    said: HashSet<(Code, Span)>,
    found: Vec<Diagnostic>,
}

impl Search {
    /// Walks a schema and the schemas below it. Branches (`anyOf` and similar keywords) are skipped, because
    /// they describe the same values again.
    fn walk(&mut self, place: &Place<'_>, before: Option<&Schema>) {
        let old = before.map(|schema| Place { schema, ..*place });
        for rule in &self.rules {
            let Some(found) = rule(place) else { continue };
            let known = old.as_ref().and_then(rule).is_some_and(|old| old.message == found.message);
            if !known && self.said.insert((found.code, found.span)) {
                self.found.push(found);
            }
        }
        let schema = place.schema;
        let required = schema.required_fields();
        for property in schema.property_list().iter().filter(|property| !place.is_servers_own(&property.name))
        {
            let path = place.property(&property.name);
            let inner = Place {
                schema: &property.schema,
                key: property.key,
                path: Some(&path),
                name: Some(&property.name),
                in_status: place.in_status || (place.path.is_none() && property.name == "status"),
                around: Some(schema),
                required: Some(&required),
                is_top: place.path.is_none(),
            };
            let before = before.and_then(|before| before.property(&property.name));
            self.walk(&inner, before.map(|before| &before.schema));
        }
        let entries = (schema.additional_schema(), before.and_then(Schema::additional_schema));
        let items = (schema.one_item(), before.and_then(Schema::one_item));
        for (inner, before) in [entries, items] {
            let Some((schema, key)) = inner else { continue };
            let path = place.entries();
            let around = Some(place.schema);
            let inner = Place { schema, key, path: Some(&path), name: None, around, is_top: false, ..*place };
            self.walk(&inner, before.map(|(before, _)| before));
        }
    }
}

#[cfg(test)]
mod tests;
