//! Validates allOf, anyOf, oneOf and not. If all branches fail, the server reports the errors of the branch
//! with the most passed checks.
//
// kube-openapi: pkg/validation/validate/schema_props.go

use super::{Outcome, Validation, at};
use crate::{At, Schema};
use crdc_vocabulary::go;

impl Validation<'_> {
    pub(super) fn junctors(&mut self) {
        fn list(at: &Option<At<Vec<Schema>>>) -> &[Schema] {
            at.as_ref().map_or(&[], |at| &at.value)
        }
        let schema = self.schema;
        self.any_of(list(&schema.any_of));
        self.one_of(list(&schema.one_of));
        self.all_of(list(&schema.all_of));
        if let Some(not) = &schema.not
            && self.branch(&not.value).list.is_empty()
        {
            self.whole("must not validate the schema (not)", "it must not match the schema under `not`");
        }
        self.out.matches += 1;
    }

    fn branch(&mut self, schema: &Schema) -> Outcome {
        at(self.node, schema, self.path, true, self.steps)
    }

    /// Adds an error for the default as a whole.
    fn whole(&mut self, detail: &str, message: &str) {
        let detail = format!("{} {detail}", go::quote(self.path));
        self.nowhere(detail, message);
    }

    fn any_of(&mut self, branches: &[Schema]) {
        let mut best: Option<Outcome> = None;
        for schema in branches {
            let found = self.branch(schema);
            if found.list.is_empty() {
                self.out.merge(found);
                return;
            }
            if best.as_ref().is_none_or(|best| found.matches > best.matches) {
                best = Some(found);
            }
        }
        if let Some(best) = best {
            self.whole(
                "must validate at least one schema (anyOf)",
                "it must match at least one schema under `anyOf`",
            );
            self.out.merge(best);
        }
    }

    fn one_of(&mut self, branches: &[Schema]) {
        let (mut best, mut first): (Option<Outcome>, Option<Outcome>) = (None, None);
        let mut fit = 0;
        for schema in branches {
            let found = self.branch(schema);
            if found.list.is_empty() {
                fit += 1;
                best = None;
                first.get_or_insert(found);
            } else if fit == 0 && best.as_ref().is_none_or(|best| found.matches > best.matches) {
                best = Some(found);
            }
        }
        match (fit, branches.is_empty()) {
            (_, true) => {}
            (1, _) => self.out.merge(first.unwrap_or_default()),
            _ => {
                let how_many =
                    if fit == 0 { "none valid".to_owned() } else { format!("{fit} valid alternatives") };
                let detail = format!("must validate one and only one schema (oneOf). Found {how_many}");
                self.whole(&detail, "it must match exactly one schema under `oneOf`");
                self.out.merge(best.unwrap_or_default());
            }
        }
    }

    fn all_of(&mut self, branches: &[Schema]) {
        let mut fit = 0;
        for schema in branches {
            let found = self.branch(schema);
            fit += usize::from(found.list.is_empty());
            self.out.merge(found);
        }
        if fit != branches.len() {
            let none = if fit == 0 { ". None validated" } else { "" };
            let detail = format!("must validate all the schemas (allOf){none}");
            self.whole(&detail, "it must match all schemas under `allOf`");
        }
    }
}
