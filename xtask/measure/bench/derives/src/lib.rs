//! Fifty structs: without measured derives, with serde's two, and with crdc's in addition.

include!(concat!(env!("CRDC_BENCH_GENERATED"), "/structs.rs"));
