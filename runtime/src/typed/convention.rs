//! Enums that follow the union convention of Kubernetes, read and written by serde: `{"type": "S3", "s3": {…}}`.
//!
//! In: what the derive knows of the enum ([`Convention`]) and its members' values. Out: the object, or the enum. Reading
//! is strict, since an enum has no place for a second member: what validation would say of the object is said here, in
//! the same words.
//!
//! Easy to break: a member that is null is not set; the discriminator may come after the members.
// semantics §11

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
    /// What it says for each variant.
    pub values: &'static [&'static str],
    /// The variants that hold something.
    pub members: &'static [Child],
}

/// A variant that holds something.
#[derive(Debug)]
pub struct Child {
    /// The JSON name of the field with its data.
    pub name: &'static str,
    /// Its index among the values.
    pub variant: usize,
}

/// The member of a variant that holds nothing.
pub const NOTHING: Option<(&str, &())> = None;

/// Writes a variant, and its member if there is one.
///
/// # Errors
/// Those of the serializer.
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

/// What the derive writes of an enum so that it can be read.
pub trait Read<'de>: Sized {
    /// What is known of it.
    const UNION: &'static Convention;

    /// Takes members from the reader until there are no more, then makes the variant that is selected.
    ///
    /// # Errors
    /// What the object has that the enum cannot hold, and what the members' own types refuse.
    fn read<A: MapAccess<'de>>(reader: Reader<A>) -> Result<Self, A::Error>;
}

/// Reads an enum.
///
/// # Errors
/// What the object has that the enum cannot hold, and what the members' own types refuse.
pub fn read<'de, T: Read<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    deserializer.deserialize_map(Object(PhantomData))
}

struct Object<T>(PhantomData<T>);

impl<'de, T: Read<'de>> Visitor<'de> for Object<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an object with `{}` and the member that it selects", T::UNION.tag)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
        T::read(Reader { map, union: T::UNION, tagged: false, tag: None })
    }
}

/// An object that is being read.
#[derive(Debug)]
pub struct Reader<A> {
    map: A,
    union: &'static Convention,
    /// Whether the discriminator has been read, null or not.
    tagged: bool,
    tag: Option<String>,
}

/// What a key of the object is.
enum Key {
    Tag,
    Member(usize),
    Other,
}

impl<'de, A: MapAccess<'de>> Reader<A> {
    /// The next member, whose value is read next; what is no member is gone over.
    ///
    /// # Errors
    /// Those of the deserializer; a discriminator that comes twice or is no text.
    pub fn next_member(&mut self) -> Result<Option<usize>, A::Error> {
        while let Some(key) = self.map.next_key_seed(Keys(self.union))? {
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

    /// Reads the value of a member.
    ///
    /// # Errors
    /// Those of its type; a member that comes twice.
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

    /// The variant that the discriminator selects, where no other member is `set`.
    ///
    /// # Errors
    /// In the order in which validation has them: a discriminator that is absent or unknown, several members, another
    /// one.
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

    /// The member of the variant that is selected.
    ///
    /// # Errors
    /// It is not set.
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

/// Tells keys apart.
struct Keys(&'static Convention);

impl<'de> DeserializeSeed<'de> for Keys {
    type Value = Key;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Key, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl Visitor<'_> for Keys {
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
