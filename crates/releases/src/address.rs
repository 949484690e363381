//! Reads addresses. In: the address of a chart, of a repository of charts, of sources or of a file, in any of
//! the forms that people write. Out: one form of each.

use crate::wanted::version_in;

/// The address of a repository of charts in one form: the host in small letters, no slash at the end, `https`
/// for `http`.
pub(crate) fn charts(text: &str) -> String {
    let text = text.trim().trim_end_matches('/');
    let (scheme, rest) = text.split_once("://").unwrap_or(("", text));
    let scheme = match scheme.to_ascii_lowercase().as_str() {
        "http" => "https".to_owned(),
        scheme => scheme.to_owned(),
    };
    let (host, path) = split_host(rest);
    let port = if scheme == "https" { ":443" } else { "" };
    let host = match host.strip_suffix(port).unwrap_or(&host) {
        // Docker's registry has several names.
        "registry-1.docker.io" | "index.docker.io" => "docker.io",
        host => host,
    };
    match (scheme.as_str(), path) {
        ("", _) => text.to_owned(),
        (_, "") => format!("{scheme}://{host}"),
        (_, path) => format!("{scheme}://{host}/{path}"),
    }
}

/// A chart in a repository: its repository, name and tag. A name may be an address of its own, or have a part
/// of the address.
pub(crate) fn chart(repository: &str, name: &str) -> (String, String, Option<String>) {
    let name = name.trim();
    let is_whole = name.starts_with("oci://");
    let repository = if is_whole { name.to_owned() } else { charts(repository) };
    if !is_whole && (!repository.starts_with("oci://") || !name.contains('/')) {
        return (repository, name.to_owned(), None);
    }
    let whole = if is_whole { repository } else { format!("{repository}/{}", name.trim_matches('/')) };
    artifact(&whole)
}

/// The address of an artifact in a registry: what is before its name, the name, and the tag.
pub(crate) fn artifact(address: &str) -> (String, String, Option<String>) {
    let address = crate::wanted::without_digest(address).trim_end_matches('/');
    let (before, name) = address.rsplit_once('/').unwrap_or(("", address));
    let (name, tag) = name.split_once(':').map_or((name, None), |(name, tag)| (name, Some(tag.to_owned())));
    (charts(before), name.to_owned(), tag)
}

/// An address in a repository of sources.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Remote {
    pub(crate) host: String,
    pub(crate) owner: String,
    pub(crate) name: String,
    pub(crate) path: String,
    /// The tag, branch or commit; empty if the address has none.
    pub(crate) reference: String,
}

/// Hosts whose addresses may be written without a scheme.
const HOSTS: [&str; 4] = ["github.com", "gitlab.com", "bitbucket.org", "codeberg.org"];

/// Reads an address of a repository, with or without a place in it.
// kustomize: api/internal/git/repospec.go
pub(crate) fn remote(text: &str) -> Option<Remote> {
    let text = text.trim();
    let text = text.strip_prefix("git::").or_else(|| text.strip_prefix("git+")).unwrap_or(text);
    let (text, query) = text.split_once('?').unwrap_or((text, ""));
    let text = text.split_once('#').map_or(text, |(text, _)| text);
    let (scheme, rest) = match text.split_once("://") {
        Some((scheme, rest)) => (scheme, rest.to_owned()),
        // `git@github.com:owner/name`
        None => match text.split_once('@') {
            Some((user, rest)) if !user.contains('/') => ("ssh", rest.replacen(':', "/", 1)),
            _ => ("", text.to_owned()),
        },
    };
    if !["", "https", "http", "ssh", "git"].contains(&scheme.to_ascii_lowercase().as_str()) {
        return None;
    }
    let (host, path) = split_host(&rest);
    let host = host.strip_prefix("www.").unwrap_or(&host);
    let host = host.split_once(':').map_or(host, |(host, _)| host).to_owned();
    if scheme.is_empty() && !HOSTS.contains(&host.as_str()) && !query.contains("ref=") {
        return None;
    }
    let asked = |name: &str| query.split('&').find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='));
    let asked = asked("ref").or_else(|| asked("version")).unwrap_or_default();
    let mut remote = place(host, path)?;
    if remote.reference.is_empty() {
        remote.reference = decoded(asked);
    }
    Some(remote)
}

/// The part of an address after its host.
fn place(host: String, path: &str) -> Option<Remote> {
    if host == "raw.githubusercontent.com" {
        let (owner, name, rest) = owned(path)?;
        let (reference, path) = reference(rest);
        return Some(of("github.com", owner, name, path, reference));
    }
    if let Some(known) = published(&host, path) {
        return Some(known);
    }
    // Two slashes are between a repository and a place in it.
    let (repository, below) = path.split_once("//").map_or((path, None), |(path, below)| (path, Some(below)));
    if let Some(below) = below {
        let (owner, name) = repository.trim_matches('/').rsplit_once('/')?;
        return Some(of(&host, owner, name, below, ""));
    }
    // GitLab has groups in groups, and `/-/` before what is not their names.
    if host != "github.com" {
        if let Some((repository, rest)) = path.split_once("/-/") {
            let (owner, name) = repository.rsplit_once('/')?;
            let (word, rest) = rest.split_once('/')?;
            let is_file = ["raw", "blob", "tree"].contains(&word);
            let is_release = word == "releases" || word == "archive";
            let (reference, path) =
                if is_file { reference(rest) } else { rest.split_once('/').unwrap_or((rest, "")) };
            return (is_file || is_release).then(|| of(&host, owner, name, path, reference));
        }
        let (whole, below) = match path.split_once(".git/") {
            Some((whole, below)) => (whole, below),
            None => (path.trim_end_matches('/'), ""),
        };
        let (owner, name) = whole.rsplit_once('/')?;
        // A file of some other host.
        let is_file = [".yaml", ".yml", ".json", ".tgz", ".tar.gz"].iter().any(|end| name.ends_with(end));
        return (!is_file).then(|| of(&host, owner, name, below, ""));
    }
    let (owner, name, rest) = owned(path)?;
    let (word, after) = rest.split_once('/').unwrap_or((rest, ""));
    let (reference, path) = match word {
        "releases" => match after.strip_prefix("download/") {
            Some(after) => after.split_once('/').unwrap_or((after, "")),
            None if after.starts_with("latest") => ("latest", ""),
            None => (after.strip_prefix("tag/").unwrap_or_default(), ""),
        },
        "raw" | "blob" | "tree" => reference(after),
        "archive" | "tarball" | "zipball" => {
            let after = after.trim_end_matches(".tar.gz").trim_end_matches(".tgz").trim_end_matches(".zip");
            (after, "")
        }
        _ => ("", rest),
    };
    Some(of(&host, owner, name, path, reference))
}

/// Addresses outside of repositories at which projects publish their releases.
fn published(host: &str, path: &str) -> Option<Remote> {
    let mut parts = path.split('/');
    let mut next = || parts.next().unwrap_or_default();
    match host {
        // https://storage.googleapis.com/tekton-releases/pipeline/previous/v0.50.0/release.yaml
        "storage.googleapis.com" | "infra.tekton.dev" if next() == "tekton-releases" => {
            let (name, word, version) = (next(), next(), next());
            let version = if word == "previous" { version } else { "latest" };
            Some(of("github.com", "tektoncd", name, "", version))
        }
        // https://download.elastic.co/downloads/eck/2.14.0/crds.yaml
        "download.elastic.co" if next() == "downloads" && next() == "eck" => {
            Some(of("github.com", "elastic", "cloud-on-k8s", "", next()))
        }
        _ => None,
    }
}

/// The reference at the beginning of a path of files, and the path. A path may name a version below a branch.
fn reference(rest: &str) -> (&str, &str) {
    let rest = rest.strip_prefix("refs/tags/").unwrap_or(rest);
    let rest = rest.strip_prefix("refs/heads/").unwrap_or(rest);
    let (first, path) = rest.split_once('/').unwrap_or((rest, ""));
    let is_version = |part: &&str| version_in(part).is_some_and(|version| version.matches('.').count() >= 2);
    if is_version(&first) {
        return (first, path);
    }
    // Not the last part, which is a file with the ending of its name.
    let folders = path.rsplit_once('/').map_or("", |(folders, _)| folders);
    (folders.split('/').find(is_version).unwrap_or(first), path)
}

fn owned(path: &str) -> Option<(&str, &str, &str)> {
    let (owner, rest) = path.split_once('/')?;
    let (name, rest) = rest.split_once('/').unwrap_or((rest, ""));
    Some((owner, name, rest))
}

fn of(host: &str, owner: &str, name: &str, path: &str, reference: &str) -> Remote {
    let name = name.trim_end_matches('/');
    Remote {
        host: host.to_owned(),
        owner: owner.trim_start_matches('/').to_owned(),
        name: name.strip_suffix(".git").unwrap_or(name).to_owned(),
        path: path.trim_matches('/').to_owned(),
        reference: decoded(reference),
    }
}

/// A reference without the escapes that tags need in addresses.
fn decoded(text: &str) -> String {
    if !text.contains('%') {
        return text.to_owned();
    }
    text.replace("%2F", "/").replace("%2f", "/").replace("%2B", "+").replace("%2b", "+")
}

/// The host in small letters, without a user, and the path.
fn split_host(rest: &str) -> (String, &str) {
    let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
    let host = host.rsplit_once('@').map_or(host, |(_, host)| host);
    (host.to_ascii_lowercase(), path)
}

#[cfg(test)]
mod tests {
    use super::{artifact, chart, charts, remote};

    #[test]
    fn addresses_of_charts_have_one_form() {
        for (written, expected) in [
            ("https://charts.jetstack.io/", "https://charts.jetstack.io"),
            ("HTTP://Charts.Jetstack.io:443", "https://charts.jetstack.io"),
            ("https://user:secret@example.com/Charts/", "https://example.com/Charts"),
            ("oci://Quay.io/jetstack/charts", "oci://quay.io/jetstack/charts"),
            ("oci://registry-1.docker.io/envoyproxy", "oci://docker.io/envoyproxy"),
            ("@alias", "@alias"),
        ] {
            assert_eq!(charts(written), expected, "{written}");
        }
        for (repository, name, expected) in [
            ("https://charts.jetstack.io", "cert-manager", ("https://charts.jetstack.io", "cert-manager")),
            (
                "oci://quay.io",
                "jetstack/charts/cert-manager",
                ("oci://quay.io/jetstack/charts", "cert-manager"),
            ),
            (
                "",
                "oci://quay.io/jetstack/charts/cert-manager",
                ("oci://quay.io/jetstack/charts", "cert-manager"),
            ),
        ] {
            let (repository, name, _) = chart(repository, name);
            assert_eq!((repository.as_str(), name.as_str()), expected);
        }
        let tagged = artifact("oci://ghcr.io:5000/a/b:v1@sha256:00");
        assert_eq!(tagged, ("oci://ghcr.io:5000/a".to_owned(), "b".to_owned(), Some("v1".to_owned())));
    }

    #[test]
    fn addresses_of_repositories_are_read_in_all_forms() {
        for (written, expected) in [
            ("https://github.com/o/r", "github.com o r  "),
            ("https://github.com/o/r.git", "github.com o r  "),
            ("ssh://git@github.com/o/r.git", "github.com o r  "),
            ("git@github.com:o/r.git", "github.com o r  "),
            ("git@github.com:o/r.git?ref=v1.2.3", "github.com o r  v1.2.3"),
            ("github.com/o/r//config/crd?ref=v1.2.3", "github.com o r config/crd v1.2.3"),
            ("github.com/o/r/config/crd?ref=v1.2.3&timeout=90s", "github.com o r config/crd v1.2.3"),
            ("https://github.com/o/r/config/crd/?timeout=90s&ref=v1.2.3", "github.com o r config/crd v1.2.3"),
            ("git::https://github.com/o/r.git//config?ref=main", "github.com o r config main"),
            ("https://GitHub.com/o/r/tree/v1.2.3/config", "github.com o r config v1.2.3"),
            ("https://github.com/o/r/blob/v1.2.3/a.yaml", "github.com o r a.yaml v1.2.3"),
            ("https://github.com/o/r/releases/download/v1.2.3/a.yaml", "github.com o r a.yaml v1.2.3"),
            ("https://github.com/o/r/releases/download/a%2Fv1.2.3/a.yaml", "github.com o r a.yaml a/v1.2.3"),
            ("https://github.com/o/r/releases/latest/download/a.yaml", "github.com o r  latest"),
            ("https://github.com/o/r/archive/refs/tags/v1.2.3.tar.gz", "github.com o r  refs/tags/v1.2.3"),
            ("https://raw.githubusercontent.com/o/r/v1.2.3/a/b.yaml", "github.com o r a/b.yaml v1.2.3"),
            ("https://raw.githubusercontent.com/o/r/refs/tags/v1.2.3/a.yaml", "github.com o r a.yaml v1.2.3"),
            ("https://raw.githubusercontent.com/o/r/refs/heads/main/a.yaml", "github.com o r a.yaml main"),
            (
                "https://raw.githubusercontent.com/o/r/main/deploy/v4.11.0/a.yaml",
                "github.com o r deploy/v4.11.0/a.yaml v4.11.0",
            ),
            ("https://gitlab.com/g/s/r/-/raw/v1.2.3/a.yaml", "gitlab.com g/s r a.yaml v1.2.3"),
            ("https://gitlab.com/g/s/r.git", "gitlab.com g/s r  "),
            ("https://git.example.com/g/r.git//a?ref=v1", "git.example.com g r a v1"),
            (
                "https://storage.googleapis.com/tekton-releases/pipeline/previous/v0.50.0/release.yaml",
                "github.com tektoncd pipeline  v0.50.0",
            ),
            (
                "https://download.elastic.co/downloads/eck/2.14.0/crds.yaml",
                "github.com elastic cloud-on-k8s  2.14.0",
            ),
        ] {
            let read = remote(written).map(|r| [r.host, r.owner, r.name, r.path, r.reference].join(" "));
            assert_eq!(read.as_deref(), Some(expected), "{written}");
        }
        for none in [
            "",
            "../base",
            "./a.yaml",
            "a.yaml",
            "base.d/app/x",
            "file:///a/b",
            "oci://ghcr.io/a/b",
            "https://",
            "@",
            "?ref=",
            "https://example.com",
        ] {
            assert_eq!(remote(none), None, "{none}");
        }
    }
}
