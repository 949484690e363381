//! Reads recorded cases. In: files of recorded answers. Out: cases. Request bodies are the original bytes of
//! the line: parsing and printing them would change the tested input.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use crdc_conformance_runner::frame::Op;
use serde::Deserialize;
use serde_json::value::RawValue;

use super::wiped::wiped;
use super::{Answer, Unit};

/// A file of answers and the directory of its CRD paths.
#[derive(Clone, Debug)]
pub(crate) struct Input {
    pub(super) answers: PathBuf,
    pub(super) crds: PathBuf,
}

impl Input {
    /// The project or suite.
    pub(super) fn name(&self) -> String {
        self.answers.file_stem().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// The folder and the name of the file, since a suite and a project may have the same name.
    fn title(&self) -> String {
        let folder = self.answers.parent().and_then(Path::file_name).unwrap_or_default();
        format!("{}/{}", folder.to_string_lossy(), self.name())
    }
}

/// A recorded request and the server's answer.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(super) id: String,
    /// Index of the file in [`Record::sources`].
    pub(super) source: usize,
    pub(super) unit: Unit,
    pub(super) op: Op,
    pub(super) new: Vec<u8>,
    pub(super) old: Option<Vec<u8>>,
    pub(super) expected: Answer,
}

/// All cases.
pub(crate) struct Record {
    /// Names of the files.
    pub(super) sources: Vec<String>,
    pub(super) cases: Vec<Case>,
}

/// A line of a file; other keys are ignored.
#[derive(Deserialize)]
struct Line<'a> {
    id: String,
    crd: String,
    version: String,
    op: String,
    #[serde(borrow)]
    object: Option<&'a RawValue>,
    #[serde(borrow)]
    old: Option<&'a RawValue>,
    /// A body that may not be JSON, as a string; all bodies in the record are UTF-8.
    #[serde(borrow)]
    raw: Option<Cow<'a, str>>,
    answer: Answer,
}

impl Record {
    pub(super) fn read(inputs: &[Input]) -> Result<Self> {
        let mut cases: Vec<Case> = Vec::new();
        for (source, input) in inputs.iter().enumerate() {
            let place = || input.answers.display().to_string();
            let text = std::fs::read_to_string(&input.answers).with_context(place)?;
            let start = cases.len();
            for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.is_empty()) {
                let case =
                    case(line, source, &input.crds).with_context(|| format!("{}:{}", place(), number + 1))?;
                cases.push(case);
            }
            let of_file = cases.get_mut(start..).unwrap_or_default();
            let silent = of_file
                .iter()
                .all(|case| case.expected.strict.is_empty() && case.expected.ratcheted.is_empty());
            of_file.iter_mut().for_each(|case| case.expected.silent = silent);
        }
        Ok(Self { sources: inputs.iter().map(Input::title).collect(), cases })
    }
}

fn case(line: &str, source: usize, crds: &Path) -> Result<Case> {
    let line: Line<'_> = serde_json::from_str(line)?;
    let new = match (&line.raw, line.object) {
        (Some(raw), _) => raw.as_bytes(),
        (None, Some(object)) => object.get().as_bytes(),
        (None, None) => anyhow::bail!("neither object nor raw"),
    };
    let op = Op::from_name(&line.op).with_context(|| format!("op {}", line.op))?;
    let mut expected = line.answer;
    if op == Op::Create
        && let Some(object) = expected.object.as_deref().and_then(wiped)
    {
        expected.object = Some(object);
    }
    Ok(Case {
        op,
        source,
        unit: Unit { crd: crds.join(line.crd), version: line.version },
        new: new.to_vec(),
        old: line.old.map(|old| old.get().as_bytes().to_vec()),
        expected,
        id: line.id,
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn bodies_are_the_bytes_of_the_line() {
        let line = r#"{"id":"a","crd":"b.yaml","version":"v1","op":"update","made":"",
            "object":{ "b" : 1.0,"a":1e2,"a":"é" },"old": {"\u0061":0 },
            "answer":{"accepted":true,"code":200,"object":"same"}}"#;
        let case = case(line, 0, Path::new("/crds")).unwrap();
        assert_eq!(case.new, r#"{ "b" : 1.0,"a":1e2,"a":"é" }"#.as_bytes());
        assert_eq!(case.old.unwrap(), br#"{"\u0061":0 }"#);
        assert_eq!(case.unit.crd, Path::new("/crds/b.yaml"));
        let raw = r#"{"id":"a","crd":"b","version":"v1","op":"create","raw":"{\"\\ud800\n\u0000",
            "answer":{"accepted":false,"code":400,"message":"no"}}"#;
        assert_eq!(super::case(raw, 0, Path::new("")).unwrap().new, b"{\"\\ud800\n\0");
    }
}
