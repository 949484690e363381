//! Values that nest deep are refused, not walked until the stack ends.
//!
//! In: values of recursive types, up to 100,000 deep. Out: verdicts. They are taken apart by hand, since
//! dropping them recurses.
#![cfg(feature = "derive")]
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;

use crdc::Rules;
use crdc::typed::{MAX_NESTED, RefusedValue, Scratch};
use serde::Serialize;

/// A value of a type that leads back to itself.
trait Deep: Rules + Sized {
    /// A value around another one.
    fn around(inner: Option<Self>) -> Self;

    /// What is inside.
    fn inside(&mut self) -> Option<Self>;
}

/// A value that is dropped without recursion.
struct Chain<T: Deep>(Option<T>);

impl<T: Deep> Chain<T> {
    fn new(depth: usize) -> Self {
        Chain((0..depth).fold(None, |inner, _| Some(T::around(inner))))
    }

    fn value(&mut self) -> &mut T {
        self.0.as_mut().unwrap()
    }
}

impl<T: Deep> Drop for Chain<T> {
    fn drop(&mut self) {
        let mut next = self.0.take();
        while let Some(mut value) = next {
            next = value.inside();
        }
    }
}

/// An object in an object.
#[derive(Clone, Serialize, crdc::Rules)]
#[crdc(path = "spec")]
struct Link {
    /// +k8s:maxLength=3
    name: String,
    /// +immutable
    fixed: u32,
    /// +normalize=undefined
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<Box<Link>>,
}

impl Deep for Link {
    fn around(inner: Option<Self>) -> Self {
        Link { name: "a".into(), fixed: 1, note: Some(String::new()), next: inner.map(Box::new) }
    }

    fn inside(&mut self) -> Option<Self> {
        self.next.take().map(|next| *next)
    }
}

/// An item of a list in a list.
#[derive(Clone, Serialize, crdc::Rules)]
struct Tree {
    /// +immutable
    name: String,
    /// +listType=map
    /// +listMapKey=name
    items: Vec<Tree>,
}

impl Deep for Tree {
    fn around(inner: Option<Self>) -> Self {
        Tree { name: "a".into(), items: inner.into_iter().collect() }
    }

    fn inside(&mut self) -> Option<Self> {
        self.items.pop()
    }
}

/// A value of a map.
#[derive(Clone, Serialize, crdc::Rules)]
struct Nest {
    /// +immutable
    of: BTreeMap<String, Nest>,
}

impl Deep for Nest {
    fn around(inner: Option<Self>) -> Self {
        Nest { of: inner.into_iter().map(|inner| ("a".to_owned(), inner)).collect() }
    }

    fn inside(&mut self) -> Option<Self> {
        self.of.pop_first().map(|(_, inner)| inner)
    }
}

/// A list of lists: a newtype.
#[derive(Clone, Serialize, crdc::Rules)]
struct Lists(Vec<Lists>);

impl Deep for Lists {
    fn around(inner: Option<Self>) -> Self {
        Lists(inner.into_iter().collect())
    }

    fn inside(&mut self) -> Option<Self> {
        self.0.pop()
    }
}

/// An enum with data.
#[derive(Clone, Serialize, crdc::Rules)]
#[serde(rename_all = "camelCase")]
enum Choice {
    Last,
    One(Box<Choice>),
    Two {
        /// +k8s:maxLength=3
        name: String,
        inner: Box<Choice>,
    },
}

impl Deep for Choice {
    fn around(inner: Option<Self>) -> Self {
        match inner {
            None => Choice::Last,
            Some(inner @ Choice::One(_)) => Choice::Two { name: "a".into(), inner: Box::new(inner) },
            Some(inner) => Choice::One(Box::new(inner)),
        }
    }

    fn inside(&mut self) -> Option<Self> {
        match std::mem::replace(self, Choice::Last) {
            Choice::Last => None,
            Choice::One(inner) | Choice::Two { inner, .. } => Some(*inner),
        }
    }
}

/// A type without the derive, in one with it.
#[derive(Clone, Serialize)]
struct Free(Option<Box<Free>>, Vec<u8>);

#[derive(Clone, Serialize, crdc::Rules)]
struct Held {
    /// +immutable
    of: Free,
}

impl Deep for Held {
    fn around(inner: Option<Self>) -> Self {
        Held { of: Free(inner.map(|inner| Box::new(inner.of)), Vec::new()) }
    }

    fn inside(&mut self) -> Option<Self> {
        self.of.0.take().map(|of| Held { of: *of })
    }
}

/// Lists in lists, which end.
type ListsOfWide = Vec<Vec<Option<Box<Wide>>>>;

/// A type of which each value takes five calls of `Serialize`.
#[derive(Clone, Serialize, crdc::Rules)]
struct Wide {
    of: Vec<Vec<ListsOfWide>>,
}

impl Deep for Wide {
    fn around(inner: Option<Self>) -> Self {
        Wide { of: vec![vec![vec![vec![inner.map(Box::new)]]]] }
    }

    fn inside(&mut self) -> Option<Self> {
        let inner = self.of.pop()?.pop()?.pop()?.pop()??;
        Some(*inner)
    }
}

#[test]
fn values_that_take_many_calls_nest_less() {
    let mut scratch = Scratch::new();
    for (depth, refused) in [(100, false), (127, false), (129, true), (200, true)] {
        let mut new = Chain::<Wide>::new(depth);
        let expected = if refused { too_deep(768) } else { Vec::new() };
        assert_eq!(lines(new.value().validate_create(&mut scratch)), expected, "{depth}");
    }
}

fn lines(validated: Result<(), RefusedValue>) -> Vec<String> {
    let Err(refused) = validated else { return Vec::new() };
    let errors =
        refused.errors().iter().map(|error| format!("{}: {}", error.error_type.as_str(), error.detail));
    std::iter::once(refused.code().to_string()).chain(errors).collect()
}

fn too_deep(limit: u32) -> Vec<String> {
    let unit = if limit == MAX_NESTED { "" } else { " calls of `Serialize`" };
    let detail = format!("nested too deep; the maximum depth is {limit}{unit}");
    vec!["422".to_owned(), format!("FieldValueInvalid: {detail}")]
}

/// A type without rules is walked where it is immutable alone, and has a limit of its own.
fn is_refused<T: Deep>(limit: u32) {
    let mut scratch = Scratch::new();
    for depth in [10_000, 100_000] {
        let [mut new, mut old] = [Chain::<T>::new(depth), Chain::<T>::new(depth)];
        new.value().normalize(None);
        new.value().normalize(Some(old.value()));
        if limit == MAX_NESTED {
            assert_eq!(lines(new.value().validate_create(&mut scratch)), too_deep(limit));
        }
        assert_eq!(lines(new.value().validate_update(old.value(), &mut scratch)), too_deep(limit));
        // What is far shallower than its old value is valid, or at most a change of what may not change.
        let mut new = Chain::<T>::new(2);
        let answer = lines(new.value().validate_update(old.value(), &mut scratch));
        assert!(answer.first().is_none_or(|code| code == "400"), "{answer:?}");
    }
}

/// What is as deep as may be is walked, also where everything is wrong with it, on a thread of the usual
/// size.
fn is_walked<T: Deep + Clone>() {
    let mut scratch = Scratch::new();
    let depth = MAX_NESTED as usize;
    let [mut new, mut old] = [Chain::<T>::new(depth), Chain::<T>::new(depth)];
    old.value().normalize(None);
    new.value().normalize(Some(old.value()));
    assert_eq!(lines(new.value().validate_create(&mut scratch)), Vec::<String>::new());
    assert_eq!(lines(new.value().validate_update(old.value(), &mut scratch)), Vec::<String>::new());
}

#[test]
fn recursive_types_are_refused_below_a_stated_depth() {
    is_refused::<Link>(256);
    is_refused::<Tree>(256);
    is_refused::<Nest>(256);
    is_refused::<Lists>(256);
    is_refused::<Choice>(256);
    is_refused::<Held>(768);
    is_walked::<Link>();
    is_walked::<Tree>();
    is_walked::<Nest>();
    is_walked::<Lists>();
    is_walked::<Choice>();
    is_walked::<Held>();
}

#[test]
fn faults_at_the_deepest_place_are_found() {
    let mut scratch = Scratch::new();
    let [mut new, mut old] = [Chain::<Link>::new(256), Chain::<Link>::new(256)];
    let mut last = new.value();
    while last.next.is_some() {
        last = last.next.as_mut().unwrap();
    }
    last.name = "aaaa".into();
    let answer = lines(new.value().validate_update(old.value(), &mut scratch));
    assert!(
        matches!(&answer[..], [code, line] if code == "422" && line.starts_with("FieldValueTooLong")),
        "{answer:?}"
    );
    let mut last = new.value();
    while last.next.is_some() {
        last = last.next.as_mut().unwrap();
    }
    last.fixed = 2;
    assert_eq!(
        lines(new.value().validate_update(old.value(), &mut scratch)),
        ["400", "FieldValueInvalid: field is immutable"]
    );
    // Old faults at every depth are set aside.
    for value in [new.value(), old.value()] {
        let mut at = Some(value);
        while let Some(link) = at {
            link.name = "aaaa".into();
            link.fixed = 1;
            at = link.next.as_deref_mut();
        }
    }
    assert!(new.value().validate_update(old.value(), &mut scratch).is_ok());
    assert_eq!(scratch.ratcheted().len(), 256);
}
