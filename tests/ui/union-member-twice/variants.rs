//! One member for two variants, and one that is the discriminator.

#[derive(crdc::Union)]
enum Storage {
    S3(String),
    #[crdc(member = "s3")]
    Minio(String),
    Type(String),
}

fn main() {}
