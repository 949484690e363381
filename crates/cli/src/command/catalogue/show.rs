//! `crdc catalogue show`: what the catalogues know of a project, a kind or a field. In: a word. Out: text.

use super::named::{self, Kind, Named};
use super::sources::Catalogues;
use super::texts::Texts;
use super::{fields, kind, project};
use crate::failure::Failure;
use crate::place::{Place, write};
use crdc_source::diag::outside;

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
            (Named::Projects(found), None) => paragraphs(&found, |found| project::text(*found, &texts))?,
            (Named::Kinds(kinds), Some(field)) => fields::text(&by_name(&kinds), field, &texts)?,
            (Named::Kinds(kinds), None) => paragraphs(&by_name(&kinds), |kinds| kind::text(kinds, &texts))?,
        };
        write(&to, &outside::lines(&text))?;
        Ok(true)
    }
}

/// The kinds of each group and name, which several projects may have.
fn by_name<'k, 'c>(kinds: &'k [Kind<'c>]) -> Vec<&'k [Kind<'c>]> {
    kinds.chunk_by(|one, other| named::key(one) == named::key(other)).collect()
}

fn paragraphs<T>(all: &[T], text: impl Fn(&T) -> Result<String, Failure>) -> Result<String, Failure> {
    let all: Vec<String> = all.iter().map(text).collect::<Result<_, _>>()?;
    Ok(all.join("\n"))
}
