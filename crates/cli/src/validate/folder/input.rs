//! The inputs of a command line: files that are read one after another, or texts in memory. In: paths. Out:
//! inputs, and the sort of files that are left out because of their names.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use crate::input;
use crate::validate::folder::Sort;
use crdc_source::{Source, Trust, Walked};

/// One text.
pub(crate) struct Input {
    content: Content,
    /// Whether the command line names the input itself, and not only a folder that contains it.
    pub(crate) is_named: bool,
    /// The sort of a file that is not read because of its name.
    pub(crate) left_out: Option<Sort>,
}

enum Content {
    /// A file. It is read when it is validated, so that memory does not grow with the number of files.
    File(PathBuf),
    /// The standard input, or a file of a commit.
    Text(Source),
}

impl Input {
    /// An input whose text is in memory.
    pub(crate) fn text(source: Source, is_named: bool) -> Input {
        Input { content: Content::Text(source), is_named, left_out: None }
    }

    /// Reads the text. A file that cannot be read is a source with that error.
    pub(crate) fn read(&self) -> Cow<'_, Source> {
        match &self.content {
            Content::File(path) => Cow::Owned(
                Source::read(path)
                    .unwrap_or_else(|error| Source::unreadable(path.display().to_string(), &error)),
            ),
            Content::Text(source) => Cow::Borrowed(source),
        }
    }

    /// The name of the input, without reading it.
    pub(crate) fn name(&self) -> Cow<'_, str> {
        match &self.content {
            Content::File(path) => path.to_string_lossy(),
            Content::Text(source) => source.name.as_str().into(),
        }
    }

    /// Whether the input is an empty standard input.
    pub(crate) fn is_empty_stdin(&self) -> bool {
        match &self.content {
            Content::Text(source) => {
                source.name == input::STDIN && !source.has_fault() && source.text.trim().is_empty()
            }
            Content::File(_) => false,
        }
    }

    /// Keeps the text of the input in memory, if a text is given.
    pub(crate) fn keep(&mut self, source: Option<Source>) {
        if let Some(source) = source {
            self.content = Content::Text(source);
        }
    }
}

/// The inputs of a command line.
#[derive(Default)]
pub(crate) struct Inputs {
    pub(crate) all: Vec<Input>,
    /// The number of folders that were left out, because their names begin with a dot.
    pub(crate) hidden: usize,
    /// The number of files that were left out because of an option of the command line.
    pub(crate) ignored: usize,
    /// Links to files that are read under another name, each with that name.
    pub(crate) links: Vec<(PathBuf, PathBuf)>,
}

/// The options of reading the paths of a command line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct How<'h> {
    /// Files whose names match one of these patterns are left out.
    pub(crate) ignored: &'h [regex::Regex],
    /// Whether named files are treated like files in a folder: only names of documents are read, and no links
    /// that lead out of the folder.
    pub(crate) as_found: bool,
    /// The trust in the author of the files.
    pub(crate) trust: Trust,
}

/// The inputs of paths: files, folders, `-`.
pub(crate) fn all(paths: &[PathBuf], how: How<'_>) -> Result<Inputs, String> {
    let How { ignored, as_found, trust } = how;
    if paths.iter().filter(|path| input::is_stdin(path)).count() > 1 {
        return Err("the standard input (-) can be read only once".to_owned());
    }
    let mut inputs = Inputs::default();
    let left_out =
        |path: PathBuf, sort| Input { content: Content::File(path), is_named: false, left_out: Some(sort) };
    let is_outside = |path: &PathBuf| as_found && !input::is_stdin(path) && crdc_source::leads_out(path);
    let (outside, paths): (Vec<PathBuf>, Vec<PathBuf>) = paths.iter().cloned().partition(is_outside);
    inputs.all.extend(outside.into_iter().map(|path| left_out(path, Sort::Outside)));
    let mut walked = input::walk(&paths, trust).into_iter();
    for path in &paths {
        if input::is_stdin(path) {
            let texts = input::sources(std::slice::from_ref(path))?.into_iter();
            inputs.all.extend(texts.map(|source| Input::text(source, true)));
            continue;
        }
        let cannot_read = |error| format!("cannot read {}: {error}", path.display());
        let found = walked.next().unwrap_or_else(|| Ok(Walked::default())).map_err(cannot_read)?;
        // A file in a folder may be removed before it is read; a file that was named must exist.
        let is_named = found.files.first() == Some(path);
        if is_named {
            std::fs::metadata(path).map_err(cannot_read)?;
        }
        let other = (is_named && as_found && !crdc_source::is_document(path)).then_some(Sort::OtherFile);
        let is_named = is_named && !as_found;
        let all = found.files.len();
        let kept = found.files.into_iter().filter(|file| !is_ignored(file, ignored));
        let kept = kept.map(|file| Input { content: Content::File(file), is_named, left_out: other });
        let kept: Vec<Input> = kept.collect();
        inputs.ignored += all - kept.len();
        inputs.all.extend(kept);
        inputs.all.extend(found.outside.into_iter().map(|link| left_out(link, Sort::Outside)));
        inputs.hidden += found.hidden.len();
        inputs.links.extend(found.links);
    }
    Ok(inputs)
}

/// Whether a file is left out because of its name.
pub(crate) fn is_ignored(file: &Path, ignored: &[regex::Regex]) -> bool {
    let name = file.to_string_lossy();
    ignored.iter().any(|pattern| pattern.is_match(&name))
}
