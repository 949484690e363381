//! Extensions of immutability and unions as rules in CEL. In: a schema with extensions. Out: the rules that say the same, and what
//! rules cannot say.
//!
//! `walk` visits the schemas; `values` lowers immutable values, `keys` those of maps, list maps and sets, `unions` and `older`
//! unions of both shapes; `seen` knows what rules see of values, `rule` writes rules.
//!
//! `crdc publish --as apply-safe` writes the rules, and `kept` takes the same rules away where a document is read. **So a rule that is
//! written in another way than before is not recognized in documents of older releases.** Easy to break: the result depends on the
//! schema and the server only, not on the spans.
// docs/semantics.md, Apply-safe CRDs

mod keys;
mod older;
mod rule;
mod seen;
mod unexpressed;
mod unions;
mod values;
mod walk;

pub use rule::Lowered;
pub use unexpressed::{Difference, Unexpressed};

use super::Schema;
use super::kept::EXTENSIONS;
use super::places::Places;
use crate::cel::server::Minor;
use crate::source::Span;
use walk::Place;

/// The rules of a version, by the place of the schema that they belong to.
pub type Rules<'s> = Places<'s, Lowered<'s>>;

/// The servers for which rules differ: each is the first one that gets other rules than those before it.
pub(crate) const SERVERS: [Minor; 4] =
    [Minor::FIRST, Minor::MESSAGE_EXPRESSION, Minor::FIELD_PATH, Minor::OPTIONAL_OLD_SELF];

/// The rules of a version's schema for a server, and what they do not express, without the name of the version.
#[must_use]
pub fn as_rules(schema: &Schema, server: Minor) -> (Rules<'_>, Vec<Unexpressed>) {
    let mut lowering = Lowering { server, rules: Rules::default(), found: Some(Vec::new()) };
    walk::root(&mut lowering, schema);
    (lowering.rules, lowering.found.unwrap_or_default())
}

/// The rules alone.
pub(crate) fn only_rules(schema: &Schema, server: Minor) -> Rules<'_> {
    let mut lowering = Lowering { server, rules: Rules::default(), found: None };
    walk::root(&mut lowering, schema);
    lowering.rules
}

/// The rules of a version, and what they do not express.
struct Lowering<'s> {
    server: Minor,
    rules: Rules<'s>,
    /// None if nobody asks.
    found: Option<Vec<Unexpressed>>,
}

impl<'s> Lowering<'s> {
    /// Adds a rule to the schema at a place.
    fn add(&mut self, place: &Place, rule: Lowered<'s>) {
        self.rules.add(place.number, rule);
    }

    fn missed(&mut self, place: &Place, keyword: &'static str, detail: &str, span: Span) {
        self.report(place, keyword, Difference::Accepted, detail, span);
    }

    fn not_done(&mut self, place: &Place, keyword: &'static str, detail: &str, span: Span) {
        self.report(place, keyword, Difference::NotDone, detail, span);
    }

    fn report(
        &mut self,
        place: &Place,
        keyword: &'static str,
        difference: Difference,
        detail: &str,
        span: Span,
    ) {
        let Some(found) = &mut self.found else { return };
        let (path, detail) = (place.path.clone(), detail.to_owned());
        found.push(Unexpressed { version: String::new(), path, keyword, difference, detail, span });
    }

    /// Extensions that no rule stands for.
    fn others(&mut self, schema: &Schema, place: &Place) {
        if let Some(at) = &schema.normalize {
            self.not_done(
                place,
                "x-kubernetes-normalize",
                "null and empty values do not become absent; rules compare them as they are",
                at.key,
            );
        }
        for no_prune in schema.no_prune.iter().filter(|no_prune| no_prune.is_true()) {
            let known = EXTENSIONS.iter().find(|known| **known == no_prune.name);
            self.not_done(
                place,
                known.copied().unwrap_or_default(),
                "unknown fields are pruned",
                no_prune.key,
            );
        }
    }
}
