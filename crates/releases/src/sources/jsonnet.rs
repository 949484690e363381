//! Dependencies of jsonnet-bundler. The lock has commits, so that the version of the file counts unless the
//! lock has a tag.
//
// jsonnet-bundler: spec/v1/spec.go

use crate::collector::Collector;
use crate::nodes::{items, string};
use crate::pin::Wanted;
use crate::statement::What;
use crate::wanted::of_tag;
use crdc_source::Node;

const LOCK: &str = "jsonnet";

pub(super) fn file(node: &Node, to: &mut Collector<'_>) {
    for dependency in items(node, &["dependencies"]) {
        let (url, path) = names(dependency);
        if !url.is_empty() {
            let lock = to.lock_of(LOCK, &[url, path]);
            let what = What::GitLocked { url: url.to_owned(), path: path.to_owned(), lock };
            to.say(dependency, &["version"], what);
        }
    }
}

/// A lock beside no file is the only one that has the versions, so it says them itself.
pub(super) fn lock(node: &Node, to: &mut Collector<'_>) {
    for dependency in items(node, &["dependencies"]) {
        let (url, path) = names(dependency);
        if matches!(of_tag(&to.member(dependency, &["version"])), Wanted::Exact(_)) && !url.is_empty() {
            to.lock(LOCK, &[url, path], dependency, &["version"]);
            let what = What::Git { url: url.to_owned(), path: path.to_owned() };
            to.say(dependency, &["version"], what);
        }
    }
}

fn names(dependency: &Node) -> (&str, &str) {
    let of = |field| string(dependency, &["source", "git", field]);
    (of("remote"), of("subdir").trim_matches('/'))
}
