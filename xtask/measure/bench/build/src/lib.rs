//! The generated module whose compile time and size are measured, and a trivial one as baseline.

#[cfg(feature = "module")]
include!(concat!(env!("CRDC_BENCH_GENERATED"), "/weighed.rs"));
#[cfg(not(feature = "module"))]
include!(concat!(env!("CRDC_BENCH_GENERATED"), "/trivial.rs"));
