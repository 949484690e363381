//! `crdc catalogue show`: what the catalogues know of a project, a kind or a field. In: a word. Out: text
//! or JSON.

use super::format::{Format, document};
use super::named::{self, Named};
use super::sources::Catalogues;
use super::texts::Texts;
use super::{fields, kind, project};
use crate::failure::Failure;
use crate::place::{Place, write};
use crdc_source::diag::outside;
use serde_json::{Value, json};

/// The most fields that one release adds or removes and that are in the answer: for people, and for programs.
const MOST_SHOWN: usize = 200;
const MOST_FIELDS: usize = 10_000;

/// Shows a project (releases, kinds, charts, images) or a kind (versions, fields by release)
///
/// Of a kind, the releases with its versions, and the fields that came and went, each with the release. With
/// FIELD, the releases that have the field, its type and its default.
#[derive(clap::Args)]
pub(super) struct Show {
    /// A project, a kind or the plural of one: cert-manager, Certificate, certificates.cert-manager.io
    #[arg(value_name = "NAME")]
    name: String,
    /// A field of the kind, such as spec.keystores.jks.alias
    #[arg(value_name = "FIELD")]
    path: Option<String>,
    /// The same as FIELD
    #[arg(long, value_name = "FIELD", conflicts_with = "path")]
    field: Option<String>,
    /// The format of the answer
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: Format,
    #[command(flatten)]
    catalogues: Catalogues,
    #[command(flatten)]
    place: Place,
}

impl Show {
    pub(super) fn run(&self) -> Result<bool, Failure> {
        let to = self.place.open(&self.catalogues.catalogue)?;
        let catalogues = self.catalogues.load()?;
        let texts = Texts::new();
        let field = self.path.as_ref().or(self.field.as_ref());
        let text = match (named::find(&catalogues, &self.name)?, field) {
            (Named::Projects(_), Some(_)) => {
                return Err(format!("{} is a project: name a kind, which has fields", self.name));
            }
            (Named::Projects(found), None) => {
                let known = found.iter().map(|found| project::known(*found, &texts));
                let known: Vec<project::Known<'_>> = known.collect::<Result<_, _>>()?;
                match self.format {
                    Format::Text => paragraphs(known.iter().map(project::text)),
                    Format::Json => document(&json!({"projects": all(&known, project::json)})),
                }
            }
            (Named::Kinds(kinds), Some(field)) => {
                let known = fields::known(&kinds, field, &texts)?;
                match self.format {
                    Format::Text => fields::text(&known),
                    Format::Json => document(&json!({"fields": all(&known, fields::json)})),
                }
            }
            (Named::Kinds(kinds), None) => {
                let most = if self.format == Format::Text { MOST_SHOWN } else { MOST_FIELDS };
                let known = kinds.iter().map(|kind| kind::known(*kind, most, &texts));
                let known: Vec<kind::Known<'_>> = known.collect::<Result<_, _>>()?;
                // Several projects may have the kind of a group.
                let of_name = known.chunk_by(|one, other| named::key(&one.kind) == named::key(&other.kind));
                match self.format {
                    Format::Text => paragraphs(of_name.map(kind::text)),
                    Format::Json => document(&json!({"kinds": all(&known, kind::json)})),
                }
            }
        };
        write(&to, &outside::lines(&text))?;
        Ok(true)
    }
}

fn paragraphs(all: impl Iterator<Item = String>) -> String {
    all.collect::<Vec<_>>().join("\n")
}

fn all<T>(known: &[T], json: impl Fn(&T) -> Value) -> Value {
    known.iter().map(json).collect()
}
