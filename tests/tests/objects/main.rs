//! What generated code does with objects: the record, tables, test vectors, laws.
#![allow(clippy::unwrap_used, clippy::panic)]

mod allocations;
mod cel_rules;
mod cel_run;
mod compare_objects;
mod dialects_at_run_time;
mod embedded_resources;
mod fuzzed;
mod handler;
mod immutability;
mod immutability_edits;
mod immutability_page;
mod interpreter;
mod keywords;
mod laws;
mod metadata_constraints;
mod policies;
mod record;
mod rules;
mod skew;
mod unions;
mod unions_page;
mod vectors_formats;
mod vectors_json;
mod vectors_numbers;
mod vectors_patterns;
