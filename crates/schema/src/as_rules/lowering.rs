//! Collects the results of lowering a version: rules by place, and extensions that rules do not express.

use super::place::Place;
use super::rule::Lowered;
use super::unexpressed::{Difference, Unexpressed};
use crate::places::Places;
use crate::unread::EXTENSIONS;
use crate::{Schema, member};
use crdc_source::Span;
use crdc_vocabulary::Minor;

/// The rules of a version, by the place of the schema that they belong to.
pub type Rules<'s> = Places<'s, Lowered<'s>>;

/// The rules of a version, and the parts of extensions that rules do not express.
pub(super) struct Lowering<'s> {
    pub(super) server: Minor,
    pub(super) rules: Rules<'s>,
    /// The parts that rules do not express. `None` if they are not requested.
    pub(super) found: Option<Vec<Unexpressed>>,
}

impl<'s> Lowering<'s> {
    /// The place of a field.
    pub(crate) fn field(&mut self, place: &Place, name: &'s str) -> Place {
        let properties = self.rules.step(place.number, "properties");
        let number = self.rules.step(properties, name);
        Place { number, path: member(&place.path, name), ..*place }
    }

    pub(super) fn below(&mut self, place: &Place, step: &'static str, end: &str) -> Place {
        let number = self.rules.step(place.number, step);
        Place { number, path: format!("{}{end}", place.path), ..*place }
    }

    /// Adds a rule to the schema at a place.
    pub(super) fn add(&mut self, place: &Place, rule: Lowered<'s>) {
        self.rules.add(place.number, rule);
    }

    pub(super) fn missed(&mut self, place: &Place, keyword: &'static str, detail: &str, span: Span) {
        self.report(place, keyword, Difference::Accepted, detail, span);
    }

    pub(super) fn not_done(&mut self, place: &Place, keyword: &'static str, detail: &str, span: Span) {
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

    /// Records extensions that no rule stands for.
    pub(super) fn others(&mut self, schema: &Schema, place: &Place) {
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
