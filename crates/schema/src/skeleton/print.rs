//! A skeleton as text: a schema in YAML, one keyword per line, fields in order of appearance. Reading it back
//! gives the same skeleton.

use std::fmt::{self, Display, Formatter, Write};

use super::model::{Field, Keep, NO_PRUNE, Skeleton};
use crdc_source::json::Json;

impl Display for Skeleton {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut lines = String::new();
        body(&mut lines, self, 0)?;
        f.write_str(if lines.is_empty() { "{}\n" } else { &lines })
    }
}

fn body(out: &mut String, skeleton: &Skeleton, depth: usize) -> fmt::Result {
    if let Some(name) = &skeleton.r#type {
        pad(out, depth)?;
        writeln!(out, "type: {}", word(name))?;
    }
    for (keyword, on) in [
        (NO_PRUNE[0], skeleton.keep == Keep::All),
        ("x-kubernetes-preserve-unknown-fields", skeleton.keep == Keep::Unknown),
        ("x-kubernetes-embedded-resource", skeleton.embedded),
    ] {
        if on {
            pad(out, depth)?;
            writeln!(out, "{keyword}: true")?;
        }
    }
    fields(out, "properties", skeleton.fields(), depth)?;
    fields(out, "patternProperties", skeleton.pattern_fields(), depth)?;
    if let Some(additional) = &skeleton.additional {
        keyed(out, "additionalProperties", &additional.value, depth)?;
    }
    items(out, skeleton, depth)
}

fn items(out: &mut String, skeleton: &Skeleton, depth: usize) -> fmt::Result {
    let additional = if skeleton.positions.is_empty() {
        if let Some(items) = &skeleton.items {
            keyed(out, "items", items, depth)?;
        }
        skeleton.additional_items.as_deref().cloned()
    } else {
        pad(out, depth)?;
        writeln!(out, "items:")?;
        for index in 0..skeleton.positions.len() {
            let mut inner = String::new();
            body(&mut inner, &skeleton.item(index).unwrap_or_default(), depth + 1)?;
            pad(out, depth)?;
            match inner.get(2 * (depth + 1)..) {
                Some(text) => write!(out, "- {text}")?,
                None => writeln!(out, "- {{}}")?,
            }
        }
        skeleton.item(skeleton.positions.len())
    };
    match additional {
        Some(additional) => keyed(out, "additionalItems", &additional, depth),
        None => Ok(()),
    }
}

fn fields(out: &mut String, keyword: &str, fields: &[Field], depth: usize) -> fmt::Result {
    if fields.is_empty() {
        return Ok(());
    }
    pad(out, depth)?;
    writeln!(out, "{keyword}:")?;
    fields.iter().try_for_each(|field| keyed(out, &word(&field.name), &field.skeleton, depth + 1))
}

fn keyed(out: &mut String, key: &str, skeleton: &Skeleton, depth: usize) -> fmt::Result {
    pad(out, depth)?;
    let start = out.len();
    writeln!(out, "{key}:")?;
    let inside = out.len();
    body(out, skeleton, depth + 1)?;
    if out.len() == inside {
        out.truncate(start);
        writeln!(out, "{key}: {{}}")?;
    }
    Ok(())
}

fn pad(out: &mut String, depth: usize) -> fmt::Result {
    write!(out, "{:1$}", "", 2 * depth)
}

/// Unquoted if YAML cannot read it as something else, otherwise quoted.
fn word(text: &str) -> String {
    let plain = text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_./".contains(&byte))
        && !["true", "false", "null", "yes", "no", "on", "off", "y", "n"]
            .iter()
            .any(|other| text.eq_ignore_ascii_case(other));
    if plain { text.to_owned() } else { Json::String(text.to_owned()).text() }
}
