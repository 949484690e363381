//! What jsonschema's macro makes of the bench schemas. A crate of its own, since it takes
//! minutes to compile and does not change when crdc does.

include!(concat!(env!("CRDC_BENCH_GENERATED"), "/validators.rs"));
