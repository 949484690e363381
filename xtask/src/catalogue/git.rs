//! A bare clone, which is read through `git`. In: names of tags and objects. Out: tags, paths and contents.
//! No file is checked out, and nothing is fetched.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{Context as _, Result, bail, ensure};

/// A tag or a branch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tag {
    pub(super) name: String,
    pub(super) commit: String,
    /// The day of the commit, as `2024-09-01`.
    pub(super) day: String,
}

/// A file of a commit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct File {
    pub(super) path: String,
    /// The object with its content.
    pub(super) object: String,
}

/// A clone, with the one process that reads its objects.
pub(super) struct Repository {
    folder: PathBuf,
    child: Child,
    objects: ChildStdin,
    contents: BufReader<ChildStdout>,
}

impl Repository {
    pub(super) fn open(folder: &Path) -> Result<Repository> {
        let mut command = git(folder);
        command.args(["cat-file", "--batch"]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().context("git cannot be started")?;
        let objects = child.stdin.take().context("git has no input")?;
        let contents = BufReader::new(child.stdout.take().context("git has no output")?);
        Ok(Repository { folder: folder.to_owned(), child, objects, contents })
    }

    /// All tags of commits.
    pub(super) fn tags(&self) -> Result<Vec<Tag>> {
        self.references("refs/tags")
    }

    /// All branches, as if they were tags.
    pub(super) fn branches(&self) -> Result<Vec<Tag>> {
        self.references("refs/heads")
    }

    fn references(&self, below: &str) -> Result<Vec<Tag>> {
        // The second half of the fields is for tags that are objects of their own.
        let fields = "%(refname:strip=2)%00%(objectname)%00%(committerdate:short)%00%(*objectname)%00%(*committerdate:short)";
        let output = self.output(&["for-each-ref", below, &format!("--format={fields}")])?;
        let tag = |line: &str| {
            let fields: Vec<&str> = line.split('\0').collect();
            let [name, commit, day, own_commit, own_day] = fields[..] else { return None };
            let (commit, day) = if own_commit.is_empty() { (commit, day) } else { (own_commit, own_day) };
            let tag = Tag { name: name.to_owned(), commit: commit.to_owned(), day: day.to_owned() };
            // The tag of a file or of another tag has no day.
            (!tag.day.is_empty()).then_some(tag)
        };
        Ok(output.lines().filter_map(tag).collect())
    }

    /// All files of a commit.
    pub(super) fn files(&self, commit: &str) -> Result<Vec<File>> {
        let output = self.output(&["ls-tree", "-r", "-z", "--full-tree", commit])?;
        let file = |entry: &str| {
            let (fields, path) = entry.split_once('\t')?;
            let (mode, rest) = fields.split_once(' ')?;
            let object = rest.strip_prefix("blob ")?.trim();
            // A link's content is a path.
            (mode != "120000").then(|| File { path: path.to_owned(), object: object.to_owned() })
        };
        Ok(output.split('\0').filter_map(file).collect())
    }

    /// The content of an object: of its hash, or of `COMMIT:PATH`. `None` if there is none, or the clone
    /// lacks it.
    pub(super) fn read(&mut self, object: &str) -> Result<Option<Vec<u8>>> {
        ensure!(!object.contains(['\n', '\0']), "{object:?} is not the name of an object");
        writeln!(self.objects, "{object}")?;
        self.objects.flush()?;
        let mut header = String::new();
        self.contents.read_line(&mut header)?;
        let words: Vec<&str> = header.trim_end().rsplitn(3, ' ').collect();
        let (length, kind) = match words[..] {
            ["missing" | "ambiguous", ..] => return Ok(None),
            [length, kind, _] => {
                (length.parse::<u64>().with_context(|| format!("git says {header:?}"))?, kind)
            }
            _ => bail!("git says {header:?} of {object}"),
        };
        let mut content = Vec::new();
        // The content ends with a line feed that is not part of it.
        self.contents.by_ref().take(length + 1).read_to_end(&mut content)?;
        ensure!(content.pop() == Some(b'\n'), "git ended within {object}");
        Ok((kind == "blob").then_some(content))
    }

    fn output(&self, arguments: &[&str]) -> Result<String> {
        let output = git(&self.folder).args(arguments).output().context("git cannot be started")?;
        let said = String::from_utf8_lossy(&output.stderr);
        ensure!(
            output.status.success(),
            "git {} in {}: {}",
            arguments.join(" "),
            self.folder.display(),
            said.trim()
        );
        // Names that are not UTF-8 are of no file that the list names.
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }
}

impl Drop for Repository {
    fn drop(&mut self) {
        // The process only waits for names of objects.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// git on a bare clone, without what the user has configured, and without a network.
fn git(folder: &Path) -> Command {
    let mut command = Command::new("git");
    command.arg("--git-dir").arg(folder).env("GIT_NO_LAZY_FETCH", "1");
    command.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1");
    command.env_remove("GIT_DIR").env_remove("GIT_WORK_TREE").env_remove("GIT_INDEX_FILE");
    command
}
