//! Compares the encoder with Go's fixtures. In: a folder of `kubernetes/api` with an object of each kind in
//! JSON and in protobuf. Out: how many come back equal to the byte, and the first bytes that differ.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};
use crdc_kubernetes::archive::Archive;
use crdc_kubernetes::{GroupVersionKind, Kinds, encode, protobuf_to_json};
use serde_json::Value;

/// Compares the fixtures of a folder `testdata`, whose folders are versions such as `v1.36.0`.
pub(super) fn compare(testdata: &Path) -> Result<bool> {
    let archive = Archive::built_in()?;
    let (mut count, mut different) = (0, 0);
    for version in archive.versions() {
        let folder = testdata.join(format!("v{version}.0"));
        if !folder.is_dir() {
            continue;
        }
        let kinds = Kinds::of(archive.clone(), version).context("a version of the archive")?;
        for path in fixtures(&folder)? {
            count += of_file(&kinds, &path, &mut |form, difference| {
                different += 1;
                println!("{} in {form}\n{difference}", path.display());
            })?;
        }
    }
    ensure!(count > 0, "{} has no folder of a supported version, such as v1.36.0", testdata.display());
    println!("{count} fixtures, {different} differ");
    Ok(different == 0)
}

/// The fixtures in JSON but those of updates.
fn fixtures(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = std::fs::read_dir(folder).with_context(|| folder.display().to_string())?;
    let mut paths = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<PathBuf>>>()?;
    paths.retain(|path| {
        let name = path.to_string_lossy();
        name.ends_with(".json") && !name.contains("roundtrip")
    });
    paths.sort();
    Ok(paths)
}

/// Compares one fixture in both forms; the number of fixtures of a kind that servers store, 0 or 1.
fn of_file(kinds: &Kinds, path: &Path, differs: &mut dyn FnMut(&str, String)) -> Result<usize> {
    let read = |path: &Path| std::fs::read(path).with_context(|| path.display().to_string());
    let text = String::from_utf8(read(path)?).with_context(|| path.display().to_string())?;
    let object: Value = serde_json::from_str(&text)?;
    let [api_version, kind] = ["apiVersion", "kind"].map(|name| object[name].as_str().unwrap_or_default());
    let Some(definition) = kinds.resource(api_version, kind) else { return Ok(0) };
    let expected = compact(&text);
    let mut check = |form: &str, found: String| {
        if found != expected {
            differs(form, difference(&found, &expected));
        }
    };
    check("JSON", encode(kinds, definition, &object));
    let decoded = protobuf_to_json(kinds, &read(&path.with_extension("pb"))?, &GroupVersionKind::default())
        .map_err(|error| anyhow::anyhow!("{}: {error:?}", path.display()))?;
    check("protobuf", encode(kinds, definition, &serde_json::from_slice(&decoded)?));
    Ok(1)
}

/// A text without white space outside of strings: fixtures are indented, and servers do not indent.
fn compact(text: &str) -> String {
    let (mut in_string, mut escaped) = (false, false);
    let keep = |character: &char| {
        let kept = in_string || !character.is_ascii_whitespace();
        in_string ^= *character == '"' && !escaped;
        escaped = *character == '\\' && !escaped;
        kept
    };
    text.chars().filter(keep).collect()
}

/// The texts around the first byte in which two differ.
fn difference(found: &str, expected: &str) -> String {
    let at = found.bytes().zip(expected.bytes()).take_while(|(one, other)| one == other).count();
    let around = |text: &str| {
        let part = text.as_bytes().iter().skip(at.saturating_sub(80)).take(160).copied().collect::<Vec<u8>>();
        String::from_utf8_lossy(&part).into_owned()
    };
    format!("  found    {}\n  expected {}", around(found), around(expected))
}
