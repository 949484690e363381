//! A value that is not the name of its variant's member.

#[derive(crdc::Union)]
enum Storage {
    /// +unionMember=GCS
    Google(String),
}

fn main() {}
