//! What vendir brings: repositories, releases, charts, images. The lock has the versions of ranges.
//
// carvel-dev/vendir: pkg/vendir/config/directory.go, lock_directory.go

use crate::collector::Collector;
use crate::nodes::{items, string};
use crate::statement::What;
use crdc_source::Node;

const LOCK: &str = "vendir";

pub(super) fn config(node: &Node, to: &mut Collector<'_>) {
    each(node, |names, content| {
        let lock = to.lock_of(LOCK, &names);
        if let Some(git) = content.get("git") {
            let (url, path) = (string(git, &["url"]).to_owned(), String::new());
            let version: &[&str] =
                if git.get("ref").is_some() { &["ref"] } else { &["refSelection", "semver", "constraints"] };
            to.say(git, version, What::GitLocked { url, path, lock });
        } else if let Some(release) = content.get("githubRelease") {
            let url = format!("https://github.com/{}", string(release, &["slug"]));
            let version: &[&str] = if release.get("tag").is_some() {
                &["tag"]
            } else {
                &["tagSelection", "semver", "constraints"]
            };
            to.say(release, version, What::GitLocked { url, path: String::new(), lock });
        } else if let Some(chart) = content.get("helmChart") {
            let (repository, name) = (string(chart, &["repository", "url"]), string(chart, &["name"]));
            let (repository, name) = (repository.to_owned(), name.to_owned());
            to.say(chart, &["version"], What::Locked { repository, name, lock });
        } else if let Some(image) = content.get("image").or_else(|| content.get("imgpkgBundle")) {
            let url = image.get("url").or_else(|| image.get("image"));
            if let Some(name) = url.and_then(Node::as_str) {
                to.say_at(image.span, What::Image { name: name.to_owned() }, String::new());
            }
        }
    });
}

pub(super) fn lock_config(node: &Node, to: &mut Collector<'_>) {
    each(node, |names, content| {
        if let Some(git) = content.get("git") {
            if let Some(tag) = items(git, &["tags"]).first() {
                to.lock(LOCK, &names, tag, &[]);
            }
        } else if let Some(release) = content.get("githubRelease") {
            to.lock(LOCK, &names, release, &["tag"]);
        } else if let Some(chart) = content.get("helmChart") {
            to.lock(LOCK, &names, chart, &["version"]);
        }
    });
}

/// Each content, with the names of its folder.
fn each<'n>(node: &'n Node, mut use_it: impl FnMut([&'n str; 2], &'n Node)) {
    for directory in items(node, &["directories"]) {
        for content in items(directory, &["contents"]) {
            use_it([string(directory, &["path"]), string(content, &["path"])], content);
        }
    }
}
