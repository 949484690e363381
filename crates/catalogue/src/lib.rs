//! The CustomResourceDefinitions of many projects, for each of their releases, in one file. In: the bytes of
//! a catalogue. Out: its projects with their releases, the definitions of a kind, and the text of a CRD in a
//! release.
//!
//! The stages, each a module: [`Catalogue::read`] reads the index, which has names and places but no schema;
//! [`Catalogue::text`] inflates the texts of one project and expands one line of them. [`Builder`] writes
//! catalogues, [`kept`] removes from a CRD what validation does not need.
//!
//! # The format
//!
//! The words `crdc catalogue 1` and a line feed, the length of the index (`u32`, little endian), the index,
//! deflated, then the texts of each project, deflated. The index has a line for each fact; a line is words
//! with a blank between them, no word is empty, and `-` stands for an empty one:
//!
//! | line | |
//! |---|---|
//! | `P NAME REPOSITORY LICENCE OFFSET LENGTH` | a project, and where its texts are, counted from the end of the index |
//! | `R VERSION COMMIT` | a release of it, the oldest first; the version `@COMMIT` is a snapshot without a tag |
//! | `C NAME RULE ADDRESS…` | a chart; the rule is `same`, or where the release changes: `75.0.0=0.83.0,76.0.0=0.84.0` |
//! | `I NAME…`, `O NAME…` | its images, its packages of the Operator Lifecycle Manager |
//! | `D GROUP KIND PLURAL FIRST-LAST=LINE,…` | a CRD, and for runs of releases the line that is its text |
//!
//! The texts of a project are lines, counted from 0. A line is JSON in which `@N` outside of strings stands
//! for line N, which must be above it. What occurs twice in a project, in one CRD, in several or in several
//! releases, is a line of its own. So a release that changes nothing costs a line of the index.
//!
//! A catalogue may come from anybody: each fault is an [`Error`], and time and memory are bounded by the
//! [`limits`].

mod builder;
mod catalogue;
mod error;
mod index;
mod kept;
pub mod limits;
mod lines;
mod project;
mod version;

pub use builder::{About, Builder, Refused};
pub use catalogue::Catalogue;
pub use error::{Error, Fault};
pub use kept::{AGGREGATED, kept};
pub use project::{Chart, Definition, Found, Project, Release, Run, VersionRule};
pub use version::Version;

/// The README, whose example is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
