//! Measurements, and comparisons with other programs and real servers: `cargo measure --help` lists them.
//! Each is a folder or file with its own arguments; `places` is shared with `xtask`.

mod bench;
mod clients;
mod json_schema;
mod manifests;
mod picture;
mod real_server;
mod yaml;

use std::process::ExitCode;

use clap::Parser;

/// Measurements and comparisons of crdc with other programs.
#[derive(Parser)]
#[command(name = "cargo measure", bin_name = "cargo measure")]
enum Task {
    /// Measure speed: ratios to other libraries, build times, instructions per byte
    Bench(bench::Args),
    /// Measure `crdc validate` over 50,000 manifests, beside kubeconform if it is given
    Manifests(manifests::Args),
    /// Draw `docs/speed.svg` from the table of `docs/speed.md`
    Picture,
    /// Let kubectl, Python's client and kube's own tests ask `crdc serve`
    Clients(clients::Args),
    /// Register the webhook at a real API server, and compare its answers with crdc's
    RealServer(real_server::Args),
    /// Compare the JSON Schemas of CRDs, read by `jsonschema`, with the recorded answers to creates
    JsonSchema(json_schema::Args),
    /// Answer lines of YAML texts, for `xtask/measure/yaml/compare.py`
    Yaml,
}

fn main() -> ExitCode {
    let result = match Task::parse() {
        Task::Bench(args) => bench::run(&args),
        Task::Manifests(args) => manifests::run(&args),
        Task::Picture => picture::run(),
        Task::Clients(args) => clients::run(&args),
        Task::RealServer(args) => real_server::run(&args),
        Task::JsonSchema(args) => json_schema::run(&args),
        Task::Yaml => yaml::run(),
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
