//! The frame of the page: head, search, and one article for each CRD.

use super::crd;
use crdc_check::CheckedCrd;
use crdc_source::diag::outside;
use maud::{DOCTYPE, Markup, PreEscaped, html};

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("search.js");

/// The content security policy: browsers may render the page, and load nothing else.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

/// The page of some CRDs.
pub(crate) fn page(crds: &[&CheckedCrd]) -> String {
    let titles: Vec<&str> = crds.iter().take(3).map(|one| crd::title(one.crd())).collect();
    let more = if crds.len() > titles.len() { ", …" } else { "" };
    let markup: Markup = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="generator" content="crdc";
                title { (titles.join(", ")) (more) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                // The script makes the search visible.
                form.search role="search" hidden {
                    label for="search" { "Search" }
                    input #search type="search" autocomplete="off" spellcheck="false"
                        placeholder="field, word or rule" aria-describedby="found";
                    button type="button" data-open="true" { "Open all" }
                    button type="button" data-open="false" { "Close all" }
                    output #found for="search" aria-live="polite" {}
                }
                main {
                    @if crds.len() > 1 {
                        nav aria-label="Resources" {
                            ul { @for (index, one) in crds.iter().enumerate() {
                                li { a href={ "#" (crd::anchor(index)) } { (crd::title(one.crd())) } }
                            } }
                        }
                    }
                    @for (index, one) in crds.iter().enumerate() { (crd::article(index, one)) }
                }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    };
    // maud escapes markup; this escapes characters that browsers would not show, or would show in another
    // place.
    outside::lines(&markup.into_string()).into_owned() + "\n"
}
