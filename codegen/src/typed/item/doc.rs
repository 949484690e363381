//! Doc comments in, their lines that begin with `+` out, each with its place.
//!
//! `///` is an attribute a line; `/** */` is one attribute for all its lines, whose places are then that of the whole;
//! `#[doc = "…"]` may be either. What another macro makes (`include_str!`) cannot be looked into: it has no markers.
//!
//! Easy to break: a list item (`+ first`) and a number (`+1`) are no markers, and an example in a fence is none.

use proc_macro2::Span;

/// A line that begins with `+` and a letter.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    /// From the `+` on, without blanks at its end.
    pub(crate) text: String,
    /// The comment that it stands in.
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

/// What they say beside markers: lines as they stand, a blank in front of each taken away.
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

/// Whether lines, given in order, stand in a fence.
#[derive(Debug, Default)]
pub(crate) struct Fence(Option<char>);

impl Fence {
    /// Whether this line does, or opens or closes one.
    pub(crate) fn holds(&mut self, line: &str) -> bool {
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

/// Whether a line of a description is a marker, known or not.
pub(crate) fn is_marker(line: &str) -> bool {
    line.strip_prefix('+').is_some_and(|rest| rest.starts_with(|first: char| first.is_ascii_alphabetic()))
}

/// Lines of a block comment begin with a star that is no text.
fn without_star(line: &str) -> &str {
    let line = line.trim();
    line.strip_prefix('*').map_or(line, str::trim)
}

/// The text of a doc attribute, where it is written out.
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

/// Without the invisible groups that macros leave.
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
