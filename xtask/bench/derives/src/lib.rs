//! Fifty structs, with no derive that is measured, with serde's two, and with crdc's beside those.

include!(concat!(env!("CRDC_BENCH_GENERATED"), "/structs.rs"));
