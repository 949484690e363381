//! Finds the project that a subject belongs to. In: a catalogue. Out: for each subject a project, and how it
//! was recognized.

use crate::address::charts;
use crate::pin::Subject;
use crdc_catalogue::{Catalogue, Chart, Project};
use std::collections::HashMap;

/// How a project was recognized, the most certain first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum By {
    /// The address is one of the project: of its repository, chart or image, or the name of its package.
    Address,
    /// The name alone, which only this project has in the catalogue; the address is that of a mirror, or no
    /// file has it.
    Name,
}

/// People who package charts of others under the same names and with versions of their own.
const PACKAGERS: [&str; 3] = ["bitnami", "truecharts", "k8s-at-home"];

/// The names and addresses of all projects.
pub(super) struct Known<'c> {
    projects: &'c [Project],
    /// By address and name: the project, and the number of the chart in it.
    charts: HashMap<(String, &'c str), (usize, usize)>,
    /// By name alone; `None` if several projects have such a chart.
    names: HashMap<&'c str, Option<(usize, usize)>>,
    repositories: HashMap<String, usize>,
    images: HashMap<String, usize>,
    /// Images by their last two words; `None` if several projects have such an image.
    image_names: HashMap<String, Option<usize>>,
    packages: HashMap<&'c str, usize>,
}

/// The project of a subject.
pub(super) struct Recognized<'c> {
    pub(super) index: usize,
    pub(super) project: &'c Project,
    pub(super) chart: Option<&'c Chart>,
    pub(super) by: By,
}

impl<'c> Known<'c> {
    pub(super) fn of(catalogue: &'c Catalogue) -> Known<'c> {
        let projects = catalogue.projects();
        let mut known = Known {
            projects,
            charts: HashMap::new(),
            names: HashMap::new(),
            repositories: HashMap::new(),
            images: HashMap::new(),
            image_names: HashMap::new(),
            packages: HashMap::new(),
        };
        for (index, project) in projects.iter().enumerate() {
            known.add(index, project);
        }
        known
    }

    fn add(&mut self, index: usize, project: &'c Project) {
        for (number, chart) in project.charts.iter().enumerate() {
            let name = chart.name.as_str();
            for address in &chart.addresses {
                let address = charts(address);
                // An address may end with the name.
                let address = match address.strip_suffix(name).and_then(|rest| rest.strip_suffix('/')) {
                    Some(rest) if address.starts_with("oci://") => rest.to_owned(),
                    _ => address,
                };
                self.charts.entry((address, name)).or_insert((index, number));
            }
            let found = self.names.entry(name).or_insert(Some((index, number)));
            if found.is_some_and(|(other, _)| other != index) {
                *found = None;
            }
        }
        self.repositories.entry(project.repository.to_ascii_lowercase()).or_insert(index);
        for image in &project.images {
            let image = of_hub(image);
            if let Some(end) = last_two(image) {
                let found = self.image_names.entry(end.to_owned()).or_insert(Some(index));
                if found.is_some_and(|other| other != index) {
                    *found = None;
                }
            }
            self.images.entry(image.to_owned()).or_insert(index);
        }
        for package in &project.packages {
            self.packages.entry(package).or_insert(index);
        }
    }

    /// The project of a subject.
    pub(super) fn find(&self, subject: &Subject) -> Option<Recognized<'c>> {
        match subject {
            Subject::Chart { repository, name } => self.chart(repository, name),
            Subject::Repository { host, owner, name, .. } if host == "github.com" => {
                let name = format!("{owner}/{name}").to_ascii_lowercase();
                self.recognized(*self.repositories.get(&name)?, By::Address)
            }
            Subject::Repository { .. } => None,
            Subject::Image { name } => self.image(of_hub(name)),
            Subject::Package { name } => self.recognized(*self.packages.get(name.as_str())?, By::Address),
        }
    }

    fn chart(&self, repository: &str, name: &str) -> Option<Recognized<'c>> {
        let (at, by) = match self.charts.get(&(repository.to_owned(), name)) {
            Some(at) => (*at, By::Address),
            None if PACKAGERS.iter().any(|other| repository.contains(other)) => return None,
            None => ((*self.names.get(name)?)?, By::Name),
        };
        let recognized = self.recognized(at.0, by)?;
        Some(Recognized { chart: recognized.project.charts.get(at.1), ..recognized })
    }

    /// The project of an image. Renovate names charts of registries like images.
    fn image(&self, name: &str) -> Option<Recognized<'c>> {
        if let Some(index) = self.images.get(name) {
            return self.recognized(*index, By::Address);
        }
        let address = name.rsplit_once('/').and_then(|(repository, name)| {
            self.charts.contains_key(&(format!("oci://{repository}"), name)).then_some((repository, name))
        });
        if let Some((repository, name)) = address {
            return self.chart(&format!("oci://{repository}"), name);
        }
        self.recognized((*self.image_names.get(last_two(name)?)?)?, By::Name)
    }

    fn recognized(&self, index: usize, by: By) -> Option<Recognized<'c>> {
        Some(Recognized { index, project: self.projects.get(index)?, chart: None, by })
    }
}

/// An image without the address of Docker's registry, which may be left out.
fn of_hub(image: &str) -> &str {
    let hubs = ["docker.io/", "index.docker.io/", "registry-1.docker.io/"];
    let image = hubs.iter().find_map(|hub| image.strip_prefix(hub)).unwrap_or(image);
    image.strip_prefix("library/").unwrap_or(image)
}

/// The last two words of an image: one word, such as `operator`, is not enough to recognize a mirror by.
fn last_two(image: &str) -> Option<&str> {
    let (before, _) = image.rsplit_once('/')?;
    let start = before.rfind('/').map_or(0, |slash| slash + 1);
    image.get(start..)
}
