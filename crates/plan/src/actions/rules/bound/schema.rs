//! Bounds of the sizes of values, from the limits of their schemas. When rules run, the object has already
//! passed the checks that the server makes before them: no value is longer than its schema allows, and no
//! required field is missing.
//
// apiextensions-apiserver: registry/customresource/strategy.go hasBlockingErr

use crate::actions::rules::builder::RuleBuilder;
use crate::{NodeId, Type};
use crdc_cel::Form;
use crdc_check::rule_compiler::{Schemas, Seen};
use crdc_source::json::Json;

/// The depth to which required fields are followed.
const DEPTH: usize = 6;

impl RuleBuilder<'_> {
    /// The kind of a value, which determines what its size counts.
    pub(super) fn kind_of(&self, seen: Seen) -> Kind {
        match self.schemas.form_of(seen) {
            Form::List | Form::Set | Form::ListMap => Kind::List,
            Form::Map => Kind::Map,
            Form::Object => Kind::Object,
            Form::String | Form::Bytes => Kind::Text,
            Form::Duration | Form::Date | Form::DateTime | Form::Bool | Form::Double | Form::Int => {
                Kind::Scalar
            }
            Form::IntOrString | Form::Preserved | Form::Raw | Form::Like(_) => Kind::Any,
        }
    }

    /// The largest size that the schema allows: characters, items or entries.
    pub(super) fn largest(&self, seen: Seen) -> Option<f64> {
        let node = self.plan.nodes.get(seen.schema()?)?;
        let max = match self.kind_of(seen) {
            Kind::Text => {
                let longest = |text: usize| i64::try_from(text).unwrap_or(i64::MAX);
                let listed = node.values.iter().map(|value| match value {
                    Json::String(text) => Some(longest(text.chars().count())),
                    _ => None,
                });
                let listed = listed.collect::<Option<Vec<_>>>().and_then(|sizes| sizes.into_iter().max());
                [node.string.max, listed].into_iter().flatten().min()
            }
            Kind::List => node.array.max,
            Kind::Map => node.object.max,
            Kind::Object | Kind::Scalar | Kind::Any => None,
        };
        max.map(as_size)
    }

    /// The smallest size of an item of a list or of an entry of a map, with what separates it from the next.
    pub(super) fn smallest_part(&self, seen: Seen, trusted: bool) -> f64 {
        let each = match self.schemas.each_of(seen) {
            Some(Seen::Node(id) | Seen::Resource(id)) if trusted => self.smallest(id, DEPTH),
            _ => 1.0,
        };
        // A key has quotes.
        let key = if self.kind_of(seen) == Kind::List { 0.0 } else { 2.0 };
        each + key + 1.0
    }

    /// The smallest size of a value as text.
    fn smallest(&self, id: NodeId, depth: usize) -> f64 {
        let node = &self.plan.nodes[id];
        let least = match node.types.as_slice() {
            [Type::String | Type::Array] => 2.0,
            [Type::Boolean] => 4.0,
            [Type::Object] => {
                let required = node.object.required.iter().map(|name| {
                    let field = node.object.field(name);
                    let least = match field.filter(|_| depth > 0) {
                        Some(field) => self.smallest(field.node, depth - 1),
                        None => 1.0,
                    };
                    as_size(i64::try_from(name.len()).unwrap_or(i64::MAX)) + 2.0 + least
                });
                2.0 + required.sum::<f64>()
            }
            _ => 1.0,
        };
        if node.nullable { least.min(4.0) } else { least }
    }
}

/// The kinds of values whose sizes the bound depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Characters or bytes.
    Text,
    /// Items.
    List,
    /// Entries.
    Map,
    /// Fields.
    Object,
    /// A value whose size is 1.
    Scalar,
    /// A value whose kind is known only at run time.
    Any,
}

#[expect(clippy::cast_precision_loss, reason = "limits above 2^53 are never reached")]
pub(super) fn as_size(size: i64) -> f64 {
    size.max(0) as f64
}
