//! Kinds of OpenAPI documents as CRDs. In: a document, v3 or v2, and the names of kinds. Out: a CRD for each
//! kind, with the versions that the document has, and without references.
//!
//! An OpenAPI document does not say which version is stored: it is the first one. Easy to break: a recursive
//! definition has no CRD, and definitions that are used often make a large one.

use super::document::{CrdDocument, written};
use crate::publish::openapi;
use crdc_check::CheckedCrd;
use crdc_plan::check_openapi;
use crdc_schema::references::{Definitions, Parts};
use crdc_schema::{Crd, Schema};
use crdc_source::Source;
use crdc_source::diag::{self, Code, Diagnostic};

/// The most schemas of a kind without references: more than any CRD of a cluster has.
const MOST_SCHEMAS: usize = 1 << 16;

/// The CRDs of the kinds without errors, and all diagnostics. Kinds are named as for
/// [`check_openapi`]; without names, all resources are read.
#[must_use]
pub fn of_openapi(source: &Source, kinds: &[String]) -> (Vec<CrdDocument>, Vec<Diagnostic>) {
    let checked = check_openapi(source, kinds);
    let mut diagnostics = checked.diagnostics.clone();
    let mut crds: Vec<Crd> = Vec::new();
    for one in &checked.accepted {
        match inlined(one) {
            Ok(crd) => match crds.iter_mut().find(|known| {
                known.name.as_ref().map(|at| &at.value) == crd.name.as_ref().map(|at| &at.value)
            }) {
                Some(known) => known.versions.extend(crd.versions),
                None => crds.push(crd),
            },
            Err(problem) => diagnostics.push(*problem),
        }
    }
    for crd in &mut crds {
        for version in crd.versions.iter_mut().skip(1) {
            version.storage = None;
        }
    }
    diag::arrange(&mut diagnostics);
    (crds.iter().map(|crd| written(crd, openapi::written)).collect(), diagnostics)
}

/// The CRD with its definitions written out.
fn inlined(checked: &CheckedCrd) -> Result<Crd, Box<Diagnostic>> {
    let mut crd = checked.crd().clone();
    for version in &mut crd.versions {
        if let Some(at) = &mut version.parts.schema {
            inline(&mut at.value, checked.definitions(), &mut 0)?;
        }
    }
    Ok(crd)
}

fn inline(schema: &mut Schema, definitions: &Definitions, count: &mut usize) -> Result<(), Box<Diagnostic>> {
    *count += 1;
    let refused = |what: &str| {
        let message = format!("{what}, which no CustomResourceDefinition can express");
        let help = "name other kinds with `--kind`".to_owned();
        Box::new(Diagnostic { help: Some(help), ..Diagnostic::new(Code::OpenapiKind, schema.span, message) })
    };
    if *count > MOST_SCHEMAS {
        return Err(refused("the kind has too many schemas"));
    }
    if schema.reference.is_some() {
        if let Some(cyclic) = definitions.chain(schema).find(|definition| definition.cyclic) {
            return Err(refused(&format!("`{}` is recursive", cyclic.name)));
        }
        *schema = Parts::of(schema, definitions).laid();
        schema.reference = None;
    }
    // Such a default only says that a Go field is no pointer.
    let names = schema.required.iter().flat_map(|at| &at.value).map(|name| name.value.clone());
    let names: Vec<String> = names.collect();
    let required = names.iter().map(String::as_str).collect();
    if let Some(at) = &mut schema.properties {
        for property in at.value.iter_mut().filter(|property| definitions.is_mark(property, &required)) {
            property.schema.default = None;
        }
    }
    let mut result = Ok(());
    crdc_schema::openapi::each_nested(schema, |inner| {
        if result.is_ok() {
            result = inline(inner, definitions, count);
        }
    });
    result
}
