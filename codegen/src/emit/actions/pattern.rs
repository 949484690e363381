//! A compiled pattern of strings.

use std::sync::Arc;

/// A pattern, shared by everything that refers to it.
pub type Pattern = (String, Arc<crate::pattern::Matcher>);
