//! Resources that are validated without compiling them. **Not part of the public interface yet**: rules, unions, immutable
//! and normalized fields are missing, and documents that have them are refused.

use std::fmt;

use crate::plan::compile;
use bumpalo::Bump;
use crdc::__private::plan::Compiled;
use crdc::{Outcome, Ratcheting, Request, Scratch};
use crdc_codegen::actions::Actions;
use crdc_codegen::check::{CheckedCrd, Outcome as Checked};
use crdc_codegen::plan::{self, Plan};
use crdc_codegen::source::Source;
use crdc_codegen::{Dialect, check_source};
use self_cell::{MutBorrow, self_cell};

/// What the constants of the resources borrow.
struct Owner {
    plans: Vec<(Plan, Actions)>,
    arena: Bump,
}

/// The resources, sorted by group, version and kind.
struct Resources<'p>(Vec<Compiled<'p>>);

self_cell! {
    struct Loaded {
        owner: MutBorrow<Owner>,
        #[covariant]
        dependent: Resources,
    }
}

/// Validators of resources, by group, version and kind. Dropping them frees everything.
pub struct Validators {
    loaded: Loaded,
}

/// Why documents cannot be loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadError {
    message: String,
}

impl Validators {
    /// Loads the CRDs of a text, YAML or JSON.
    ///
    /// # Errors
    /// A document has errors, or what is not supported yet.
    pub fn load(name: &str, text: &str) -> Result<Validators, LoadError> {
        let failed = |message: String| LoadError { message };
        let checked = check_source(&Source::new(name, text), None);
        if checked.crds.iter().any(|found| found.accepted().is_none()) || checked.crds.is_empty() {
            let problems: Vec<_> = checked.diagnostics.iter().map(|found| found.message.as_str()).collect();
            return Err(failed(problems.join("; ")));
        }
        let accepted = checked.crds.iter().filter_map(Checked::accepted);
        let mut plans = Vec::new();
        for version in accepted.flat_map(CheckedCrd::versions) {
            let plan = plan::build(version);
            if plan.has_rules() || plan.has_extensions() {
                return Err(failed(format!("{}: rules and extensions are not supported yet", plan.crd)));
            }
            let actions = Actions::of(&plan, (Ratcheting::default(), Dialect::default()));
            let actions = actions.ok_or_else(|| failed(format!("{}: it has no actions", plan.crd)))?;
            plans.push((plan, actions));
        }
        let owner = MutBorrow::new(Owner { plans, arena: Bump::new() });
        let loaded = Loaded::new(owner, |owner| {
            let Owner { plans, arena } = owner.borrow_mut();
            let (plans, arena): (&Vec<(Plan, Actions)>, &Bump) = (plans, arena);
            let resources =
                plans.iter().map(|(plan, actions)| compile(plan, actions, Ratcheting::default(), arena));
            let mut resources: Vec<_> = resources.collect();
            resources.sort_by_key(|found| (found.group, found.version, found.kind));
            Resources(resources)
        });
        Ok(Validators { loaded })
    }

    /// The validator of a kind.
    #[must_use]
    pub fn get(&self, group: &str, version: &str, kind: &str) -> Option<Validator<'_>> {
        let resources = &self.loaded.borrow_dependent().0;
        let wanted = (group, version, kind);
        let place = resources.binary_search_by(|found| (found.group, found.version, found.kind).cmp(&wanted));
        Some(Validator { compiled: resources.get(place.ok()?)? })
    }

    /// All validators.
    pub fn all(&self) -> impl Iterator<Item = Validator<'_>> {
        self.loaded.borrow_dependent().0.iter().map(|compiled| Validator { compiled })
    }
}

/// The validator of one version of one resource.
#[derive(Clone, Copy)]
pub struct Validator<'v> {
    compiled: &'v Compiled<'v>,
}

impl<'v> Validator<'v> {
    /// The description of the resource.
    #[must_use]
    pub fn compiled(self) -> &'v Compiled<'v> {
        self.compiled
    }

    /// Runs a request through all steps of the server.
    pub fn answer<'a>(self, request: Request<'a>, scratch: &'a mut Scratch) -> Outcome<'a>
    where
        'v: 'a,
    {
        crdc::answer(self.compiled, request, scratch)
    }

    /// Decodes, prunes and defaults, without validation.
    pub fn decode<'a>(self, object: &'a [u8], scratch: &'a mut Scratch) -> Outcome<'a>
    where
        'v: 'a,
    {
        self.answer(Request::decode(object), scratch)
    }

    /// The server's answer to a create.
    pub fn create<'a>(self, new: &'a [u8], scratch: &'a mut Scratch) -> Outcome<'a>
    where
        'v: 'a,
    {
        self.answer(Request::create(new), scratch)
    }

    /// The server's answer to an update.
    pub fn update<'a>(self, new: &'a [u8], old: &'a [u8], scratch: &'a mut Scratch) -> Outcome<'a>
    where
        'v: 'a,
    {
        self.answer(Request::update(new, old), scratch)
    }

    /// The server's answer to an update of the status subresource.
    pub fn update_status<'a>(self, new: &'a [u8], old: &'a [u8], scratch: &'a mut Scratch) -> Outcome<'a>
    where
        'v: 'a,
    {
        self.answer(Request::update_status(new, old), scratch)
    }
}

impl fmt::Debug for Validators {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.all()).finish()
    }
}

impl fmt::Debug for Validator<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.compiled.api_version, self.compiled.kind)
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for LoadError {}
