//! The kinds of compile errors of an expression, as data; the `Display` of a kind is cel-go's message.
//!
//! Other code never parses the messages: the fields contain the names and types that a message contains.
//
// cel-go: checker/errors.go, parser/parser.go, parser/macro.go; antlr: error_strategy.go

use std::fmt;

use super::format::FormatError;
use super::literal::LiteralError;
use super::macros::MacroError;
use super::shown_type::ShownType;
use super::syntax::SyntaxError;

/// The kind of a compile error, with the names and types that its message contains.
///
/// ```
/// use crdc_cel::compile::IssueKind;
///
/// let kind = IssueKind::UndefinedField { name: "replica".to_owned() };
/// assert_eq!(kind.to_string(), "undefined field 'replica'");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum IssueKind {
    /// The text is not an expression.
    Syntax(SyntaxError),
    /// The expression is longer than the limit.
    TooLong {
        /// The length of the expression in code points.
        size: usize,
        /// The limit.
        limit: usize,
    },
    /// Rules of the grammar contain themselves more often than the limit.
    Recursion {
        /// The limit.
        limit: u32,
    },
    /// Operators, selections and calls are nested too deep.
    Depth,
    /// More tokens would be skipped after a syntax error than the limit.
    Lookahead {
        /// The limit.
        limit: u32,
    },
    /// The macros expand to too many nodes.
    TooLarge,
    /// A name in backticks.
    Backticks,
    /// A name that the language reserves.
    Reserved {
        /// The name.
        name: String,
    },
    /// A literal that cannot be read.
    Literal(LiteralError),
    /// The arguments of a macro are wrong.
    Macro(MacroError),
    /// A field that its object does not have.
    UndefinedField {
        /// The name of the field.
        name: String,
    },
    /// A variable, function or type that does not exist.
    Undeclared {
        /// The name of the variable, function or type.
        name: String,
    },
    /// A type of a library whose fields are not known.
    Unresolved {
        /// The name of the type.
        name: String,
    },
    /// An expression selects a field of a value whose type has no fields.
    NoFields {
        /// The type of the value.
        of: ShownType,
    },
    /// A message literal names a type that is not a message type.
    NotMessage {
        /// The name of the type.
        name: String,
    },
    /// A message literal has a name that is not a type.
    NotType {
        /// The name of the type that the named value has.
        name: String,
    },
    /// A field of a message has another type.
    FieldType {
        /// The name of the field.
        field: String,
        /// The type of the field.
        expected: ShownType,
        /// The type of the value.
        found: ShownType,
    },
    /// A value has another type than it must have here.
    Mismatch {
        /// The type that the value must have.
        expected: ShownType,
        /// The type that the value has.
        found: ShownType,
    },
    /// No overload of a function or operator takes the operands.
    NoOverload {
        /// The name of the function, or of the operator: `_+_`.
        function: String,
        /// The type of the value before the dot, if it is called as a method.
        target: Option<ShownType>,
        /// The types of the arguments.
        args: Vec<ShownType>,
    },
    /// A macro loops over a value that is neither a list nor a map.
    NotIterable {
        /// The type of the value.
        of: ShownType,
    },
    /// A constant argument cannot be read by its function, such as `duration('x')`.
    Argument {
        /// The name of the function.
        function: &'static str,
    },
    /// The clauses of a format do not fit its arguments.
    Format(FormatError),
}

impl fmt::Display for IssueKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IssueKind::Syntax(error) => error.fmt(f),
            IssueKind::TooLong { size, limit } => {
                write!(f, "expression code point size exceeds limit: size: {size}, limit {limit}")
            }
            IssueKind::Recursion { limit } => write!(f, "expression recursion limit exceeded: {limit}"),
            IssueKind::Depth => f.write_str("max recursion depth exceeded"),
            IssueKind::Lookahead { limit } => {
                write!(f, "error recovery token lookahead limit exceeded: {limit}")
            }
            IssueKind::TooLarge => f.write_str("the expression is too large after its macros are expanded"),
            IssueKind::Backticks => f.write_str("unsupported syntax: '`'"),
            IssueKind::Reserved { name } => write!(f, "reserved identifier: {name}"),
            IssueKind::Literal(error) => error.fmt(f),
            IssueKind::Macro(error) => error.fmt(f),
            IssueKind::UndefinedField { name } => write!(f, "undefined field '{name}'"),
            IssueKind::Undeclared { name } => {
                write!(f, "undeclared reference to '{name}' (in container '')")
            }
            IssueKind::Unresolved { name } => write!(f, "unexpected failed resolution of '{name}'"),
            IssueKind::NoFields { of } => write!(f, "type '{of}' does not support field selection"),
            IssueKind::NotMessage { name } => write!(f, "'{name}' is not a message type"),
            IssueKind::NotType { name } => write!(f, "'{name}' is not a type"),
            IssueKind::FieldType { field, expected, found } => {
                let types = format_args!("'{expected}' but provided type is '{found}'");
                write!(f, "expected type of field '{field}' is {types}")
            }
            IssueKind::Mismatch { expected, found } => {
                write!(f, "expected type '{expected}' but found '{found}'")
            }
            IssueKind::NoOverload { function, target, args } => {
                write!(f, "found no matching overload for '{function}' applied to '")?;
                if let Some(target) = target {
                    write!(f, "{target}.")?;
                }
                f.write_str("(")?;
                for (index, arg) in args.iter().enumerate() {
                    write!(f, "{}{arg}", if index > 0 { ", " } else { "" })?;
                }
                f.write_str(")'")
            }
            IssueKind::NotIterable { of } => {
                let must = "(must be list, map, or dynamic)";
                write!(f, "expression of type '{of}' cannot be range of a comprehension {must}")
            }
            IssueKind::Argument { function } => write!(f, "invalid {function} argument"),
            IssueKind::Format(error) => error.fmt(f),
        }
    }
}

impl From<SyntaxError> for IssueKind {
    fn from(error: SyntaxError) -> IssueKind {
        IssueKind::Syntax(error)
    }
}

impl From<LiteralError> for IssueKind {
    fn from(error: LiteralError) -> IssueKind {
        IssueKind::Literal(error)
    }
}

impl From<MacroError> for IssueKind {
    fn from(error: MacroError) -> IssueKind {
        IssueKind::Macro(error)
    }
}

impl From<FormatError> for IssueKind {
    fn from(error: FormatError) -> IssueKind {
        IssueKind::Format(error)
    }
}

#[cfg(test)]
mod tests {
    use super::{IssueKind, ShownType};
    use crate::compile::types::{Declarations, Type, Types};

    fn shown(of: fn(&mut Types) -> Type) -> ShownType {
        let mut types = Types::default();
        let of = of(&mut types);
        ShownType::new(of, &types, &Declarations::default())
    }

    #[test]
    fn a_kind_has_the_message_of_cel_go() {
        let (int, text) = (|| shown(|_| Type::INT), || shown(|_| Type::STRING));
        let list = shown(|types| types.list(Type::STRING));
        let name = || "a".to_owned();
        for (kind, message) in [
            (
                IssueKind::TooLong { size: 100_001, limit: 100_000 },
                "expression code point size exceeds limit: size: 100001, limit 100000",
            ),
            (IssueKind::Recursion { limit: 250 }, "expression recursion limit exceeded: 250"),
            (IssueKind::Depth, "max recursion depth exceeded"),
            (IssueKind::Lookahead { limit: 256 }, "error recovery token lookahead limit exceeded: 256"),
            (IssueKind::TooLarge, "the expression is too large after its macros are expanded"),
            (IssueKind::Backticks, "unsupported syntax: '`'"),
            (IssueKind::Reserved { name: name() }, "reserved identifier: a"),
            (IssueKind::UndefinedField { name: name() }, "undefined field 'a'"),
            (IssueKind::Undeclared { name: name() }, "undeclared reference to 'a' (in container '')"),
            (IssueKind::Unresolved { name: name() }, "unexpected failed resolution of 'a'"),
            (IssueKind::NoFields { of: int() }, "type 'int' does not support field selection"),
            (IssueKind::NotMessage { name: name() }, "'a' is not a message type"),
            (IssueKind::NotType { name: name() }, "'a' is not a type"),
            (
                IssueKind::FieldType { field: name(), expected: int(), found: text() },
                "expected type of field 'a' is 'int' but provided type is 'string'",
            ),
            (
                IssueKind::Mismatch { expected: int(), found: list.clone() },
                "expected type 'int' but found 'list(string)'",
            ),
            (
                IssueKind::NoOverload { function: "_+_".to_owned(), target: None, args: vec![int(), text()] },
                "found no matching overload for '_+_' applied to '(int, string)'",
            ),
            (
                IssueKind::NoOverload { function: name(), target: Some(list), args: vec![text()] },
                "found no matching overload for 'a' applied to 'list(string).(string)'",
            ),
            (
                IssueKind::NotIterable { of: int() },
                "expression of type 'int' cannot be range of a comprehension (must be list, map, or dynamic)",
            ),
            (IssueKind::Argument { function: "duration" }, "invalid duration argument"),
        ] {
            assert_eq!(kind.to_string(), message);
        }
    }
}
