//! The kinds of values that a schema accepts, as a set. "integer" is a subset of "number", and no type means
//! all kinds.

use crdc_schema::Schema;

/// A set of kinds of values, one bit each.
pub(super) type Types = u8;

const BOOLEAN: Types = 1;
pub(super) const INTEGER: Types = 1 << 1;
const FRACTION: Types = 1 << 2;
pub(super) const NUMBER: Types = INTEGER | FRACTION;
pub(super) const STRING: Types = 1 << 3;
pub(super) const OBJECT: Types = 1 << 4;
pub(super) const ARRAY: Types = 1 << 5;
const ANY: Types = BOOLEAN | NUMBER | STRING | OBJECT | ARRAY;

/// The kinds of values that a schema accepts.
pub(super) fn of(schema: &Schema) -> Types {
    if schema.is_int_or_string() {
        return INTEGER | STRING;
    }
    match schema.type_name() {
        "boolean" => BOOLEAN,
        "integer" => INTEGER,
        "number" => NUMBER,
        "string" => STRING,
        "object" => OBJECT,
        "array" => ARRAY,
        _ => ANY,
    }
}
