//! allOf, anyOf, oneOf and not.
//
// kube-openapi: pkg/validation/validate/schema_props.go

use super::{Findings, Validation, Wrong, validate};
use crate::check::path::quoted;
use crate::schema::Schema;

impl Validation<'_> {
    pub(super) fn junctors(&mut self) {
        let (node, path) = (self.node, self.path);
        let mut steps = self.wrong.steps;
        let mut fine = |schema: &Schema| {
            let mut wrong = Findings { list: Vec::new(), steps };
            validate(node, schema, path, &mut wrong);
            steps = wrong.steps;
            wrong.list.is_empty()
        };
        let here = quoted(path);
        let mut found = Vec::new();
        if let Some(any_of) = self.schema.any_of.as_ref().filter(|list| !list.value.is_empty())
            && !any_of.value.iter().any(&mut fine)
        {
            found.push((
                format!("{here} must validate at least one schema (anyOf)"),
                "it fits none under `anyOf`",
            ));
        }
        if let Some(one_of) = self.schema.one_of.as_ref().filter(|list| !list.value.is_empty()) {
            let count = one_of.value.iter().filter(|schema| fine(schema)).count();
            let words = match count {
                1 => None,
                0 => Some("Found none valid".to_owned()),
                _ => Some(format!("Found {count} valid alternatives")),
            };
            if let Some(words) = words {
                let detail = format!("{here} must validate one and only one schema (oneOf). {words}");
                found.push((detail, "it must fit exactly one under `oneOf`"));
            }
        }
        if self.schema.not.as_ref().is_some_and(|not| fine(&not.value)) {
            found.push((
                format!("{here} must not validate the schema (not)"),
                "it fits what stands under `not`",
            ));
        }
        self.wrong.steps = steps;
        for (detail, message) in found {
            self.wrong.list.push(Wrong {
                path: String::new(),
                span: node.span,
                message: message.to_owned(),
                what: "Invalid value: \"\"".to_owned(),
                detail,
            });
        }
        if let Some(all_of) = &self.schema.all_of {
            let before = self.wrong.list.len();
            let mut good = 0;
            for schema in &all_of.value {
                let start = self.wrong.list.len();
                validate(node, schema, path, self.wrong);
                good += usize::from(self.wrong.list.len() == start);
            }
            if self.wrong.list.len() > before {
                let none = if good == 0 { ". None validated" } else { "" };
                self.wrong.list.push(Wrong {
                    path: String::new(),
                    span: node.span,
                    message: "it must fit all under `allOf`".to_owned(),
                    what: "Invalid value: \"\"".to_owned(),
                    detail: format!("{here} must validate all the schemas (allOf){none}"),
                });
            }
        }
    }
}
