//! Items that other macros make, and attributes behind conditions.

use serde::Serialize;

macro_rules! spec {
    ($(#[$meta:meta])* $name:ident { $($(#[$of:meta])* $field:ident: $type:ty,)* }) => {
        $(#[$meta])*
        #[derive(Serialize, crdc::Rules)]
        struct $name {
            $($(#[$of])* $field: $type,)*
        }
    };
}

spec! {
    /// Words.
    Spec {
        /// +immutable
        class: String,
        /// +listType=map
        /// +listMapKey=name
        /// +immutable=keys
        ports: Vec<Port>,
        /// +additionOnly
        zones: std::collections::BTreeSet<String>,
        #[cfg_attr(all(), doc = "+unionDiscriminator")]
        kind: String,
        #[cfg_attr(all(), doc = "+unionMember", serde(default, skip_serializing_if = "Option::is_none"))]
        s3: Option<String>,
        #[cfg(any())]
        gone: Nowhere,
    }
}

spec! {
    Port {
        /// +immutable
        name: String,
    }
}

fn main() {}
