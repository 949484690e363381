//! `crdc upgrade`: what an upgrade of a project would break. In: files, and the release to upgrade to. Out: a
//! report of the objects that the release refuses, stores otherwise, or does not serve.

use std::path::{Path, PathBuf};

use super::validate::Validate;
use crate::failure::Failure;
use crate::upgrade::Asked;
use crdc_catalogue::Version;

/// Says which objects an upgrade of a project would break: refused objects, versions that are no longer
/// served, values that are stored otherwise
///
/// Projects are those of the catalogue (crdc catalogue list). Without NAME=VERSION, each project is upgraded
/// to its newest release; with --old git:main, those whose releases differ from that commit: the question of
/// a pull request of Renovate or Dependabot. The release in use is what the files or --release say. Only what
/// the upgrade changes is an error; what is wrong already counts as known.
#[derive(clap::Args)]
pub(super) struct Upgrade {
    #[command(flatten)]
    validate: Validate,
}

impl Upgrade {
    pub(super) fn run(mut self) -> Result<bool, Failure> {
        let Upgrade { validate } = &mut self;
        let (targets, files): (Vec<PathBuf>, Vec<PathBuf>) =
            std::mem::take(&mut validate.files).into_iter().partition(|path| is_target(path));
        let targets: Vec<(String, Version)> = targets.iter().filter_map(|path| target_of(path)).collect();
        validate.files = if files.is_empty() { vec![PathBuf::from(".")] } else { files };
        let baseline = &validate.baseline;
        let refused = [
            (validate.watch, "--watch"),
            (validate.untrusted, "--untrusted"),
            (validate.show.is_some(), "--show"),
            (baseline.baseline.is_some() || baseline.write_baseline.is_some(), "--baseline"),
        ];
        if let Some((_, option)) = refused.into_iter().find(|(is_given, _)| *is_given) {
            return Err(format!("{option} is an option of crdc validate: leave it out"));
        }
        let asked = match (targets.is_empty(), validate.old.is_empty()) {
            (false, true) => Asked::To(targets),
            (true, true) => Asked::ToNewest,
            (true, false) => Asked::FromOld,
            (false, false) => return Err("give either NAME=VERSION or --old".to_owned()),
        };
        Ok(validate.upgrade(&asked)?.passed)
    }
}

/// Whether an argument names a project with a version, and no file.
fn is_target(path: &Path) -> bool {
    target_of(path).is_some() && !path.exists()
}

fn target_of(path: &Path) -> Option<(String, Version)> {
    let (name, version) = path.to_str()?.split_once('=')?;
    (!name.is_empty() && !version.is_empty() && !name.contains('/'))
        .then(|| (name.to_owned(), Version::new(version)))
}
