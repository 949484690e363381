//! A catalogue: the bytes of the file, the projects of its index, and the definitions by kind.

use std::borrow::Cow;
use std::sync::OnceLock;

use crate::error::{Error, Fault};
use crate::index;
use crate::limits;
use crate::lines::Lines;
use crate::project::{Definition, Project};

/// The catalogue that is built in: `cargo xtask catalogue` makes it.
#[cfg(feature = "built-in")]
const BUILT_IN: &[u8] = include_bytes!("../data/catalogue.bin");

/// What every catalogue begins with.
pub(crate) const MAGIC: &[u8] = b"crdc catalogue 1\n";

/// A catalogue whose index has been read. Texts are inflated when they are needed.
#[derive(Debug)]
pub struct Catalogue {
    bytes: Cow<'static, [u8]>,
    projects: Vec<Project>,
    /// Projects and their definitions, ordered by group and kind when that has been needed.
    by_kind: OnceLock<Vec<(u32, u32)>>,
}

impl Catalogue {
    /// The catalogue that is built in.
    ///
    /// # Errors
    /// The data of this crate is damaged.
    ///
    /// ```
    /// crdc_catalogue::Catalogue::built_in().unwrap();
    /// ```
    #[cfg(feature = "built-in")]
    pub fn built_in() -> Result<Catalogue, Error> {
        Catalogue::read(BUILT_IN)
    }

    /// Reads the index of a catalogue.
    ///
    /// # Errors
    /// The bytes are no catalogue, or its index is damaged. Texts are not read, nor are faults of them found.
    pub fn read(bytes: impl Into<Cow<'static, [u8]>>) -> Result<Catalogue, Error> {
        let bytes = bytes.into();
        let rest = bytes.strip_prefix(MAGIC).ok_or(Error::NotACatalogue)?;
        let (length, rest) = rest.split_first_chunk::<4>().ok_or(Error::Truncated)?;
        let length = usize::try_from(u32::from_le_bytes(*length)).map_err(|_| Error::Truncated)?;
        let index = rest.get(..length).ok_or(Error::Truncated)?;
        let text = inflate(index, limits::INDEX).map_err(Error::Index)?;
        let texts = MAGIC.len() + 4 + length;
        let projects = index::read(&text, texts..bytes.len())?;
        Ok(Catalogue { bytes, projects, by_kind: OnceLock::new() })
    }

    /// All projects, as the file has them.
    #[must_use]
    pub fn projects(&self) -> &[Project] {
        &self.projects
    }

    /// The project of a name.
    #[must_use]
    pub fn project(&self, name: &str) -> Option<&Project> {
        self.projects.iter().find(|project| project.name == name)
    }

    /// The definitions of a kind, with their projects.
    pub fn find<'a>(
        &'a self,
        group: &'a str,
        kind: &'a str,
    ) -> impl Iterator<Item = (&'a Project, &'a Definition)> + 'a {
        let wanted = (group, kind);
        let key = move |found: &Definition| wanted.cmp(&(found.group.as_str(), found.kind.as_str()));
        let by_kind = self.by_kind.get_or_init(|| self.by_kind());
        let first = by_kind.partition_point(|at| self.at(*at).is_some_and(|(_, found)| key(found).is_gt()));
        let rest = by_kind.iter().skip(first).map_while(|at| self.at(*at));
        rest.take_while(move |(_, found)| key(found).is_eq())
    }

    /// The text of a CRD as JSON: the line of a [run](crate::Run) of a project of this catalogue. The texts
    /// of the project are inflated once.
    ///
    /// # Errors
    /// The texts are damaged, there is no such line, or it exceeds a limit.
    pub fn text(&self, project: &Project, line: usize) -> Result<String, Error> {
        let lines = project.lines.get_or_init(|| {
            let deflated = self.bytes.get(project.place.clone()).ok_or(Fault::Outside);
            let text = deflated.and_then(|deflated| inflate(deflated, limits::TEXTS));
            let damaged = |fault| Error::Texts { project: project.name.clone(), line: None, fault };
            text.map(Lines::new).map_err(damaged)
        });
        let expanded = lines.as_ref().map_err(Error::clone)?.expand(line);
        expanded.map_err(|(line, fault)| Error::Texts {
            project: project.name.clone(),
            line: Some(line),
            fault,
        })
    }

    /// Definitions of one kind stay in the order of the file.
    fn by_kind(&self) -> Vec<(u32, u32)> {
        let mut by_kind = Vec::new();
        for (project, at) in self.projects.iter().zip(0_u32..) {
            by_kind.extend((0_u32..).zip(&project.definitions).map(|(definition, _)| (at, definition)));
        }
        by_kind.sort_by_cached_key(|at| {
            self.at(*at).map(|(_, found)| (found.group.as_str(), found.kind.as_str()))
        });
        by_kind
    }

    fn at(&self, (project, definition): (u32, u32)) -> Option<(&Project, &Definition)> {
        let project = self.projects.get(project as usize)?;
        Some((project, project.definitions.get(definition as usize)?))
    }
}

/// Inflates a text that must not exceed a limit.
fn inflate(deflated: &[u8], limit: usize) -> Result<String, Fault> {
    let inflated = miniz_oxide::inflate::decompress_to_vec_with_limit(deflated, limit);
    let inflated = inflated.map_err(|error| match error.status {
        miniz_oxide::inflate::TINFLStatus::HasMoreOutput => Fault::TooLarge(limit),
        _ => Fault::Inflate,
    })?;
    String::from_utf8(inflated).map_err(|_| Fault::NotUtf8)
}
