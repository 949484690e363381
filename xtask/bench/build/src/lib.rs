//! The generated module whose compile time and size are taken, and a trivial one beside it.

#[cfg(feature = "module")]
include!(concat!(env!("CRDC_BENCH_GENERATED"), "/weighed.rs"));
#[cfg(not(feature = "module"))]
include!(concat!(env!("CRDC_BENCH_GENERATED"), "/trivial.rs"));
