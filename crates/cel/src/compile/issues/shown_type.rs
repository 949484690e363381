//! The type in an error. It contains all of its parts, so it outlives the table of types that it comes from.

use std::fmt;

use crate::compile::types::{Declarations, Kind, Type, Types};

/// A type in an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownType(Box<Parts>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Parts {
    /// The kind of the type, followed by the kinds of its parts.
    kinds: Vec<Kind>,
    shown: String,
}

impl ShownType {
    pub(in crate::compile) fn new(of: Type, types: &Types, declarations: &Declarations) -> ShownType {
        ShownType(Box::new(Parts { kinds: types.parts(of), shown: types.display(of, declarations) }))
    }

    /// The kind of the type.
    #[must_use]
    pub fn kind(&self) -> &Kind {
        self.0.kinds.first().unwrap_or(&Kind::Error)
    }

    /// Whether the type, or a part of it such as the items of a list, is of this kind.
    #[must_use]
    pub fn contains(&self, kind: &Kind) -> bool {
        self.0.kinds.contains(kind)
    }
}

impl fmt::Display for ShownType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.shown)
    }
}

#[cfg(test)]
mod tests {
    use super::ShownType;
    use crate::compile::types::{Declarations, Kind, Type, Types};

    #[test]
    fn a_type_has_its_parts() {
        let mut types = Types::default();
        let list = types.list(Type::STRING);
        let list = types.list(list);
        let shown = ShownType::new(list, &types, &Declarations::default());
        assert_eq!(shown.to_string(), "list(list(string))");
        assert!(matches!(shown.kind(), Kind::List(_)) && shown.contains(&Kind::String));
        assert!(!shown.contains(&Kind::Int));
    }
}
