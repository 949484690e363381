//! `cargo xtask seeds`: writes the seed inputs of the fuzz targets, `fuzz/corpus/TARGET/`, from the
//! documents, vectors (tables of texts) and cases of the tests. They are not committed.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use serde_json::Value;

/// The largest document in bytes. Larger documents slow a fuzzer down more than they help.
const LARGEST: usize = 8 * 1024;

/// Writes the seeds of all targets, except those that are too large, and prints their numbers.
pub(crate) fn run() -> Result<bool> {
    let tests = places::repository().join("tests");
    let corpus = places::repository().join("fuzz/corpus");
    for (target, seeds) in [
        ("yaml", documents(&tests)?),
        ("schema", schemas(&tests)?),
        ("pattern", patterns(&tests)?),
        ("rules", rules(&tests)?),
        ("json", objects(&tests)?),
        ("request", requests(&tests)?),
        ("openapi", published(&tests)?),
        ("typed", items(&tests)?),
        ("review", reviews()),
        ("catalogue", catalogues()),
        ("releases", pins()),
    ] {
        let folder = corpus.join(target);
        fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
        let small = seeds.iter().filter(|seed| seed.len() <= LARGEST);
        let mut count = 0;
        for seed in small {
            places::write_if_changed(&folder.join(format!("seed-{count:04}")), seed.as_bytes())?;
            count += 1;
        }
        println!("{target}: {count} seeds");
    }
    Ok(true)
}

/// Indices of catalogues, with texts.
fn catalogues() -> Vec<String> {
    let project = "P tool a/tool MIT 0 LENGTH\nR 1.0.0 4c0987a\nR 1.1.0 a01e6a6\nC tool same https://charts.io oci://a.io/charts\n\
        C stack 1.0.0=1.0.0,2.0.0=1.1.0 https://charts.io\nI ghcr.io/a/tool\nO tool\n";
    [
        ("D a.io A as 0-1=1", "{\"type\":\"object\"}\n{\"spec\":{\"a\":@0,\"b\":[@0,@0]}}"),
        ("D a.io A as 0-0=0,1-1=1\nD b.io B bs 1-1=2", "1\n[@0]\n{\"@1\":@1}"),
        ("D a.io A as 0-1=0", "{\"a\":@0}"),
        ("", ""),
    ]
    .map(|(definitions, texts)| format!("{project}{definitions}\n\n{texts}"))
    .to_vec()
}

/// Files that say which releases are in use.
fn pins() -> Vec<String> {
    let flux = "apiVersion: source.toolkit.fluxcd.io/v1\nkind: HelmRepository\nmetadata: {name: a}\nspec: {url: https://charts.io}\n---\n\
        apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: a}\nspec:\n  chart: {spec: {chart: a, version: v1.2.3, sourceRef: {kind: HelmRepository, name: a}}}\n";
    [
        ("flux.yaml", flux),
        ("oci.yaml", "apiVersion: source.toolkit.fluxcd.io/v1\nkind: OCIRepository\nmetadata: {name: a}\nspec: {url: oci://a.io/charts/a, ref: {tag: '${V:=1.2}'}}\n"),
        ("app.yaml", "apiVersion: argoproj.io/v1alpha1\nkind: Application\nspec: {source: {repoURL: https://charts.io, chart: a, targetRevision: 1.x}}\n"),
        ("kustomization.yaml", "resources: ['https://github.com/a/b/releases/download/v1.2.3/a.yaml', 'github.com/a/b//c?ref=v1']\nhelmCharts: [{name: a, repo: https://charts.io, version: 1.2.3}]\nimages: [{name: a.io/b, newTag: v1}]\n"),
        ("Chart.yaml", "dependencies: [{name: a, repository: https://charts.io, version: ^1.2}]\n"),
        ("helmfile.yaml", "repositories: [{name: a, url: https://charts.io}]\nreleases: [{name: b, chart: a/b, version: 1.2.3}]\n"),
        ("vendir.yml", "directories: [{contents: [{git: {url: https://github.com/a/b, ref: v1.2.3}}, {helmChart: {name: a, version: 1.2.3, repository: {url: https://charts.io}}}]}]\n"),
        ("olm.yaml", "apiVersion: operators.coreos.com/v1alpha1\nkind: Subscription\nspec: {name: a, startingCSV: a.v1.2.3}\n"),
        ("values.yaml", "# renovate: datasource=github-releases depName=a/b\nversion: v1.2.3\nimage: {repository: a.io/b, tag: v1}\n"),
    ]
    .map(|(path, text)| format!("{path}\n{text}"))
    .to_vec()
}

/// Admission reviews of each operation, with objects of the CRD in `crates/webhook/tests/e2e/databases.yaml`.
fn reviews() -> Vec<String> {
    let object = |spec: &str| {
        format!(
            r#"{{"apiVersion":"example.com/v1","kind":"Database","metadata":{{"name":"a","resourceVersion":"1"}},"spec":{spec}}}"#
        )
    };
    let disk = object(r#"{"engine":"pg","storage":"Disk","disk":{"size":"1Gi"}}"#);
    let bucket =
        object(r#"{"engine":"mysql","storage":"Bucket","disk":{"size":"1Gi"},"bucket":{"name":"b"}}"#);
    let mut found = Vec::new();
    for (operation, new, old) in [
        ("CREATE", disk.as_str(), "null"),
        ("CREATE", bucket.as_str(), "null"),
        ("UPDATE", bucket.as_str(), disk.as_str()),
        ("UPDATE", disk.as_str(), disk.as_str()),
        ("DELETE", "null", disk.as_str()),
        ("CONNECT", "null", "null"),
    ] {
        for (version, subresource) in [("v1", ""), ("v1beta1", "status"), ("v1", "scale")] {
            found.push(format!(
                r#"{{"apiVersion":"admission.k8s.io/{version}","kind":"AdmissionReview","request":{{"uid":"u","kind":{{"group":"example.com","version":"v1","kind":"Database"}},"resource":{{"group":"example.com","version":"v1","resource":"databases"}},"subResource":"{subresource}","name":"a","namespace":"default","operation":"{operation}","userInfo":{{"username":"admin","groups":["g"],"extra":{{"k":["v"]}}}},"object":{new},"oldObject":{old},"dryRun":true,"options":{{"kind":"UpdateOptions"}}}}}}"#
            ));
        }
    }
    found
}

/// The seeds of documents: all kinds of documents, and scalars.
fn documents(tests: &Path) -> Result<Vec<String>> {
    let mut found = texts(tests, "yaml")?;
    for table in ["vectors/yaml.jsonl", "vectors/yaml-forms.jsonl"] {
        found.extend(lines(&tests.join(table))?.iter().filter_map(|line| text(line, "yaml")));
    }
    Ok(found)
}

/// The seeds of schemas: whole documents, and the schemas in them.
fn schemas(tests: &Path) -> Result<Vec<String>> {
    let mut found = texts(tests, "yaml")?;
    let alone: Vec<String> = found
        .iter()
        .filter_map(|document| {
            let (before, schema) = document.split_once("openAPIV3Schema:\n")?;
            let margin = before.len() - before.trim_end_matches(' ').len();
            let inside = schema.lines().take_while(|line| line.len() - line.trim_start().len() > margin);
            Some(inside.map(|line| format!("{}\n", &line[margin..])).collect())
        })
        .collect();
    found.extend(alone);
    Ok(found)
}

/// The seeds of patterns: each is a pattern, followed by a string to match if there is one.
fn patterns(tests: &Path) -> Result<Vec<String>> {
    let mut found = Vec::new();
    for line in lines(&tests.join("vectors/patterns.jsonl"))? {
        let Some(pattern) = text(&line, "pattern") else { continue };
        let texts = ["match", "no_match"].iter().filter_map(|key| line.get(key)?.as_array());
        let texts: Vec<&str> = texts.flatten().filter_map(Value::as_str).collect();
        found.extend(texts.iter().take(2).map(|text| format!("{pattern}\n{text}")));
        if texts.is_empty() {
            found.push(pattern);
        }
    }
    Ok(found)
}

/// The seeds of rules, without a schema.
fn rules(tests: &Path) -> Result<Vec<String>> {
    let rule =
        |line: &str| Some(format!("\n{}", line.trim_start_matches([' ', '-']).strip_prefix("rule: ")?));
    let found = texts(tests, "yaml")?;
    Ok(found.iter().flat_map(|document| document.lines()).filter_map(rule).collect())
}

/// The seeds of objects: the name of a compiled CRD version and an object of it, followed by the old object
/// if there is one. The name is empty for objects of no particular CRD.
fn objects(tests: &Path) -> Result<Vec<String>> {
    let mut found = Vec::new();
    for path in files(&tests.join("keywords"))?.iter().filter(|path| path.ends_with("cases.jsonl")) {
        let folder = path.parent().ok_or_else(|| anyhow!("{} has no folder", path.display()))?;
        let document = fs::read_to_string(folder.join("crd.yaml"))?;
        let name = document.lines().find_map(|line| line.trim().strip_prefix("name: ")).unwrap_or_default();
        for case in lines(path)? {
            found.extend(bodies(&case).map(|bodies| format!("{name}/v1\n{bodies}")));
        }
    }
    for case in lines(&tests.join("record/cases.jsonl"))? {
        let (Some(crd), Some(version)) = (text(&case, "crd"), text(&case, "version")) else { continue };
        let name = crd.rsplit('/').next().unwrap_or_default().trim_end_matches(".yaml").to_owned();
        found.extend(bodies(&case).map(|bodies| format!("{name}/{version}\n{bodies}")));
    }
    for line in lines(&places::repository().join("fuzz/seeds/everything.jsonl"))? {
        let (Some(new), Some(old)) = (line.get("new"), line.get("old")) else { continue };
        found.push(format!("\n{new}\0{old}"));
    }
    for line in lines(&tests.join("vectors/json.jsonl"))? {
        let value = text(&line, "text").unwrap_or_default();
        found.push(format!("\n{{\"apiVersion\":\"v1\",\"spec\":{{\"value\":{value}}}}}"));
    }
    Ok(found)
}

/// The objects of target `json`, each after four bytes that choose operation, validation, namespace and CRD;
/// the choices take turns.
fn requests(tests: &Path) -> Result<Vec<String>> {
    let choices =
        |at: usize| format!("{}{}{}{}", at % 4, at % 3, at / 3 % 3, char::from(b'0' + (at % 50) as u8));
    let found = objects(tests)?;
    let bodies = found.iter().filter_map(|seed| seed.split_once('\n'));
    Ok(bodies.enumerate().map(|(at, (_, bodies))| choices(at) + bodies).collect())
}

/// The seeds of published documents: kinds, and an OpenAPI document with them.
fn published(tests: &Path) -> Result<Vec<String>> {
    let mut found = Vec::new();
    for path in files(&tests.join("openapi"))?.iter().filter(|path| path.ends_with("kinds.txt")) {
        let kinds = fs::read_to_string(path)?.split_whitespace().collect::<Vec<_>>().join(" ");
        for name in ["document.yaml", "document.json"] {
            if let Ok(document) = fs::read_to_string(path.with_file_name(name)) {
                found.push(format!("{kinds}\n{document}"));
            }
        }
    }
    Ok(found)
}

/// The items with derives or markers, valid and invalid, each separately.
fn items(tests: &Path) -> Result<Vec<String>> {
    let mut found = Vec::new();
    for folder in ["derive", "ui"] {
        for text in texts(&tests.join(folder), "rs")? {
            let begins = |line: &&str| line.starts_with("#[derive") || line.starts_with("/// +");
            let lines: Vec<&str> = text.lines().collect();
            let parts = lines.split(|line| line.is_empty()).filter(|part| part.iter().any(begins));
            found.extend(parts.map(|part| part.join("\n")));
        }
    }
    Ok(found)
}

/// The object of a case, followed by the old object if there is one.
fn bodies(case: &Value) -> Option<String> {
    let body = case.get("object").map(Value::to_string).or_else(|| text(case, "raw"))?;
    let old = case.get("old").map(|old| format!("\0{old}")).unwrap_or_default();
    Some(body + &old)
}

/// The contents of all files with this suffix, sorted by path.
fn texts(folder: &Path, ending: &str) -> Result<Vec<String>> {
    let paths = files(folder)?;
    let paths = paths.iter().filter(|path| path.extension().is_some_and(|found| found == ending));
    paths.map(|path| fs::read_to_string(path).with_context(|| path.display().to_string())).collect()
}

/// All files below a folder, sorted by path.
fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(files(&path)?);
        } else {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// The lines of a table as JSON, except those that serde_json rejects, such as those with unpaired
/// surrogates.
fn lines(path: &Path) -> Result<Vec<Value>> {
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    Ok(text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect())
}

/// The string of a key in a line.
fn text(line: &Value, key: &str) -> Option<String> {
    Some(line.get(key)?.as_str()?.to_owned())
}
