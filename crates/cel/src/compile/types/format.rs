//! Formats types: for error messages, and as `type(x)` returns their names.
//
// cel-go: checker/format.go, common/types/types.go (String)

use std::collections::HashSet;

use super::declared::Declarations;
use super::table::{FIRST_PARAM, Kind, Type, Types};

/// The longest name of a type. Longer names are cut, so that nested types do not make messages of unlimited
/// length.
const LONGEST_NAME: usize = 16_384;

impl Types {
    /// The type as error messages write it.
    #[must_use]
    pub fn display(&self, of: Type, declarations: &Declarations) -> String {
        let mut shown = String::new();
        self.write(of, declarations, true, &mut shown);
        shown
    }

    /// The kind of a type, followed by the kinds of its parts, each part once.
    pub(in crate::compile) fn parts(&self, of: Type) -> Vec<Kind> {
        let (mut open, mut seen, mut kinds) = (vec![of], HashSet::from([of]), Vec::new());
        while let Some(of) = open.pop() {
            let kind = self.kind(of);
            let parts: &[Type] = match kind {
                Kind::List(of) | Kind::Optional(of) | Kind::TypeOf(Some(of)) | Kind::Nullable(of) => &[*of],
                Kind::Map(key, value) => &[*key, *value],
                _ => &[],
            };
            open.extend(parts.iter().filter(|part| seen.insert(**part)));
            kinds.push(kind.clone());
        }
        kinds
    }

    /// The type as `type(x)` names it, with its parameters.
    #[must_use]
    pub fn type_name(&self, of: Type, declarations: &Declarations) -> String {
        let mut shown = String::new();
        self.write(of, declarations, false, &mut shown);
        shown
    }

    fn write(&self, of: Type, declarations: &Declarations, message: bool, shown: &mut String) {
        if shown.len() > LONGEST_NAME {
            return;
        }
        let mut with = |name: &str, parts: &[Type]| {
            shown.push_str(name);
            shown.push('(');
            for (index, part) in parts.iter().enumerate() {
                if index > 0 {
                    shown.push_str(", ");
                }
                self.write(*part, declarations, message, shown);
            }
            shown.push(')');
        };
        match self.kind(of) {
            Kind::List(of) => return with("list", &[*of]),
            Kind::Map(key, value) => return with("map", &[*key, *value]),
            Kind::Optional(of) => return with("optional_type", &[*of]),
            Kind::TypeOf(Some(of)) => return with("type", &[*of]),
            Kind::Nullable(of) => return with("wrapper", &[*of]),
            Kind::Param(number) => {
                let name = match number.checked_sub(FIRST_PARAM) {
                    Some(number) => format!("_var{number}"),
                    None => if *number == 0 { "A" } else { "B" }.to_owned(),
                };
                shown.push_str(&if message { name } else { format!("<{name}>") });
                return;
            }
            _ => {}
        }
        shown.push_str(match self.kind(of) {
            Kind::Dyn => "dyn",
            Kind::Any if message => "any",
            Kind::Any => "google.protobuf.Any",
            Kind::Error if message => "!error!",
            Kind::Error => "error",
            Kind::Null if message => "null",
            Kind::Null => "null_type",
            Kind::Bool => "bool",
            Kind::Int => "int",
            Kind::Uint => "uint",
            Kind::Double => "double",
            Kind::String => "string",
            Kind::Bytes => "bytes",
            Kind::Duration if message => "duration",
            Kind::Duration => "google.protobuf.Duration",
            Kind::Timestamp if message => "timestamp",
            Kind::Timestamp => "google.protobuf.Timestamp",
            // What follows `#` tells versions of a type apart.
            Kind::Opaque(name) | Kind::Object(name) => name.split('#').next().unwrap_or(name),
            Kind::Patch(number) => self.patch_name(*number),
            Kind::Declared(id) => {
                shown.push_str(&declarations.name(*id));
                return;
            }
            _ => "type",
        });
    }

    /// The name of a type without its parameters.
    #[must_use]
    pub fn runtime_name(&self, of: Type, declarations: &Declarations) -> String {
        let name = self.type_name(self.without_null(of), declarations);
        name.split('(').next().unwrap_or_default().to_owned()
    }
}
