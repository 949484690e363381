//! Advice about kinds that were removed, are deprecated, or are misspelt. In: an API version and a kind. Out:
//! the fate of the kind, and its replacement.
//!
//! Easy to break: there is no advice about groups that are not Kubernetes' own, even if their names are
//! similar.
//
// apiserver: pkg/endpoints/deprecation/deprecation.go WarningMessage

use crdc_source::diag::nearest;
use crdc_vocabulary::Minor;

use crate::definition::group_and_version;
use crate::kinds::Kinds;
use crate::scope::no_resource;

/// The lifecycle of a kind in versions of Kubernetes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Lifecycle {
    deprecated: Minor,
    removed: Option<Minor>,
    /// The API version and the kind to use instead.
    replacement: Option<(&'static str, &'static str)>,
}

const DATA: &str = include_str!("../../data/lifecycle.txt");

fn lines() -> impl Iterator<Item = &'static str> {
    DATA.lines().filter(|line| !line.starts_with('#'))
}

impl Lifecycle {
    fn read(line: &'static str) -> Option<Lifecycle> {
        let mut words = line.split(' ').skip(3);
        let deprecated = Minor(words.next()?.parse().ok()?);
        let removed = words.next()?.parse().ok().map(Minor);
        let replacement = words.next().filter(|version| *version != "-").zip(words.next());
        Some(Lifecycle { deprecated, removed, replacement })
    }
}

fn lifecycle(group: &str, version: &str, kind: &str) -> Option<Lifecycle> {
    let group = if group.is_empty() { "-" } else { group };
    let start = format!("{group} {version} {kind} ");
    lines().find(|line| line.starts_with(&start)).and_then(Lifecycle::read)
}

/// Advice about a kind that a server does not have.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Advice {
    /// The history of the kind: ``batch/v1beta1 CronJob was removed in Kubernetes 1.25``.
    pub message: String,
    /// The help: what to write instead.
    pub help: Option<String>,
}

/// Advice about a kind that a version of Kubernetes does not have: the version that removed or will add it,
/// or a similar kind. `None` if the group is unknown, since it may be a group of custom resources, or if a
/// resource of the version has the kind.
///
/// ```
/// use crdc_kubernetes::{Kinds, archive::Archive, unknown_kind};
///
/// let kinds = Kinds::of(Archive::built_in().unwrap(), "1.36".parse().unwrap()).unwrap();
/// let advice = unknown_kind(&kinds, "batch/v1beta1", "CronJob").unwrap();
/// assert_eq!(advice.message, "batch/v1beta1 CronJob was removed in Kubernetes 1.25");
/// assert_eq!(advice.help.as_deref(), Some("write `apiVersion: batch/v1`"));
/// assert_eq!(unknown_kind(&kinds, "example.com/v1", "CronJob"), None);
/// ```
#[must_use]
pub fn unknown_kind(kinds: &Kinds, api_version: &str, kind: &str) -> Option<Advice> {
    let (group, version) = group_and_version(api_version);
    if kinds.resource(api_version, kind).is_some() {
        return None;
    }
    let no_resource = no_resource(group, kind);
    if let Some((why, help)) = no_resource.filter(|_| kinds.history(group, kind).next().is_some()) {
        return Some(Advice { message: format!("{kind} is {why}"), help: help.map(str::to_owned) });
    }
    if let Some(item) = kind.strip_suffix("List").filter(|item| kinds.resource(api_version, item).is_some()) {
        let message = format!("{kind} is a list: it needs `items`");
        let help = format!("write `items`, or objects of the kind {item}");
        return Some(Advice { message, help: Some(help) });
    }
    removed(kinds, group, version, kind)
        .or_else(|| other_version(kinds, group, api_version, kind))
        .or_else(|| misspelt(kinds, group, api_version, kind))
}

/// Advice about kinds of older and of newer versions.
fn removed(kinds: &Kinds, group: &str, version: &str, kind: &str) -> Option<Advice> {
    let server = kinds.version();
    let name = |end: &str| {
        let api = if group.is_empty() { version.to_owned() } else { format!("{group}/{version}") };
        format!("{api} {kind} {end}")
    };
    let known: Vec<_> = kinds.history(group, kind).filter(|(of, ..)| of.version == version).collect();
    let first = known.iter().map(|(_, first, _)| *first).min();
    let last = known.iter().map(|(.., last)| *last).max();
    if let Some(first) = first.filter(|first| server < *first) {
        let help = write_instead(kinds, group, kind);
        return Some(Advice { message: name(&format!("came with Kubernetes {first}")), help });
    }
    let known = lifecycle(group, version, kind);
    let since = last.filter(|last| *last < server).map(|last| Minor(last.0 + 1));
    let since = since.or(known.and_then(|known| known.removed).filter(|removed| *removed <= server))?;
    let help = write_instead(kinds, group, kind)
        .or_else(|| {
            let (api, other) = known?.replacement?;
            kinds.find(api, other)?;
            Some(match other == kind {
                true => format!("write `apiVersion: {api}`"),
                false => format!("write `apiVersion: {api}` and `kind: {other}`"),
            })
        })
        .or_else(|| by_hand(kind).map(str::to_owned));
    Some(Advice { message: name(&format!("was removed in Kubernetes {since}")), help })
}

/// Advice about kinds without a replacement.
fn by_hand(kind: &str) -> Option<&'static str> {
    Some(match kind {
        "PodSecurityPolicy" => {
            "label namespaces for Pod Security admission: `pod-security.kubernetes.io/enforce: restricted`"
        }
        "PodPreset" => "use a mutating admission webhook or a MutatingAdmissionPolicy",
        "AuditSink" => "configure audit webhooks with flags of the server",
        "ClusterCIDR" | "InitializerConfiguration" => "it has no successor",
        _ => return None,
    })
}

/// The newest stable API version of a group that has a kind.
fn newest(kinds: &Kinds, group: &str, kind: &str) -> Option<String> {
    let server = kinds.version();
    let known = kinds.history(group, kind).filter(|(_, first, last)| *first <= server && server <= *last);
    known.map(|(of, ..)| of).max_by_key(|of| rank(&of.version)).map(crate::GroupVersionKind::api_version)
}

/// `v1` is before `v1beta1`, which is before `v1alpha1`; `v2` is before `v1`.
// apimachinery: pkg/version/helpers.go CompareKubeAwareVersionStrings
fn rank(version: &str) -> (u8, u32, u32) {
    let digits = |text: &str| {
        let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
        let (number, rest) = text.split_at(end);
        (number.parse().unwrap_or(0), rest.to_owned())
    };
    let (major, rest) = digits(version.strip_prefix('v').unwrap_or_default());
    let (level, minor) = match (rest.strip_prefix("beta"), rest.strip_prefix("alpha")) {
        (Some(rest), _) => (1, digits(rest).0),
        (_, Some(rest)) => (0, digits(rest).0),
        _ => (2, 0),
    };
    (level, major, minor)
}

fn write_instead(kinds: &Kinds, group: &str, kind: &str) -> Option<String> {
    newest(kinds, group, kind).map(|api| format!("write `apiVersion: {api}`"))
}

/// A kind that is in another version or another group.
fn other_version(kinds: &Kinds, group: &str, api_version: &str, kind: &str) -> Option<Advice> {
    if !is_known(kinds, group) {
        return None;
    }
    let all = kinds.archive().kinds();
    let here = newest(kinds, group, kind);
    let elsewhere = all.iter().map(|known| &known.of).filter(|of| of.kind == kind && of.group != group);
    let found = here.or_else(|| {
        let mut groups: Vec<&str> = elsewhere.map(|of| of.group.as_str()).collect();
        groups.dedup();
        groups.iter().find_map(|group| newest(kinds, group, kind))
    })?;
    let message = format!("{api_version} has no kind {kind}");
    Some(Advice { message, help: Some(format!("write `apiVersion: {found}`")) })
}

/// A kind of nearly this name.
fn misspelt(kinds: &Kinds, group: &str, api_version: &str, kind: &str) -> Option<Advice> {
    if !is_known(kinds, group) {
        return near_group(kinds, group, api_version, kind);
    }
    let message = format!("{api_version} has no kind {kind}");
    let here = kinds.of_version(api_version);
    if let Some(meant) = nearest(kind, here.iter().copied()) {
        return Some(Advice { message, help: Some(format!("write `kind: {meant}`")) });
    }
    let all = kinds.archive().kinds().iter().map(|known| known.of.kind.as_str());
    let help = nearest(kind, all)
        .and_then(|meant| {
            let mut groups = kinds.archive().kinds().iter().filter(|known| known.of.kind == meant);
            let api = groups.find_map(|known| newest(kinds, &known.of.group, meant))?;
            Some(format!("write `apiVersion: {api}` and `kind: {meant}`"))
        })
        .or_else(|| match here.is_empty() {
            false => Some(format!("{api_version} has {}", here.join(", "))),
            true => {
                let mut versions: Vec<&str> = kinds
                    .archive()
                    .kinds()
                    .iter()
                    .filter(|known| known.of.group == group)
                    .map(|known| known.of.version.as_str())
                    .collect();
                versions.sort_by_key(|version| std::cmp::Reverse(rank(version)));
                versions.dedup();
                let group = if group.is_empty() { "the core group" } else { group };
                (!versions.is_empty()).then(|| format!("{group} has the versions {}", versions.join(", ")))
            }
        });
    Some(Advice { message, help })
}

/// A group that is nearly one of Kubernetes, and has the kind.
fn near_group(kinds: &Kinds, group: &str, api_version: &str, kind: &str) -> Option<Advice> {
    let groups = kinds.archive().kinds().iter().map(|known| known.of.group.as_str());
    // Groups without a dot are Kubernetes' own.
    let is_own = !group.contains('.') || group.ends_with(".k8s.io");
    let meant = nearest(group, groups.filter(|group| !group.is_empty())).filter(|_| is_own);
    let api = meant.and_then(|meant| newest(kinds, meant, kind)).or_else(|| {
        let mut own = kinds.archive().kinds().iter().filter(|known| known.of.kind == kind);
        own.find_map(|known| newest(kinds, &known.of.group, kind)).filter(|_| !group.contains('.'))
    })?;
    let message = format!("{api_version} has no kind {kind}");
    Some(Advice { message, help: Some(format!("write `apiVersion: {api}`")) })
}

/// Whether Kubernetes has or had a group.
fn is_known(kinds: &Kinds, group: &str) -> bool {
    kinds.knows_group(group) || lines().any(|line| line.split(' ').next() == Some(group))
}

/// The server's warning about an object of a kind, or the fate of the kind in a later version.
///
/// ```
/// use crdc_kubernetes::{Kinds, archive::Archive, deprecation};
///
/// let kinds = Kinds::of(Archive::built_in().unwrap(), "1.36".parse().unwrap()).unwrap();
/// let warning = deprecation(&kinds, "v1", "Endpoints").unwrap();
/// assert_eq!(warning, "v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice");
/// assert_eq!(deprecation(&kinds, "v1", "Pod"), None);
/// ```
#[must_use]
pub fn deprecation<'k>(kinds: &'k Kinds, api_version: &str, kind: &str) -> Option<&'k str> {
    kinds.deprecation(api_version, kind, || going(kinds, api_version, kind))
}

fn going(kinds: &Kinds, api_version: &str, kind: &str) -> Option<String> {
    let (group, version) = group_and_version(api_version);
    let server = kinds.version();
    if let Some(known) = lifecycle(group, version, kind).filter(|known| known.deprecated <= server) {
        let removed =
            known.removed.map_or_else(String::new, |removed| format!(", unavailable in v{removed}+"));
        let instead = known.replacement.map_or_else(String::new, |(api, kind)| format!("; use {api} {kind}"));
        return Some(format!(
            "{api_version} {kind} is deprecated in v{}+{removed}{instead}",
            known.deprecated
        ));
    }
    let versions = kinds.archive().versions();
    let last =
        kinds.history(group, kind).filter(|(of, ..)| of.version == version).map(|(.., last)| last).max()?;
    let next = versions.into_iter().find(|known| *known > last)?;
    Some(format!("{api_version} {kind} is removed in Kubernetes {next}"))
}

#[cfg(test)]
mod tests;
