//! Types that cannot be serialised: each is told once, whatever it is, and however it is used.

#[derive(crdc::Rules)]
struct Spec {
    /// +immutable
    class: String,
    /// +listType=map
    /// +listMapKey=class
    others: Vec<Other>,
    one: Variant,
    kind: Kind,
    name: Name,
}

#[derive(crdc::Rules)]
struct Other {
    /// +imutable
    class: String,
}

#[derive(crdc::Rules)]
enum Variant {
    One(String),
    Two {
        /// +immutable
        name: String,
    },
    Three(Other),
}

#[derive(crdc::Rules)]
enum Kind {
    One,
    Two,
}

#[derive(crdc::Rules)]
struct Name(String);

#[derive(crdc::Rules)]
#[serde(untagged)]
enum Leaf {
    One(String),
    Two(u8),
}

fn main() {}
