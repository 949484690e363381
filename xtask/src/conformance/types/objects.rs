//! The accepted objects of the record. In: cases. Out: the objects that crdc stores, by version of a CRD,
//! each on one line, and whether the schema accepts the object: an update may keep errors of the old object.
//! Equal objects count once.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result};
use crdc::{FieldValidation, Request, Scratch};
use crdc_conformance_runner::frame::Op;
use crdc_dynamic::validators::Validators;
use crdc_source::Source;
use crdc_vocabulary::Ratcheting;

use super::super::{Case, Unit, spelling};

/// Objects by the version of a CRD that they belong to.
pub(super) type Objects = BTreeMap<Unit, Vec<Object>>;

/// An accepted object.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Object {
    pub(super) text: String,
    /// Whether it has no errors that only an update keeps.
    pub(super) valid: bool,
}

/// The objects that crdc accepts.
pub(super) fn accepted(cases: &[Case]) -> Result<Objects> {
    let mut of_crd: BTreeMap<_, Vec<&Case>> = BTreeMap::new();
    for case in cases {
        of_crd.entry(&case.unit.crd).or_default().push(case);
    }
    let mut objects: BTreeMap<Unit, BTreeSet<Object>> = BTreeMap::new();
    let mut scratch = Scratch::new();
    for (crd, cases) in of_crd {
        let text = std::fs::read_to_string(crd).with_context(|| crd.display().to_string())?;
        let document = Source::new(crd.display().to_string(), spelling::as_recorded(&text));
        let load = |ratcheting| {
            let loader = Validators::loader().crds(std::slice::from_ref(&document)).ratcheting(ratcheting);
            loader.load().with_context(|| crd.display().to_string())
        };
        let (validators, strict) = (load(Ratcheting::default())?, load(Ratcheting::Off)?);
        for case in cases {
            let find =
                |of: &'_ Validators| of.all().position(|found| found.compiled().version == case.unit.version);
            let at = find(&validators).with_context(|| format!("{} has no such version", case.id))?;
            let [validator, strict] = [&validators, &strict].map(|of| of.all().nth(at));
            let validator = validator.context("a validator")?;
            let old = case.old.as_deref().unwrap_or_default();
            let request = match case.op {
                Op::Create => Request::create(&case.new),
                Op::Update => Request::update(&case.new, old),
                Op::UpdateStatus => Request::update_status(&case.new, old),
            };
            let outcome = validator.answer(request.field_validation(FieldValidation::Ignore), &mut scratch);
            let Ok(accepted) = outcome.into_result() else { continue };
            // Line breaks can only stand between values.
            let text = String::from_utf8_lossy(accepted.object()).replace(['\n', '\r'], " ");
            // An update that changes nothing.
            let again =
                Request::update(text.as_bytes(), text.as_bytes()).field_validation(FieldValidation::Ignore);
            let valid = case.op == Op::Create
                || strict.is_some_and(|strict| strict.answer(again, &mut scratch).accepted());
            objects.entry(case.unit.clone()).or_default().insert(Object { text, valid });
        }
    }
    Ok(objects.into_iter().map(|(unit, objects)| (unit, objects.into_iter().collect())).collect())
}
