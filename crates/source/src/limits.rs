//! Limits of the depth and the length of texts.

use super::Span;
use crate::diag::{Code, Diagnostic};

/// The maximum nesting depth of collections. Later stages recurse over nodes, so this also bounds their
/// stacks. Schemas in use stay below 50.
pub const MAX_DEPTH: usize = 256;

/// Refuses a text that is too long for 32-bit offsets.
pub(super) fn too_large(text: &str) -> Option<Diagnostic> {
    let message = "the text is larger than 4 GiB";
    let problem = || Diagnostic::new(Code::SourceTooLarge, Span::default(), message);
    u32::try_from(text.len()).is_err().then(problem)
}
