//! The new and the old value of a field, either of which may be absent: not serialized.

/// A new and an old value. Either may be absent, that is, not serialized.
#[derive(Debug)]
pub struct Pair<'a, T: ?Sized> {
    /// The new value.
    pub new: Option<&'a T>,
    /// The old value.
    pub old: Option<&'a T>,
}

impl<'a, T: ?Sized> Pair<'a, T> {
    /// The pair for a field that is always serialized.
    #[inline(always)]
    pub fn always(new: &'a T, old: &'a T) -> Self {
        Pair { new: Some(new), old: Some(old) }
    }

    /// The pair for a field under `skip_serializing_if`.
    #[inline(always)]
    pub fn unless(skip: impl Fn(&T) -> bool, new: &'a T, old: &'a T) -> Self {
        Pair { new: present(&skip, new), old: present(&skip, old) }
    }

    /// A pair of optional values.
    #[inline(always)]
    pub fn of(new: Option<&'a T>, old: Option<&'a T>) -> Self {
        Pair { new, old }
    }
}

/// The value of a field, unless `skip_serializing_if` skips it.
#[inline(always)]
pub fn present<T: ?Sized>(skip: impl FnOnce(&T) -> bool, value: &T) -> Option<&T> {
    if skip(value) { None } else { Some(value) }
}
