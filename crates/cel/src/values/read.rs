//! Reads nodes of the tape as values, by their schema. A node that does not fit its schema is an error.
//
// apiserver: pkg/cel/common/valuesunstructured.go

use super::node::{NULL, Node, WRONG_INT_OR_STRING};
use super::value::{List, Map, Value};
use crate::arena::Arena;
use crate::document::schema::Form;
use crate::error::{EvalError, Evaluated};
use crdc_object::tape::Kind;

impl<'a> Node<'a> {
    /// The value.
    ///
    /// # Errors
    /// The value does not fit the schema.
    pub fn value(self, arena: &'a Arena) -> Evaluated<Value<'a>> {
        let entry = self.tape.entry(self.at);
        if entry.kind == Kind::Null && self.of.form != Form::Raw {
            return if self.of.nullable { Ok(Value::Null) } else { Err(EvalError::Static(NULL)) };
        }
        Ok(match self.of.form {
            Form::Object | Form::Map => Value::Map(self.map()?),
            Form::List | Form::Set | Form::ListMap => Value::List(self.list()?),
            Form::String => Value::String(self.string()?),
            Form::Bytes => Value::Bytes(self.bytes(arena)?),
            Form::Duration => Value::Duration(self.duration(arena)?),
            Form::Date | Form::DateTime => Value::Timestamp(self.timestamp(arena)?),
            Form::Int => Value::Int(self.int()?),
            Form::Double => Value::Double(self.double()?),
            Form::Bool => Value::Bool(self.bool()?),
            Form::IntOrString => match entry.kind {
                Kind::String => Value::String(self.string()?),
                Kind::Int => Value::Int(self.tape.int(&entry)),
                _ => return Err(EvalError::Static(WRONG_INT_OR_STRING)),
            },
            Form::Preserved => Value::Preserved(self),
            // Links are resolved in `Node::new`.
            Form::Raw | Form::Like(_) => match entry.kind {
                Kind::Null => Value::Null,
                Kind::False | Kind::True => Value::Bool(entry.kind == Kind::True),
                Kind::Int => Value::Int(self.tape.int(&entry)),
                Kind::Float => Value::Double(self.tape.float(&entry)),
                Kind::String => Value::String(self.content().unwrap_or_default()),
                Kind::Array => Value::List(List::Node(self)),
                Kind::Object => Value::Map(Map::Node(self)),
            },
        })
    }

    /// Checks that the value fits its schema.
    ///
    /// # Errors
    /// The value does not fit.
    #[inline]
    pub(crate) fn fits(self, arena: &'a Arena) -> Evaluated<()> {
        match (self.of.form, self.kind()) {
            (Form::Object | Form::Map, Kind::Object)
            | (Form::List | Form::Set | Form::ListMap, Kind::Array)
            | (Form::String, Kind::String)
            | (Form::Int, Kind::Int)
            | (Form::Double, Kind::Int | Kind::Float)
            | (Form::Bool, Kind::False | Kind::True) => Ok(()),
            _ => self.value(arena).map(|_| ()),
        }
    }

    /// The map or object.
    ///
    /// # Errors
    /// The value is no object.
    #[inline]
    pub fn map(self) -> Evaluated<Map<'a>> {
        self.object().map(Map::Node)
    }

    /// The list.
    ///
    /// # Errors
    /// The value is no list.
    #[inline]
    pub fn list(self) -> Evaluated<List<'a>> {
        if self.kind() == Kind::Array { Ok(List::Node(self)) } else { self.not_a("an array", "array") }
    }
}
