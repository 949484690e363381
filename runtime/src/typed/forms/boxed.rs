//! Pointers, which are not visible in JSON.
//!
//! Easy to break: a shared value is cloned before it is normalized.

use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::sync::Arc;

use crdc_vocabulary::Immutability;

use crate::typed::compare::Compare;
use crate::typed::form::Form;
use crate::typed::key::Key;
use crate::typed::normalization::Normalization;
use crate::typed::scalar::Scalar;
use crate::typed::validator::Validator;

/// The target of a pointer.
#[derive(Clone, Copy, Debug)]
pub struct Boxed<F>(pub F);

macro_rules! through {
    ($pointer:ty, $normalize_value:item) => {
        #[inline(always)]
        fn leads(self) -> bool {
            self.0.leads()
        }

        #[inline(always)]
        fn validates(self) -> bool {
            self.0.validates()
        }

        #[inline]
        fn compare(self, new: &$pointer, old: &$pointer, at: &mut Compare<'_>) {
            self.0.compare(new, old, at);
        }

        #[inline(always)]
        fn is_same(self, new: &$pointer, old: &$pointer) -> bool {
            self.0.is_same(new, old)
        }

        fn keys(self, new: Option<&$pointer>, old: Option<&$pointer>, marked: Immutability, at: &mut Compare<'_>) {
            self.0.keys(new.map(|new| &**new), old.map(|old| &**old), marked, at);
        }

        #[inline]
        fn validate(self, new: &$pointer, old: Option<&$pointer>, at: &mut Validator<'_>) {
            self.0.validate(new, old.map(|old| &**old), at);
        }

        $normalize_value

        #[inline]
        fn scalar(self, value: &$pointer) -> Scalar<'_> {
            self.0.scalar(value)
        }

        #[inline]
        fn member(self, value: &$pointer, index: usize) -> Scalar<'_> {
            self.0.member(value, index)
        }

        #[inline]
        fn part<'v>(self, value: &'v $pointer, key: &Key) -> Scalar<'v> {
            self.0.part(value, key)
        }

        #[inline(always)]
        fn texts(self) -> &'static [&'static str] {
            self.0.texts()
        }

        fn is_empty(self, value: &$pointer) -> bool {
            self.0.is_empty(value)
        }

        fn count(self, value: &$pointer) -> usize {
            self.0.count(value)
        }

        fn json(self, value: &$pointer, out: &mut String) {
            self.0.json(value, out);
        }
    };
}

impl<T: ?Sized, F: Form<T>> Form<Box<T>> for Boxed<F> {
    through!(
        Box<T>,
        #[inline]
        fn normalize_value(self, new: &mut Box<T>, old: Option<&Box<T>>, step: Normalization) {
            self.0.normalize_value(new, old.map(|old| &**old), step);
        }
    );
}

impl<T: Clone, F: Form<T>> Form<Rc<T>> for Boxed<F> {
    through!(
        Rc<T>,
        fn normalize_value(self, new: &mut Rc<T>, old: Option<&Rc<T>>, step: Normalization) {
            if self.0.validates() {
                self.0.normalize_value(Rc::make_mut(new), old.map(|old| &**old), step);
            }
        }
    );
}

impl<T: Clone, F: Form<T>> Form<Arc<T>> for Boxed<F> {
    through!(
        Arc<T>,
        fn normalize_value(self, new: &mut Arc<T>, old: Option<&Arc<T>>, step: Normalization) {
            if self.0.validates() {
                self.0.normalize_value(Arc::make_mut(new), old.map(|old| &**old), step);
            }
        }
    );
}

impl<F: Form<str>> Form<Rc<str>> for Boxed<F> {
    through!(Rc<str>, fn normalize_value(self, _: &mut Rc<str>, _: Option<&Rc<str>>, _: Normalization) {});
}

impl<F: Form<str>> Form<Arc<str>> for Boxed<F> {
    through!(Arc<str>, fn normalize_value(self, _: &mut Arc<str>, _: Option<&Arc<str>>, _: Normalization) {});
}
