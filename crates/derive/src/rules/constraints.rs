//! Attaches keywords that validate values. Each must occur at most once, apply to the type, and be accepted
//! by the server.

use super::defaults::fits;
use super::place;
use crate::diag::{Diagnostics, Problem};
use crate::markers::{At, Constraint, MarkerSet, On};
use crate::model::{Constant, Constraints, Form, Limit, Scalar};
use crdc_schema::pattern;
use crdc_source::diag::Code;
use crdc_source::diag::{meant_or, nearest};
use crdc_source::json::Json;
use std::mem::{Discriminant, discriminant};

pub(super) fn constraints(form: &mut Form, markers: &MarkerSet, problems: &mut Diagnostics) {
    let mut seen: Vec<(&Constraint, &At)> = Vec::new();
    for (ask, at) in &markers.constraints {
        // Markers on the wrong type were reported (`place.rs`); attributes were read according to the type.
        if !place::fits(on(ask), form) {
            continue;
        }
        if let Some((other, first)) = seen.iter().find(|(other, _)| keyword(other) == keyword(ask)) {
            if *other != ask {
                let message = format!("`{}` and `{}` conflict", first.text, at.text);
                let problem = Problem::new(Code::MarkerTwice, at.span, message, "keep one of them");
                problems.add(problem.beside(first.span, "the other one is here"));
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
    super::limits::limits(form, &seen, problems);
}

/// The identity of a keyword, without its constant.
fn keyword(ask: &Constraint) -> Discriminant<Constraint> {
    let Constraint::Constant(constant) = ask else { return discriminant(ask) };
    discriminant(&match constant.limit {
        Limit::MinLength => Constraint::MinLength(0),
        Limit::MaxLength => Constraint::MaxLength(0),
        Limit::MinItems => Constraint::MinItems(0),
        Limit::MaxItems => Constraint::MaxItems(0),
        Limit::Minimum => Constraint::Minimum(0.0),
        Limit::Maximum => Constraint::Maximum(0.0),
    })
}

/// The types that a keyword applies to.
fn on(ask: &Constraint) -> On {
    match ask {
        Constraint::MinLength(_) | Constraint::MaxLength(_) | Constraint::Pattern(_) => On::Texts,
        Constraint::Format(_) | Constraint::Values(_) => On::Scalars,
        Constraint::Minimum(_) | Constraint::Maximum(_) | Constraint::MultipleOf(_) => On::Numbers,
        Constraint::ExclusiveMinimum | Constraint::ExclusiveMaximum => On::Numbers,
        Constraint::MinItems(_) | Constraint::MaxItems(_) => On::Lists,
        Constraint::Constant(constant) => match constant.limit {
            Limit::MinLength | Limit::MaxLength => On::Texts,
            Limit::MinItems | Limit::MaxItems => On::Lists,
            Limit::Minimum | Limit::Maximum => On::Numbers,
        },
        Constraint::MinProperties(_) | Constraint::MaxProperties(_) => On::Maps,
    }
}

fn set(constraints: &mut Constraints, ask: &Constraint, at: &At) {
    match ask {
        Constraint::MinLength(count) => constraints.min_length = Some(*count),
        Constraint::MaxLength(count) => constraints.max_length = Some(*count),
        Constraint::Pattern(text) => constraints.pattern = Some((text.clone(), at.span)),
        Constraint::Format(name) => constraints.format = Some(name.clone()),
        Constraint::Minimum(bound) => constraints.minimum = Some((*bound, false)),
        Constraint::Maximum(bound) => constraints.maximum = Some((*bound, false)),
        Constraint::MultipleOf(number) => constraints.multiple_of = Some(*number),
        Constraint::Values(values) => constraints.values.clone_from(values),
        Constraint::MinItems(count) => constraints.min_items = Some(*count),
        Constraint::MaxItems(count) => constraints.max_items = Some(*count),
        Constraint::MinProperties(count) => constraints.min_properties = Some(*count),
        Constraint::MaxProperties(count) => constraints.max_properties = Some(*count),
        Constraint::Constant(constant) => constraints.constants.push(constant.clone()),
        // These markers change the bounds, which may come later (`exclusive`).
        Constraint::ExclusiveMinimum | Constraint::ExclusiveMaximum => {}
    }
}

/// The problem of a keyword that the server would reject or ignore.
fn wrong(ask: &Constraint, at: &At, form: &Form) -> Option<Problem> {
    match ask {
        Constraint::Pattern(text) => {
            let error = pattern::verify(text).err()?;
            let message = format!("`{}` is not a valid RE2 regular expression: {error}", at.text);
            Some(Problem::new(Code::PatternInvalid, at.span, message, "use the syntax of Go's `regexp`"))
        }
        Constraint::MultipleOf(number) if *number <= 0.0 => {
            let message = format!("`{}`: the number must be greater than 0", at.text);
            Some(Problem::new(Code::MarkerArgument, at.span, message, "write a number greater than 0"))
        }
        Constraint::Format(name) => format(name, at, form),
        Constraint::Values(values) => {
            // Check only the type: other constraints may exclude some of the values.
            let mut bare = form.core().clone();
            *bare.asks_mut() = Constraints::default();
            let value = values.iter().find(|value| **value == Json::Null || !fits(value, &bare))?;
            let message =
                format!("`{}` lists {}, which is not {}", at.text, value.text(), place::words(form));
            Some(Problem::new(
                Code::MarkerArgument,
                at.span,
                message,
                "write values of the type, strings in quotes",
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
        [] => "remove it, or use a pattern".to_owned(),
        [one, other] => format!("remove it, or write `{one}` or `{other}`"),
        _ => "remove it".to_owned(),
    });
    let message = format!("unknown format `{name}` for {}", place::words(form));
    Some(Problem::new(Code::MarkerUnsupported, at.span, message, help))
}

fn exclusive(form: &mut Form, seen: &[(&Constraint, &At)], problems: &mut Diagnostics) {
    for (ask, at) in seen {
        let asks = form.asks_mut();
        let (bound, limit) = match ask {
            Constraint::ExclusiveMinimum => (&mut asks.minimum, Limit::Minimum),
            Constraint::ExclusiveMaximum => (&mut asks.maximum, Limit::Maximum),
            _ => continue,
        };
        let constant = asks.constants.iter_mut().find(|constant| constant.limit == limit);
        let name = limit.keyword();
        match (bound, constant) {
            (Some((_, exclusive)), _) | (_, Some(Constant { exclusive, .. })) => *exclusive = true,
            (None, None) => problems.add(Problem::new(
                Code::MarkerUseless,
                at.span,
                format!("`{}` has no effect without a {name}", at.text),
                format!("add `+k8s:{name}=`, or remove it"),
            )),
        }
    }
}
