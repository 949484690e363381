//! Items of list maps, however their type is written.

use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
struct Spec<'a, T: Serialize> {
    /// +listType=map
    /// +listMapKey=name
    ports: Vec<Port<'a, u8>>,
    /// +listType=map
    /// +listMapKey=name
    first: Vec<Port<'static, u8>>,
    /// +immutable=keys
    /// +listType=map
    /// +listMapKey=name
    second: Box<Vec<Box<Port<'static, u8>>>>,
    /// +listType=map
    /// +listMapKey=name
    third: Vec<Port<'static, T>>,
}

#[derive(Serialize, crdc::Rules)]
struct Port<'a, T> {
    /// +immutable
    name: &'a str,
    port: T,
}

#[derive(Serialize, crdc::Rules)]
struct Tree {
    /// +immutable
    name: String,
    /// +immutable=keys
    /// +listType=map
    /// +listMapKey=name
    children: Vec<Self>,
    /// +listType=map
    /// +listMapKey=name
    others: Vec<Tree>,
}

fn main() {}
