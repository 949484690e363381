//! Resolves identifiers to variables of loops, `self` and `oldSelf`, or types.
//
// cel-go: checker/env.go (LookupIdent); apiserver: pkg/cel/types.go (findScalar)

use super::{Checker, Reference};
use super::{patches, well_known};
use crate::compile::ast::{ExprId, Kind};
use crate::compile::types::{self, Type};

impl Checker<'_> {
    pub(super) fn check_ident(&mut self, id: ExprId) {
        let Kind::Ident(name) = self.ast.kind(id) else { return };
        let name = name.clone();
        match self.lookup(&name) {
            Some(of) => {
                self.set(id, of);
                self.refer(id, Reference::Name);
                if let Some(bare) = name.strip_prefix('.') {
                    let bare = bare.to_owned();
                    self.ast.replace(id, Kind::Ident(bare.into()));
                }
            }
            None => {
                self.set(id, Type::ERROR);
                self.report_undeclared(id, &name);
            }
        }
    }

    /// Resolves a name, which may be qualified, and returns its type.
    pub(super) fn lookup(&mut self, name: &str) -> Option<Type> {
        let name = name.strip_prefix('.').unwrap_or(name);
        let local = self.locals.iter().rev().find(|(known, _)| known == name).map(|(_, of)| *of);
        if let Some(of) = local.or_else(|| self.variables.get(name)) {
            return Some(of);
        }
        let kind = match name {
            "bool" => types::Kind::Bool,
            "bytes" => types::Kind::Bytes,
            "double" => types::Kind::Double,
            "int" => types::Kind::Int,
            "null_type" => types::Kind::Null,
            "string" => types::Kind::String,
            "uint" => types::Kind::Uint,
            // Servers add the two short names.
            "duration" | "google.protobuf.Duration" => types::Kind::Duration,
            "timestamp" | "google.protobuf.Timestamp" => types::Kind::Timestamp,
            "type" => types::Kind::TypeOf(None),
            "list" => types::Kind::List(self.types.of(types::Kind::Param(0))),
            "map" => {
                let params = [0, 1].map(|param| self.types.of(types::Kind::Param(param)));
                types::Kind::Map(params[0], params[1])
            }
            "optional_type" => types::Kind::Optional(self.types.of(types::Kind::Param(0))),
            "net.IP" if self.registry.function("ip").is_some() => types::Kind::Opaque("net.IP"),
            "net.CIDR" if self.registry.function("cidr").is_some() => types::Kind::Opaque("net.CIDR"),
            "google.protobuf.NullValue.NULL_VALUE" => return Some(Type::INT),
            name => {
                let patch = self.variables.has_patches().then(|| patches::named(name, self.types)).flatten();
                let of = patch.or_else(|| well_known::message(name, self.types))?;
                return Some(self.types.type_of(of));
            }
        };
        let of = self.types.of(kind);
        Some(self.types.type_of(of))
    }

    /// Whether a name is a variable of a loop.
    pub(super) fn is_local(&self, name: &str) -> bool {
        self.locals.iter().any(|(local, _)| local == name)
    }

    /// The qualified name that a chain of selections could be. `None` if the chain starts at a variable of a
    /// loop, whose selections are always fields.
    pub(super) fn qualified(&self, id: ExprId) -> Option<String> {
        // The longest names have four parts.
        const MOST_PARTS: usize = 4;
        let mut parts = Vec::new();
        let mut at = id;
        loop {
            match self.ast.kind(at) {
                Kind::Select { operand, field, test: false } if parts.len() < MOST_PARTS => {
                    parts.push(field.clone());
                    at = *operand;
                }
                Kind::Ident(name) if self.is_local(name) => return None,
                Kind::Ident(name) => {
                    parts.push(name.clone());
                    parts.reverse();
                    return Some(parts.join("."));
                }
                _ => return None,
            }
        }
    }
}
