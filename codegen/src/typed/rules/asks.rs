//! Keywords that validate values: each once, of a kind that the type has, and such that a server would take them.

use super::defaults::fits;
use super::place;
use crate::diag::Code;
use crate::pattern;
use crate::plan::Json;
use crate::schema::suggest::{meant_or, nearest};
use crate::typed::diag::{Diagnostics, Problem};
use crate::typed::item::model::{Asks, Form, Scalar};
use crate::typed::markers::{Ask, At, On, Said};
use std::mem::discriminant;

pub(super) fn asks(form: &mut Form, said: &Said, problems: &mut Diagnostics) {
    let mut seen: Vec<(&Ask, &At)> = Vec::new();
    for (ask, at) in &said.asks {
        // What a marker stands at has been judged; attributes were read by the type.
        if !place::fits(on(ask), form) {
            continue;
        }
        if let Some((other, first)) = seen.iter().find(|(other, _)| discriminant(*other) == discriminant(ask))
        {
            if *other != ask {
                let message = format!("`{}` and `{}` say different things", first.text, at.text);
                let problem = Problem::new(Code::MarkerTwice, at.span, message, "keep one of them");
                problems.add(problem.beside(first.span, "this is the other one"));
            }
            continue;
        }
        if let Some(problem) = wrong(ask, at, form) {
            problems.add(problem);
            continue;
        }
        seen.push((ask, at));
        set(form.asks_mut(), ask, at);
    }
    exclusive(form, &seen, problems);
}

/// The types that a keyword is for.
fn on(ask: &Ask) -> On {
    match ask {
        Ask::MinLength(_) | Ask::MaxLength(_) | Ask::Pattern(_) => On::Texts,
        Ask::Format(_) | Ask::Values(_) => On::Scalars,
        Ask::Minimum(_) | Ask::Maximum(_) | Ask::MultipleOf(_) => On::Numbers,
        Ask::ExclusiveMinimum | Ask::ExclusiveMaximum => On::Numbers,
        Ask::MinItems(_) | Ask::MaxItems(_) => On::Lists,
        Ask::MinProperties(_) | Ask::MaxProperties(_) => On::Maps,
    }
}

fn set(asks: &mut Asks, ask: &Ask, at: &At) {
    match ask {
        Ask::MinLength(count) => asks.min_length = Some(*count),
        Ask::MaxLength(count) => asks.max_length = Some(*count),
        Ask::Pattern(text) => asks.pattern = Some((text.clone(), at.span)),
        Ask::Format(name) => asks.format = Some(name.clone()),
        Ask::Minimum(bound) => asks.minimum = Some((*bound, false)),
        Ask::Maximum(bound) => asks.maximum = Some((*bound, false)),
        Ask::MultipleOf(number) => asks.multiple_of = Some(*number),
        Ask::Values(values) => asks.values.clone_from(values),
        Ask::MinItems(count) => asks.min_items = Some(*count),
        Ask::MaxItems(count) => asks.max_items = Some(*count),
        Ask::MinProperties(count) => asks.min_properties = Some(*count),
        Ask::MaxProperties(count) => asks.max_properties = Some(*count),
        // They are of the bounds, which may stand below.
        Ask::ExclusiveMinimum | Ask::ExclusiveMaximum => {}
    }
}

/// What a server would refuse, or pass over.
fn wrong(ask: &Ask, at: &At, form: &Form) -> Option<Problem> {
    match ask {
        Ask::Pattern(text) => {
            let error = pattern::parses(text).err()?;
            let message = format!("`{}` is no regular expression of RE2: {error}", at.text);
            Some(Problem::new(Code::PatternInvalid, at.span, message, "write it as Go's `regexp` reads it"))
        }
        Ask::MultipleOf(number) if *number <= 0.0 => {
            let message = format!("`{}`: there are no multiples of what is not above zero", at.text);
            Some(Problem::new(Code::MarkerArgument, at.span, message, "write a number above zero"))
        }
        Ask::Format(name) => format(name, at, form),
        Ask::Values(values) => {
            // Only the type counts: what else is asked may exclude some of them.
            let mut bare = form.core().clone();
            *bare.asks_mut() = Asks::default();
            let value = values.iter().find(|value| **value == Json::Null || !fits(value, &bare))?;
            let message =
                format!("`{}` admits {}, which is not {}", at.text, value.text(), place::words(form));
            Some(Problem::new(
                Code::MarkerArgument,
                at.span,
                message,
                "write values of the type, texts in quotes",
            ))
        }
        _ => None,
    }
}

fn format(name: &str, at: &At, form: &Form) -> Option<Problem> {
    let numbers: &[&str] = match form.core() {
        Form::Scalar(Scalar::Integer { .. }, _) => &["int32", "int64"],
        Form::Scalar(Scalar::Number { .. }, _) => &["float", "double"],
        _ => {
            if crdc_vocabulary::format::find(name).is_some() {
                return None;
            }
            &[]
        }
    };
    if numbers.contains(&name) {
        return None;
    }
    let known = crdc_vocabulary::format::ALL.iter().map(|format| format.name).filter(|_| numbers.is_empty());
    let help = meant_or(nearest(name, known.chain(numbers.iter().copied())), || match numbers {
        [] => "remove it, or say what is meant with a pattern".to_owned(),
        [one, other] => format!("remove it: those of such numbers are `{one}` and `{other}`"),
        _ => "remove it".to_owned(),
    });
    let message = format!("no server knows the format `{name}` of {}", place::words(form));
    Some(Problem::new(Code::MarkerUnsupported, at.span, message, help))
}

fn exclusive(form: &mut Form, seen: &[(&Ask, &At)], problems: &mut Diagnostics) {
    for (ask, at) in seen {
        let (bound, name) = match ask {
            Ask::ExclusiveMinimum => (&mut form.asks_mut().minimum, "minimum"),
            Ask::ExclusiveMaximum => (&mut form.asks_mut().maximum, "maximum"),
            _ => continue,
        };
        match bound {
            Some((_, exclusive)) => *exclusive = true,
            None => problems.add(Problem::new(
                Code::MarkerUseless,
                at.span,
                format!("`{}` excludes the {name}, and there is none", at.text),
                format!("add `+k8s:{name}=`, or remove it"),
            )),
        }
    }
}
