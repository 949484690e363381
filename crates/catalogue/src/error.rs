//! What is wrong with a catalogue, and where.

use std::fmt;

/// Why a catalogue, or a text of it, cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// The file does not begin as catalogues of this version do.
    NotACatalogue,
    /// The file ends before its index does.
    Truncated,
    /// The index cannot be inflated, or is not text.
    Index(Fault),
    /// A line of the index is wrong. Lines are counted from 1.
    IndexLine {
        /// The number of the line.
        line: usize,
        /// What is wrong with it.
        fault: Fault,
    },
    /// The texts of a project are wrong.
    Texts {
        /// The name of the project.
        project: String,
        /// The line of the texts, counted from 0; `None` if they cannot be inflated.
        line: Option<usize>,
        /// What is wrong.
        fault: Fault,
    },
}

/// A kind of damage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Deflated data is damaged or cut off.
    Inflate,
    /// More bytes than a limit allows.
    TooLarge(usize),
    /// Bytes that are not UTF-8.
    NotUtf8,
    /// The line begins with no known letter.
    UnknownLine,
    /// The line has too few words, or too many.
    Words,
    /// The line belongs to a project, and none is above it.
    NoProject,
    /// A word is not a number, or too large a one.
    Number(String),
    /// The place of the texts is outside of the file.
    Outside,
    /// A run of releases is empty, not above the one before it, or of releases that the project has not.
    Run(String),
    /// A rule for the version of a chart is neither `same` nor pairs of versions.
    Rule(String),
    /// The line does not exist.
    NoLine,
    /// The line is empty.
    Empty,
    /// A string is not closed.
    OpenString,
    /// `@` without a number, or with one that is not of a line above.
    Reference(String),
}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::NotACatalogue => out.write_str(
                "the file is no catalogue of this version: it does not begin with `crdc catalogue 1`",
            ),
            Error::Truncated => out.write_str("the file ends within its index"),
            Error::Index(fault) => write!(out, "the index of the catalogue: {fault}"),
            Error::IndexLine { line, fault } => {
                write!(out, "line {line} of the index of the catalogue: {fault}")
            }
            Error::Texts { project, line: None, fault } => write!(out, "the texts of {project}: {fault}"),
            Error::Texts { project, line: Some(line), fault } => {
                write!(out, "line {line} of the texts of {project}: {fault}")
            }
        }
    }
}

impl std::error::Error for Error {}

impl fmt::Display for Fault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Inflate => out.write_str("the deflated data is damaged or cut off"),
            Fault::TooLarge(limit) => write!(out, "more than {limit} bytes"),
            Fault::NotUtf8 => out.write_str("not UTF-8"),
            Fault::UnknownLine => out.write_str("it does not begin with P, R, C, I, O or D"),
            Fault::Words => out.write_str("too few words or too many"),
            Fault::NoProject => out.write_str("no project is above it"),
            Fault::Number(word) => write!(out, "`{word}` is not a number, or too large a one"),
            Fault::Outside => out.write_str("the texts of the project are not in the file"),
            Fault::Run(word) => {
                write!(
                    out,
                    "`{word}` is not FIRST-LAST=LINE with releases of the project, later than those before it"
                )
            }
            Fault::Rule(word) => write!(out, "`{word}` is neither `same` nor pairs CHART=RELEASE"),
            Fault::NoLine => out.write_str("there is no such line"),
            Fault::Empty => out.write_str("it is empty"),
            Fault::OpenString => out.write_str("a string is not closed"),
            Fault::Reference(word) => write!(out, "`@{word}` is not a line above it"),
        }
    }
}
