//! Compares the conversion between versions: the strategy, the webhook, and the versions of its reviews.
//! Spellings with the same meaning are not changes: the port 443, a CA bundle with line breaks.

use super::change::{Change, Effect, Impact, Kind};
use crdc_schema::{ApiVersion, Crd};
use crdc_source::diag::json_string;
use crdc_source::{Member, Node, Value};
use crdc_vocabulary::go;

/// The conversion strategy.
pub(super) fn strategy(crd: &Crd) -> &str {
    let node = crd.conversion.as_ref().and_then(|at| at.value.get("strategy"));
    node.and_then(Node::as_str).unwrap_or("None")
}

/// Compares how objects are converted.
pub(super) fn conversion(old: &Crd, new: &Crd, found: &mut Vec<Change>) {
    let (was, now) = (strategy(old), strategy(new));
    let node = |crd: &Crd| crd.conversion.as_ref().map(|at| at.span);
    let json = |text: &str| Some(json_string::text(text));
    if was != now {
        let said = match now {
            "Webhook" => "objects are converted by a webhook; before, only their apiVersion was converted",
            _ => "only apiVersion is converted between versions; before, a webhook converted objects",
        };
        let change = Change::new(Kind::Conversion, Effect::Changed, Impact::MayBreak, said);
        found.push(change.places(node(old), node(new)).values(json(was), json(now)));
        return;
    }
    if now != "Webhook" {
        return;
    }
    let (was, now) = (Webhook::of(old), Webhook::of(new));
    let mut changed = |said: String, help: &str, before: Option<&Member>, after: Option<&Member>| {
        let span = |member: Option<&Member>, crd: &Crd| member.map(|member| member.value.span).or(node(crd));
        let effect = match (before, after) {
            (None, Some(_)) => Effect::Added,
            (Some(_), None) => Effect::Removed,
            _ => Effect::Changed,
        };
        let change = Change::new(Kind::Conversion, effect, Impact::MayBreak, said).help(help);
        found.push(change.places(span(before, old), span(after, new)));
    };
    if was.address() != now.address() {
        let said = format!("objects are converted by {}; it was {}", now.address(), was.address());
        let help = "it must convert objects that are stored in every version";
        changed(said, help, was.place(), now.place());
    }
    let (before, after) = (was.ca_bundle(), now.ca_bundle());
    if before != after {
        let said = match (before.is_empty(), after.is_empty()) {
            (true, _) => {
                "the conversion webhook has a CA bundle; before, the server's own certificates were trusted"
            }
            (_, true) => {
                "the conversion webhook has no CA bundle any more: the server's own certificates are trusted"
            }
            _ => "the CA bundle of the conversion webhook is another one",
        };
        let help = "if the server does not trust the webhook, objects can be read and written only in the version they are stored in";
        changed(said.to_owned(), help, was.config("caBundle"), now.config("caBundle"));
    }
    if was.review_versions() != now.review_versions() {
        let said = "the versions of reviews that the conversion webhook understands changed";
        let help = "the server sends reviews in the first of them that it knows";
        changed(said.to_owned(), help, was.reviews, now.reviews);
    }
}

/// The webhook of a document.
struct Webhook<'a> {
    client: Option<&'a Member>,
    reviews: Option<&'a Member>,
    api_version: ApiVersion,
}

impl<'a> Webhook<'a> {
    fn of(crd: &'a Crd) -> Webhook<'a> {
        let conversion = crd.conversion.as_ref().map(|at| &at.value);
        let (holder, client) = match crd.api_version {
            ApiVersion::V1 => (conversion.and_then(|node| node.get("webhook")), "clientConfig"),
            ApiVersion::V1beta1 => (conversion, "webhookClientConfig"),
        };
        let member = |key: &str| set(holder?.member(key));
        Webhook {
            client: member(client),
            reviews: member("conversionReviewVersions"),
            api_version: crd.api_version,
        }
    }

    fn config(&self, key: &str) -> Option<&'a Member> {
        set(self.client?.value.member(key))
    }

    fn review_versions(&self) -> Vec<&'a str> {
        match self.reviews.map(|reviews| &reviews.value.value) {
            Some(Value::Array(list)) => list.iter().filter_map(Node::as_str).collect(),
            // v1beta1/defaults.go
            _ if self.api_version == ApiVersion::V1beta1 => vec!["v1beta1"],
            _ => Vec::new(),
        }
    }

    fn place(&self) -> Option<&'a Member> {
        self.config("url").or(self.config("service"))
    }

    /// The URL, or the service with its path.
    fn address(&self) -> String {
        let text = |node: &'a Node, key: &str| node.get(key).and_then(Node::as_str).unwrap_or_default();
        if let Some(url) = self.config("url").and_then(|url| url.value.as_str()) {
            return format!("`{url}`");
        }
        let Some(service) = self.config("service").map(|service| &service.value) else {
            return "nothing".to_owned();
        };
        // v1/defaults.go
        let port = match service.get("port").map(|node| &node.value) {
            Some(Value::Int(port)) if *port != 443 => format!(":{port}"),
            _ => String::new(),
        };
        let path = text(service, "path");
        let slash = if path.is_empty() { "/" } else { "" };
        format!("the service `{}/{}{port}{slash}{path}`", text(service, "namespace"), text(service, "name"))
    }

    fn ca_bundle(&self) -> Vec<u8> {
        let text = self.config("caBundle").and_then(|bundle| bundle.value.as_str()).unwrap_or_default();
        go::decode_base64(text.as_bytes()).unwrap_or_else(|_| text.as_bytes().to_vec())
    }
}

fn set(member: Option<&Member>) -> Option<&Member> {
    member.filter(|member| member.value.value != Value::Null)
}
