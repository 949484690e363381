//! Tests of objects with many errors that each repeat much of them: reports are bounded.

use super::complete::errors;
use super::{SELECTED, container, documents, indexed, kinds, problems, sentences};
use crate::problem::Level;
use crate::rules::at::At;
use crate::rules::report::Report;

/// What all errors of an object have at most, if each repeats half a megabyte.
const MOST: usize = 10 << 20;

#[track_caller]
fn told(text: &str) -> Vec<String> {
    let all = sentences(text);
    let bytes: usize = all.iter().map(String::len).sum();
    assert!(!all.is_empty() && bytes < MOST, "{bytes} bytes in {} errors", all.len());
    all
}

fn many(count: usize, item: impl Fn(usize) -> String) -> String {
    let items: Vec<String> = (0..count).map(item).collect();
    items.join(", ")
}

#[test]
fn errors_that_repeat_the_first_controller() {
    let first = "a".repeat(1 << 19);
    let owner = |name: &str| format!("{{apiVersion: v1, kind: Pod, name: {name}, uid: u, controller: true}}");
    let owners = many(100, |index| owner(&format!("b{index}")));
    let text = format!(
        "apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: a, ownerReferences: [{}, {owners}]}}\n",
        owner(&first)
    );
    assert!(told(&text)[0].ends_with("and Pod/b0"));
}

/// Claims that a pod does not have. Each error lists a name of 512 kB.
fn claims() -> (String, String) {
    let known = format!("resourceClaims: [{{name: {}, resourceClaimName: one}}]", "a".repeat(1 << 19));
    (known, format!("resources: {{claims: [{}]}}", many(100, |index| format!("{{name: b{index}}}"))))
}

#[test]
fn errors_that_repeat_what_is_known() {
    let (known, claims) = claims();
    let text = container(&claims).replace("  containers:", &format!("  {known}\n  containers:"));
    told(&text);
}

#[test]
fn errors_that_repeat_all_addresses_of_a_service() {
    let service = |letter: &str| {
        let list = |text: &str| many(20_000, |index| format!("'{text}{index}'"));
        format!(
            "apiVersion: v1\nkind: Service\nmetadata: {{name: a}}\nspec: {{clusterIP: '{letter}0', clusterIPs: [{}], ipFamilies: [{}], ports: [{{port: 80}}]}}\n",
            list(letter),
            list(letter)
        )
    };
    let all = errors(36, &service("a"), &service("b"), None);
    let once: Vec<_> = all.iter().filter(|error| error.contains("may not change once set")).collect();
    let bytes: usize = once.iter().map(|error| error.len()).sum();
    assert!(!once.is_empty() && bytes < MOST, "{bytes} bytes in {} errors", once.len());
}

#[test]
fn warnings_hide_no_errors() {
    let (known, claims) = claims();
    let spec = SELECTED.replace("{containers:", &format!("{{{known}, containers:"));
    let spec = spec.replace("image: 'app:1'", &format!("image: 'app:1', {claims}"));
    let set = |spec: &str| {
        format!(
            "apiVersion: apps/v1\nkind: StatefulSet\nmetadata: {{name: a}}\nspec:\n{}",
            super::indented(spec, 2)
        )
    };
    let (old, new) = (set(&spec), set(&format!("serviceName: other\n{spec}")));
    let (old, new) = (documents(&old), documents(&new));
    let all = problems(&kinds(33), &new[0], Some(&old[0]));
    assert_eq!(all.iter().filter(|problem| problem.level == Level::Error).count(), 1);
    assert!(indexed(&all)[0].starts_with("spec: Forbidden: updates to statefulset spec"));
    assert!(all.len() > 1);
}

#[test]
fn help_is_of_its_own_error() {
    let documents = documents("a: b");
    let mut report = Report::new(kinds(36).version(), false);
    let at = At::root(&documents[0]);
    for index in 0..20 {
        report.bad_text(&at, &"a".repeat(1 << 20), &index.to_string());
        report.help(index.to_string());
    }
    let all = report.finish();
    assert!(
        all.iter()
            .enumerate()
            .all(|(index, problem)| { problem.help.as_ref().is_none_or(|help| *help == index.to_string()) })
    );
}
