//! The state of the builder of rules: the types of values, and the results so far.

use std::cell::RefCell;
use std::collections::HashMap;

use super::node::UncompiledRule;
use super::patterns::Patterns;
use super::schemas::Nodes;
use crate::actions::fields::Fields;
use crate::{NodeId, Plan};
use crdc_cel::compile::escape;
use crdc_cel::compile::program::Program;
use crdc_cel::compile::types::DeclaredId;
use crdc_check::rule_compiler::{Kind, RuleCompiler, Schemas, Seen};

/// The numbers and the types of fields, by their names in rules.
pub(super) type Named = HashMap<String, (u16, Seen)>;

/// Builds the rules of a plan.
pub(super) struct RuleBuilder<'p> {
    pub(super) plan: &'p Plan,
    pub(super) fields: &'p [Fields<'p>],
    pub(super) schemas: Nodes<'p>,
    pub(super) compiler: RuleCompiler,
    /// By node: whether it, or a node below it, has rules.
    pub(super) holds: Vec<bool>,
    /// A cache of [`field_of`](Self::field_of): the fields of objects by their names in rules.
    pub(super) named: RefCell<HashMap<Seen, Named>>,
    pub patterns: Patterns,
    pub uncompiled: Vec<UncompiledRule>,
}

impl<'p> RuleBuilder<'p> {
    pub(super) fn new(plan: &'p Plan, fields: &'p [Fields<'p>]) -> Self {
        RuleBuilder {
            plan,
            fields,
            schemas: Nodes::new(plan, fields),
            compiler: RuleCompiler::new(None),
            holds: Vec::new(),
            named: RefCell::default(),
            patterns: Patterns::default(),
            uncompiled: Vec::new(),
        }
    }

    /// The type by which rules read the values of a node.
    pub(crate) fn seen(&self, id: NodeId) -> Seen {
        self.schemas.see(id)
    }

    /// The program of an expression on a value. The error is the reason why the expression has no program, as
    /// the end of a sentence that begins with the text of the expression.
    pub(super) fn program(
        &mut self,
        expression: (&str, Kind),
        seen: Seen,
        optional: bool,
    ) -> Result<Program, String> {
        let of = self.compiler.see(&self.schemas, seen).ok_or("is on a value that rules cannot see")?;
        self.compiler.compiled(expression, of, optional)
    }

    /// The number of the field with this name in rules.
    pub(super) fn field_number(&self, object: DeclaredId, name: &str) -> Option<u16> {
        Some(self.field_of(self.compiler.seen(object)?, name)?.0)
    }

    /// The number and the type of a field, by its name in rules. Without a schema, the name in rules is the
    /// name in the object.
    pub(super) fn field_of(&self, seen: Seen, name: &str) -> Option<(u16, Seen)> {
        // Cached, since the estimate of costs looks up the same fields for each size that it tries.
        let mut named = self.named.borrow_mut();
        let fields = named.entry(seen).or_insert_with(|| {
            let fields = self.schemas.numbered_of(seen).into_iter().zip(0..);
            let fields = fields.filter_map(|((name, seen), number)| Some((name, (number, seen?))));
            let fields: Vec<(&str, (u16, Seen))> = fields.collect();
            let in_rules = fields.iter().filter_map(|(name, field)| Some((escape(name)?, *field)));
            let mut named: Named = in_rules.collect();
            for (name, field) in fields {
                named.entry(name.to_owned()).or_insert(field);
            }
            named
        });
        fields.get(name).copied()
    }
}
