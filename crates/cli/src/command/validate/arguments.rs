//! Converts options of other tools in the command line, before `clap` parses it. In: the arguments as
//! written. Out: the arguments as `clap` expects them.
//!
//! - Options of kubeconform begin with one dash, and its flags may have a value. Options with the same
//!   meaning here are accepted, and other options are refused with the way to get the same result.
//! - `-output FORMAT` of kubeconform is `--format FORMAT`: `--output`, with two dashes, is a place, as for
//!   all commands.
//! - Options with one dash that neither program has are refused by their names, since the parser would report
//!   their first letters instead.
//! - `--show` may have a value, but a file may also follow it. So its values are joined to the option in one
//!   argument.
//
// https://github.com/yannh/kubeconform: pkg/config/config.go; values of flags: Go's strconv.ParseBool

use std::ffi::{OsStr, OsString};

use crate::failure::Failure;
use crate::place::FORMATS;

/// Options of kubeconform that have values here too.
const VALUED: [&str; 5] = ["cache", "ignore-filename-pattern", "reject", "schema-location", "skip"];

/// Flags of kubeconform.
const FLAGS: [&str; 6] =
    ["exit-on-error", "ignore-missing-schemas", "insecure-skip-tls-verify", "strict", "summary", "verbose"];

/// Options of kubeconform that have no meaning here, with a replacement.
const REFUSED: [(&str, &str); 2] = [
    ("cpu-prof", "crdc writes no profile: leave the option out"),
    ("debug", "leave the option out; --verbose shows all objects"),
];

/// The arguments of `crdc validate` in the form of the parser. Arguments of other subcommands do not change.
///
/// # Errors
/// An option of kubeconform that is refused.
pub(crate) fn read(arguments: impl Iterator<Item = OsString>) -> Result<Vec<OsString>, Failure> {
    let mut arguments = arguments.peekable();
    let mut read: Vec<OsString> = arguments.by_ref().take(2).collect();
    if read.get(1).is_none_or(|command| command != "validate") {
        read.extend(arguments);
        return Ok(read);
    }
    while let Some(argument) = arguments.next() {
        if argument == "--" {
            read.push(argument);
            break;
        }
        let is_value = |next: &OsString| next == "stored" || next == "diff";
        if argument == "--show"
            && let Some(value) = arguments.next_if(is_value)
        {
            read.push([OsStr::new("--show="), &value].iter().copied().collect());
            continue;
        }
        // The option and its value in the next argument are joined; the value is converted below.
        let is_version = argument == "-kubernetes-version" || argument == "--kubernetes-version";
        let version = is_version.then(|| arguments.next_if(|next| !next.to_string_lossy().starts_with('-')));
        let argument = match version.flatten() {
            Some(version) => [argument.as_os_str(), OsStr::new("="), &version].iter().copied().collect(),
            None => argument,
        };
        match argument.to_str() {
            // `-v` prints the version of the program.
            Some("-v") => return Ok(read.into_iter().take(1).chain(["--version".into()]).collect()),
            Some(text) => read.extend(kubeconform(text)?.map(Into::into)),
            None => read.push(argument),
        }
    }
    read.extend(arguments);
    Ok(read)
}

/// Converts one argument; `None` if it is a flag that is not set.
fn kubeconform(text: &str) -> Result<Option<String>, Failure> {
    let unchanged = Ok(Some(text.to_owned()));
    let Some(rest) = text.strip_prefix('-') else { return unchanged };
    let rest = rest.strip_prefix('-').unwrap_or(rest);
    let (name, value) = match rest.split_once('=') {
        Some((name, value)) => (name, Some(value)),
        None => (rest, None),
    };
    if let Some((_, instead)) = REFUSED.iter().find(|(refused, _)| *refused == name) {
        return Err(format!("-{name} of kubeconform: {instead}"));
    }
    if FLAGS.contains(&name) && !(name == "strict" && is_false(value)) {
        return match value {
            None | Some("1" | "t" | "T" | "true" | "TRUE" | "True") => Ok(Some(format!("--{name}"))),
            _ if is_false(value) => Ok(None),
            Some(_) => unchanged,
        };
    }
    if name == "kubernetes-version" {
        return match value {
            // kubeconform's name of the newest version.
            Some("master") => Ok(None),
            Some(version) => Ok(Some(format!("--kubernetes={version}"))),
            None => Ok(Some("--kubernetes".to_owned())),
        };
    }
    // Without this flag, kubeconform accepts unknown fields.
    if name == "strict" {
        return Ok(Some("--field-validation=warn".to_owned()));
    }
    if name == "output" && !text.starts_with("--") {
        return Ok(Some(format!("--format{}", rest.strip_prefix(name).unwrap_or_default())));
    }
    if VALUED.contains(&name) {
        return Ok(Some(format!("--{rest}")));
    }
    if name == "help" {
        return Ok(Some("--help".to_owned()));
    }
    if is_unknown(text) {
        let why = "crdc validate -h lists the options, which have two dashes";
        return Err(format!("-{name} is no option of crdc validate, nor of kubeconform: {why}"));
    }
    unchanged
}

/// Whether an argument is an option with one dash and several letters. An option with one letter may have its
/// value in the same argument.
fn is_unknown(text: &str) -> bool {
    let Some(name) = text.strip_prefix('-').filter(|name| !name.starts_with('-')) else { return false };
    let mut letters = name.chars();
    match (letters.next(), letters.as_str()) {
        (None, _) | (Some(_), "") => false,
        // The parser refuses the name of a format, with a better message.
        (Some('o'), place) => !place.starts_with(['=', '-']) && !FORMATS.contains(&place),
        (Some('n'), threads) => threads.trim_start_matches('=').parse::<usize>().is_err(),
        (Some(_), _) => true,
    }
}

/// Whether a flag of Go is switched off.
fn is_false(value: Option<&str>) -> bool {
    value.is_some_and(|value| ["0", "f", "F", "false", "FALSE", "False"].contains(&value))
}

#[cfg(test)]
mod tests {
    use super::read;

    fn words(text: &str) -> Result<String, String> {
        let words = read(text.split(' ').map(Into::into))?;
        Ok(words.iter().map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn options_of_kubeconform() {
        for (written, expected) in [
            ("crdc validate -strict -skip=A -o out - x", "crdc validate --strict --skip=A -o out - x"),
            (
                "crdc validate -output json -n 4 -reject A,B x",
                "crdc validate --format json -n 4 --reject A,B x",
            ),
            ("crdc validate -strict=true -summary=false --verbose=1 x", "crdc validate --strict --verbose x"),
            ("crdc validate -ignore-filename-pattern ^a x", "crdc validate --ignore-filename-pattern ^a x"),
            ("crdc validate -strict -v x", "crdc --version"),
            ("crdc validate -strict=false x", "crdc validate --field-validation=warn x"),
            ("crdc validate -kubernetes-version 1.34.0 x", "crdc validate --kubernetes=1.34.0 x"),
            ("crdc validate -kubernetes-version=1.34.0 x", "crdc validate --kubernetes=1.34.0 x"),
            ("crdc validate -kubernetes-version=master x", "crdc validate x"),
            ("crdc validate -kubernetes-version master x", "crdc validate x"),
            ("crdc validate --kubernetes-version master", "crdc validate"),
            ("crdc validate -kubernetes-version", "crdc validate --kubernetes"),
            ("crdc validate -kubernetes-version -strict", "crdc validate --kubernetes --strict"),
            (
                "crdc validate -n 8 -output=junit -exit-on-error x",
                "crdc validate -n 8 --format=junit --exit-on-error x",
            ),
            (
                "crdc validate -schema-location default -schema-location=s.json -cache c -insecure-skip-tls-verify x",
                "crdc validate --schema-location default --schema-location=s.json --cache c --insecure-skip-tls-verify x",
            ),
            ("crdc validate -insecure-skip-tls-verify=false x", "crdc validate x"),
            ("crdc validate -h", "crdc validate -h"),
            ("crdc validate -help", "crdc validate --help"),
            ("crdc validate -strict=perhaps", "crdc validate -strict=perhaps"),
            ("crdc validate -ojson -n4 -o=tap -n=2 -", "crdc validate -ojson -n4 -o=tap -n=2 -"),
            ("crdc validate --output=report.json -o- x", "crdc validate --output=report.json -o- x"),
            ("crdc validate -- -strict", "crdc validate -- -strict"),
            ("crdc check -strict", "crdc check -strict"),
        ] {
            assert_eq!(words(written).as_deref(), Ok(expected));
        }
    }

    #[test]
    fn options_that_are_refused_say_what_to_do() {
        for (written, expected) in [
            ("crdc validate -debug x", "leave the option out"),
            ("crdc validate -cpu-prof file x", "leave the option out"),
            ("crdc validate -bogus x", "-bogus is no option"),
            ("crdc validate -num-workers 3 x", "-num-workers is no option"),
            ("crdc validate -openapi x", "-openapi is no option"),
            ("crdc validate -crd=x", "-crd is no option"),
        ] {
            let refused = words(written).expect_err(written);
            assert!(refused.contains(expected), "{refused}");
        }
        assert!(words("crdc validate -- -debug").is_ok());
    }

    #[test]
    fn show_has_only_its_own_values() {
        for (written, expected) in [
            ("crdc validate --show diff x", "crdc validate --show=diff x"),
            ("crdc validate --show stored", "crdc validate --show=stored"),
            ("crdc validate --show deploy diff", "crdc validate --show deploy diff"),
            ("crdc validate --show", "crdc validate --show"),
        ] {
            assert_eq!(words(written).as_deref(), Ok(expected));
        }
    }
}
