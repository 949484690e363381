//! Places findings about CEL expressions at characters of the text. In: findings and an object. Out: the
//! findings at the characters that they are about, and findings about expressions that a YAML comment cuts
//! off.
//
// kubernetes: pkg/apis/admissionregistration/types.go

use super::finding::{Finding, Level};
use crate::identity::Identity;
use crdc_check::cel::{UNFOLD, folded_comment, place_in_scalar};
use crdc_kubernetes::Inside;
use crdc_source::diag::Code;
use crdc_source::{Node, Value};

const GROUP: &str = "admissionregistration.k8s.io";

/// The fields that contain expressions.
const FIELDS: [&str; 3] = ["expression", "messageExpression", "valueExpression"];

/// Moves findings to the characters that they are about, and warns of comments that cut off a part of an
/// expression.
pub(crate) fn place(findings: &mut Vec<Finding>, object: &Node, identity: &Identity, text: &str) {
    for finding in findings.iter_mut() {
        let Some(Inside { text: value, offset }) = finding.inside.take() else { continue };
        if let Some(comment) = folded_comment(&value, finding.span, text) {
            finding.help = Some(UNFOLD.to_owned());
            finding.notes.push((comment, "all of this is a comment".to_owned()));
        }
        finding.span = place_in_scalar(&value, finding.span, offset, text);
    }
    if identity.group() == GROUP {
        let mut folded = Vec::new();
        comments(object, text, &mut folded);
        let is_told = |span| findings.iter().any(|one| one.notes.iter().any(|(told, _)| *told == span));
        folded.retain(|one| !is_told(one.span));
        findings.extend(folded);
    }
}

fn comments(node: &Node, text: &str, found: &mut Vec<Finding>) {
    match &node.value {
        Value::Object(members) => {
            for member in members {
                match &member.value.value {
                    Value::String(value) if FIELDS.contains(&member.key.as_str()) => {
                        let comment = folded_comment(value, member.value.span, text);
                        found.extend(comment.map(|span| {
                            let words = "a comment takes the lines that follow it";
                            Finding::new(Code::RuleFoldedComment.name(), Level::Warning, span, words)
                                .help(UNFOLD)
                        }));
                    }
                    _ => comments(&member.value, text, found),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| comments(item, text, found)),
        _ => {}
    }
}
