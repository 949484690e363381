//! Reads CRDs that the command line names: files, folders, commits. In: their paths. Out: the texts that have
//! CRDs, without patches of kustomize and templates of charts.

use std::path::PathBuf;

use super::git::GitTree;
use crate::failure::Failure;
use crate::input;
use crate::validate::folder::Layout;
use crate::validate::schemas::loader;
use crdc_source::Source;

/// The texts of files, folders and commits. `git:REF` without a path reads what the commit has at `files`.
pub(super) fn texts(paths: &[PathBuf], files: &[PathBuf]) -> Result<Vec<Source>, Failure> {
    let mut texts = Vec::new();
    for path in paths {
        texts.extend(match GitTree::of(path) {
            Some(tree) => tree.sources(files, "")?,
            None => input::sources(std::slice::from_ref(path))?,
        });
    }
    Ok(texts)
}

/// The texts with CRDs, without documents of other kinds. A path without any CRD is an error: it is probably
/// misspelt. `option` begins the error.
pub(super) fn crds(paths: &[PathBuf], files: &[PathBuf], option: &str) -> Result<Vec<Source>, Failure> {
    let mut all = Vec::new();
    for path in paths {
        let texts = texts(std::slice::from_ref(path), files)?;
        let names: Vec<PathBuf> = texts.iter().map(|source| PathBuf::from(&source.name)).collect();
        let is_named = texts.len() == 1 && names.first() == Some(path);
        let layout = Layout::of(&names, |_| is_named, |index| texts[index].clone());
        let kept = texts.into_iter().enumerate().filter_map(|(index, source)| {
            if is_named || loader::has_none(&source) {
                return Some(source);
            }
            let is_left_out = layout.sort(index).is_some();
            (!is_left_out).then(|| loader::rendered(source, layout.in_templates(index))).flatten()
        });
        let kept: Vec<Source> = kept.collect();
        if kept.iter().all(loader::has_none) {
            return Err(format!("{option}no CustomResourceDefinition in {}", path.display()));
        }
        all.extend(kept);
    }
    Ok(all)
}
