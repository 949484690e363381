//! Reports markers on types that they do not apply to.

use crate::diag::{Diagnostics, Problem};
use crate::markers::{MarkerSet, On};
use crate::model::{Form, ListKind, Scalar};
use crate::types;
use crdc_source::diag::Code;

/// Whether a marker applies to a form. Markers about keys have their own messages (`marks.rs`).
pub(crate) fn fits(on: On, form: &Form) -> bool {
    let core = form.core();
    match on {
        On::Anything => true,
        On::Options => form.is_optional(),
        On::Collections => matches!(core, Form::List { .. } | Form::Map { .. }),
        On::Lists => matches!(core, Form::List { .. }),
        On::Maps => matches!(core, Form::Map { .. }),
        On::Objects => matches!(core, Form::Map { .. } | Form::Other(..)),
        On::Discriminators => matches!(core, Form::Scalar(Scalar::Text, _) | Form::Other(..)),
        On::Texts => matches!(core, Form::Scalar(Scalar::Text | Scalar::Char, _) | Form::Other(..)),
        On::Integers => matches!(core, Form::Scalar(Scalar::Integer { .. }, _) | Form::Other(..)),
        On::Numbers => {
            matches!(core, Form::Scalar(Scalar::Integer { .. } | Scalar::Number { .. }, _) | Form::Other(..))
        }
        On::Scalars => match core {
            Form::Scalar(scalar, _) => *scalar != Scalar::Bool,
            core => matches!(core, Form::Other(..)),
        },
        On::UnitEnums => false,
    }
}

/// Reports markers on types that they do not apply to.
pub(super) fn places(form: &Form, markers: &MarkerSet, problems: &mut Diagnostics) {
    for logged in
        markers.log.iter().filter(|logged| !is_mark(logged.marker.on) && !fits(logged.marker.on, form))
    {
        let on = logged.marker.on;
        let code = match on {
            On::Discriminators => Code::UnionDiscriminator,
            _ => Code::MarkerMisplaced,
        };
        problems.add(Problem::new(
            code,
            logged.at.span,
            format!("`{}` applies to {}, but this is {}", logged.at.text, on.words(), words(form)),
            help(on, form),
        ));
    }
    let first = markers.each.iter().flat_map(|each| &each.log).next();
    if let Some(logged) = first.filter(|_| !fits(On::Collections, form)) {
        problems.add(Problem::new(
            Code::MarkerMisplaced,
            logged.at.span,
            format!(
                "`{}` applies to items of a list or values of a map, but this is {}",
                logged.at.text,
                words(form)
            ),
            help(On::Collections, form),
        ));
    }
}

fn is_mark(on: On) -> bool {
    on == On::Collections
}

fn help(on: On, form: &Form) -> String {
    let collections = matches!(on, On::Collections | On::Lists | On::Maps);
    match (on, form.core()) {
        (On::Options, _) => "make it an `Option`".to_owned(),
        (On::Discriminators, _) => "make it a `String`, or preferably an enum of unit variants".to_owned(),
        (_, Form::Other(ty, _)) if collections && fits(On::Collections, &types::form(ty)) => {
            "remove `#[crdc(leaf)]` or `serialize_with` from the field; items of types without rules are compared as a \
             whole anyway"
                .to_owned()
        }
        (_, Form::Other(ty, _)) if collections => format!(
            "crdc cannot see the definition of `{}`: write out the collection, or move the marker into the type",
            types::shown(ty)
        ),
        (On::Texts, Form::List { .. }) => {
            "use `+k8s:minItems=` and `+k8s:maxItems=` for the number of items, and `+k8s:eachVal=` for the items"
                .to_owned()
        }
        _ => "remove it".to_owned(),
    }
}

/// A form, as described in messages.
pub(super) fn words(form: &Form) -> String {
    match form.core() {
        Form::Scalar(scalar, _) => match scalar {
            Scalar::Bool => "a bool",
            Scalar::Integer { .. } => "an integer",
            Scalar::Number { .. } => "a number",
            Scalar::Text => "a string",
            Scalar::Char => "a character",
        }
        .to_owned(),
        Form::Other(ty, _) => format!("a value of type `{}`", types::shown(ty)),
        Form::List { kind: ListKind::Set, .. } => "a set".to_owned(),
        Form::List { kind: ListKind::Map(_), .. } => "a list of type map".to_owned(),
        Form::List { .. } => "a list".to_owned(),
        Form::Map { .. } => "a map".to_owned(),
        Form::Optional(_) | Form::Boxed(_) => "an option".to_owned(),
    }
}
