//! Calls the plugins of a chain.

use crate::chain::Chain;
use crate::chain::aggregate::aggregate;
use crate::plugin::Attributes;
use crate::plugin::Plugin;
use crate::plugin::guard::{caught, guarded};
use crate::response::refusal::Refusal;

impl Chain {
    /// Calls the mutators in their order; the first error ends the request.
    pub(crate) fn mutate<'a>(&'a self, attributes: &mut Attributes<'a>) -> Result<(), Refusal> {
        let operation = attributes.operation;
        for mutator in self.mutators.iter().filter(|mutator| mutator.handles(operation)) {
            let mutator = &*mutator.plugin;
            let plugin = Plugin::Mutator(mutator);
            attributes.plugin = plugin;
            if attributes.is_dry_run() && !mutator.supports_dry_run() {
                return Err(Refusal::no_dry_run(mutator.name()));
            }
            guarded(plugin.name(), || mutator.apply_mutations(attributes))
                .map_err(|refusal| attributes.refused(refusal))?;
        }
        attributes.plugin = Plugin::Nobody;
        Ok(())
    }

    /// Calls the rules of the resource that its schema does not contain. `found` are the errors that crdc
    /// found; all errors become one list.
    pub(crate) fn check<'a>(
        &'a self,
        attributes: &mut Attributes<'a>,
        found: Option<Refusal>,
    ) -> Result<(), Refusal> {
        let operation = attributes.operation;
        let mut refusal = found;
        for rule in self.rules.iter().filter(|rule| rule.handles(operation)) {
            if refusal.as_ref().is_some_and(|refusal| !refusal.is_invalid()) {
                break;
            }
            attributes.plugin = Plugin::Validator(&*rule.plugin);
            if let Err(other) = guarded(rule.plugin.name(), || rule.plugin.validate(attributes)) {
                let other = attributes.refused(other);
                refusal = Some(match refusal {
                    Some(refusal) => refusal.joined(other),
                    None => other,
                });
            }
        }
        attributes.plugin = Plugin::Nobody;
        refusal.map_or(Ok(()), Err)
    }

    /// Calls all validators, and returns the errors of all of them.
    pub(crate) fn admit<'a>(&'a self, attributes: &mut Attributes<'a>) -> Result<(), Refusal> {
        if self.validators.is_empty() {
            return Ok(());
        }
        let mark = attributes.notes.mark();
        // Most requests have no refusals: an empty list would have to be dropped.
        let mut refusals = None;
        let operation = attributes.operation;
        let mut validators = self.validators.iter().filter(|validator| validator.handles(operation));
        // A panic ends one validator; the other validators are still called.
        while let Err(panic) = caught(|| {
            for validator in validators.by_ref() {
                let validator = &*validator.plugin;
                attributes.plugin = Plugin::Validator(validator);
                let verdict = if attributes.is_dry_run() && !validator.supports_dry_run() {
                    Err(Refusal::no_dry_run(validator.name()))
                } else {
                    validator.validate(attributes)
                };
                if let Err(refusal) = verdict {
                    refuse(&mut refusals, attributes.plugin, attributes.refused(refusal));
                }
            }
        }) {
            refuse(&mut refusals, attributes.plugin, panic.refusal(attributes.plugin.name()));
        }
        attributes.plugin = Plugin::Nobody;
        attributes.notes.sort_since(mark);
        refusals.map_or(Ok(()), aggregate)
    }

    /// The names of the mutators that ran, for messages.
    pub(crate) fn mutator_names(&self, attributes: &Attributes<'_>) -> String {
        let ran = self.mutators.iter().filter(|mutator| mutator.handles(attributes.operation));
        ran.map(|mutator| mutator.plugin.name()).collect::<Vec<_>>().join(", ")
    }
}

#[cold]
fn refuse<'a>(refusals: &mut Option<Vec<(&'a str, Refusal)>>, plugin: Plugin<'a>, refusal: Refusal) {
    refusals.get_or_insert_default().push((plugin.name(), refusal));
}
