//! An attribute that there is not, at every place.

use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
#[crdc(strickt, dialect = "kep")]
enum Storage {
    #[crdc(membr = "s3")]
    S3 {
        #[crdc(leav)]
        bucket: String,
    },
}

fn main() {}
