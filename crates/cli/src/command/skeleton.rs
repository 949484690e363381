//! `crdc skeleton`: prints which parts of a document's schemas matter for pruning.

use super::one_document::OneDocument;
use crate::failure::Failure;

/// Prints the schemas reduced to what pruning needs: the fields that any branch specifies, without validation
/// rules
#[derive(clap::Args)]
pub(super) struct Skeleton {
    #[command(flatten)]
    document: OneDocument,
}

impl Skeleton {
    pub(super) fn run(&self) -> Result<bool, Failure> {
        self.document.print(crdc_check::skeletons, [" with a schema", "schema"])
    }
}
