//! The key by which a baseline knows a finding: everything that stays when its text moves.
//!
//! Easy to break: files have these members, so another member is another version of the file.

use crdc_source::diag::outside;
use serde::{Deserialize, Serialize};

/// The key of a finding.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Key {
    /// The file: in a baseline relative to its folder, in a run absolute.
    pub(crate) file: String,
    /// The kind, namespace and name of the object; none for a finding of the text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) object: Option<String>,
    /// The path of the field.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) field: Option<String>,
    /// The name of the finding.
    pub(crate) id: String,
    /// The whole message.
    pub(crate) message: String,
}

impl Key {
    /// The key as a line for people.
    pub(super) fn words(&self) -> String {
        let object = self.object.iter().map(|object| format!("{object}: ")).collect::<String>();
        outside::line(&format!("{}: {object}{}: {}", self.file, self.id, self.message)).into_owned()
    }
}
