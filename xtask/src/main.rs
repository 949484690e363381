//! Tasks of this repository: `cargo xtask --help` lists them. Each task is a folder or file with its own
//! arguments; they share `places`.

mod apply_safe;
mod bench;
mod bless;
mod clients;
mod conformance;
mod dependencies;
mod fuzz;
mod growth;
mod history;
mod json_schema;
mod kubernetes;
mod layers;
mod manifests;
mod named_paths;
mod openapi;
mod package;
mod picture;
mod places;
mod prose;
mod published;
mod real_server;
mod seeds;
mod sentences;
mod skeleton;
mod tidy;
mod yaml;

use std::process::ExitCode;

use clap::Parser;

/// Tasks of the crdc repository.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
enum Task {
    /// Let kubectl, Python's client and kube's own tests ask `crdc serve`
    Clients(clients::Args),
    /// Compare generated code with the recorded answers of the server
    Conformance(Box<conformance::Args>),
    /// Report what CRD changes between releases mean for stored objects
    History(history::Args),
    /// Compare the schemas that servers publish with the CRDs that they are made from
    Openapi(openapi::Args),
    /// Compare the JSON Schemas of CRDs with the recorded answers to creates
    JsonSchema(json_schema::Args),
    /// Compare servers that have rules instead of extensions with the record
    ApplySafe(apply_safe::Args),
    /// Measure speed: ratios to other libraries, build times, instructions per byte
    Bench(bench::Args),
    /// Measure `crdc validate` over 50,000 manifests
    Manifests(manifests::Args),
    /// Update the goldens; review the diff before you commit it
    Bless,
    /// Compare generated code with the interpreter over random CRDs
    Fuzz(fuzz::Args),
    /// Count how the cost of hostile input grows, with callgrind
    Growth(growth::Args),
    /// Write the seed inputs of the fuzz targets to `fuzz/corpus`
    Seeds,
    /// Compare pruning by skeleton with structural pruning over the record
    Skeleton(skeleton::Args),
    /// Report dependencies with a licence or source that `deny.toml` does not allow
    Dependencies,
    /// Register the webhook at a real API server, and compare its answers with crdc's
    RealServer(real_server::Args),
    /// Build, test and use the packages of the published crates outside of the repository
    Package(package::Args),
    /// Make the built-in definitions of Kubernetes' own kinds
    Kubernetes(kubernetes::Args),
    /// Report imports in circles, and arrows between crates that must not be
    Layers(layers::Args),
    /// Draw `docs/speed.svg` from the table of `docs/speed.md`
    Picture,
    /// Remove descriptions and titles from documents of other projects
    Prose,
    /// Report problems in the source tree: long files, open notes, local paths
    Tidy,
    /// Answer lines of YAML texts, for `xtask/yaml/compare.py`
    Yaml,
}

fn main() -> ExitCode {
    let result = match Task::parse() {
        Task::Clients(args) => clients::run(&args),
        Task::Conformance(args) => conformance::run(&args),
        Task::History(args) => history::run(&args),
        Task::Openapi(args) => openapi::run(&args),
        Task::JsonSchema(args) => json_schema::run(&args),
        Task::ApplySafe(args) => apply_safe::run(&args),
        Task::Bench(args) => bench::run(&args),
        Task::Manifests(args) => manifests::run(&args),
        Task::Bless => bless::run(),
        Task::Fuzz(args) => fuzz::run(&args),
        Task::Growth(args) => growth::run(&args),
        Task::Seeds => seeds::run(),
        Task::Skeleton(args) => skeleton::run(&args),
        Task::Dependencies => dependencies::run(),
        Task::RealServer(args) => real_server::run(&args),
        Task::Kubernetes(args) => kubernetes::run(&args),
        Task::Layers(args) => layers::run(&args),
        Task::Package(args) => package::run(&args),
        Task::Picture => picture::run(),
        Task::Prose => prose::run(),
        Task::Tidy => tidy::run(),
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
