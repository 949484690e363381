//! The shared, immutable context of a run: settings, schemas, stored objects, the sorts of files.
//!
//! All threads read the context at once, so it never changes.

use super::folder::Layout;
use super::variables::Values;
use crate::config::Config;
use crate::field_validation::FieldValidation;
use crate::validate::findings::finding::Level;
use crate::validate::locations::Locations;
use crate::validate::manifests::kind_filter::KindFilter;
use crate::validate::report::shown_object::Show;
use crate::validate::schemas::loader::Schemas;
use crate::validate::storage::stored_objects::Stored;
use crdc_source::render::Format;

impl FieldValidation {
    /// The level of a finding about a field.
    pub(super) fn level(self) -> Level {
        if self == FieldValidation::Strict { Level::Error } else { Level::Warning }
    }
}

/// The settings of the command line.
pub(crate) struct Settings {
    pub(crate) field_validation: FieldValidation,
    /// Whether objects are applied by the server.
    pub(crate) server_side: bool,
    /// The values of variables.
    pub(crate) values: Values,
    pub(crate) skip: Vec<KindFilter>,
    pub(crate) reject: Vec<KindFilter>,
    /// The level of a missing schema; `None` if it is not reported.
    pub(crate) missing_schema: Option<Level>,
    /// Whether the content of files must not decide that an object or a finding is left out.
    pub(crate) untrusted: bool,
    pub(crate) namespace: Option<String>,
    /// The form in which stored objects are shown; `None` if they are not shown.
    pub(crate) show: Option<Show>,
    /// The format of findings for people; `None` if the report has no excerpts.
    pub(crate) excerpts: Option<Format>,
    /// Whether objects are needed as they would be stored.
    pub(crate) stores: bool,
    pub(crate) threads: usize,
    /// Findings that are ignored.
    pub(crate) config: Config,
}

/// The context in which objects are validated.
#[derive(Clone, Copy)]
pub(crate) struct Context<'c> {
    pub(crate) schemas: &'c Schemas,
    pub(crate) locations: &'c Locations,
    pub(crate) stored: &'c Stored,
    pub(crate) layout: &'c Layout,
    pub(crate) settings: &'c Settings,
}
