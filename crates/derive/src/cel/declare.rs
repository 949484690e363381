//! Declares the types of an item and its fields for rules. Types that the derive cannot see are `dyn`.

use std::collections::BTreeMap;

use crdc_cel::compile::escape;
use crdc_cel::compile::types::{Declarations, Declared, DeclaredId, Shape};

use crate::model::{Body, Constraints, Field, Form, Scalar};

/// The declared types for one rule.
#[derive(Default)]
pub(super) struct Declare {
    pub(super) declarations: Declarations,
}

impl Declare {
    fn add(&mut self, shape: Shape) -> DeclaredId {
        // Limits bound only the costs, which are estimated from the whole schema.
        self.declarations.add(Declared { shape, nullable: false, max_elements: 0, min_size: 1 })
    }

    /// Declares the type of an item's values.
    pub(super) fn body(&mut self, body: &Body) -> DeclaredId {
        match body {
            Body::Object(object) if object.fields.iter().all(|field| !field.flatten) => {
                let mut fields = BTreeMap::new();
                if let Some((name, _)) = &object.tag {
                    let of = self.add(Shape::String);
                    fields.extend(escape(name).map(|name| (name, of)));
                }
                for field in &object.fields {
                    let of = self.field(field);
                    fields.extend(escape(&field.name).map(|name| (name, of)));
                }
                self.add(Shape::Object(fields))
            }
            Body::Transparent(field) => self.field(field),
            Body::Text(_) => self.add(Shape::String),
            Body::Object(_) | Body::Choice(_) | Body::Leaf(_) => self.add(Shape::Dyn),
        }
    }

    fn field(&mut self, field: &Field) -> DeclaredId {
        if field.is_whole() || field.foreign_schema {
            return self.add(Shape::Dyn);
        }
        self.form(field.form.core())
    }

    /// Declares the type of a form's values.
    pub(super) fn form(&mut self, form: &Form) -> DeclaredId {
        match form {
            Form::Scalar(scalar, constraints) => {
                let shape = match scalar {
                    Scalar::Bool => Shape::Bool,
                    Scalar::Integer { .. } => Shape::Int,
                    Scalar::Number { .. } => Shape::Double,
                    Scalar::Text | Scalar::Char => of_text(constraints),
                };
                self.add(shape)
            }
            Form::Other(..) => self.add(Shape::Dyn),
            Form::Optional(inner) | Form::Boxed(inner) => self.form(inner),
            Form::List { items, .. } => {
                let of = self.part(items);
                self.add(Shape::List(of))
            }
            Form::Map { values, .. } => {
                let of = self.part(values);
                self.add(Shape::Map(of))
            }
        }
    }

    /// Declares the type of items of a list or values of a map, which may be null where a field would be
    /// absent.
    fn part(&mut self, form: &Form) -> DeclaredId {
        let of = self.form(form);
        if form.is_optional() {
            self.declarations.set_nullable(of);
        }
        of
    }

    /// The names of the fields of a type in rules, if it is an object whose fields are known.
    pub(super) fn fields(&self, of: DeclaredId) -> Vec<String> {
        match &self.declarations.get(of).shape {
            Shape::Object(fields) => fields.keys().cloned().collect(),
            _ => Vec::new(),
        }
    }
}

// apiserver: pkg/cel/common/schemas.go
fn of_text(constraints: &Constraints) -> Shape {
    match constraints.format.as_deref() {
        Some("byte") => Shape::Bytes,
        Some("duration") => Shape::Duration,
        Some("date" | "date-time") => Shape::Timestamp,
        _ => Shape::String,
    }
}
