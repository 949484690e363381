//! Declares the types of values for rules. Out: types for the checker, with the names of fields in rules and
//! the limits of sizes (`Declare`); and types by which programs read values, with the numbers of fields
//! (`RuleTypes`).
//
// apiserver: pkg/cel/common/{schemas,valuesunstructured}.go (SchemaDeclType), pkg/cel/limits.go;
// apiextensions-apiserver: pkg/apiserver/schema/cel/model/schemas.go

use std::collections::{BTreeMap, HashMap};

use super::schemas::{NAMES, Schemas, Seen};
use crdc_cel::Form;
use crdc_cel::compile::escape;
use crdc_cel::compile::program::{ValueField, ValueType, ValueTypeId, ValueTypes};
use crdc_cel::compile::types::{Declarations, Declared, DeclaredId, Shape};
use crdc_vocabulary::Minor;

/// The largest request, in bytes.
pub(super) const REQUEST: u64 = 3 * 1024 * 1024;
/// The length of the longest string in a request, without its quotes.
const LONGEST_STRING: u64 = REQUEST - 2;
/// The length of the longest name.
const NAME: u64 = 253;

/// The types that were declared so far, by the values that have them.
#[derive(Default)]
pub(super) struct Known {
    pub(super) ids: HashMap<Seen, Option<DeclaredId>>,
    /// The value for which each type was declared.
    pub seen: HashMap<DeclaredId, Seen>,
}

/// Declares types of values for the checker.
pub(super) struct Declare<'d> {
    pub(super) schemas: &'d dyn Schemas,
    /// The server version whose limits apply. `None` for the newest.
    pub(super) server: Option<Minor>,
    pub(super) known: &'d mut Known,
    pub(super) declarations: &'d mut Declarations,
}

impl Declare<'_> {
    /// The type of a value. `None` if rules cannot read the value.
    pub(crate) fn of(&mut self, seen: Seen) -> Option<DeclaredId> {
        if let Some(found) = self.known.ids.get(&seen) {
            return *found;
        }
        // Rules cannot see values of recursive definitions, which servers do not support.
        self.known.ids.insert(seen, None);
        let found = self.declared(seen).map(|declared| self.declarations.add(declared));
        self.known.ids.insert(seen, found);
        self.known.seen.extend(found.map(|id| (id, seen)));
        found
    }

    fn declared(&mut self, seen: Seen) -> Option<Declared> {
        let schemas = self.schemas;
        let limit = seen.schema().and_then(|id| schemas.limit(id));
        // A character has at most four bytes.
        let bytes = limit.map(|length| length.saturating_mul(4));
        let (shape, max_elements, min_size) = match schemas.form_of(seen) {
            Form::IntOrString => {
                let counts = self.server.is_none_or(|server| server >= Minor::INT_OR_STRING_COSTS);
                (Shape::Dyn, bytes.filter(|_| counts).unwrap_or(LONGEST_STRING), 1)
            }
            Form::List | Form::Set | Form::ListMap => {
                let of = self.of(schemas.each_of(seen)?)?;
                (Shape::List(of), limit.unwrap_or_else(|| LONGEST_STRING / (self.min_size(of) + 1)), 2)
            }
            Form::Map => {
                let of = self.of(schemas.each_of(seen)?)?;
                // A key, quotes, a colon and a comma.
                (Shape::Map(of), limit.unwrap_or_else(|| LONGEST_STRING / (self.min_size(of) + 6)), 2)
            }
            Form::Object => {
                let (fields, min_size) = self.object(seen);
                (Shape::Object(fields), 0, min_size)
            }
            Form::String => {
                (Shape::String, bytes.or_else(|| self.longest(seen)).unwrap_or(LONGEST_STRING), 2)
            }
            Form::Bytes => (Shape::Bytes, limit.unwrap_or(LONGEST_STRING), 2),
            Form::Duration => (Shape::Duration, 32, 3),
            Form::Date => (Shape::Timestamp, 12, 12),
            Form::DateTime => (Shape::Timestamp, 32, 21),
            Form::Bool => (Shape::Bool, 0, 4),
            Form::Double => (Shape::Double, 0, 1),
            Form::Int => (Shape::Int, 0, 1),
            Form::Preserved | Form::Raw | Form::Like(_) => return None,
        };
        let nullable = seen.schema().is_some_and(|id| schemas.is_nullable(id));
        Some(Declared { shape, nullable, max_elements, min_size })
    }

    fn min_size(&self, id: DeclaredId) -> u64 {
        self.declarations.get(id).min_size
    }

    /// The fields of an object by their names in rules, and the size of the smallest object.
    fn object(&mut self, seen: Seen) -> (BTreeMap<String, DeclaredId>, u64) {
        let schemas = self.schemas;
        let required = seen.schema().map(|id| schemas.required(id)).unwrap_or_default();
        let (mut fields, mut min_size) = (BTreeMap::new(), 2);
        for (name, field) in schemas.fields_of(seen) {
            let Some(of) = self.of(field) else { continue };
            let may_lack = field.schema().is_some_and(|id| schemas.has_default(id));
            if required.contains(name) && !may_lack {
                min_size += name.len() as u64 + self.min_size(of) + 4;
            }
            fields.extend(escape(name).map(|name| (name, of)));
        }
        (fields, min_size)
    }

    /// The most bytes of a string without a limit.
    fn longest(&self, seen: Seen) -> Option<u64> {
        let schemas = self.schemas;
        let (resource, index) = match seen {
            Seen::Name(resource, index) => (resource, index),
            seen => return schemas.longest_value(seen.schema()?),
        };
        self.server.filter(|server| *server >= Minor::NAME_COSTS)?;
        let own = schemas.field(resource, "metadata").and_then(|id| schemas.field(id, NAMES[index]));
        let own = own.and_then(|id| schemas.limit(id));
        // The suffix of a generated name has at least one character.
        let most = if index == 0 { NAME } else { NAME - 1 };
        Some(own.map_or(most, |own| own.min(most)) * 4)
    }
}

/// The types by which programs read values.
#[derive(Clone, Debug, Default)]
pub struct RuleTypes {
    /// All types.
    pub all: ValueTypes,
    /// The value that has each type.
    pub seen: Vec<Seen>,
    /// The number of the type of each value. `None` while the type is being made.
    known: HashMap<Seen, Option<ValueTypeId>>,
}

impl RuleTypes {
    /// The type of a value; `None` while it is being made: only schemas without rules are recursive.
    pub fn of(&mut self, schemas: &dyn Schemas, seen: Seen) -> Option<ValueTypeId> {
        if let Some(known) = self.known.get(&seen) {
            return *known;
        }
        self.known.insert(seen, None);
        let form = schemas.form_of(seen);
        let fields = if form == Form::Object { schemas.numbered_of(seen) } else { Vec::new() };
        // Fields that the schema does not specify have no type.
        let field = |(name, seen): (&str, Option<Seen>)| ValueField {
            name: schemas.quoted(name),
            in_rules: in_rules(name),
            of: seen.and_then(|seen| self.of(schemas, seen)),
        };
        let fields = fields.into_iter().map(field).collect();
        let each = schemas.each_of(seen).and_then(|each| self.of(schemas, each));
        let nullable = seen.schema().is_some_and(|id| schemas.is_nullable(id));
        // The server looks up the keys of list maps in objects by their escaped names.
        let keys = seen.schema().filter(|_| form == Form::ListMap).map(|id| schemas.keys(id));
        let keys = keys.into_iter().flatten().map(in_rules).collect();
        let id = self.all.add(ValueType { form, nullable, fields, each, keys });
        self.seen.push(seen);
        self.known.insert(seen, Some(id));
        Some(id)
    }
}

/// The name of a field in rules; the name in objects if rules cannot name the field.
fn in_rules(name: &str) -> String {
    escape(name).unwrap_or_else(|| name.to_owned())
}
