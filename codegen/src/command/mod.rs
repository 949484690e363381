//! Arguments in, exit code out: 0 when all is well, 1 when a document has errors, 2 when the
//! command itself cannot do its work. A subcommand is a file.

mod check;
mod explain;
mod generate;
mod input;
mod output;
mod published;
mod skeleton;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Compiles Kubernetes CustomResourceDefinitions to Rust.
#[derive(Parser)]
#[command(name = "crdc", version, about, max_term_width = 100)]
struct Crdc {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Check(check::Check),
    Generate(generate::Generate),
    Explain(explain::Explain),
    Skeleton(skeleton::Skeleton),
}

/// What went wrong with the command itself, in a sentence.
type Failure = String;

/// Runs the command line of this process.
pub(crate) fn run() -> ExitCode {
    let done = match Crdc::parse().command {
        Command::Check(command) => command.run(),
        Command::Generate(command) => command.run(),
        Command::Explain(command) => command.run(),
        Command::Skeleton(command) => command.run(),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(failure) => {
            output::complain(&failure);
            ExitCode::from(2)
        }
    }
}
