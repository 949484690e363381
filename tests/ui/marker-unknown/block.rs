//! In a block comment, whose lines share one place.

use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
struct Spec {
    /** The class.
     *
     * +imutable
     */
    class: String,
    #[doc = "+imutable"]
    name: String,
}

fn main() {}
