//! The validators that jsonschema's macro generates from the bench schemas. A separate crate, since it takes
//! minutes to compile and does not depend on crdc.

include!(concat!(env!("CRDC_BENCH_GENERATED"), "/validators.rs"));
