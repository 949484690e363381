//! Nothing that is emitted is warned of.

#![deny(warnings, missing_docs, deprecated, unused_qualifications, unreachable_pub, unused_lifetimes)]
#![forbid(unsafe_code)]

use serde::Serialize;

/// A specification.
#[derive(Serialize, crdc::Rules)]
pub struct Spec<'a, T> {
    /// The class.
    ///
    /// +immutable
    #[deprecated]
    pub class: String,
    /// Items.
    ///
    /// +listType=set
    pub items: Vec<T>,
    /// +kubebuilder:validation:Pattern="^[a-z]+$"
    pub r#type: &'a str,
    #[doc = "Words."]
    pub host_port: u16,
}

/// An old class.
#[deprecated]
#[derive(Serialize, crdc::Rules)]
pub enum Class {
    /// Fast.
    #[deprecated]
    Fast,
    /// Slow.
    Slow,
}

fn main() {}
