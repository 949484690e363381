//! Writes single expressions over one field of a resource, for tools. They replace the rules of the resource.

use quote::{format_ident, quote};

use super::writer::{Matchers, RuleWriter, constant_name};
use crate::emit::emitter::Emitter;
use crate::emit::module::Module;
use crdc_cel::program::OldSelf;
use crdc_plan::actions::{Expressions, Patterns};

/// The text of the module, and for each expression the reason why it has no code, or `None` if it has code.
pub(crate) type Emitted = (String, Vec<Option<String>>);

/// Writes a module that evaluates expressions whose `self` is the value of a field of the root.
pub(in crate::emit) fn expressions(
    emitter: &Emitter<'_>,
    field: &str,
    found: Expressions,
) -> Result<Emitted, syn::Error> {
    let Expressions { programs: found, of, types } = found;
    let mut writer = RuleWriter::new(emitter, &types, Patterns::default());
    let mut module = Module::new("object_rules", " Expressions.");
    let (mut programs, mut refused, mut matchers) = (Vec::new(), Vec::new(), Matchers::new());
    for (index, program) in found.into_iter().enumerate() {
        let name = format_ident!("expression_{index}");
        refused.push(match program {
            Ok(program) => {
                module.push(writer.program_constant(&name, &program, OldSelf::Plain, &mut matchers, None))?;
                programs.push(constant_name(&name));
                None
            }
            Err(reason) => Some(reason),
        });
    }
    matchers.into_values().try_for_each(|(_, matcher)| module.push(matcher))?;
    let of = writer.type_of(of);
    module.push(quote! {
        static EXPRESSIONS: cel::Expressions =
            cel::Expressions { field: #field, of: #of, programs: &[#(&#programs),*] };

        /// Evaluates them.
        pub(super) fn run(validation: &mut Validation<'_, '_>) {
            cel::evaluate_expressions(validation, &EXPRESSIONS);
        }
    })?;
    Ok((writer.finished(module)?, refused))
}
