//! Parses the command line, runs a subcommand and returns the exit code. In: arguments. Out: the exit code: 0
//! for success, 1 if a document has errors, 2 if the command itself fails. One file per subcommand.

mod allow;
mod catalogue;
mod change_policy;
mod check;
mod check_report;
mod checked;
mod completions;
mod crd_files;
mod explain;
mod files;
mod found_names;
mod from_version;
mod generate;
mod git;
mod kubernetes;
mod man;
mod one_document;
mod publish;
mod published;
mod serve;
mod serve_webhook;
mod skeleton;
mod test;
mod types;
mod upgrade;
mod validate;
mod watch;
mod webhook;

use clap::{CommandFactory, Parser, Subcommand};
use std::process::ExitCode;

use crate::output::complain;

/// Compiles Kubernetes CustomResourceDefinitions to Rust.
#[derive(Parser)]
#[command(name = "crdc", version, about, max_term_width = 100)]
struct Crdc {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Catalogue(catalogue::CatalogueCommand),
    Check(check::Check),
    Generate(generate::Generate),
    Explain(explain::Explain),
    Kubernetes(kubernetes::Kubernetes),
    Publish(publish::Publish),
    Serve(serve::Serve),
    Skeleton(skeleton::Skeleton),
    Test(test::Test),
    Types(types::Types),
    Upgrade(upgrade::Upgrade),
    Validate(validate::Validate),
    Webhook(webhook::Webhook),
    Completions(completions::Completions),
    Man(man::Man),
}

/// Runs the command line of this process.
pub(crate) fn run() -> ExitCode {
    let arguments: Vec<_> = std::env::args_os().collect();
    if let Err(failure) = found_names::refuse(&arguments) {
        return failed(&failure);
    }
    let arguments = match validate::read(arguments.into_iter()) {
        Ok(arguments) => arguments,
        Err(failure) => return failed(&failure),
    };
    let done = match Crdc::parse_from(arguments).command {
        Command::Catalogue(command) => command.run(),
        Command::Check(command) => command.run(),
        Command::Generate(command) => command.run(),
        Command::Explain(command) => command.run(),
        Command::Kubernetes(command) => command.run(),
        Command::Publish(command) => command.run(),
        Command::Serve(command) => command.run(),
        Command::Skeleton(command) => command.run(),
        Command::Test(command) => command.run(),
        Command::Types(command) => command.run(),
        Command::Upgrade(command) => command.run(),
        Command::Validate(command) => command.run(),
        Command::Webhook(command) => command.run(),
        Command::Completions(command) => command.run(Crdc::command()),
        Command::Man(command) => command.run(Crdc::command()),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(failure) => failed(&failure),
    }
}

fn failed(failure: &str) -> ExitCode {
    complain(failure);
    ExitCode::from(2)
}
