//! `crdc catalogue list`: the projects of the catalogues. In: catalogues. Out: a line for each project and
//! one of totals, or JSON.

use super::format::{Format, document};
use super::ranges::ends;
use super::sources::Catalogues;
use crate::count::number;
use crate::failure::Failure;
use crate::place::{Place, write};
use crdc_catalogue::{Catalogue, Project, Release};
use crdc_source::diag::outside;
use serde_json::{Value, json};

/// Lists the projects: repository, releases, number of kinds, charts
#[derive(clap::Args)]
pub(super) struct List {
    #[command(flatten)]
    catalogues: Catalogues,
    /// The format of the list
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: Format,
    #[command(flatten)]
    place: Place,
}

/// The widest column. A longer name moves the columns of its own line only.
const WIDEST: usize = 44;

impl List {
    pub(super) fn run(&self) -> Result<bool, Failure> {
        let to = self.place.open(&self.catalogues.catalogue)?;
        let catalogues = self.catalogues.load()?;
        let projects: Vec<&Project> = catalogues.iter().flat_map(Catalogue::projects).collect();
        let text = match self.format {
            Format::Text => text(&projects),
            Format::Json => document(&as_json(&projects)),
        };
        write(&to, &text)?;
        Ok(true)
    }
}

fn text(projects: &[&Project]) -> String {
    let row = |project: &&Project| {
        let charts: Vec<&str> = project.charts.iter().map(|chart| chart.name.as_str()).collect();
        let releases = format!("{} ({})", ends(project), project.releases.len());
        let kinds = project.definitions.len().to_string();
        let cells = [project.name.clone(), project.repository.clone(), releases, kinds, charts.join(", ")];
        cells.map(|cell| outside::line(&cell).into_owned())
    };
    let mut rows = vec![["PROJECT", "REPOSITORY", "RELEASES", "KINDS", "CHARTS"].map(str::to_owned)];
    rows.extend(projects.iter().map(row));
    let mut widths = [0; 5];
    for (column, width) in rows.iter().flat_map(|row| widths_of(row).enumerate()) {
        if let Some(widest) = widths.get_mut(column) {
            *widest = width.min(WIDEST).max(*widest);
        }
    }
    let mut text = String::new();
    for row in &rows {
        let cells = row.iter().zip(widths).map(|(cell, width)| format!("{cell:width$}"));
        text.push_str(cells.collect::<Vec<_>>().join("  ").trim_end());
        text.push('\n');
    }
    let [releases, kinds] = totals(projects);
    let projects = number(projects.len(), "project");
    let (releases, kinds) = (number(releases, "release"), number(kinds, "kind"));
    outside::lines(&format!("{text}{projects}, {releases}, {kinds}\n")).into_owned()
}

fn widths_of(row: &[String]) -> impl Iterator<Item = usize> {
    row.iter().map(|cell| cell.chars().count())
}

/// The numbers of releases and of kinds.
fn totals(projects: &[&Project]) -> [usize; 2] {
    let sum = |count: fn(&Project) -> usize| projects.iter().map(|project| count(project)).sum();
    [sum(|project| project.releases.len()), sum(|project| project.definitions.len())]
}

fn as_json(projects: &[&Project]) -> Value {
    let version = |release: &Release| json!(release.version.as_str());
    let project = |project: &&Project| {
        json!({
            "name": project.name,
            "repository": project.repository,
            "licence": project.licence,
            "releases": project.releases.iter().map(version).collect::<Vec<_>>(),
            "kinds": project.definitions.len(),
            "charts": project.charts.iter().map(|chart| chart.name.as_str()).collect::<Vec<_>>(),
        })
    };
    let [releases, kinds] = totals(projects);
    json!({
        "projects": projects.iter().map(project).collect::<Vec<_>>(),
        "totals": {"projects": projects.len(), "releases": releases, "kinds": kinds},
    })
}
