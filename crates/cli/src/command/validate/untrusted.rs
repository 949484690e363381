//! `--untrusted`: checks that no file named by an option is among the checked files. In: the paths of the
//! command line. Out: an error if a stranger may have written one of them.

use std::path::{Path, PathBuf};

use super::options::Validate;
use crate::command::git::GitTree;
use crate::failure::Failure;
use crate::input;
use crate::kubernetes_version::Wanted;
use crdc_source::{Trust, tree};

impl Validate {
    /// Refuses baselines, configurations and stored objects that are in the checked tree.
    ///
    /// CRDs may be in the tree: CRDs among the files are used as well.
    pub(super) fn refuse_untrusted(&self) -> Result<(), Failure> {
        if !self.untrusted {
            return Ok(());
        }
        // The standard input counts as a file in the working folder.
        let here = Path::new(".");
        let checked = self.files.iter().map(|path| if input::is_stdin(path) { here } else { path.as_path() });
        let trees: Vec<PathBuf> = checked.filter_map(|path| tree(path, Trust::Nobody).ok()).collect();
        let is_inside = |path: &Path| {
            // A file that does not exist yet has the real path of its folder.
            let real = path
                .ancestors()
                .find_map(|path| if path.as_os_str().is_empty() { here } else { path }.canonicalize().ok());
            real.is_some_and(|real| trees.iter().any(|tree| real.starts_with(tree)))
        };
        let kubernetes = match &self.kubernetes {
            Some(Wanted::File(file)) => Some(Path::new(file)),
            _ => None,
        };
        let old = self.old.iter().filter(|path| GitTree::of(path).is_none());
        let named = [
            ("--config", self.config.as_deref()),
            ("--baseline", self.baseline.baseline.as_deref()),
            ("--write-baseline", self.baseline.write_baseline.as_deref()),
            ("--kubernetes", kubernetes),
        ];
        let named = named.into_iter().filter_map(|(option, path)| Some((option, path?)));
        let locations = self.schema_location.iter().filter_map(|location| location.path());
        let named = named
            .chain(self.download.cache.iter().map(|path| ("--cache", path.as_path())))
            .chain(locations.map(|path| ("--schema-location", path)))
            .chain(old.map(|path| ("--old", path.as_path())))
            .chain(self.openapi.iter().map(|path| ("--openapi", path.as_path())))
            .chain(self.substitute_file.iter().map(|path| ("--substitute-file", path.as_path())));
        for (option, path) in named {
            if !input::is_stdin(path) && is_inside(path) {
                return Err(format!(
                    "{option}: {} is in the checked tree, so a stranger may have written it: with --untrusted, give a file from elsewhere",
                    path.display()
                ));
            }
        }
        Ok(())
    }
}
