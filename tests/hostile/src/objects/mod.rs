//! Hostile requests of any size.

pub mod below;
pub mod collisions;
pub mod floods;
pub mod immutability;
mod requests;
pub mod unions;

pub use requests::{Families, Keep, Op, Requests, Sent, families, families_below};

/// The generated resources.
mod compiled {
    pub(super) mod targets {
        crdc::include_crd!("targets.hostile.example.com/v1");
    }
    pub(super) mod ruleds {
        crdc::include_crd!("ruleds.hostile.example.com/v1");
    }
    pub(super) mod wides {
        crdc::include_crd!("wides.unions.example.com/v1");
    }
    pub(super) mod fixtures {
        crdc::include_crd!("fixtures.immutability.example.com/v1");
    }
}

/// The compiled resource of a kind. Panics if there is none.
pub fn compiled(kind: &str) -> &'static crdc::Compiled {
    use crdc::Resource;
    match kind {
        "Target" => compiled::targets::Target::compiled(),
        "Ruled" => compiled::ruleds::Ruled::compiled(),
        "Wide" => compiled::wides::Wide::compiled(),
        "Fixture" => compiled::fixtures::Fixture::compiled(),
        other => panic!("{other} is not compiled"),
    }
}

const HEAD: &str = r#"{"apiVersion":"hostile.example.com/v1","kind":"Target","metadata":{"name":"x","resourceVersion":"7"},"spec":"#;

/// An object of the kind `Target` with this spec.
pub fn body(spec: &str) -> Vec<u8> {
    format!("{HEAD}{spec}}}").into_bytes()
}

/// An object of the kind `Target` with these members of its metadata.
pub fn metadata(members: &str) -> Vec<u8> {
    let head = HEAD.trim_end_matches("},\"spec\":");
    format!("{head},{members}}}}}").into_bytes()
}
