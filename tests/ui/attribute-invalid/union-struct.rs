//! A struct under the derive of unions.

#[derive(crdc::Union)]
struct Storage {
    s3: Option<String>,
}

fn main() {}
