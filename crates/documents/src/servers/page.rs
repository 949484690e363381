//! Writes `docs/servers.md`: every difference, by topic.

use std::fmt::Write as _;

use super::table::{Covered, DIFFERENCES, Topic};

/// `docs/servers.md`.
#[must_use]
pub fn page() -> String {
    let mut page = String::from(INTRODUCTION);
    for topic in Topic::ALL {
        let _ = write!(
            page,
            "\n## {}\n\n| since | older servers | newer servers | crdc | source |\n|---|---|---|---|---|\n",
            topic.title()
        );
        for one in DIFFERENCES.iter().filter(|one| one.topic == topic) {
            let covered = match one.covered {
                Covered::Yes(how) => how.to_owned(),
                Covered::No(instead) => format!("**no**: {instead}"),
            };
            let (since, before, after, source) = (one.since, one.before, one.after, one.source);
            let _ = writeln!(page, "| {since} | {before} | {after} | {covered} | {source} |");
        }
    }
    page
}

const INTRODUCTION: &str = "# Server versions

Generated from `crates/documents/src/servers/table.rs` (`BLESS=1 cargo test -p crdc-documents --test pages`).

crdc answers as kube-apiserver 1.36. With `--kubernetes 1.31`, `crdc check`, `crdc validate`, `crdc test` and `crdc publish --as
apply-safe` answer as the newest patch of that minor version does with its default feature gates, where the tables below do not say **no**.
Versions from 1.25 on can be named; of those before 1.29 only the rules of CEL are known, and of 1.37 the first beta. Kubernetes' own kinds
are known from 1.31 on. `kubernetes: 1.31` in `.crdc.yaml` says the same to `crdc check` and `crdc validate`.

```console
$ crdc check --kubernetes 1.31 crds/   # what that server refuses, drops or ignores
$ crdc check --from 1.29 crds/         # from which version on each CRD works, and what stops it before
crds/routes.yaml:26:40: routes.example.com: works from 1.31 on; 1.30 refuses spec.versions[0].schema.openAPIV3Schema.properties.spec.x-kubernetes-validations[0].rule: isIP(h)
$ crdc validate --kubernetes 1.31 .    # what that server makes of definitions and objects
$ crdc test --kubernetes 1.31 tests/   # answers with the texts of that server
```

`--from` counts a CRD as working if the server accepts it, keeps all of it and checks all of it. What only changes the texts of errors
(`messageExpression`, `reason` and `fieldPath` before 1.28) does not count. Exit code 0 if each CRD works from the named version on.

*Since* is the first version in which a new document gets the new behavior. New functions of CEL and new formats count one version after
they were added: servers use only what the version before them has too, so that an upgrade can be undone. With `--old`, expressions of the
old document may use all that the server has.

Each line has an example with the answers of all versions, in `crates/dynamic/tests/servers`.
";
