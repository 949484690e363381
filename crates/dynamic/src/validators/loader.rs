//! Loads validators from documents. In: CRDs, OpenAPI documents, options. Out: the plans of the documents
//! without errors, and all diagnostics.

use std::collections::BTreeMap;
use std::fmt;

use super::loaded::Validators;
use super::resource::{Resource, Versioning};
use crdc::__private::plan::KeptErrors;
use crdc::Ratcheting;
use crdc_check::{CheckOptions, Located, check_each};
use crdc_check::{CheckedVersion, Outcome};
use crdc_plan as plan;
use crdc_plan::Plan;
use crdc_plan::actions::{Actions, Policies};
use crdc_plan::check_openapi;
use crdc_schema::At;
use crdc_source::Source;
use crdc_source::diag::{Code, Diagnostic, Severity};
use crdc_source::render::{Format, render};
use crdc_vocabulary::Dialect;
use crdc_vocabulary::Minor;

impl Validators {
    /// Loads all CRDs of some documents. [`Validators::loader`] has options.
    ///
    /// # Errors
    /// A document has errors, or there is no CRD.
    pub fn load(documents: &[Source]) -> Result<Validators, LoadError> {
        Validators::loader().crds(documents).load()
    }

    /// A loader with options, which can also leave out documents with errors.
    #[must_use]
    pub fn loader() -> Loader {
        Loader::default()
    }
}

/// Loads documents, with options.
#[derive(Clone, Debug, Default)]
pub struct Loader {
    crds: Vec<Source>,
    old: Vec<Source>,
    openapi: Vec<(Source, Vec<String>)>,
    ratcheting: Ratcheting,
    ratcheting_of: BTreeMap<String, Ratcheting>,
    dialect: Dialect,
    leaves_defaults: bool,
    server: Option<Minor>,
}

impl Loader {
    /// Adds the CRDs of some documents, YAML or JSON.
    #[must_use]
    pub fn crds(mut self, documents: &[Source]) -> Loader {
        self.crds.extend_from_slice(documents);
        self
    }

    /// Adds stored CRDs. CRDs of the same names are checked as updates of them.
    #[must_use]
    pub fn old_crds(mut self, documents: &[Source]) -> Loader {
        self.old.extend_from_slice(documents);
        self
    }

    /// Adds kinds of a published OpenAPI document, v3 or v2; without names, all of its resources. Kinds are
    /// named `GROUP/VERSION/KIND`, or `VERSION/KIND` in the core group.
    #[must_use]
    pub fn openapi(mut self, document: &Source, kinds: &[String]) -> Loader {
        self.openapi.push((document.clone(), kinds.to_vec()));
        self
    }

    /// Sets the errors that updates may keep. The default is the server's policy.
    #[must_use]
    pub fn ratcheting(mut self, policy: Ratcheting) -> Loader {
        self.ratcheting = policy;
        self
    }

    /// The ratcheting of one CRD, by its name: `databases.example.com`.
    #[must_use]
    pub fn ratcheting_of(mut self, crd: impl Into<String>, policy: Ratcheting) -> Loader {
        self.ratcheting_of.insert(crd.into(), policy);
        self
    }

    /// The dialect of immutability for schemas that do not set one.
    #[must_use]
    pub fn dialect(mut self, dialect: Dialect) -> Loader {
        self.dialect = dialect;
        self
    }

    /// Checks and validates like a server of another minor version, where its behaviour is known: see
    /// `docs/servers.md`. Error messages are those of the newest version; [`servers`](crate::servers)
    /// converts them.
    #[must_use]
    pub fn server(mut self, server: Minor) -> Loader {
        self.server = Some(server);
        self
    }

    /// Does not run rules on defaults. Random documents of tests break them.
    #[doc(hidden)]
    #[must_use]
    pub fn leave_defaults(mut self) -> Loader {
        self.leaves_defaults = true;
        self
    }

    /// The validators of all documents.
    ///
    /// # Errors
    /// A document has errors, or there is no resource in the documents.
    pub fn load(self) -> Result<Validators, LoadError> {
        let names: Vec<Source> =
            self.crds.iter().chain(self.openapi.iter().map(|(one, _)| one)).cloned().collect();
        let (validators, found) = self.load_valid();
        let errors: Vec<Located> =
            found.into_iter().filter(|located| located.diagnostic.severity() == Severity::Error).collect();
        if errors.is_empty() && validators.all().next().is_some() {
            return Ok(validators);
        }
        Err(LoadError { documents: names, errors })
    }

    /// The validators of the documents without errors, and all diagnostics. [`Located::source`] is the index
    /// of the document in the order in which they were added, CRDs first.
    #[must_use]
    pub fn load_valid(self) -> (Validators, Vec<Located>) {
        let mut found = Vec::new();
        let mut resources = Vec::new();
        let leaves_defaults = self.leaves_defaults;
        let options =
            CheckOptions { leaves_defaults, server: self.server, by_name: true, ..CheckOptions::default() };
        check_each(&self.crds, &self.old, options, |source, _, checked| {
            let mut problems = checked.diagnostics;
            let accepted = checked.crds.iter().filter_map(Outcome::accepted);
            for version in accepted.flat_map(|accepted| accepted.versions()) {
                match self.resource(plan::build(version), versioning(version)) {
                    Ok(resource) => resources.push(resource),
                    Err(why) => problems.push(unsupported(version, &why)),
                }
            }
            found.extend(problems.into_iter().map(|diagnostic| Located { source, diagnostic }));
        });
        for (source, (document, kinds)) in (self.crds.len()..).zip(&self.openapi) {
            let mut checked = check_openapi(document, kinds);
            let mut problems = std::mem::take(&mut checked.diagnostics);
            for plan in checked.plans() {
                match self.resource(plan, Versioning::SERVED) {
                    Ok(resource) => resources.push(resource),
                    Err(why) => problems.push(Diagnostic::new(Code::RuleUncompiled, Default::default(), why)),
                }
            }
            found.extend(problems.into_iter().map(|diagnostic| Located { source, diagnostic }));
        }
        (Validators::new(resources), found)
    }

    /// The resource of a plan.
    fn resource(&self, plan: Plan, versioning: Versioning) -> Result<Resource, String> {
        let name = format!("{}/{}", plan.crd, plan.version);
        let ratcheting = self.ratcheting_of.get(&plan.crd).copied().unwrap_or(self.ratcheting);
        let actions = Actions::of(&plan, Policies { ratcheting, dialect: self.dialect });
        match actions.uncompiled().first() {
            Some(rule) => Err(format!("{name}: {}: the rule `{}` {}", rule.place, rule.rule, rule.reason)),
            None => Ok(Resource { plan, actions, kept: self.kept(), versioning }),
        }
    }

    /// The updates that may keep errors of values that do not change.
    fn kept(&self) -> KeptErrors {
        match self.server.unwrap_or(Minor::NEWEST) {
            server if server < Minor::OPTIONAL_OLD_SELF => KeptErrors::ByNone,
            server if server < Minor::STATUS_RATCHETING => KeptErrors::ByUpdates,
            _ => KeptErrors::ByAll,
        }
    }
}

/// What a CRD says of a version. A version without `served` is served, as in v1beta1.
fn versioning(version: CheckedVersion<'_>) -> Versioning {
    let is_true = |flag: &Option<At<bool>>, default| flag.as_ref().map_or(default, |flag| flag.value);
    let own = version.version();
    let conversion =
        version.crd().conversion.as_ref().and_then(|conversion| conversion.value.get("strategy"));
    Versioning {
        is_served: is_true(&own.served, true),
        is_stored: is_true(&own.storage, false),
        is_converted_by_webhook: conversion.is_some_and(|strategy| strategy.as_str() == Some("Webhook")),
    }
}

fn unsupported(version: CheckedVersion<'_>, why: &str) -> Diagnostic {
    Diagnostic::new(Code::RuleUncompiled, version.version().span, why)
}

/// The errors of loading documents: all errors of all documents. `Display` shows them with excerpts.
#[derive(Clone, Debug)]
pub struct LoadError {
    documents: Vec<Source>,
    errors: Vec<Located>,
}

impl LoadError {
    /// The errors. The list is empty if the documents have no resource.
    #[must_use]
    pub fn errors(&self) -> &[Located] {
        &self.errors
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.errors.is_empty() {
            let names: Vec<&str> = self.documents.iter().map(|document| document.name.as_str()).collect();
            return write!(f, "no CustomResourceDefinition in {}", names.join(", "));
        }
        for (index, document) in self.documents.iter().enumerate() {
            let of_it = self.errors.iter().filter(|located| located.source == index);
            let problems: Vec<Diagnostic> = of_it.map(|located| located.diagnostic.clone()).collect();
            f.write_str(&render(document, &problems, Format::Human))?;
        }
        Ok(())
    }
}

impl std::error::Error for LoadError {}
