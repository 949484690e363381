//! Tasks of this repository: `cargo xtask conformance | history | openapi | bench | bless | fuzz | seeds | skeleton | tidy`. Each is a
//! folder or a file that takes its own arguments; what they share is where things lie.

mod bench;
mod bless;
mod conformance;
mod fuzz;
mod history;
mod openapi;
mod places;
mod seeds;
mod skeleton;
mod tidy;

use std::process::ExitCode;

use clap::Parser;

/// Tasks of the crdc repository.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
enum Task {
    /// Holds generated code against the record of what the server answers.
    Conformance(Box<conformance::Args>),
    /// Says what released changes of CRDs mean for stored objects.
    History(history::Args),
    /// Holds the schemas that servers publish against the CRDs they are made of.
    Openapi(openapi::Args),
    /// Takes the speed bars: ratios to other libraries, build times, instructions per byte.
    Bench(bench::Args),
    /// Writes the goldens anew; read the diff before you commit it.
    Bless,
    /// Holds generated code against the interpreter, over new random CRDs for as long as there is time.
    Fuzz(fuzz::Args),
    /// Writes what the fuzz targets start from, `fuzz/corpus`.
    Seeds,
    /// Prunes every object of the record by skeleton and as servers do.
    Skeleton(skeleton::Args),
    /// Says what stands in the tree that should not.
    Tidy,
}

fn main() -> ExitCode {
    let result = match Task::parse() {
        Task::Conformance(args) => conformance::run(&args),
        Task::History(args) => history::run(&args),
        Task::Openapi(args) => openapi::run(&args),
        Task::Bench(args) => bench::run(&args),
        Task::Bless => bless::run(),
        Task::Fuzz(args) => fuzz::run(&args),
        Task::Seeds => seeds::run(),
        Task::Skeleton(args) => skeleton::run(&args),
        Task::Tidy => tidy::run(),
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
