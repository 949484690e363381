//! The texts of constants in errors, which the errors of a request share.
//!
//! In: constants of a resource. Out: counted texts, which errors keep after the resource is gone. Easy to
//! break: a hundred thousand errors of one rule must not copy its text a hundred thousand times.

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::sync::Arc;
use core::marker::PhantomData;

use crdc_vocabulary::Expected;

use super::Literal;
use super::message::listed;

/// Texts by the constants that they come from. Empty, and without memory to free, until there is an error.
#[derive(Debug, Default)]
pub(crate) struct Texts<'p> {
    known: Option<Box<SharedTexts>>,
    constants: PhantomData<&'p ()>,
}

/// The texts by the address and length of the constant. The constants outlive the table, so an address
/// identifies a constant.
#[derive(Debug, Default)]
struct SharedTexts {
    #[cfg(feature = "cel")]
    texts: BTreeMap<(usize, usize), Arc<str>>,
    lists: BTreeMap<(usize, usize), Arc<str>>,
    /// Of lists of constants, and of names of types: no two constants have one address.
    expected: BTreeMap<(usize, usize), Arc<Expected>>,
}

impl<'p> Texts<'p> {
    /// The text, shared by counting references.
    #[cfg(feature = "cel")]
    pub(crate) fn shared(&mut self, text: &'p str) -> Arc<str> {
        let texts = &mut self.known.get_or_insert_default().texts;
        texts.entry((text.as_ptr().addr(), text.len())).or_insert_with(|| text.into()).clone()
    }

    /// The constants of an `enum` in the server's list format.
    pub(crate) fn listed(&mut self, values: &'p [Literal<'p>]) -> Arc<str> {
        let lists = &mut self.known.get_or_insert_default().lists;
        lists.entry((values.as_ptr().addr(), values.len())).or_insert_with(|| listed(values).into()).clone()
    }

    /// Constants as the values that errors ask for. `json` writes one of them.
    pub(crate) fn expected_values<T>(
        &mut self,
        values: &'p [T],
        json: impl Fn(&T) -> String,
    ) -> Arc<Expected> {
        let expected = &mut self.known.get_or_insert_default().expected;
        let made = || Expected::Values(values.iter().map(json).collect()).into();
        expected.entry((values.as_ptr().addr(), values.len())).or_insert_with(made).clone()
    }

    /// The first of the types of a schema, which commas separate, as the type that its errors ask for.
    pub(crate) fn expected_type(&mut self, types: &'p str) -> Option<Arc<Expected>> {
        let first = types.split(',').next().filter(|first| !first.is_empty())?;
        let expected = &mut self.known.get_or_insert_default().expected;
        let made = || Expected::Type(first.into()).into();
        Some(expected.entry((types.as_ptr().addr(), types.len())).or_insert_with(made).clone())
    }
}
