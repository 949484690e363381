//! The declared types of a schema: the types of the values, with the limits of their sizes. A front end
//! builds them, so this code does not depend on documents.
//
// apiserver: pkg/cel/types.go (DeclType), pkg/cel/common/schemas.go

use std::collections::BTreeMap;

/// The types that a schema declares.
#[derive(Clone, Debug, Default)]
pub struct Declarations {
    list: Vec<Declared>,
    /// The type of `self`, and its name.
    root: Option<(DeclaredId, String)>,
}

/// The index of a type in [`Declarations`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DeclaredId(u32);

/// A declared type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declared {
    /// The shape.
    pub shape: Shape,
    /// Whether the value can be null.
    pub nullable: bool,
    /// The most items, entries or bytes.
    pub max_elements: u64,
    /// The length of the shortest JSON text.
    pub min_size: u64,
}

/// The shape of a declared type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Any value.
    Dyn,
    /// `bool`
    Bool,
    /// `int`
    Int,
    /// `double`
    Double,
    /// `string`
    String,
    /// `bytes`
    Bytes,
    /// A duration.
    Duration,
    /// A timestamp.
    Timestamp,
    /// A list of this type.
    List(DeclaredId),
    /// A map from strings to this type.
    Map(DeclaredId),
    /// An object with these fields. The names are escaped.
    Object(BTreeMap<String, DeclaredId>),
}

impl Declarations {
    /// Adds a type.
    pub fn add(&mut self, declared: Declared) -> DeclaredId {
        // Schemas have fewer parts than fit in 32 bits.
        let id = DeclaredId(u32::try_from(self.list.len()).unwrap_or(u32::MAX));
        self.list.push(declared);
        id
    }

    /// Records that values of a type can be null.
    pub fn set_nullable(&mut self, id: DeclaredId) {
        self.list[id.0 as usize].nullable = true;
    }

    /// A type.
    #[must_use]
    pub fn get(&self, id: DeclaredId) -> &Declared {
        &self.list[id.0 as usize]
    }

    /// Whether items of a list or values of a map can be null, at any depth. Fields do not matter: a field
    /// that is null counts as absent.
    #[must_use]
    pub fn has_nullable_parts(&self, id: DeclaredId) -> bool {
        let mut at = id;
        while let Shape::List(of) | Shape::Map(of) = &self.get(at).shape {
            at = *of;
            if self.get(at).nullable {
                return true;
            }
        }
        false
    }

    /// Sets the type of `self`, from which messages derive the names of the objects below it.
    pub fn set_root(&mut self, root: DeclaredId, name: &str) {
        self.root = Some((root, name.to_owned()));
    }

    /// The name of an object: the path from the root to it.
    #[must_use]
    pub fn name(&self, id: DeclaredId) -> String {
        let Some((root, name)) = &self.root else { return "object".to_owned() };
        // Steps of the path to each type that is still to be visited. Only error messages need these names,
        // so this may be slow.
        let mut open = vec![(*root, None)];
        let mut seen: Vec<(Option<usize>, &str)> = Vec::new();
        while let Some((found, step)) = open.pop() {
            if found == id {
                let mut path = Vec::new();
                let mut at = step;
                while let Some((before, part)) = at {
                    path.push(part);
                    at = Option::<usize>::and_then(before, |index| seen.get(index).copied());
                }
                path.push(name);
                path.reverse();
                return path.join(".");
            }
            let before = step.map(|step| {
                seen.push(step);
                seen.len() - 1
            });
            match &self.get(found).shape {
                Shape::List(of) => open.push((*of, Some((before, "@idx")))),
                Shape::Map(of) => open.push((*of, Some((before, "@elem")))),
                Shape::Object(fields) => {
                    open.extend(fields.iter().map(|(field, of)| (*of, Some((before, field.as_str())))));
                }
                _ => {}
            }
        }
        "object".to_owned()
    }
}
