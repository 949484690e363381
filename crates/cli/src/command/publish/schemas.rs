//! `crdc publish --as json-schema`: its options, files and report.

use super::documents::Documents;
use crate::command::files::File;
use crate::failure::Failure;
use clap::ValueEnum;
use crdc_check::Checked;
use crdc_documents::publish::json_schema::{Draft, JsonSchema, Layout, Options, Topic, json_schemas};
use std::collections::BTreeMap;

/// Options of JSON Schemas.
#[derive(clap::Args)]
pub(in crate::command) struct Schemas {
    /// JSON Schema: the draft [default: 2020-12]
    #[arg(long, value_enum, value_name = "DRAFT")]
    draft: Option<DraftName>,
    /// JSON Schema: refuse fields that a server would prune
    #[arg(long)]
    strict: bool,
    /// JSON Schema: the paths of files [default: {{.Group}}/{{.Kind}}_{{.Version}}.json]
    #[arg(long, value_name = "TEMPLATE")]
    layout: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum DraftName {
    /// 2020-12
    #[value(name = "2020-12")]
    Draft202012,
    /// Draft 7, for older tools
    #[value(name = "7")]
    Draft7,
}

impl Schemas {
    /// The first option that is given.
    pub(in crate::command) fn given(&self) -> Option<&'static str> {
        let options = [
            ("--draft", self.draft.is_some()),
            ("--strict", self.strict),
            ("--layout", self.layout.is_some()),
        ];
        options.into_iter().find(|(_, given)| *given).map(|(option, _)| option)
    }

    pub(in crate::command) fn documents(
        &self,
        checked: &[Checked],
        report: bool,
    ) -> Result<Documents, Failure> {
        let template = self.layout.as_deref().unwrap_or(Layout::CATALOGUE);
        let layout = Layout::new(template, self.strict).map_err(|error| format!("--layout: {error}"))?;
        let draft = match self.draft {
            Some(DraftName::Draft7) => Draft::Draft7,
            _ => Draft::Draft202012,
        };
        let schemas = json_schemas(checked, Options { draft, strict: self.strict });
        let file = |schema: &JsonSchema| File { path: layout.path(schema), text: schema.to_json() };
        let files = schemas.iter().map(file).collect();
        let report = if report { each(&schemas) } else { counts(&schemas) };
        Ok(Documents { files, report, ..Documents::default() })
    }
}

/// A line for each check that the schemas do not express.
fn each(schemas: &[JsonSchema]) -> String {
    let mut text = String::new();
    for schema in schemas {
        for unexpressed in &schema.unexpressed {
            text.push_str(&format!("{}.{} {} {unexpressed}\n", schema.plural, schema.group, schema.version));
        }
    }
    text
}

/// One line with the number of unexpressed checks that users wrote. Checks of all objects are in the
/// documentation.
fn counts(schemas: &[JsonSchema]) -> String {
    let mut counts: BTreeMap<Topic, usize> = BTreeMap::new();
    for unexpressed in schemas.iter().flat_map(|schema| &schema.unexpressed) {
        *counts.entry(unexpressed.topic).or_default() += 1;
    }
    let counts: Vec<String> =
        counts.iter().map(|(topic, count)| format!("{} ({count})", topic.name())).collect();
    if counts.is_empty() {
        return String::new();
    }
    format!("checked by servers, not by the schemas: {}; --report prints each\n", counts.join(", "))
}
