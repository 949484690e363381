//! Checks typed expressions further: literals of durations, timestamps and patterns; item types of list and
//! map literals; format strings and their arguments.
//
// cel-go: cel/validator.go, ext/formatting.go (stringFormatValidator)

mod format;
mod homogeneous;

use super::ast::{Ast, Constant, ExprId, Kind};
use super::checker::Typing;
use super::constants::{Value, convert};
use super::issues::{IssueKind, Issues};
use super::scope::Scope;
use super::types::{Declarations, Types};
use crate::program::Search;
use crdc_vocabulary::Minor;
use crdc_vocabulary::regexp;

pub(super) fn validate(ast: &Ast, typing: &Typing, scope: &Scope, minor: Minor) -> Issues {
    let mut issues = Issues::default();
    // Older servers refuse wrong literals when they create the program.
    if minor < Minor::RULE_LITERALS {
        return issues;
    }
    let Scope { types, declarations, has_unknown_types, .. } = scope;
    let validator = Validator { ast, types, typing, declarations, has_unknown_types: *has_unknown_types };
    let nodes = ast.post_order();
    for function in ["duration", "timestamp", Search::Matches.name()] {
        for id in &nodes {
            validator.literal(*id, function, &mut issues);
        }
    }
    validator.homogeneous(&mut issues);
    for id in nodes {
        validator.format(id, &mut issues);
    }
    issues
}

struct Validator<'v> {
    ast: &'v Ast,
    types: &'v Types,
    typing: &'v Typing,
    declarations: &'v Declarations,
    has_unknown_types: bool,
}

impl Validator<'_> {
    /// Checks the first argument of a call, if it is a literal.
    fn literal(&self, id: ExprId, checked: &'static str, issues: &mut Issues) {
        let Kind::Call { function, args, .. } = self.ast.kind(id) else { return };
        let Some(arg) = args.first().filter(|_| function == checked) else { return };
        let Some(constant) = self.ast.constant(*arg) else { return };
        let valid = match constant {
            Constant::String(pattern) if Search::of(checked).is_some() => regexp::verify(pattern).is_ok(),
            constant => convert(checked, &Value::Constant(constant.clone())).is_none_or(|read| read.is_ok()),
        };
        if !valid {
            issues.report(self.ast.at(*arg), IssueKind::Argument { function: checked });
        }
    }
}
