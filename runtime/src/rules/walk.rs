//! Visits the values that have rules: own rules first, then children in document order.
//
// apiextensions-apiserver: pkg/apiserver/schema/cel/validation.go validate, validateArray, validateMap. The
// order of Go's maps is random, so any order of members is the server's.

use core::ops::ControlFlow;

use alloc::vec::Vec;

use super::budget::Budget;
use super::evaluate::Runner;
use super::frame::Frame;
use super::tree::RuleTree;

/// Visits the values of the object, and returns the remaining budget for its rules. `frames` is a buffer.
pub(super) fn walk<'r, 'p: 'r, N: RuleTree<'p>>(
    mut runner: Runner<'r, '_, 'p, '_>,
    frames: &mut Vec<Frame<N>>,
    root: N,
) -> Budget {
    frames.clear();
    runner.index.clear();
    let tape = runner.tape;
    frames.push(Frame::new(tape, 0, root));
    let passed = runner.passes_precheck(0, root);
    let mut flow = runner.own_rules(frames, passed);
    while flow == ControlFlow::Continue(()) {
        let Some(frame) = frames.last_mut() else { break };
        match frame.next(tape) {
            Some((at, node)) => {
                let passed = runner.passes_precheck(at, node);
                let holds = passed && !node.has_transitions();
                let child = Frame::new(tape, at, node);
                // Most values have none below them, and need no frame.
                if holds && child.end == 0 {
                    continue;
                }
                frames.push(child);
                if !holds {
                    flow = runner.own_rules(frames, passed);
                }
            }
            None => {
                frame.lookup.release(runner.index);
                frames.pop();
            }
        }
    }
    runner.budget
}
