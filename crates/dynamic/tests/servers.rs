//! For each line of the table of differences between servers a folder of `tests/servers` that shows it:
//! `crd.yaml`, whose first lines name the source of the answer, `old.yaml`, the definition before an update,
//! if it is about one, and `requests.yaml`, documents with `create`, or with `update` or `updateStatus` and
//! `old`. What servers from 1.29 on say is in `expected.txt`: `BLESS=1 cargo test -p crdc-dynamic --test
//! servers` writes it.
//!
//! Easy to break: the answers must change at the version of the line, or not at all if the table says that
//! crdc does not do it.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crdc::{Request, Scratch};
use crdc_check::{CheckOptions, check_sources_with};
use crdc_documents::servers::{Covered, DIFFERENCES, Difference};
use crdc_dynamic::servers;
use crdc_dynamic::validators::Validators;
use crdc_source::{Node, Source, parse};
use crdc_vocabulary::Minor;

/// The oldest version whose differences are known.
const OLDEST: u8 = 29;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/servers")
}

/// The text of a file of a folder, if there is one.
fn read(folder: &Path, name: &str) -> Option<Source> {
    let text = fs::read_to_string(folder.join(name)).ok()?;
    Some(Source::new(name, text))
}

/// What a server says of the definition, a line for each problem.
fn of_definition(crd: &Source, old: Option<&Source>, server: Minor) -> Vec<String> {
    let old: Vec<Source> = old.into_iter().cloned().collect();
    let options = CheckOptions { server: Some(server), ..CheckOptions::default() };
    let found = check_sources_with(std::slice::from_ref(crd), &old, options).remove(0).diagnostics;
    let words = found.iter().map(|problem| {
        let server: Vec<String> = problem.server.iter().map(ToString::to_string).collect();
        let words = if server.is_empty() { format!("({})", problem.message) } else { server.join("; ") };
        format!("{}: {words}", problem.code.name())
    });
    words.collect()
}

/// What a server says of a request, a line for each error and warning.
fn of_request(validators: &Validators, request: &Node, server: Minor) -> Vec<String> {
    let json = |name: &str| request.get(name).map(Node::to_json);
    let old = json("old").unwrap_or_default();
    let new = ["create", "update", "updateStatus"].into_iter().find_map(json).unwrap();
    let object = parse(&Source::new("new", new.as_str())).0.remove(0);
    let [api_version, kind] =
        ["apiVersion", "kind"].map(|name| object.get(name).and_then(Node::as_str).unwrap_or_default());
    let Some(validator) = validators.find(api_version, kind) else {
        return vec!["the definition is refused".to_owned()];
    };
    let request = match (request.get("create"), request.get("update")) {
        (Some(_), _) => Request::create(new.as_bytes()),
        (_, Some(_)) => Request::update(new.as_bytes(), old.as_bytes()),
        _ => Request::update_status(new.as_bytes(), old.as_bytes()),
    };
    let mut scratch = Scratch::new();
    let outcome = validator.answer(request, &mut scratch);
    let mut said: Vec<String> = outcome.message().map(str::to_owned).into_iter().collect();
    said.extend(servers::errors(server, &outcome).iter().map(ToString::to_string));
    said.extend(servers::warnings(server, &outcome).into_iter().map(|text| format!("warning: {text}")));
    if outcome.accepted() {
        said.push("accepted".to_owned());
    }
    said
}

/// All that a server says about a folder.
fn said(folder: &Path, server: Minor) -> String {
    let (crd, old) = (read(folder, "crd.yaml").unwrap(), read(folder, "old.yaml"));
    let mut lines: Vec<String> =
        of_definition(&crd, old.as_ref(), server).into_iter().map(|line| format!("crd: {line}")).collect();
    if let Some(requests) = read(folder, "requests.yaml") {
        let (validators, _) = Validators::loader().crds(&[crd]).server(server).load_valid();
        for (request, number) in parse(&requests).0.iter().zip(1..) {
            let said = of_request(&validators, request, server);
            lines.extend(said.into_iter().map(|line| format!("request {number}: {line}")));
        }
    }
    if lines.is_empty() {
        lines.push("accepted".to_owned());
    }
    lines.iter().map(|line| format!("    {}\n", line.replace('\n', "\n        "))).collect()
}

/// What all servers say, and the first version of each answer.
fn answers(folder: &Path) -> (String, BTreeSet<Minor>) {
    let mut answers: Vec<(Minor, Minor, String)> = Vec::new();
    for server in (OLDEST..=Minor::KNOWN.0).map(Minor) {
        let said = said(folder, server);
        match answers.last_mut() {
            Some((_, last, known)) if *known == said => *last = server,
            _ => answers.push((server, server, said)),
        }
    }
    let text = answers.iter().map(|(first, last, said)| match first == last {
        true => format!("{first}\n{said}"),
        false => format!("{first} to {last}\n{said}"),
    });
    (text.collect(), answers.iter().map(|(first, ..)| *first).collect())
}

fn folders() -> BTreeSet<String> {
    let entries = fs::read_dir(root()).unwrap().map(|entry| entry.unwrap());
    entries.map(|entry| entry.file_name().into_string().unwrap()).collect()
}

/// A line of the table without a folder would be a promise.
#[test]
fn each_difference_has_a_folder() {
    let names: BTreeSet<String> = DIFFERENCES.iter().map(|one| one.name.to_owned()).collect();
    assert_eq!(folders(), names);
}

#[test]
fn each_folder_names_the_source_of_its_answers() {
    for name in folders() {
        let text = read(&root().join(&name), "crd.yaml").unwrap().text;
        let comment: String = text.lines().take_while(|line| line.starts_with("# ")).collect();
        assert!(comment.contains("Source: ") && comment.contains(".go"), "{name}: {comment}");
    }
}

#[test]
fn answers_change_at_the_version_of_the_difference() {
    let bless = std::env::var_os("BLESS").is_some();
    let mut wrong = Vec::new();
    for Difference { name, since, covered, .. } in DIFFERENCES {
        let folder = root().join(name);
        let (now, changes) = answers(&folder);
        let file = folder.join("expected.txt");
        if bless {
            fs::write(&file, &now).unwrap();
        }
        let expected = fs::read_to_string(&file).unwrap_or_default();
        if now != expected {
            wrong.push(format!("{name}: now\n{now}\nexpected\n{expected}"));
        }
        // What only unknown servers do cannot show.
        let shows = matches!(covered, Covered::Yes(_)) && *since <= Minor::KNOWN;
        if changes.contains(since) != shows {
            wrong.push(format!("{name}: must it change with {since}? {shows}\n{now}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
