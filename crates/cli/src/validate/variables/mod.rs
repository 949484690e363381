//! Resolves unknown values: variables of Flux, clusterctl and envsubst, template actions in strings, and
//! values that SOPS encrypted. In: an object. Out: the object with the values of variables on the command
//! line, and the places of the values that stay unknown.
//!
//! `syntax` parses variables, and `values` has the values on the command line. `unknown` decides whether a
//! finding is about unknown values, and `filling` whether a value could remove an error. For that, `parts`
//! splits a value into its variables, `candidates` chooses values, with `hints` from the object, and
//! `answers` combines the results. `plain` parses texts without quotes.

mod answers;
mod candidates;
mod filling;
mod hints;
mod parts;
mod plain;
mod syntax;
mod unknown;
mod values;

pub(crate) use answers::{Fate, STAYS, Told};
pub(in crate::validate) use filling::fates;
pub(crate) use unknown::{Filled, Unknown};
pub(crate) use values::{Values, file, pair};

use crate::edit::take;
use crdc_source::{Node, Value};
use plain::plain;

/// Whether a text may contain unknown values.
pub(crate) fn may_be_in(text: &str) -> bool {
    ["ENC[", "{{"].iter().any(|start| text.contains(start))
        // `${NAME}` and `$NAME`.
        || text.split('$').skip(1).any(|rest| rest.starts_with(|c: char| c == '{' || c.is_ascii_uppercase()))
}

/// Replaces variables by their values, and finds the values that stay unknown. Fields that SOPS adds to an
/// object are removed, since decryption removes them.
pub(crate) fn resolve(object: &mut Node, text: &str, values: &Values) -> Unknown {
    let mut unknown = Unknown::default();
    let is_encrypted = object.get("sops").is_some_and(|sops| sops.get("mac").is_some());
    if is_encrypted {
        take(object, "sops");
    }
    walk(object, &mut Walk { text, values, is_encrypted, unknown: &mut unknown });
    unknown.sort();
    unknown
}

struct Walk<'w> {
    text: &'w str,
    values: &'w Values,
    is_encrypted: bool,
    unknown: &'w mut Unknown,
}

fn walk(node: &mut Node, with: &mut Walk<'_>) {
    match &mut node.value {
        Value::String(text) => {
            if with.is_encrypted && text.starts_with("ENC[") && text.ends_with(']') {
                return with.unknown.add(node.span);
            }
            let is_quoted = with
                .text
                .get(node.span.start as usize..)
                .is_none_or(|written| written.starts_with(['"', '\'', '|', '>']));
            match with.values.replace(text) {
                Some(Err(())) if !is_quoted => with.unknown.add_plain(node.span),
                Some(Err(())) => with.unknown.add(node.span),
                None if is_action(text) => with.unknown.add(node.span),
                None => {}
                Some(Ok(replaced)) => {
                    node.value = if is_quoted { Value::String(replaced) } else { plain(replaced) };
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| walk(item, with)),
        Value::Object(members) => {
            for member in members {
                match with.values.replace(&member.key) {
                    Some(Ok(replaced)) => member.key = replaced,
                    Some(Err(())) => with.unknown.add(member.key_span),
                    None => {}
                }
                walk(&mut member.value, with);
            }
        }
        _ => {}
    }
}

/// Whether a string has an action of a template.
fn is_action(text: &str) -> bool {
    text.split_once("{{").is_some_and(|(_, rest)| rest.contains("}}"))
}

#[cfg(test)]
mod tests {
    use super::{Values, resolve};
    use crdc_source::{Source, parse};

    fn resolved(text: &str, given: &[(&str, &str)]) -> (String, Vec<String>) {
        let values = Values::of(given.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
        resolved_with(text, &values)
    }

    fn resolved_with(text: &str, values: &Values) -> (String, Vec<String>) {
        let mut node = parse(&Source::new("a.yaml", text)).0.remove(0);
        let unknown = resolve(&mut node, text, values);
        let spans =
            unknown.spans().iter().map(|span| text[span.start as usize..span.end as usize].to_owned());
        (node.to_json(), spans.collect())
    }

    #[test]
    fn values_with_variables_are_unknown() {
        let (_, unknown) = resolved_with(
            "a: ${A}\nb: x-${B:=1}-y\nc: \"${C:-d}\"\nd: $${D}\ne: ${}\nf: ${G\n\"${K}\": 1\ng: $G\nh: '{{ .x }}'\ni: {j: ['${J}']}\nk: $k\nl: a-$L\n",
            &Values::default(),
        );
        assert_eq!(unknown, ["${A}", "x-${B:=1}-y", "\"${C:-d}\"", "\"${K}\"", "$G", "'{{ .x }}'", "'${J}'"]);
    }

    #[test]
    fn variables_have_the_values_that_are_given() {
        let given = [("A", "3"), ("B", "x"), ("E", "")];
        let (json, unknown) = resolved(
            "a: ${A}\nb: \"${A}\"\nc: ${B}-${A}\nd: ${E:=e}\ne: ${E}\nf: ${F:=1}\ng: ${B:0:1}\n${B}: true\nh: $A\ni: \"$A\"\nj: $A$B\n",
            &given,
        );
        let expected = r#"{"a":3,"b":"3","c":"x-3","d":"e","e":null,"f":1,"g":"${B:0:1}","x":true,"h":3,"i":"3","j":"$A$B"}"#;
        assert_eq!(json, expected);
        assert_eq!(unknown, ["${B:0:1}"]);
        let (json, unknown) = resolved("a: ${A:=${B}}\n", &given);
        assert_eq!((json.as_str(), unknown.len()), (r#"{"a":"${A:=${B}}"}"#, 1));
    }

    /// A file of values has all of them, even if it is empty; without one, the values are somewhere else.
    #[test]
    fn variables_without_a_value_have_their_default_if_values_are_given() {
        let text =
            "a: ${A:=1}\nb: ${B:-x}\nc: ${C:=}\nd: ${D=d}-${E-e}\nf: ${F}\ng: ${G:=g}${H}\n\"${K:=k}\": ''\n";
        let (json, unknown) = resolved(text, &[]);
        assert_eq!(json, r#"{"a":1,"b":"x","c":null,"d":"d-e","f":"${F}","g":"${G:=g}${H}","k":""}"#);
        assert_eq!(unknown, ["${F}", "${G:=g}${H}"]);
        assert_eq!(resolved_with(text, &Values::default()).1.len(), 7);
    }

    /// drone/envsubst, from which Flux's comes, writes one dollar.
    #[test]
    fn escaped_variables_lose_a_dollar_if_values_are_given() {
        let text = "a: $${HOME}/abc\nb: $${A}-${A}\nc: $$A\n";
        let (json, unknown) = resolved(text, &[("A", "x")]);
        assert_eq!((json.as_str(), unknown.len()), (r#"{"a":"${HOME}/abc","b":"${A}-x","c":"$$A"}"#, 0));
        let (json, unknown) = resolved_with("a: $${HOME}/abc\n", &Values::default());
        assert_eq!((json.as_str(), unknown.len()), (r#"{"a":"$${HOME}/abc"}"#, 0));
    }

    #[test]
    fn encrypted_values_are_unknown() {
        let text = "data: {a: 'ENC[AES256_GCM,data:x]', b: ENC}\nsops: {mac: x, version: 3}\n";
        let (json, unknown) = resolved(text, &[]);
        assert_eq!(json, r#"{"data":{"a":"ENC[AES256_GCM,data:x]","b":"ENC"}}"#);
        assert_eq!(unknown.len(), 1);
        // Without the mark of SOPS they are strings.
        assert!(resolved("data: {a: 'ENC[x]'}\n", &[]).1.is_empty());
    }
}
