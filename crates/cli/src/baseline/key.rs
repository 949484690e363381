//! The key that identifies a finding in a baseline: its properties that stay the same when its text moves.
//!
//! Easy to break: baseline files have these members, so a change of the members is a new version of the file.

use crdc_source::diag::outside;
use serde::{Deserialize, Serialize};

/// The key of a finding.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Key {
    /// The name of the file: relative to the folder of the baseline in a baseline, absolute in a run.
    pub(crate) file: String,
    /// The kind, namespace and name of the object; `None` for a finding about the text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) object: Option<String>,
    /// The path of the field.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) field: Option<String>,
    /// The name of the finding, such as a diagnostic code.
    pub(crate) id: String,
    /// The whole message.
    pub(crate) message: String,
}

impl Key {
    /// The key as one line for people.
    pub(super) fn words(&self) -> String {
        let object = self.object.iter().map(|object| format!("{object}: ")).collect::<String>();
        outside::line(&format!("{}: {object}{}: {}", self.file, self.id, self.message)).into_owned()
    }
}
