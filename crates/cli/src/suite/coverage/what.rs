//! What coverage counts.

use clap::ValueEnum;

/// What is counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum What {
    /// All constraints: a test made each fail
    #[default]
    All,
    /// CEL rules only: in one test each failed, and in another one it held
    Rules,
}
