//! The drawing of the crates in ARCHITECTURE.md. In: the arrows of `xtask/layers.txt`. Out: the page with the
//! drawing between two comments.
//!
//! An arrow from one crate to another is left out if other arrows lead there over a third crate. Easy to
//! break: equal arrows must give equal texts.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result};

const BEGIN: &str = "<!-- drawing: `cargo xtask layers --drawing` writes it -->\n";
const END: &str = "<!-- end of the drawing -->";

/// The page with the drawing of these arrows, such as `crdc -> crdc-cel`.
pub(super) fn redraw(page: &str, arrows: &[(&str, &str)]) -> Result<String> {
    let (before, rest) =
        page.split_once(BEGIN).context("ARCHITECTURE.md has no comment before its drawing")?;
    let (_, after) = rest.split_once(END).context("ARCHITECTURE.md has no comment after its drawing")?;
    Ok(format!("{before}{BEGIN}{}{END}{after}", drawing(arrows)))
}

/// A graph of mermaid, which GitHub shows as a picture.
fn drawing(arrows: &[(&str, &str)]) -> String {
    let mut targets: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (from, to) in arrows {
        targets.entry(from).or_default().insert(to);
    }
    let mut text = String::from("```mermaid\ngraph TD\n");
    for (from, all) in &targets {
        for to in all.iter().filter(|to| !all.iter().any(|other| leads(&targets, other, to))) {
            text += &format!("    {from} --> {to}\n");
        }
    }
    text + "```\n"
}

/// Whether at least one arrow leads from a crate to another one.
fn leads(targets: &BTreeMap<&str, BTreeSet<&str>>, from: &str, to: &str) -> bool {
    let mut seen = BTreeSet::new();
    let mut waiting = vec![from];
    while let Some(name) = waiting.pop() {
        let next = targets.get(name).into_iter().flatten().copied().filter(|name| seen.insert(*name));
        waiting.extend(next);
    }
    seen.contains(to)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn implied_arrows_are_not_drawn() {
        let drawn = drawing(&[("a", "b"), ("a", "c"), ("a", "d"), ("b", "c"), ("c", "d")]);
        assert_eq!(drawn, "```mermaid\ngraph TD\n    a --> b\n    b --> c\n    c --> d\n```\n");
    }

    #[test]
    fn only_the_drawing_of_a_page_changes() {
        let page = |drawing: &str| format!("before\n{BEGIN}{drawing}{END}\nafter\n");
        let drawn = redraw(&page("an old one\n"), &[("a", "b")]).expect("a page with a drawing");
        assert_eq!(drawn, page("```mermaid\ngraph TD\n    a --> b\n```\n"));
        assert_eq!(redraw(&drawn, &[("a", "b")]).expect("a page with a drawing"), drawn);
        assert!(redraw("no drawing", &[]).is_err());
    }
}
