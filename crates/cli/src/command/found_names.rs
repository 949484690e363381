//! Checks that no option is also the name of a file that a program found. In: the arguments of the command.
//! Out: an error if one of them is both.
//!
//! With `--as-found` and `--untrusted`, a stranger may have chosen the file names: crdc would read the name
//! `--skip=Pod,a.yaml` of a file as an option that leaves out what it should check. An argument does not show
//! whether it was meant as an option, so crdc refuses it.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use crate::failure::Failure;

/// The most names that the error lists.
const NAMES_LISTED: usize = 5;

/// The options for files of strangers, who also chose the names of the files.
const OPTIONS_OF_STRANGERS: [&str; 4] = ["--as-found", "-as-found", "--untrusted", "-untrusted"];

/// Refuses options that are also names of files, if a program found the files.
pub(super) fn refuse(arguments: &[OsString]) -> Result<(), Failure> {
    // Arguments after `--` are names of files in any case.
    let options = arguments.iter().skip(2).take_while(|argument| *argument != "--");
    let options: Vec<&OsStr> =
        options.map(OsString::as_os_str).filter(|argument| is_option(argument)).collect();
    if !options.iter().any(|option| OPTIONS_OF_STRANGERS.iter().any(|found| option == found)) {
        return Ok(());
    }
    // A link to a missing file has a name too, so links are not followed.
    let is_file = |option: &&OsStr| Path::new(option).symlink_metadata().is_ok();
    let both: Vec<&OsStr> = options.into_iter().filter(is_file).collect();
    let Some(first) = both.first() else { return Ok(()) };
    let first = Path::new(first).display();
    let named: Vec<String> =
        both.iter().take(NAMES_LISTED).map(|option| format!("`{}`", Path::new(option).display())).collect();
    let more = match both.len().saturating_sub(NAMES_LISTED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    Err(format!(
        "{}{more}: an option, and the name of a file. Nothing was checked. \
         Write `./{first}` for the file, or `--` between the options and the names; rename the file for an option",
        named.join(", ")
    ))
}

/// Whether an argument is an option. `-` is the standard input.
fn is_option(argument: &OsStr) -> bool {
    argument.as_encoded_bytes().first() == Some(&b'-')
}
