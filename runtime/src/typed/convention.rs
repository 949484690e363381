//! serde impls of enums that follow the union convention of Kubernetes: `{"type": "S3", "s3": {…}}`.
//!
//! In: the description of the enum ([`Convention`]) and the values of its members. Out: the object, or the
//! enum. Deserialization is strict, since an enum cannot hold a second member. It reports the same messages
//! as validation.
//!
//! Easy to break: a null member is not set, and the discriminator may follow the members.
// docs/semantics.md, Unions

pub use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, Visitor};
use serde::ser::{SerializeStruct, Serializer};
use serde::{Deserialize, Serialize};

use crate::error::union;

/// An enum whose variants are the members of a union: a constant of generated code.
#[derive(Debug)]
pub struct Convention {
    /// The name of the Rust type.
    pub name: &'static str,
    /// The discriminator's JSON name.
    pub tag: &'static str,
    /// The value of the discriminator for each variant.
    pub values: &'static [&'static str],
    /// The variants with data.
    pub members: &'static [Child],
}

/// A variant with data.
#[derive(Debug)]
pub struct Child {
    /// The JSON name of the field with its data.
    pub name: &'static str,
    /// The index of the variant among the values.
    pub variant: usize,
}

/// The member of a variant without data.
pub const NOTHING: Option<(&str, &())> = None;

/// Serializes a variant and its member if there is one.
///
/// # Errors
/// Errors of the serializer.
pub fn write<S: Serializer, T: Serialize>(
    serializer: S,
    union: &'static Convention,
    variant: usize,
    member: Option<(&'static str, T)>,
) -> Result<S::Ok, S::Error> {
    let value = union.values.get(variant).copied().unwrap_or_default();
    let mut object = serializer.serialize_struct(union.name, 1 + usize::from(member.is_some()))?;
    object.serialize_field(union.tag, value)?;
    if let Some((name, member)) = member {
        object.serialize_field(name, &member)?;
    }
    object.end()
}

/// The generated part of deserialization.
pub trait Read<'de>: Sized {
    /// The description of the enum.
    const UNION: &'static Convention;

    /// Reads all members, then returns the selected variant.
    ///
    /// # Errors
    /// Members that the enum cannot hold, and errors of the members' types.
    fn read<A: MapAccess<'de>>(reader: Reader<A>) -> Result<Self, A::Error>;
}

/// Deserializes an enum.
///
/// # Errors
/// Members that the enum cannot hold, and errors of the members' types.
pub fn read<'de, T: Read<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    deserializer.deserialize_map(UnionVisitor(PhantomData))
}

/// Reads an object as the enum.
struct UnionVisitor<T>(PhantomData<T>);

impl<'de, T: Read<'de>> Visitor<'de> for UnionVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an object with `{}` and the member that it selects", T::UNION.tag)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
        T::read(Reader { map, union: T::UNION, tagged: false, tag: None })
    }
}

/// Reads an object.
#[derive(Debug)]
pub struct Reader<A> {
    map: A,
    union: &'static Convention,
    /// Whether the discriminator has been read, null or not.
    tagged: bool,
    tag: Option<String>,
}

/// A key of the object.
enum Key {
    Tag,
    Member(usize),
    Other,
}

impl<'de, A: MapAccess<'de>> Reader<A> {
    /// The next member, whose value must be read next. Other fields are skipped.
    ///
    /// # Errors
    /// Errors of the deserializer; a discriminator that is a duplicate or not a string.
    pub fn next_member(&mut self) -> Result<Option<usize>, A::Error> {
        while let Some(key) = self.map.next_key_seed(KeyVisitor(self.union))? {
            match key {
                Key::Member(index) => return Ok(Some(index)),
                Key::Tag if self.tagged => return Err(A::Error::duplicate_field(self.union.tag)),
                Key::Tag => {
                    self.tagged = true;
                    self.tag = self.map.next_value()?;
                }
                Key::Other => {
                    self.map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(None)
    }

    /// Reads the value of a member into `member`.
    ///
    /// # Errors
    /// Errors of the type of the member; a duplicate member.
    pub fn value<T: Deserialize<'de>>(
        &mut self,
        index: usize,
        member: &mut Option<T>,
    ) -> Result<(), A::Error> {
        if member.is_some() {
            return Err(A::Error::duplicate_field(self.member(index).map_or("", |member| member.name)));
        }
        *member = self.map.next_value()?;
        Ok(())
    }

    /// The variant that the discriminator selects, if no other member is `set`.
    ///
    /// # Errors
    /// In the order of validation: an absent or unknown discriminator, several members, a member that is not
    /// selected.
    pub fn selected(&self, set: &[bool]) -> Result<usize, A::Error> {
        let Convention { tag, values, members, .. } = *self.union;
        let text = self.tag.as_deref().or_else(|| values.contains(&"").then_some(""));
        let text = text.ok_or_else(|| error(tag, union::ABSENT))?;
        let variant = values.iter().position(|value| *value == text);
        let variant = variant.ok_or_else(|| error(tag, &format!("{text:?}: {}", union::unknown(values))))?;
        let set: Vec<&Child> =
            members.iter().zip(set).filter(|(_, set)| **set).map(|(member, _)| member).collect();
        if set.len() > 1 {
            let names: Vec<&str> = set.iter().map(|member| member.name).collect();
            return Err(error(tag, &union::several(&names)));
        }
        match set.first() {
            Some(member) if member.variant != variant => {
                let value = values.get(member.variant).copied().unwrap_or_default();
                Err(error(member.name, &union::refused(tag, value)))
            }
            _ => Ok(variant),
        }
    }

    /// The member of the selected variant.
    ///
    /// # Errors
    /// The member is not set.
    pub fn found<T>(&self, index: usize, member: Option<T>) -> Result<T, A::Error> {
        member.ok_or_else(|| {
            let (name, variant) = self.member(index).map_or(("", 0), |held| (held.name, held.variant));
            let value = self.union.values.get(variant).copied().unwrap_or_default();
            error(name, &union::missing(self.union.tag, value))
        })
    }

    fn member(&self, index: usize) -> Option<&'static Child> {
        self.union.members.get(index)
    }
}

fn error<E: Error>(field: &str, words: &str) -> E {
    E::custom(format_args!("{field}: {words}"))
}

/// Deserializes a key.
struct KeyVisitor(&'static Convention);

impl<'de> DeserializeSeed<'de> for KeyVisitor {
    type Value = Key;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Key, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl Visitor<'_> for KeyVisitor {
    type Value = Key;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a field")
    }

    fn visit_str<E: Error>(self, key: &str) -> Result<Key, E> {
        let Convention { tag, members, .. } = *self.0;
        if key == tag {
            return Ok(Key::Tag);
        }
        Ok(members.iter().position(|member| member.name == key).map_or(Key::Other, Key::Member))
    }

    fn visit_bytes<E: Error>(self, key: &[u8]) -> Result<Key, E> {
        core::str::from_utf8(key).map_or(Ok(Key::Other), |key| self.visit_str(key))
    }
}
