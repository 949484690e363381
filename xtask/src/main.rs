//! Tasks of this repository: `cargo xtask --help` lists them. Each task is a folder or file with its own
//! arguments; `places` is shared with `xtask/measure`.

mod apply_safe;
mod bless;
mod catalogue;
mod conformance;
mod dependencies;
mod fuzz;
mod growth;
mod history;
mod kubernetes;
mod layers;
mod named_paths;
mod openapi;
mod package;
mod prose;
mod published;
mod seeds;
mod sentences;
mod skeleton;
mod tidy;
mod units;

use std::process::ExitCode;

use clap::Parser;

/// Tasks of the crdc repository.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
enum Task {
    /// Compare generated code with the recorded answers of the server
    Conformance(Box<conformance::Args>),
    /// Report what CRD changes between releases mean for stored objects
    History(history::Args),
    /// Compare the schemas that servers publish with the CRDs that they are made from
    Openapi(openapi::Args),
    /// Compare servers that have rules instead of extensions with the record
    ApplySafe(apply_safe::Args),
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
    /// Build, test and use the packages of the published crates outside of the repository
    Package(package::Args),
    /// Make the built-in catalogue of CRDs
    Catalogue(catalogue::Args),
    /// Make the built-in definitions of Kubernetes' own kinds
    Kubernetes(kubernetes::Args),
    /// Report imports in circles, and arrows between crates that must not be
    Layers(layers::Args),
    /// Remove descriptions and titles from documents of other projects
    Prose,
    /// Report problems in the source tree: long files, open notes, local paths
    Tidy,
    /// Count how often cargo compiles a crate, by its unit graph
    Units(units::Args),
}

fn main() -> ExitCode {
    let result = match Task::parse() {
        Task::Conformance(args) => conformance::run(&args),
        Task::History(args) => history::run(&args),
        Task::Openapi(args) => openapi::run(&args),
        Task::ApplySafe(args) => apply_safe::run(&args),
        Task::Bless => bless::run(),
        Task::Fuzz(args) => fuzz::run(&args),
        Task::Growth(args) => growth::run(&args),
        Task::Seeds => seeds::run(),
        Task::Skeleton(args) => skeleton::run(&args),
        Task::Dependencies => dependencies::run(),
        Task::Catalogue(args) => catalogue::run(&args),
        Task::Kubernetes(args) => kubernetes::run(&args),
        Task::Layers(args) => layers::run(&args),
        Task::Package(args) => package::run(&args),
        Task::Prose => prose::run(),
        Task::Tidy => tidy::run(),
        Task::Units(args) => units::run(&args),
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
