//! Variants that a union cannot have.

#[derive(crdc::Union)]
enum Storage {
    S3 {
        bucket: String,
    },
    /// +unionMember,optional
    Gcs(String),
    #[serde(skip)]
    Nfs(String),
}

fn main() {}
