//! Reads the texts of a condition such as `a in ["b", "c"]`.

use std::collections::HashSet;

use crdc_cel::compile::ast::Constant;
use crdc_cel::compile::program::{Expr, Op};

/// The texts of a list that has only constant texts, each once: rustc warns about patterns that repeat.
pub(super) fn texts(items: &[(Expr, bool)]) -> Option<Vec<&str>> {
    let mut texts: Vec<&str> = items
        .iter()
        .map(|(item, optional)| match &item.op {
            Op::Constant(Constant::String(text)) if !optional => Some(text.as_str()),
            _ => None,
        })
        .collect::<Option<_>>()?;
    let mut known = HashSet::new();
    texts.retain(|text| known.insert(*text));
    Some(texts)
}
