//! Checks that defaults and enum values fit their type. They are checked against the schema of the form, by
//! the same code as in CustomResourceDefinitions.

use crate::diag::{Diagnostics, Problem};
use crate::markers::MarkerSet;
use crate::model::{Field, Form};
use crate::schema::of_form;
use crdc_source::diag::Code;
use crdc_source::json::Json;

pub(crate) fn default(field: &mut Field, markers: &MarkerSet, problems: &mut Diagnostics) {
    let Some((value, at)) = &markers.default else { return };
    let (message, help) = if *value == Json::Null {
        (format!("`{}` has no effect: null is not a valid default", at.text), "remove it")
    } else if !fits(value, &field.form) {
        (
            format!(
                "`{}` is not a valid value for `{}`, which is {}",
                at.text,
                field.name,
                super::place::words(&field.form)
            ),
            "write a JSON value that the type and the markers of the field allow, strings in quotes",
        )
    } else {
        field.default_value = Some(value.clone());
        return;
    };
    problems.add(Problem::new(Code::DefaultInvalid, at.span, message, help));
}

/// Whether a value fits a form, as far as its types are known.
pub(super) fn fits(value: &Json, form: &Form) -> bool {
    let (schema, _) = crdc_schema::read_schema(&of_form(form).to_node());
    crdc_schema::value::fits(&value.to_node(), &schema)
}
