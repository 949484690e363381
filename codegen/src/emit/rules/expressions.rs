//! Single expressions over one field of a resource, for tools: they take the place of the rules.

use quote::{format_ident, quote};

use super::plan_rules::Rules;
use super::program::{Matchers, constant_name};
use crate::emit::emitter::Emitter;
use crate::emit::module::Module;
use crdc_cel::program::OldSelf;

/// The module of expressions, and why some have no code: for each expression `None` if it has.
pub(crate) type Emitted = (String, Vec<Option<String>>);

impl<'p> Emitter<'p> {
    /// A module that evaluates expressions whose `self` is the value of a field of the root.
    pub(in crate::emit) fn expressions(
        &'p self,
        name: &str,
        texts: &[String],
    ) -> Result<Emitted, syn::Error> {
        let mut fields = self.plan.nodes[self.plan.root].object.fields.iter();
        let Some(field) = fields.find(|field| field.name == name) else {
            return Err(syn::Error::new(proc_macro2::Span::call_site(), format!("no field `{name}`")));
        };
        let mut rules = Rules::new(self);
        let seen = rules.seen(field.node);
        let mut module = Module::new("object_rules", " Expressions.");
        let (mut programs, mut refused, mut matchers) = (Vec::new(), Vec::new(), Matchers::new());
        for (index, text) in texts.iter().enumerate() {
            let name = format_ident!("expression_{index}");
            refused.push(match rules.program(text, seen, false) {
                Ok((program, _)) => {
                    module.push(rules.program_constant(
                        &name,
                        &program,
                        OldSelf::Plain,
                        &mut matchers,
                        None,
                    ))?;
                    programs.push(constant_name(&name));
                    None
                }
                Err(reason) => Some(reason),
            });
        }
        matchers.into_values().try_for_each(|(_, matcher)| module.push(matcher))?;
        let of = rules.type_of(seen);
        module.push(quote! {
            static EXPRESSIONS: cel::Expressions =
                cel::Expressions { field: #name, of: #of, programs: &[#(&#programs),*] };

            /// Evaluates them.
            pub(super) fn run(validation: &mut Validation<'_, '_>) {
                cel::evaluate_expressions(validation, &EXPRESSIONS);
            }
        })?;
        Ok((self.finished(module, &mut rules)?, refused))
    }

    /// What the same expressions cost at most in objects of some sizes; none without a program.
    pub(in crate::emit) fn bounds(
        &'p self,
        name: &str,
        texts: &[String],
        sizes: &[usize],
        trusted: bool,
    ) -> Result<Vec<Option<Vec<f64>>>, String> {
        let mut fields = self.plan.nodes[self.plan.root].object.fields.iter();
        let field = fields.find(|field| field.name == name).ok_or_else(|| format!("no field `{name}`"))?;
        let mut rules = Rules::new(self);
        let seen = rules.seen(field.node);
        let bounds = texts.iter().map(|text| {
            let (program, _) = rules.program(text, seen, false).ok()?;
            let sizes = sizes.iter().map(|size| f64::from(u32::try_from(*size).unwrap_or(u32::MAX)));
            Some(sizes.map(|size| rules.cost_of(&program, seen, trusted, size).0).collect())
        });
        Ok(bounds.collect())
    }
}
