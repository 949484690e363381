//! Reads `#[schemars(…)]` as far as it changes the schema: `extend`, `transform`, `with`, `schema_with`. In:
//! the attributes of a type, a field or a variant. Out: the equivalent markers.
//!
//! Easy to break: **a server enforces everything in the schema**. So an attribute that the derive cannot read
//! is an error, unless `#[crdc(unchecked_schema)]` declares that the schema is checked elsewhere. Rules that
//! can be read are run all the same.
//
// schemars_derive: attr/mod.rs

use super::attributes::{self, Entry, Value};
use super::tool_attributes::{Extension, ON_VARIANTS, UNREAD, extension};
use super::{cel_rules, literal};
use crate::diag::{Diagnostics, Problem};
use crate::markers::{self, At, MarkerSet, Stand};
use crate::model::Form;
use crate::types;
use crdc_source::diag::Code;
use crdc_source::json::Json;

/// Adds the markers that the attributes at a position stand for.
pub(super) fn read(
    attributes: &[syn::Attribute],
    stand: Stand,
    markers: &mut MarkerSet,
    problems: &mut Diagnostics,
) {
    let mut reader =
        Reader { stand, unchecked: cel_rules::has_schema_opt_out(attributes), markers, problems };
    for entry in attributes::entries(attributes, "schemars").iter().filter(|entry| !entry.not) {
        match entry.name.as_str() {
            "extend" => entry.entries().iter().for_each(|keyword| reader.keyword(keyword)),
            "with" if entry.text().is_some_and(|text| is_plain(&text)) => {}
            name => {
                if let Some((_, what, help)) = UNREAD.iter().find(|(known, ..)| *known == name) {
                    reader.unread(entry, &format!("`#[schemars({name})]` {what}"), help);
                }
            }
        }
    }
}

/// The type whose schema a field has: that of `with`, if the derive can read it.
pub(crate) fn shown(field: &syn::Field) -> syn::Type {
    let entries = attributes::entries(&field.attrs, "schemars");
    let with = entries.iter().filter(|entry| !entry.not && entry.name == "with").find_map(Entry::text);
    let read = with.filter(|text| is_plain(text)).and_then(|text| syn::parse_str(&text).ok());
    read.unwrap_or_else(|| field.ty.clone())
}

/// Whether a type is a type of `std` whose schema constrains nothing but the type.
fn is_plain(text: &str) -> bool {
    fn of(form: &Form) -> bool {
        match form {
            Form::Scalar(..) => true,
            Form::Other(..) => false,
            Form::Optional(inner) | Form::Boxed(inner) => of(inner),
            Form::List { items, .. } => of(items),
            Form::Map { values, .. } => of(values),
        }
    }
    syn::parse_str(text).is_ok_and(|ty| of(&types::form(&ty)))
}

struct Reader<'r> {
    stand: Stand,
    unchecked: bool,
    markers: &'r mut MarkerSet,
    problems: &'r mut Diagnostics,
}

impl Reader<'_> {
    /// A keyword of `extend`.
    fn keyword(&mut self, entry: &Entry) {
        let name = entry.name.as_str();
        let marker = match extension(name) {
            Extension::Nothing | Extension::Rules => return,
            Extension::Unread(help) => {
                let message = format!("`extend(\"{name}\")` is a keyword that the derive does not check");
                return self.unread(entry, &message, help);
            }
            Extension::Marker(marker) => marker,
        };
        if self.stand == Stand::Variant {
            let message = format!("`extend(\"{name}\")` is of a variant, where the derive does not check it");
            return self.unread(entry, &message, ON_VARIANTS);
        }
        let value = match &entry.value {
            Value::Is(tokens) => literal::json(tokens),
            _ => None,
        };
        if !value.is_some_and(|value| self.marker(marker, entry, value)) {
            let message = format!("the value of `extend(\"{name}\")` is not one that the derive can read");
            let help = format!("write a literal of the keyword's type, or write the marker `{marker}`");
            self.unread(entry, &message, &help);
        }
    }

    /// Adds a marker, whose argument is the value of a keyword. Returns whether the marker can have this
    /// argument.
    fn marker(&mut self, marker: &str, entry: &Entry, value: Json) -> bool {
        let values = match value {
            // A marker for each key.
            Json::Array(keys) if marker == "+listMapKey" => keys,
            // The keyword has no effect.
            Json::Bool(false) if marker != "+default" => return true,
            value => vec![value],
        };
        values.iter().all(|value| {
            let text = format!("#[schemars(extend(\"{}\" = {}))]", entry.name, value.text());
            let at = At { span: entry.span, text };
            markers::of_keyword(marker, value, at, self.stand, self.markers, self.problems)
        })
    }

    fn unread(&mut self, entry: &Entry, message: &str, help: &str) {
        if self.unchecked {
            return;
        }
        let help = format!("{help}; or check it yourself, and write `#[crdc(unchecked_schema)]`");
        self.problems.add(Problem::new(Code::SchemaUnchecked, entry.span, message, help));
    }
}
