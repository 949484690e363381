//! The result of validating one object: a verdict and findings.

use crate::validate::findings::finding::Finding;
use crate::validate::locations::SchemaOrigin;
use crate::validate::report::file_report::Verdict;

/// The result of validating an object.
pub(crate) struct Validated {
    pub(crate) verdict: Verdict,
    pub(crate) findings: Vec<Finding>,
    /// The object as it would be stored, if `--show` needs it.
    pub(crate) stored: Option<Vec<u8>>,
    /// The number of values that cannot be checked because they are unknown.
    pub(crate) unknown: usize,
    /// The JSON Schema of others that the object was validated with.
    pub(crate) schema: Option<SchemaOrigin>,
}

impl Validated {
    pub(crate) fn of(verdict: Verdict, findings: Vec<Finding>) -> Validated {
        Validated { verdict, findings, stored: None, unknown: 0, schema: None }
    }

    pub(super) fn failed(finding: Finding) -> Validated {
        Validated::of(Verdict::Invalid, vec![finding])
    }
}
