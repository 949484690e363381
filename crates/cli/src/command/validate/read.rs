//! Reads CRDs, old objects and other files that options name. In: the paths of the command line. Out: texts,
//! and the sort of each file: a manifest, or a file that is not applied as it is.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use super::options::Validate;
use crate::command::crd_files;
use crate::failure::Failure;
use crate::validate::folder::input::{How, Input, Inputs, all, is_ignored};
use crate::validate::folder::{Layout, around};
use crate::validate::variables::{self, Values};
use crdc_source::{Source, Trust, tree};

impl Validate {
    /// The files of `--around` that are no inputs. Those that are inputs of another name are links.
    pub(super) fn around(&self, inputs: &[Input]) -> Result<Inputs, Failure> {
        if self.around.is_empty() {
            return Ok(Inputs::default());
        }
        let how = How { ignored: &self.ignore_filename_pattern, as_found: true, trust: Trust::Tree };
        let mut around = all(&self.around, how)?;
        let real = |input: &Input| Path::new(&*input.name()).canonicalize().ok();
        let named: HashMap<PathBuf, &Input> =
            inputs.iter().filter_map(|input| Some((real(input)?, input))).collect();
        let links = &mut around.links;
        around.all.retain(|input| {
            let known = real(input).and_then(|real| named.get(&real));
            let path = |input: &Input| PathBuf::from(&*input.name());
            links.extend(known.map(|known| (path(input), path(known))));
            known.is_none()
        });
        Ok(around)
    }

    /// The sort of each input, and of each file around them.
    pub(super) fn layout(
        &self,
        inputs: &[Input],
        files_around: &[Input],
        links: &[(PathBuf, PathBuf)],
    ) -> Layout {
        // An untrusted file must not decide that another file is left out.
        if self.untrusted {
            return Layout::default();
        }
        let of_inputs = inputs.iter().chain(files_around).map(|input| PathBuf::from(&*input.name()));
        let names: Vec<PathBuf> = of_inputs.chain(around(&self.files)).collect();
        let input =
            |index: usize| inputs.get(index).or_else(|| files_around.get(index.checked_sub(inputs.len())?));
        let read = |index: usize| match input(index) {
            Some(input) => input.read().into_owned(),
            // The command line does not name this file, so errors of reading it are ignored.
            None => Source::read(&names[index]).unwrap_or_else(|_| Source::new("", "")),
        };
        Layout::linked(&names, links, |index| inputs.get(index).is_some_and(|input| input.is_named), read)
    }

    /// The names on the command line that a folder of the repository may have.
    pub(super) fn names_of(&self, folder: &Path) -> Vec<PathBuf> {
        let here = std::env::current_dir().ok().and_then(|here| here.canonicalize().ok());
        let root = self.files.iter().chain(&self.around).find_map(|path| tree(path, Trust::Tree).ok());
        let (Some(here), Some(root)) = (here, root) else { return vec![folder.to_owned()] };
        let absolute = root.join(folder);
        let relative = absolute.strip_prefix(&here).ok().map(Path::to_owned);
        relative.into_iter().chain([absolute]).collect()
    }

    /// The values of variables. A value on the command line replaces a value in a file.
    pub(super) fn values(&self) -> Result<Values, Failure> {
        if self.substitute.is_empty() && self.substitute_file.is_empty() {
            return Ok(Values::default());
        }
        let mut all = Vec::new();
        for path in &self.substitute_file {
            let text = std::fs::read_to_string(path)
                .map_err(|error| format!("cannot read {}: {error}", path.display()))?;
            all.extend(variables::file(&text).map_err(|why| format!("{}: {why}", path.display()))?);
        }
        Ok(Values::of(all.into_iter().chain(self.substitute.iter().cloned())))
    }

    /// The texts of `--crd`. A path without any CRD is an error: it is probably misspelt, and kinds without a
    /// schema may be left out.
    pub(super) fn crds(&self) -> Result<Vec<Source>, Failure> {
        crd_files::crds(&self.crd, &self.files, "--crd: ")
    }

    /// The texts of `--old`, without files of folders that would also be left out of the inputs.
    pub(super) fn stored(&self) -> Result<Vec<Input>, Failure> {
        let is_named = |name: &str| self.old.iter().any(|path| path.as_os_str() == name);
        let texts = crd_files::texts(&self.old, &self.files)?.into_iter();
        let inputs = texts.map(|source| {
            let named = is_named(&source.name);
            Input::text(source, named)
        });
        Ok(inputs
            .filter(|input| {
                input.is_named || !is_ignored(Path::new(&*input.name()), &self.ignore_filename_pattern)
            })
            .collect())
    }
}
