//! Validates an object with the release before an upgrade and with the one after it. In: the object. Out: one
//! result, in which only what the upgrade changes counts.
//!
//! Easy to break: no change of the CRD is said that validating the object says already, and none that the
//! object does not meet.

use std::collections::HashSet;

use super::crds::{Crds, Touched};
use super::fields::Met;
use super::{Upgrade, stored};
use crate::identity::Identity;
use crate::validate::context::Context;
use crate::validate::findings::answer::Buffers;
use crate::validate::findings::field_spans::Places;
use crate::validate::findings::finding::{Accepted, Finding, Level};
use crate::validate::manifests::manifest::Manifest;
use crate::validate::objects::catalogued;
use crate::validate::objects::validate::{by_release, without_asking};
use crate::validate::objects::validated::Validated;
use crate::validate::report::file_report::Verdict;
use crate::validate::schemas::catalogue::{CataloguedKind, Variant};
use crdc_documents::compare::Kind;
use crdc_source::Span;
use crdc_source::diag::{Code, Diagnostic};

/// The most changes of fields that are said of an object.
const MOST_FIELDS: usize = 8;

/// What the catalogue knows of the kind of an object, before and after.
struct Sides<'u> {
    before: &'u CataloguedKind,
    after: &'u CataloguedKind,
    old: Option<&'u Variant>,
    new: Option<&'u Variant>,
    crds: Option<&'u Crds>,
}

impl Upgrade {
    /// The result for an object; `None` if its project is not upgraded.
    pub(crate) fn answer(
        &self,
        manifest: &Manifest,
        identity: &Identity,
        context: Context<'_>,
        buffers: &mut Buffers,
    ) -> Option<Validated> {
        let sides = self.sides(identity, context)?;
        if let Some(validated) = without_asking(manifest, identity, context) {
            return Some(validated);
        }
        let mut ask = |kind: &CataloguedKind, variant: Option<&Variant>| {
            by_release(kind, variant?, manifest, identity, context, buffers)
        };
        let was = ask(sides.before, sides.old);
        let is = ask(sides.after, sides.new);
        let missing = context.settings.missing_schema;
        if let Some(damaged) = catalogued::damaged(sides.after, identity, manifest.span(), missing) {
            return Some(damaged);
        }
        let mut validated = sides.compare(manifest, identity, was, is);
        if !sides.after.is_certain() {
            validated.findings.iter_mut().for_each(|finding| sides.weaken(finding));
        }
        validated.findings.sort_by_key(|finding| std::cmp::Reverse(finding.level));
        Some(validated)
    }

    fn sides(&self, identity: &Identity, Context { schemas, .. }: Context<'_>) -> Option<Sides<'_>> {
        let (group, kind) = (identity.group(), identity.kind.as_str());
        if schemas.is_given(group, kind) || schemas.natives.has(group, kind) {
            return None;
        }
        let crds = self.crds.get(group, kind)?;
        let (before, after) = (self.before.find(group, kind)?, self.after.find(group, kind)?);
        if !self.moves.contains_key(&after.project) {
            return None;
        }
        // The newest comes first.
        let (old, new) = (before.variants.first(), after.variants.first());
        let crds = old.zip(new).map(|(old, new)| crds.get_or_init(|| Crds::compare(old.text(), new.text())));
        Some(Sides { before, after, old, new, crds })
    }
}

impl Sides<'_> {
    fn compare(
        &self,
        manifest: &Manifest,
        identity: &Identity,
        was: Option<Validated>,
        is: Option<Validated>,
    ) -> Validated {
        let span = manifest.span();
        let refused = self.crds.map_or(&[][..], |crds| &crds.refused);
        let refused = refused.iter().map(|why| self.refused(why, identity, span));
        let Some(mut is) = is else {
            let mut finding = self.gone(identity, span);
            // An object that the release in use does not serve is no fault of the upgrade.
            finding.accepted = (self.old.is_some() && was.is_none()).then_some(Accepted::Known);
            return Validated::of(Verdict::Invalid, [finding].into_iter().chain(refused).collect());
        };
        let stored = is.stored.take();
        if let Some(was) = was {
            known(&mut is.findings, &was.findings);
            let differences = match (was.stored, stored.filter(|_| !is.findings.iter().any(Finding::fails))) {
                (Some(was), Some(stored)) => {
                    let written = manifest.node.to_json();
                    Some(stored::differences(written.as_bytes(), &was, &stored))
                }
                _ => None,
            };
            self.fields(manifest, identity, &mut is.findings, differences.as_deref());
            if let Some(mut found) = differences {
                // What is dropped is an unknown field, which has a finding.
                let named: HashSet<&str> = new_fields(&is.findings).collect();
                found.retain(|one| !named.contains(one.path.as_str()));
                is.findings.extend(self.stores_otherwise(manifest, &found));
            }
        }
        let is_refused = refused.len() > 0;
        is.findings.extend(refused);
        is.findings.extend(self.stored_version(identity, span).filter(|_| !is_refused));
        is
    }

    /// An error of a release beside the one that is asked for is a warning.
    fn weaken(&self, finding: &mut Finding) {
        if finding.level != Level::Error {
            return;
        }
        finding.level = Level::Warning;
        let CataloguedKind { project, against: (_, newest), .. } = self.after;
        let why =
            format!("the catalogue does not have the new release: this is what {project} {newest} says");
        finding.help = Some(match finding.help.take() {
            Some(help) => format!("{help}; {why}"),
            None => why,
        });
    }

    /// The oldest release with the new CRD, for people.
    fn since(&self) -> String {
        let release = self.new.map_or(self.after.against.1.as_str(), |new| new.first.as_str());
        format!("{} {release}", self.after.project)
    }

    /// What the comparison of the CRDs says of fields that the object has, and no finding says.
    fn fields(
        &self,
        manifest: &Manifest,
        identity: &Identity,
        findings: &mut Vec<Finding>,
        differences: Option<&[stored::Difference]>,
    ) {
        let Some(crds) = self.crds else { return };
        let version = identity.api_version.rsplit('/').next().unwrap_or_default();
        let said: HashSet<String> = new_fields(findings).flat_map(with_parent).map(str::to_owned).collect();
        let stored: HashSet<&str> =
            differences.unwrap_or_default().iter().map(|one| one.path.as_str()).collect();
        let mut moved = Vec::new();
        let mut more = Vec::new();
        let mut seen = HashSet::new();
        crds.touched(version, &manifest.node, &mut |met, touched| {
            let change = touched.change;
            if said.contains(met.path) || stored.contains(met.path) {
                touched.say();
                moved.extend(change.moved_to.as_ref().map(|to| (met.path.to_owned(), to.clone())));
            } else if self.is_told(met, touched, manifest, differences.is_some())
                && seen.insert(std::ptr::from_ref(change))
            {
                touched.say();
                more.push(self.of_field(met, touched));
            }
        });
        for finding in findings.iter_mut().filter(|finding| finding.id == "unknown-field") {
            let to = moved.iter().find(|(path, _)| finding.field.as_deref() == Some(path));
            if let Some((_, to)) = to {
                finding.help = Some(format!("write it as `{to}`, which is new with the same schema"));
            }
        }
        more.sort_by_key(|finding| std::cmp::Reverse(finding.level));
        more.truncate(MOST_FIELDS);
        findings.extend(more);
    }

    /// Whether a change of a field that the object has is said, though no finding of the object is about it.
    fn is_told(&self, met: &Met<'_>, touched: &Touched<'_>, manifest: &Manifest, is_stored: bool) -> bool {
        match touched.change.kind {
            // What is stored says which defaults are others. Of a refused object nothing is stored.
            Kind::Default => met.value.is_none() && !is_stored,
            _ if touched.is_of_updates() => met.value.is_some(),
            // Nobody knows whether the value keeps to the new limit.
            _ => touched.is_stricter() && met.value.is_some_and(|value| manifest.unknown.is(value.span)),
        }
    }

    fn of_field(&self, met: &Met<'_>, touched: &Touched<'_>) -> Finding {
        let change = touched.change;
        let level =
            if touched.is_of_updates() && !touched.is_list_cut() { Level::Note } else { Level::Warning };
        let message = format!("{}: {}", self.since(), change.message());
        let mut finding = Finding::new("upgrade-field", level, met.span, message).field(met.path.to_owned());
        finding.help = match change.kind {
            Kind::Default => Some("write the value that the object should have".to_owned()),
            Kind::Rule => {
                Some("the rule is about updates, which validating the object does not show".to_owned())
            }
            _ if touched.is_of_updates() => change.help.clone(),
            _ => Some("give the value of its variable with --substitute NAME=value".to_owned()),
        };
        finding
    }

    /// The warning about an object that is accepted and stored otherwise.
    fn stores_otherwise(&self, manifest: &Manifest, found: &[stored::Difference]) -> Option<Finding> {
        let first = found.first()?;
        let message = format!("{} stores this object otherwise: {}", self.since(), stored::words(found));
        let span = Places::new(&manifest.node).of(&first.path);
        Some(Finding::new("upgrade-changes", Level::Warning, span, message).help(stored::help(found)))
    }

    /// The note about another version in which the kind is stored.
    fn stored_version(&self, identity: &Identity, span: Span) -> Option<Finding> {
        let (old, new) = self.old.zip(self.new).filter(|(old, new)| old.stored != new.stored)?;
        let Identity { kind, .. } = identity;
        let (since, group) = (self.since(), identity.group());
        let message =
            format!("{since} stores {kind}.{group} as {} and no longer as {}", new.stored, old.stored);
        let finding = Finding::new("upgrade-stored-version", Level::Note, span, message);
        Some(finding.help("objects in the cluster keep the old version until they are written again"))
    }

    /// The error about an object that the release after the upgrade does not serve.
    fn gone(&self, identity: &Identity, span: Span) -> Finding {
        let Identity { api_version, kind: name, .. } = identity;
        let (project, (_, newest)) = (&self.after.project, &self.after.against);
        let (message, help) = match self.new {
            Some(new) => {
                let served: Vec<&str> = new.served().collect();
                let help = match served.is_empty() {
                    true => "it serves no version of the kind".to_owned(),
                    false => format!("write `apiVersion: {}`", served.join("`, or `")),
                };
                (format!("{project} {newest} does not serve {api_version} {name}"), help)
            }
            None => {
                let help = "remove the object, or write what the project has instead of it";
                (format!("{project} {newest} has no {name} of {}", identity.group()), help.to_owned())
            }
        };
        let mut finding = Finding::new("version-not-served", Level::Error, span, message).help(help);
        // kubectl's message.
        finding.server.push(format!("no matches for kind \"{name}\" in version \"{api_version}\""));
        finding
    }

    /// The error about a CRD that a server does not take, so that the upgrade fails.
    fn refused(&self, why: &Diagnostic, identity: &Identity, span: Span) -> Finding {
        let message = format!(
            "a server refuses the CRD {}.{} of {}: {}",
            identity.kind,
            identity.group(),
            self.since(),
            why.message
        );
        let mut finding = Finding::new("upgrade-refused", Level::Error, span, message);
        finding.server = why.server.iter().map(ToString::to_string).collect();
        finding.help(self.way(why))
    }

    /// What to do about a CRD that a server does not take.
    fn way(&self, why: &Diagnostic) -> String {
        let again = "delete the CRD with all of its objects, and create them again";
        let Some((old, new)) = self.old.zip(self.new).filter(|_| why.code == Code::VersionStored) else {
            return again.to_owned();
        };
        let (project, old, new) = (&self.after.project, &old.stored, &new.stored);
        match self.after.newest_with([old, new]) {
            Some(release) => format!(
                "upgrade to {project} {release} first, which has `{old}` and `{new}`; move the stored objects to `{new}` there, and \
                 remove `{old}` from `status.storedVersions` of the CRD"
            ),
            None => format!(
                "no release of the catalogue has `{old}` and `{new}` to move the stored objects: {again}"
            ),
        }
    }
}

/// Marks findings that the object has before, too.
fn known(findings: &mut [Finding], before: &[Finding]) {
    let key = |finding: &Finding| (finding.id, finding.field.clone(), finding.message.clone());
    let before: HashSet<_> = before.iter().map(key).collect();
    for finding in findings.iter_mut().filter(|finding| before.contains(&key(finding))) {
        finding.accepted = Some(Accepted::Known);
    }
}

/// The fields of findings that are new.
fn new_fields(findings: &[Finding]) -> impl Iterator<Item = &str> {
    let new = findings.iter().filter(|finding| finding.accepted.is_none());
    new.filter_map(|finding| finding.path())
}

/// A path, and that of its container: a missing field is a change of the container.
fn with_parent(path: &str) -> impl Iterator<Item = &str> {
    let end = path.rfind(['.', '[']).unwrap_or_default();
    [Some(path), path.get(..end)].into_iter().flatten()
}
