//! The types of documents that passed `check`, so that later stages need not test whether a document is
//! valid.
//!
//! **Only `check` creates these types.** They are its proof: reading and checking reported no error.

use super::mode::{Mode, mode};
use crdc_schema::references::Definitions;
use crdc_schema::{At, Crd, Schema, Version};
use crdc_source::diag::{Diagnostic, has_errors};

/// A document after its check.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// A CRD for which neither reading nor checking reported an error.
    Accepted(CheckedCrd),
    /// A CRD with errors.
    Rejected(Crd),
}

/// A document without errors, and how objects of each of its versions are pruned.
#[derive(Clone, Debug)]
pub struct CheckedCrd {
    crd: Crd,
    /// The mode of pruning of each version.
    modes: Vec<Mode>,
    /// The definitions to which its schemas refer; a CustomResourceDefinition has none.
    definitions: Definitions,
}

/// One version of a document without errors: what a plan is built from.
#[derive(Clone, Copy, Debug)]
pub struct CheckedVersion<'c> {
    crd: &'c Crd,
    version: &'c Version,
    mode: Mode,
    definitions: &'c Definitions,
}

impl Outcome {
    /// The outcome of a check that found these problems.
    pub fn of(crd: Crd, definitions: Definitions, found: &[Diagnostic]) -> Outcome {
        if crd.incomplete || has_errors(found) {
            return Outcome::Rejected(crd);
        }
        let of = |version| crd.schema(version).map_or(Mode::Off, |schema| mode(&crd, &schema.value));
        let modes = crd.versions.iter().map(of).collect();
        Outcome::Accepted(CheckedCrd { crd, modes, definitions })
    }

    /// The document, accepted or not.
    #[must_use]
    pub fn crd(&self) -> &Crd {
        match self {
            Outcome::Accepted(checked) => &checked.crd,
            Outcome::Rejected(crd) => crd,
        }
    }

    /// The accepted document. `None` if the document has errors.
    #[must_use]
    pub fn accepted(&self) -> Option<&CheckedCrd> {
        match self {
            Outcome::Accepted(checked) => Some(checked),
            Outcome::Rejected(_) => None,
        }
    }

    /// Rejects the document because of an error that other documents cause, such as a duplicate name.
    #[must_use]
    pub fn reject(self) -> Outcome {
        match self {
            Outcome::Accepted(checked) => Outcome::Rejected(checked.crd),
            Outcome::Rejected(crd) => Outcome::Rejected(crd),
        }
    }
}

impl CheckedCrd {
    /// The definitions to which its schemas refer.
    #[must_use]
    pub fn definitions(&self) -> &Definitions {
        &self.definitions
    }

    /// The document.
    #[must_use]
    pub fn crd(&self) -> &Crd {
        &self.crd
    }

    /// The versions, in document order.
    pub fn versions(&self) -> impl Iterator<Item = CheckedVersion<'_>> {
        let CheckedCrd { crd, modes, definitions } = self;
        let versions = crd.versions.iter().zip(modes);
        versions.map(move |(version, mode)| CheckedVersion { crd, version, mode: *mode, definitions })
    }
}

impl<'c> CheckedVersion<'c> {
    /// The document.
    #[must_use]
    pub fn crd(self) -> &'c Crd {
        self.crd
    }

    /// The version.
    #[must_use]
    pub fn version(self) -> &'c Version {
        self.version
    }

    /// The schema.
    #[must_use]
    pub fn schema(self) -> Option<&'c At<Box<Schema>>> {
        self.crd.schema(self.version)
    }

    /// The mode of pruning objects of the version. Without a schema, objects are not pruned.
    #[must_use]
    pub fn mode(self) -> Mode {
        self.mode
    }

    /// The definitions to which its schema refers.
    #[must_use]
    pub fn definitions(self) -> &'c Definitions {
        self.definitions
    }

    /// Whether the version, or a definition to which it refers, has rules.
    pub fn has_rules(self) -> bool {
        let definitions = self.definitions.all().iter().map(|definition| &*definition.schema);
        let schemas = self.schema().map(|schema| &*schema.value).into_iter().chain(definitions);
        let mut has = false;
        schemas.for_each(|schema| schema.visit(&mut |schema| has |= schema.x_validations.is_some()));
        has
    }
}
