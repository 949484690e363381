//! The schema of a value, and the position of the value in objects.

use crate::path::Path;
use crdc_schema::{RequiredFields, Schema};
use crdc_source::Span;

/// A schema and its context.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    pub(super) schema: &'a Schema,
    /// The key of the schema: the location to report if something is missing.
    pub(super) key: Span,
    /// The path of the field, as in `spec.ports[].port`. `None` for the object itself.
    pub(super) path: Option<&'a Path<'a>>,
    /// The name, if the value is a property.
    pub(super) name: Option<&'a str>,
    /// Whether this is below the status of the object.
    pub(super) in_status: bool,
    /// The schema around this one.
    pub(super) around: Option<&'a Schema>,
    /// The fields that the schema around requires.
    pub(super) required: Option<&'a RequiredFields<'a>>,
    /// Whether the schema around is that of the object itself.
    pub(super) is_top: bool,
}

impl<'a> Place<'a> {
    /// The place of the object itself.
    pub(super) fn root(schema: &'a Schema) -> Self {
        Place {
            schema,
            key: schema.span,
            path: None,
            name: None,
            in_status: false,
            around: None,
            required: None,
            is_top: false,
        }
    }

    /// The field of a property.
    pub(super) fn property(&'a self, name: &'a str) -> Path<'a> {
        self.path.map_or_else(|| Path::new(name), |path| path.child(name))
    }

    /// The items of a list, or the values of a map.
    pub(super) fn entries(&'a self) -> Path<'a> {
        self.path.map_or_else(|| Path::new("[]"), |path| path.key(""))
    }

    /// Whether servers define a property of the object or of an embedded one, whatever its schema says.
    pub(super) fn is_servers_own(&self, name: &str) -> bool {
        let resource = self.path.is_none() || self.schema.is_embedded_resource();
        resource && matches!(name, "apiVersion" | "kind" | "metadata")
    }

    /// Whether this is a property that may be absent.
    pub(super) fn is_optional(&self) -> bool {
        let absent = |(name, required): (&str, &RequiredFields<'_>)| !required.has(name);
        self.schema.default.is_none() && self.name.zip(self.required).is_some_and(absent)
    }

    /// The span of the type, or of the key.
    pub(super) fn type_span(&self) -> Span {
        self.schema.r#type.as_ref().map_or(self.key, |at| at.span)
    }
}

impl std::fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.path {
            Some(path) => write!(f, "`{}`", path.shown()),
            None => f.write_str("the object"),
        }
    }
}
