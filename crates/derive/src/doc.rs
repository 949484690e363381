//! Reads the marker lines of doc comments. In: doc comments. Out: their lines that begin with `+`, each with
//! its span.
//!
//! `///` is one attribute per line. `/** */` is one attribute for all lines, so every line has the span of
//! the whole. `#[doc = "…"]` may be either. The output of another macro (`include_str!`) is not visible and
//! has no markers.
//!
//! Easy to break: a list item (`+ first`), a number (`+1`) and a line in a code fence are not markers.

use proc_macro2::Span;

/// A line that begins with `+` and a letter.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    /// The line from the `+`, without trailing whitespace.
    pub(crate) text: String,
    /// The span of its comment.
    pub(crate) span: Span,
}

/// The marker lines of these attributes, in order.
pub(crate) fn marker_lines(attributes: &[syn::Attribute]) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut fence = Fence::default();
    for literal in attributes.iter().filter_map(doc) {
        let text = literal.value();
        let block = text.contains('\n');
        for line in text.lines() {
            let line = if block { without_star(line) } else { line.trim() };
            if !fence.holds(line) && is_marker(line) {
                lines.push(Line { text: line.to_owned(), span: literal.span() });
            }
        }
    }
    lines
}

/// The text without markers: all other lines, each without one leading space.
pub(crate) fn description(attributes: &[syn::Attribute]) -> String {
    let mut lines = Vec::new();
    for literal in attributes.iter().filter_map(doc) {
        let text = literal.value();
        let block = text.contains('\n');
        let line = |line: &str| match block {
            true => without_star(line).to_owned(),
            false => line.strip_prefix(' ').unwrap_or(line).trim_end().to_owned(),
        };
        lines.extend(text.lines().map(line).filter(|line| !is_marker(line.trim())));
    }
    lines.join("\n").trim().to_owned()
}

/// Tracks whether lines, given in order, are in a code fence.
#[derive(Debug, Default)]
pub struct Fence(Option<char>);

impl Fence {
    /// Whether this line is in a fence, or opens or closes one.
    pub fn holds(&mut self, line: &str) -> bool {
        if let Some(mark) = ['`', '~'].into_iter().find(|mark| line.starts_with(&[*mark; 3][..])) {
            match self.0 {
                None => self.0 = Some(mark),
                Some(open) if open == mark => self.0 = None,
                Some(_) => {}
            }
            return true;
        }
        self.0.is_some()
    }
}

/// Whether a line is a marker, known or not.
#[must_use]
pub fn is_marker(line: &str) -> bool {
    line.strip_prefix('+').is_some_and(|rest| rest.starts_with(|first: char| first.is_ascii_alphabetic()))
}

/// Removes the star at the beginning of a line of a block comment.
fn without_star(line: &str) -> &str {
    let line = line.trim();
    line.strip_prefix('*').map_or(line, str::trim)
}

/// The text of a doc attribute, if it is a literal.
fn doc(attribute: &syn::Attribute) -> Option<&syn::LitStr> {
    let syn::Meta::NameValue(meta) = &attribute.meta else { return None };
    if !meta.path.is_ident("doc") {
        return None;
    }
    match ungrouped(&meta.value) {
        syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) => Some(text),
        _ => None,
    }
}

/// Removes the invisible groups that macros produce.
pub(super) fn ungrouped(mut expression: &syn::Expr) -> &syn::Expr {
    while let syn::Expr::Group(group) = expression {
        expression = &group.expr;
    }
    expression
}

#[cfg(test)]
mod tests {
    use super::marker_lines;

    fn lines(text: &str) -> Vec<String> {
        let item: syn::DeriveInput = syn::parse_str(text).expect("an item");
        marker_lines(&item.attrs).into_iter().map(|line| line.text).collect()
    }

    #[test]
    fn every_shape_of_a_comment_has_its_markers() {
        assert_eq!(
            lines("/// Words.\n/// +immutable\n///   +listType=set  \nstruct A;"),
            ["+immutable", "+listType=set"]
        );
        assert_eq!(
            lines("/** Words.\n * +immutable\n * more\n *+a\n   +b */ struct A;"),
            ["+immutable", "+a", "+b"]
        );
        assert_eq!(lines("/** +immutable */ struct A;"), ["+immutable"]);
        assert_eq!(lines("#[doc = \"+immutable\"] #[doc(hidden)] struct A;"), ["+immutable"]);
        assert_eq!(lines("#[doc = \"a\\n+immutable\\n\\n* +x\"] struct A;"), ["+immutable", "+x"]);
        assert!(lines("#[doc = include_str!(\"x.md\")] struct A;").is_empty());
    }

    #[test]
    fn what_only_looks_like_a_marker_is_none() {
        assert!(lines("/// + first\n/// +1 for this\n/// ++x\n/// a +immutable\nstruct A;").is_empty());
        assert_eq!(lines("/// ```\n/// +immutable\n/// ```\n/// +x\nstruct A;"), ["+x"]);
    }
}
