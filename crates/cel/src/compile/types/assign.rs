//! Decides whether a type can be assigned to an expected type, and binds type parameters to do so.
//!
//! Easy to break: a failed attempt leaves no trace. cel-go copies all bindings before each attempt; here they
//! are undone.
//
// cel-go: checker/types.go, checker/mapping.go

use std::collections::HashMap;

use super::table::{Kind, Type, Types, parts};

/// The types that are bound to type parameters.
#[derive(Clone, Debug, Default)]
pub(in crate::compile) struct Bindings {
    found: HashMap<Type, Type>,
    /// The earlier bindings of the parameters that were bound since the attempt began.
    undo: Vec<(Type, Option<Type>)>,
}

impl Bindings {
    fn add(&mut self, param: Type, to: Type) {
        let earlier = self.found.insert(param, to);
        self.undo.push((param, earlier));
    }

    fn get(&self, param: Type) -> Option<Type> {
        self.found.get(&param).copied()
    }

    fn roll_back(&mut self) {
        while let Some((param, earlier)) = self.undo.pop() {
            match earlier {
                Some(earlier) => self.found.insert(param, earlier),
                None => self.found.remove(&param),
            };
        }
    }
}

impl Types {
    /// Whether each type of the second list can be assigned to the type at its index in the first.
    pub(in crate::compile) fn assign_all(&self, bindings: &mut Bindings, to: &[Type], from: &[Type]) -> bool {
        bindings.undo.clear();
        let fits = to.len() == from.len()
            && to.iter().zip(from).all(|(to, from)| self.assignable(bindings, *to, *from));
        if !fits {
            bindings.roll_back();
        }
        fits
    }

    /// Whether the second type can be assigned to the first.
    pub(in crate::compile) fn assign(&self, bindings: &mut Bindings, to: Type, from: Type) -> bool {
        self.assign_all(bindings, &[to], &[from])
    }

    fn assignable(&self, bindings: &mut Bindings, first: Type, second: Type) -> bool {
        let (one, two) = (self.kind(first), self.kind(second));
        if matches!(two, Kind::Param(_)) {
            let (valid, bound) = self.substitutes(bindings, first, second);
            if valid {
                return true;
            }
            if bound {
                return false;
            }
        }
        if matches!(one, Kind::Param(_)) {
            return self.substitutes(bindings, second, first).0;
        }
        // Equal types without unknown parts fit, however deep they are.
        if first == second && !self.is_open(first) {
            return true;
        }
        if self.is_dyn_or_error(first) || self.is_dyn_or_error(second) {
            return true;
        }
        match (one, two) {
            (Kind::Null, _) => takes_null(two),
            (_, Kind::Null) => takes_null(one),
            (Kind::TypeOf(_), _) => matches!(two, Kind::TypeOf(_)),
            (Kind::Optional(one), Kind::Optional(two)) | (Kind::List(one), Kind::List(two)) => {
                self.assignable(bindings, *one, *two)
            }
            (Kind::Map(key, value), Kind::Map(other_key, other_value)) => {
                self.assignable(bindings, *key, *other_key) && self.assignable(bindings, *value, *other_value)
            }
            _ => self.without_null(first) == self.without_null(second),
        }
    }

    /// Binds a type to a type parameter, if possible. Returns whether it is possible, and whether the
    /// parameter was bound before.
    fn substitutes(&self, bindings: &mut Bindings, to: Type, param: Type) -> (bool, bool) {
        if to == param {
            return (true, true);
        }
        if let Some(bound) = bindings.get(param) {
            if self.without_null(to) == self.without_null(bound) {
                return (true, true);
            }
            if self.assignable(bindings, to, bound) {
                let general = self.most_general(to, bound);
                if !self.occurs(bindings, param, general) {
                    bindings.add(param, general);
                }
                return (true, true);
            }
            return (false, true);
        }
        if !self.occurs(bindings, param, to) {
            bindings.add(param, to);
            return (true, false);
        }
        (false, false)
    }

    /// Whether a type contains a type parameter, directly or through bound parameters.
    fn occurs(&self, bindings: &Bindings, param: Type, within: Type) -> bool {
        let mut seen = Vec::new();
        let mut open = vec![within];
        while let Some(found) = open.pop() {
            if found == param {
                return true;
            }
            if !self.is_open(found) || seen.contains(&found) {
                continue;
            }
            seen.push(found);
            match self.kind(found) {
                Kind::Param(_) => open.extend(bindings.get(found)),
                kind => open.extend(parts(kind).into_iter().flatten()),
            }
        }
        false
    }

    pub(in crate::compile) fn most_general(&self, one: Type, two: Type) -> Type {
        if self.is_as_general(one, two) { one } else { two }
    }

    fn is_as_general(&self, first: Type, second: Type) -> bool {
        let (one, two) = (self.kind(first), self.kind(second));
        if self.is_dyn(first) || matches!(one, Kind::Param(_)) {
            return true;
        }
        if self.is_dyn(second) || matches!(two, Kind::Param(_)) {
            return false;
        }
        if first == second {
            return true;
        }
        match (one, two) {
            (Kind::Optional(one), Kind::Optional(two)) | (Kind::List(one), Kind::List(two)) => {
                self.is_as_general(*one, *two)
            }
            (Kind::Map(key, value), Kind::Map(other_key, other_value)) => {
                self.is_as_general(*key, *other_key) && self.is_as_general(*value, *other_value)
            }
            (Kind::TypeOf(_), Kind::TypeOf(_)) => true,
            _ => self.without_null(first) == self.without_null(second),
        }
    }

    /// Replaces the bound type parameters in a type. If `close` is set, unbound parameters become `dyn`.
    pub(in crate::compile) fn substitute(&mut self, bindings: &Bindings, of: Type, close: bool) -> Type {
        if !self.is_open(of) {
            return of;
        }
        self.substitute_open(bindings, of, close, &mut HashMap::new())
    }

    fn substitute_open(
        &mut self,
        bindings: &Bindings,
        of: Type,
        close: bool,
        done: &mut HashMap<Type, Type>,
    ) -> Type {
        if !self.is_open(of) {
            return of;
        }
        if let Some(found) = done.get(&of) {
            return *found;
        }
        let mut sub = |types: &mut Types, of: Type| types.substitute_open(bindings, of, close, done);
        let new = match self.kind(of).clone() {
            Kind::Param(_) => match bindings.get(of) {
                Some(bound) => sub(self, bound),
                None if close => Type::DYN,
                None => of,
            },
            Kind::List(inner) => {
                let inner = sub(self, inner);
                self.list(inner)
            }
            Kind::Optional(inner) => {
                let inner = sub(self, inner);
                self.optional(inner)
            }
            Kind::Map(key, value) => {
                let (key, value) = (sub(self, key), sub(self, value));
                self.map(key, value)
            }
            Kind::TypeOf(Some(inner)) => {
                let inner = sub(self, inner);
                self.type_of(inner)
            }
            _ => of,
        };
        done.insert(of, new);
        new
    }
}

fn takes_null(kind: &Kind) -> bool {
    matches!(
        kind,
        Kind::Null
            | Kind::Nullable(_)
            | Kind::Optional(_)
            | Kind::Opaque(_)
            | Kind::Object(_)
            | Kind::Declared(_)
            | Kind::Patch(_)
            | Kind::Any
            | Kind::Duration
            | Kind::Timestamp
    )
}
