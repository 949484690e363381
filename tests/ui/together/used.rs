//! A type with mistakes is used as if it had none.

use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
struct Spec {
    /// +immutable
    class: String,
    /// +listType=map
    /// +listMapKey=name
    ports: Vec<Port>,
    /// +unionDiscriminator
    kind: Kind,
    /// +unionMember
    s3: Option<Port>,
}

#[derive(Serialize, crdc::Rules)]
struct Port {
    /// +imutable
    name: String,
}

#[derive(Serialize, crdc::Rules)]
enum Kind {
    /// +immutable
    S3,
}

fn main() {
    let mut scratch = crdc::typed::Scratch::new();
    let new = |port: &str| Port { name: port.to_owned() };
    let spec = Spec { class: "fast".into(), ports: vec![new("a")], kind: Kind::S3, s3: None };
    assert!(crdc::Rules::validate_create(&spec, &mut scratch).is_ok());
}
