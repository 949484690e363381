//! What a catalogue cannot have, and how that is said.

use std::fmt;

/// Why something cannot be part of a catalogue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// A release was added before a project.
    NoProject,
    /// A word is `-`, or has a blank or a control character.
    Word(String),
    /// A part of the version rule of a chart has a comma or `=`, or there is no part.
    Rule(String),
    /// The project has the release already.
    Release(String),
    /// A CRD without a text at this place.
    Missing(&'static str),
    /// Two CRDs of a release have this name.
    Twice(String),
    /// Values are nested more deeply than this.
    TooDeep(usize),
}

impl fmt::Display for Refused {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::NoProject => out.write_str("a release without a project"),
            Refused::Word(word) => write!(out, "{word:?} is `-`, or has a blank or a control character"),
            Refused::Rule(word) => write!(out, "{word:?} is not a version of a chart or a release"),
            Refused::Release(version) => write!(out, "the project has the release {version} already"),
            Refused::Missing(place) => write!(out, "no CRD: {place} is not a text"),
            Refused::Twice(name) => write!(out, "two CRDs of one release are {name}"),
            Refused::TooDeep(depth) => write!(out, "values are nested more than {depth} deep"),
        }
    }
}

impl std::error::Error for Refused {}
