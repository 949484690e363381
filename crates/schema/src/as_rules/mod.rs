//! Lowers extensions of immutability and unions to CEL rules. In: a schema with extensions. Out: the
//! equivalent rules, and the parts of extensions that rules cannot express.
//!
//! `walk` visits the schemas, at a `place` each; `lowering` collects. `values` lowers immutable values,
//! `keys` lowers immutable keys of maps, list maps and sets, `unions` and `older` lower unions of both
//! shapes; `seen` decides which values rules can read, `rule` writes rules.
//!
//! `crdc publish --as apply-safe` writes the rules, and `kept` removes the same rules when a document is
//! read. **So a rule that is written in another way than before is not recognized in documents of older
//! releases.** Easy to break: the result depends on the schema and the server only, not on the spans.
// docs/semantics.md, Apply-safe CRDs

mod keys;
mod lowering;
mod older;
mod place;
mod rule;
mod seen;
mod unexpressed;
mod unions;
mod values;
mod walk;

pub use lowering::Rules;
pub use rule::Lowered;
pub use unexpressed::{Difference, Unexpressed};

use super::Schema;
use crdc_vocabulary::Minor;
use lowering::Lowering;

/// The servers for which rules differ: each is the first one that gets other rules than those before it.
pub(crate) const SERVERS: [Minor; 4] =
    [Minor::FIRST, Minor::MESSAGE_EXPRESSION, Minor::FIELD_PATH, Minor::OPTIONAL_OLD_SELF];

/// The rules of a version's schema for a server, and the parts that they do not express, without the name of
/// the version.
#[must_use]
pub fn as_rules(schema: &Schema, server: Minor) -> (Rules<'_>, Vec<Unexpressed>) {
    let mut lowering = Lowering { server, rules: Rules::default(), found: Some(Vec::new()) };
    walk::root(&mut lowering, schema);
    (lowering.rules, lowering.found.unwrap_or_default())
}

/// Only the rules of a version's schema for a server.
pub(crate) fn only_rules(schema: &Schema, server: Minor) -> Rules<'_> {
    let mut lowering = Lowering { server, rules: Rules::default(), found: None };
    walk::root(&mut lowering, schema);
    lowering.rules
}
