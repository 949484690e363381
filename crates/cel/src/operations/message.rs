//! Evaluates messages of protocol buffers that stand for a scalar: `google.protobuf.Int64Value{value: 1}`.
//
// cel-go: common/types/provider.go (NewValue), common/types (ConvertToNative of each type),
// interpreter/runtimecost.go

use alloc::format;

use crate::context::Context;
use crate::error::{EvalError, Evaluated};
use crate::values::Value;
pub use crdc_vocabulary::message::Scalar;

/// The scalar of a message whose field `path` is set to a value. Without a value, it is the zero of its type.
///
/// # Errors
/// Errors of the value; it has another type, or is out of range.
pub(crate) fn message<'a>(
    context: Context<'a>,
    scalar: Scalar,
    path: &str,
    value: Evaluated<Option<Value<'a>>>,
) -> Evaluated<Value<'a>> {
    context.add(40);
    let Some(value) = value? else { return Ok(zero(scalar)) };
    let narrow = |value: Option<Value<'a>>, wide: &str| {
        value.ok_or_else(|| refused(path, format_args!("{wide} overflow")))
    };
    match (scalar, value) {
        // Any number of the enumeration means null.
        (Scalar::Null, Value::Int(_)) => Ok(Value::Null),
        (Scalar::Bool, Value::Bool(_))
        | (Scalar::Bytes, Value::Bytes(_))
        | (Scalar::Double, Value::Double(_))
        | (Scalar::Int64, Value::Int(_))
        | (Scalar::String, Value::String(_))
        | (Scalar::Uint64, Value::Uint(_)) => Ok(value),
        #[expect(clippy::cast_possible_truncation, reason = "the message holds 32 bits")]
        (Scalar::Float, Value::Double(value)) => Ok(Value::Double(f64::from(value as f32))),
        (Scalar::Int32, Value::Int(value)) => {
            narrow(i32::try_from(value).ok().map(|value| Value::Int(value.into())), "integer")
        }
        (Scalar::Uint32, Value::Uint(value)) => {
            narrow(u32::try_from(value).ok().map(|value| Value::Uint(value.into())), "unsigned integer")
        }
        (scalar, value) => Err(mismatch(scalar, path, value)),
    }
}

fn zero<'a>(scalar: Scalar) -> Value<'a> {
    match scalar {
        Scalar::Null => Value::Null,
        Scalar::Bool => Value::Bool(false),
        Scalar::Bytes => Value::Bytes(&[]),
        Scalar::Double | Scalar::Float => Value::Double(0.0),
        Scalar::Int32 | Scalar::Int64 => Value::Int(0),
        Scalar::String => Value::String(""),
        Scalar::Uint32 | Scalar::Uint64 => Value::Uint(0),
    }
}

/// The error of a value of another type.
#[cold]
fn mismatch(scalar: Scalar, path: &str, value: Value<'_>) -> EvalError {
    let to = match scalar {
        Scalar::Null => "structpb.NullValue",
        Scalar::Bool => "bool",
        Scalar::Bytes => "[]uint8",
        Scalar::Double => "float64",
        Scalar::Float => "float32",
        Scalar::Int32 => "int32",
        Scalar::Int64 => "int64",
        Scalar::String => "string",
        Scalar::Uint32 => "uint32",
        Scalar::Uint64 => "uint64",
    };
    match value {
        Value::Int(_) => refused(path, format_args!("unsupported type conversion from 'int' to {to}")),
        Value::Uint(_) => refused(path, format_args!("unsupported type conversion from 'uint' to {to}")),
        Value::String(_) => {
            refused(path, format_args!("unsupported native conversion from string to '{to}'"))
        }
        Value::Bool(_) => refused(path, format_args!("type conversion error from bool to '{to}'")),
        Value::Double(_) => refused(path, format_args!("type conversion error from Double to '{to}'")),
        Value::Bytes(_) => refused(path, format_args!("type conversion error from Bytes to '{to}'")),
        Value::Duration(_) => refused(path, format_args!("type conversion error from 'Duration' to '{to}'")),
        Value::Timestamp(_) => {
            refused(path, format_args!("type conversion error from 'Timestamp' to '{to}'"))
        }
        Value::List(_) | Value::Map(_) => {
            let from = value.type_name();
            refused(path, format_args!("type conversion error from {from} to '{to}'"))
        }
        value => {
            let from = value.type_name();
            refused(path, format_args!("type conversion error from '{from}' to '{to}'"))
        }
    }
}

#[cold]
fn refused(path: &str, why: core::fmt::Arguments<'_>) -> EvalError {
    EvalError::text(format!("field type conversion error for {path} value type: {why}"))
}

#[cfg(test)]
mod tests {
    use alloc::borrow::ToOwned;
    use alloc::string::ToString;

    use super::*;
    use crate::context::Memory;
    use crate::context::meter::Meter;

    #[test]
    fn a_message_is_what_its_field_holds() {
        let (memory, meters) = (Memory::default(), [(); 9].map(|()| Meter::new(u64::MAX)));
        let path = "google.protobuf.Int32Value.value";
        let rows = [
            (Scalar::Int32, Some(Value::Int(-123)), Ok("Int(-123)")),
            (Scalar::Int32, None, Ok("Int(0)")),
            (Scalar::Int32, Some(Value::Int(1 << 31)), Err("integer overflow")),
            (Scalar::Int64, Some(Value::Int(1 << 31)), Ok("Int(2147483648)")),
            (Scalar::Uint32, Some(Value::Uint(1 << 32)), Err("unsigned integer overflow")),
            (Scalar::Float, Some(Value::Double(0.1)), Ok("Double(0.10000000149011612)")),
            (Scalar::Null, Some(Value::Int(7)), Ok("Null")),
            (
                Scalar::Bool,
                Some(Value::String("a")),
                Err("unsupported native conversion from string to 'bool'"),
            ),
            (Scalar::Bytes, Some(Value::Null), Err("type conversion error from 'null_type' to '[]uint8'")),
        ];
        for ((scalar, value, expected), meter) in rows.into_iter().zip(&meters) {
            let made = match message(Context::new(&memory, meter), scalar, path, Ok(value)) {
                Ok(value) => format!("{value:?}"),
                Err(error) => error.to_string(),
            };
            let expected = match expected {
                Ok(expected) => expected.to_owned(),
                Err(reason) => format!("field type conversion error for {path} value type: {reason}"),
            };
            assert_eq!((made, meter.spent()), (expected, 40));
        }
    }
}
