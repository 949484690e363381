//! From statements to pins. In: all statements, and the values of variables. Out: subjects with versions:
//! names of other objects are followed, locks looked up, variables filled, addresses written in one form.

use crate::address::{chart, remote};
use crate::named::{Named, folders};
use crate::pin::{At, Pin, Subject, Wanted};
use crate::statement::{Kind, Lock, Name, Statement, Statements, What};
use crate::variables::fill;
use crate::wanted::{of_chart, of_tag, version_in, without_digest};

/// An object that names what no file has.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Lost {
    /// Where the name is.
    pub at: At,
    /// What is missing.
    pub missing: Missing,
}

/// What an object names and no file has.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Missing {
    /// The object with the address or the version: its kind and name.
    Object {
        /// The kind, such as `HelmRepository`.
        kind: &'static str,
        /// The name.
        name: String,
    },
    /// A version: nothing is written, or a branch, a variable, a template.
    Version(String),
}

/// Follows statements.
pub(crate) struct Follower<'s> {
    statements: &'s Statements,
    order: Vec<&'s Statement>,
    named: Named<'s>,
    values: &'s dyn Fn(&str) -> Option<String>,
}

impl<'s> Follower<'s> {
    pub(crate) fn of(statements: &'s Statements, values: &'s dyn Fn(&str) -> Option<String>) -> Follower<'s> {
        let mut order: Vec<&Statement> = statements.all.iter().collect();
        order.sort_by(|one, other| one.at.cmp(&other.at));
        let mut named = Named::default();
        for (index, statement) in order.iter().enumerate() {
            if let What::Sourced { of: name, .. } | What::Source { name, .. } = &statement.what {
                named.add(name, &statement.at.path, index);
            }
        }
        Follower { statements, order, named, values }
    }

    pub(crate) fn pins(&self) -> Vec<Pin> {
        let mut pins = Vec::new();
        for statement in &self.order {
            self.one(&statement.what, &statement.version, &statement.at, &mut pins);
        }
        pins.sort();
        pins.dedup();
        pins
    }

    pub(crate) fn lost(&self) -> Vec<Lost> {
        let mut lost = Vec::new();
        for Statement { at, what, .. } in &self.order {
            if let What::Sourced { source, .. } | What::Reference { source } | What::Patch { of: source } =
                what
                && self.objects(source, at).next().is_none()
            {
                let missing = Missing::Object { kind: source.kind.as_str(), name: source.name.clone() };
                lost.push(Lost { at: at.clone(), missing });
            }
        }
        let open = self.pins().into_iter().filter_map(|pin| match pin.wanted {
            Wanted::Open(text) => Some(Lost { at: pin.at, missing: Missing::Version(text) }),
            _ => None,
        });
        lost.extend(open);
        lost.sort();
        lost.dedup();
        lost
    }

    /// The statements of the objects that a name in a file means.
    fn objects<'b>(
        &'b self,
        name: &'b Name,
        at: &'b At,
    ) -> impl Iterator<Item = &'s Statement> + use<'b, 's> {
        self.named.find(name, &at.path).iter().filter_map(|index| self.order.get(*index).copied())
    }

    /// The pins of one statement. A patch has the version of another statement; nothing else calls itself, so
    /// that no names go in a circle.
    fn one(&self, what: &What, version: &str, at: &At, pins: &mut Vec<Pin>) {
        match what {
            What::Chart { repository, name } => self.chart(repository, name, version, at, pins),
            What::Locked { repository, name, lock } => {
                let (version, at) = self.locked(lock, version, at);
                self.chart(repository, name, version, at, pins);
            }
            What::Sourced { chart, source, .. } => self.sourced(chart, source, version, at, pins),
            What::Source { name, url } => match name.kind {
                Kind::OciRepository => self.chart("", url, version, at, pins),
                Kind::GitRepository => self.git(url, "", version, at, pins),
                _ => {}
            },
            What::Reference { .. } => {}
            What::Patch { of } => {
                for other in self.objects(of, at) {
                    if !matches!(other.what, What::Patch { .. }) {
                        self.one(&other.what, version, at, pins);
                    }
                }
            }
            What::Git { url, path } => self.git(url, path, version, at, pins),
            What::GitLocked { url, path, lock } => {
                let (version, at) = self.locked(lock, version, at);
                self.git(url, path, version, at, pins);
            }
            What::Image { name } => self.image(name, version, at, pins),
            What::Package { name } => pins.push(Pin {
                at: at.clone(),
                subject: Subject::Package { name: name.clone() },
                wanted: of_package(&self.filled(version, at)),
            }),
        }
    }

    /// A chart of a source: of a repository of charts with its own version, or a folder in sources.
    fn sourced(&self, chart: &str, source: &Name, version: &str, at: &At, pins: &mut Vec<Pin>) {
        let mut found = false;
        for other in self.objects(source, at) {
            let What::Source { url, .. } = &other.what else { continue };
            found = true;
            match source.kind {
                Kind::HelmRepository => self.chart(url, chart, version, at, pins),
                Kind::GitRepository => self.git(url, chart, &other.version, &other.at, pins),
                _ => {}
            }
        }
        if !found && source.kind == Kind::HelmRepository {
            self.chart("", chart, version, at, pins);
        }
    }

    fn chart(&self, repository: &str, name: &str, version: &str, at: &At, pins: &mut Vec<Pin>) {
        let (repository, name) = (self.filled(repository, at), self.filled(name, at));
        let version = self.filled(version, at);
        let (repository, name, tag) = chart(&repository, &name);
        let wanted = of_chart(if version.is_empty() { tag.as_deref().unwrap_or_default() } else { &version });
        // A name that is a template is that of no chart.
        if !name.is_empty() && !name.contains(['$', '{']) {
            pins.push(Pin { at: at.clone(), subject: Subject::Chart { repository, name }, wanted });
        }
    }

    fn git(&self, url: &str, path: &str, version: &str, at: &At, pins: &mut Vec<Pin>) {
        let (url, path) = (self.filled(url, at), self.filled(path, at));
        let version = self.filled(version, at);
        let Some(remote) = remote(&url) else {
            pins.extend(packed(&url, at));
            return;
        };
        let path = [remote.path.as_str(), path.trim_start_matches("./").trim_matches('/')];
        let path = path.iter().copied().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("/");
        let reference = if version.is_empty() { &remote.reference } else { &version };
        let wanted = of_tag(reference);
        // Repositories of several charts have tags with the name of the chart.
        let folder = path.rsplit('/').next().filter(|folder| !folder.is_empty());
        let of_folder = folder.and_then(|folder| {
            let version = wanted.as_str().strip_prefix(folder)?.strip_prefix('-')?;
            let subject = Subject::Chart { repository: String::new(), name: folder.to_owned() };
            Some(Pin { at: at.clone(), subject, wanted: of_chart(version) })
        });
        pins.extend(of_folder);
        let subject = Subject::Repository { host: remote.host, owner: remote.owner, name: remote.name, path };
        pins.push(Pin { at: at.clone(), subject, wanted });
    }

    fn image(&self, name: &str, version: &str, at: &At, pins: &mut Vec<Pin>) {
        let (name, version) = (self.filled(name, at), self.filled(version, at));
        let name = without_digest(&name);
        let name = name.strip_prefix("docker://").or_else(|| name.strip_prefix("oci://")).unwrap_or(name);
        let (before, last) = name.rsplit_once('/').map_or(("", name), |(before, last)| (before, last));
        let (last, tag) = last.split_once(':').unwrap_or((last, ""));
        let name = if before.is_empty() { last.to_owned() } else { format!("{before}/{last}") };
        let wanted = of_tag(if version.is_empty() { tag } else { &version });
        if !name.is_empty() && !name.contains(['$', '{', ' ']) {
            pins.push(Pin { at: at.clone(), subject: Subject::Image { name }, wanted });
        }
    }

    /// The version of a lock and its place, or those that are written.
    fn locked<'t>(&'t self, lock: &Lock, version: &'t str, at: &'t At) -> (&'t str, &'t At) {
        self.statements.locks.get(lock).map_or((version, at), |(version, at)| (version, at))
    }

    /// A text with the values of variables: those that are given, then those of the nearest folder.
    fn filled(&self, text: &str, at: &At) -> String {
        if !text.contains("${") {
            return text.to_owned();
        }
        let of_folder = |name: &str| {
            let variables = &self.statements.variables;
            folders(&at.path).find_map(|folder| variables.get(&(folder.to_owned(), name.to_owned())).cloned())
        };
        fill(text, |name| (self.values)(name).or_else(|| of_folder(name).flatten()))
    }
}

/// A chart that is packed in a file: `https://example.com/charts/cert-manager-v1.16.2.tgz`.
fn packed(url: &str, at: &At) -> Option<Pin> {
    let (repository, file) = url.strip_suffix(".tgz")?.rsplit_once('/')?;
    let version = version_in(file)?;
    let name = file.strip_suffix(version)?.trim_end_matches('v').strip_suffix('-')?.to_owned();
    let (repository, name, _) = chart(repository, &name);
    let wanted = of_chart(version);
    Some(Pin { at: at.clone(), subject: Subject::Chart { repository, name }, wanted })
}

/// The version of a package: the name of a CSV has it at its end.
fn of_package(text: &str) -> Wanted {
    match of_chart(text) {
        Wanted::Range(range) => Wanted::Range(range),
        _ => version_in(text).map_or_else(|| Wanted::Open(text.to_owned()), of_tag),
    }
}
