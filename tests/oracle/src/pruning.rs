//! Compares both ways of pruning, by skeleton and as servers do, over recorded objects.
#![allow(clippy::unwrap_used)]

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use crdc_schema::skeleton::{Keep, skeleton};
use crdc_schema::{Crd, Schema};
use crdc_source::{Source, parse};

use crate::interpreter::{Structural, prune as prune_as_servers_do};
use crate::json::read;
use crate::record::cases;
use crate::skeleton::prune;

/// The only CRD of a file. Panics if it has none or several.
pub fn crd(path: &Path) -> Crd {
    let source = Source::new(path.display().to_string(), fs::read_to_string(path).unwrap());
    let (mut crds, _) = crdc_schema::read(&parse(&source).0);
    assert_eq!(crds.len(), 1, "{}", path.display());
    crds.remove(0)
}

/// The number of comparisons, and the differences.
#[derive(Debug, Default)]
pub struct Tally {
    /// The number of CRDs.
    pub crds: usize,
    /// The number of objects, including old ones.
    pub objects: usize,
    /// The number of objects with pruned fields.
    pub pruned: usize,
    /// The CRD and the case of each difference.
    pub different: Vec<String>,
}

/// Prunes every object of some records in both ways; `place` returns the path of a CRD. Panics on invalid
/// records.
pub fn compare(records: &[PathBuf], place: impl Fn(&str) -> PathBuf) -> Tally {
    let mut crds: HashMap<PathBuf, Crd> = HashMap::new();
    let mut tally = Tally::default();
    for record in records {
        for case in cases(&fs::read_to_string(record).unwrap()) {
            let path = place(&case.crd);
            let crd = crds.entry(path.clone()).or_insert_with(|| crd(&path));
            let schema = schema_of(crd, &case.version);
            let server = Structural::new(schema);
            let skeleton = skeleton(schema, Keep::Unknown);
            for text in [&case.new, &case.old] {
                let Ok(given) = read(text) else { continue };
                let (mut by_server, mut by_skeleton) = (given.value.clone(), given.value.clone());
                prune_as_servers_do(&mut by_server, &server);
                prune(&mut by_skeleton, &skeleton);
                tally.objects += 1;
                tally.pruned += usize::from(by_server != given.value);
                if by_server != by_skeleton {
                    tally.different.push(format!("{} {}", case.crd, case.id));
                }
            }
        }
    }
    tally.crds = crds.len();
    tally
}

/// The schema of a version. Panics if the CRD lacks it.
fn schema_of<'c>(crd: &'c Crd, version: &str) -> &'c Schema {
    let found = crd.versions.iter().find(|one| one.name.as_ref().is_some_and(|name| name.value == version));
    &found.unwrap().parts.schema.as_ref().unwrap().value
}
