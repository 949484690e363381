//! Generics, lifetimes, constants, recursion.

use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::marker::PhantomData;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, crdc::Rules)]
pub struct Page<T: Clone, M = ()>
where
    T: PartialEq,
{
    /// +listType=map
    /// +listMapKey=name
    pub items: Vec<T>,
    pub first: Option<T>,
    #[serde(skip)]
    pub marker: PhantomData<M>,
}

#[derive(Clone, Debug, PartialEq, Serialize, crdc::Rules)]
pub struct Borrowed<'a, const N: usize> {
    /// +immutable
    pub name: Cow<'a, str>,
    pub bytes: [u8; 4],
    #[serde(skip)]
    pub size: PhantomData<[(); N]>,
    pub text: &'a str,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, crdc::Rules)]
pub struct Tree {
    /// +immutable
    pub name: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub children: Vec<Tree>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<Box<Tree>>,
}
