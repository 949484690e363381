//! Sends the requests of `plain.yaml`. In: both servers. Out: the number of requests that were answered
//! differently.
//!
//! Easy to break: for each server, `$version` and the like come from its own answers.

use anyhow::{Context, Result};
use serde_json::Value;

use super::compare;
use super::pair::Pair;
use crate::real_server::client::{Answer, Call};
use crate::real_server::documents;

/// The values of the last answers of a server.
#[derive(Clone, Default)]
struct Last {
    version: String,
    uid: String,
    list: String,
    next: String,
}

impl Last {
    /// Takes the values of an answer that later requests need.
    fn remember(&mut self, answer: &Answer) {
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let metadata = &answer.body["metadata"];
        let version = text(&metadata["resourceVersion"]);
        if answer.body["kind"].as_str().is_some_and(|kind| kind.ends_with("List")) {
            self.list = version.unwrap_or_default();
            self.next = text(&metadata["continue"]).unwrap_or_else(|| self.next.clone());
        } else if let (Some(version), Some(uid)) = (version, text(&metadata["uid"])) {
            (self.version, self.uid) = (version, uid);
        }
    }

    /// The text of a request with its placeholders replaced.
    fn filled(&self, text: &str) -> String {
        let things = "/apis/apply.example.com/v1/namespaces/default/things";
        let paths = [
            ("$one", format!("{things}/a")),
            ("$things", things.to_owned()),
            ("$beta", things.replace("/v1/", "/v1beta1/")),
        ];
        let values = [
            ("$version", &self.version),
            ("$uid", &self.uid),
            ("$list", &self.list),
            ("$continue", &self.next),
        ];
        let text = paths.iter().fold(text.to_owned(), |text, (name, path)| text.replace(name, path));
        values.iter().fold(text, |text, (name, value)| text.replace(name, value))
    }
}

/// Sends all requests; returns the number of differences.
pub(super) fn run(pair: &Pair) -> Result<usize> {
    let file = places::repository().join("xtask/measure/src/real_server/sequences/plain.yaml");
    let document = documents::read(&file)?.pop().context("no requests")?;
    let mut last = [Last::default(), Last::default()];
    let (mut count, mut differ) = (0, 0);
    for request in document.as_array().into_iter().flatten() {
        let text = |name: &str| request[name].as_str();
        let (method, path) =
            text("do").and_then(|line| line.split_once(' ')).context("no method and path")?;
        let body = match (text("text"), &request["body"]) {
            (Some(text), _) => text.to_owned(),
            (None, Value::Null) => String::new(),
            (None, body) => body.to_string(),
        };
        let content = text("type").unwrap_or(if request["body"].is_null() && text("text").is_none() {
            ""
        } else {
            "application/json"
        });
        let mut answers = Vec::new();
        for (client, last) in pair.both().into_iter().zip(&mut last) {
            let mut call = Call::new(method, last.filled(path), content, last.filled(&body));
            if let Some(accept) = text("accept") {
                accept.clone_into(&mut call.accept);
            }
            let answer = client.call(&call)?;
            last.remember(&answer);
            answers.push(answer);
        }
        count += 1;
        let [real, ours] = &answers[..] else { continue };
        let found = compare::differences(real, ours);
        if !found.is_empty() {
            differ += 1;
            println!("--- {method} {path} {} {} {body}", content, text("accept").unwrap_or_default());
            println!("  real: {} {}", real.code, compare::masked(&real.body));
            println!("  crdc: {} {}", ours.code, compare::masked(&ours.body));
            found.iter().for_each(|line| println!("  {line}"));
        }
    }
    println!("{count} plain requests, {differ} answered otherwise");
    Ok(differ)
}
