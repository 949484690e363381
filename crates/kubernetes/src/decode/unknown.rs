//! Reports unknown fields of structs, and suggests a similar name, or the place where the field belongs.
//
// sigs.k8s.io/json: kubernetes_patch.go newFieldError

use crdc_source::Member;
use crdc_source::diag::nearest;
use crdc_vocabulary::go;

use super::place::{Place, Step};
use super::report::Decoder;
use crate::definition::{Definition, Shape};

impl<'d> Decoder<'d> {
    pub(super) fn unknown(&mut self, member: &Member, definition: &'d Definition, at: &Place<'_>) {
        let Shape::Struct(fields) = &definition.shape else { return };
        // Every object has its type, whatever the document says.
        if matches!(at.step, Step::Root) && matches!(member.key.as_str(), "apiVersion" | "kind") {
            return;
        }
        // The fields of another project's type are not known if its schema lists none.
        let is_known = !fields.is_empty() || definition.name.starts_with("io.k8s.");
        if !is_known || self.is_full_of_unknown() || !at.is_strict() {
            return;
        }
        let mut path = at.strict_path();
        if !path.is_empty() {
            path.push('.');
        }
        path.push_str(&member.key);
        let error = format!("unknown field {}", go::quote(&path));
        let meant = || {
            let nearest = nearest(&member.key, fields.iter().map(|field| field.name.as_str()))?;
            Some(format!("did you mean `{nearest}`?"))
        };
        let help = super::renamed::now(&definition.name, &member.key)
            .or_else(meant)
            .or_else(|| self.may_search().then(|| self.elsewhere(&member.key, definition, at))?)
            .unwrap_or_else(|| "correct the name, or remove it".to_owned());
        self.unknown_field(path, error, member.key_span, help);
    }
}
