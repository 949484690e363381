//! Writes the programs of a plan's rules (`rule_program`), with what tests record of them.

use crdc_cel::compile::program::Program;
use crdc_cel::program::OldSelf;
use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::coverage::Points;
use super::writer::RuleWriter;
pub(super) use crate::rule_program::{Matchers, constant_name};
use crate::rule_program::{With, program_constant};

impl RuleWriter<'_> {
    /// A constant with a program. The functions of its patterns are added to `matchers`, the conditions that tests record to
    /// `points`.
    pub(super) fn program_constant(
        &self,
        name: &Ident,
        program: &Program,
        old: OldSelf,
        matchers: &mut Matchers,
        mut points: Option<&mut Points>,
    ) -> TokenStream {
        let recorded = match &points {
            Some(points) => points.recorded(),
            None => quote!(None),
        };
        let mut condition = |expr: &_| points.as_mut().and_then(|points| points.condition(expr));
        let matcher = |text: &str| self.patterns.get(text);
        let with = With { runtime: &self.emitter.runtime, matcher: &matcher, matchers, recorded };
        program_constant(name, program, old, &mut condition, with)
    }
}
