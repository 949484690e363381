//! Tests of which rules have a pre-check.

use crate::{Options, generate};
use crdc_source::Source;

const FIELDS: &str = r#"{"a":{"type":"string","maxLength":9},"b":{"type":"string","format":"byte"},
"count":{"type":"integer"},"part":{"type":"number"},"flag":{"type":"boolean"},
"names":{"type":"array","maxItems":9,"items":{"type":"string","maxLength":9}},
"map":{"type":"object","additionalProperties":{"type":"string"}},
"items":{"type":"array","maxItems":9,"items":{"type":"object","properties":{"k":{"type":"string","maxLength":9}}}},
"port":{"x-kubernetes-int-or-string":true}}"#;

/// The body of the function for an object with these rules; none if there is no function.
fn precheck(rules: &[&str]) -> Option<String> {
    let rules: Vec<_> = rules.iter().map(|rule| format!(r#"{{"rule":"{rule}"}}"#)).collect();
    let crd = format!(
        r#"{{"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","metadata":{{"name":"things.example.com"}},
"spec":{{"group":"example.com","scope":"Namespaced","names":{{"plural":"things","singular":"thing","kind":"Thing","listKind":"ThingList"}},
"versions":[{{"name":"v1","served":true,"storage":true,"schema":{{"openAPIV3Schema":{{"type":"object","properties":{{"spec":
{{"type":"object","properties":{FIELDS},"x-kubernetes-validations":[{}]}}}}}}}}}}]}}}}"#,
        rules.join(",")
    );
    let generated = generate(&[Source::new("crd.json", crd)], &Options::default());
    let file = generated.files.into_iter().next();
    let text = file.unwrap_or_else(|| panic!("{:?}", generated.diagnostics)).text;
    let (_, function) = text.split_once("fn at_spec_precheck(")?;
    let (body, _) = function.split_once("\n    }\n")?;
    Some(body.split_whitespace().collect::<Vec<_>>().join(" "))
}

#[test]
fn simple_rules_have_one() {
    for rule in [
        "!has(self.a) || self.a == 'x' || self.a in ['y', 'z']",
        "self.count >= -1 && self.count < 5 && self.count + 1 != 3",
        "self.names.all(n, n.size() < 4 && !n.contains('//') && !n.endsWith('-'))",
        "self.names.exists(n, n.matches('^[a-z]+$'))",
        "!('z' in self.names && self.names.size() > 1)",
        "self.items.all(i, self.items.exists_one(j, i.k == j.k))",
        "self.items.filter(i, has(i.k)).size() <= 2",
        "self.items[1].k.startsWith('k')",
        "self.flag == (has(self.part) && has(self.map) && has(self.port))",
        "(self.flag ? self.count : 1) > 0",
        "duration(self.a) <= duration('1h')",
        "(self.names.size() > 0 ? self.names[0].size() : 0) + (self.names.size() > 1 ? 1 : 0) < 9",
    ] {
        assert!(precheck(&[rule]).is_some(), "{rule}");
    }
}

#[test]
fn one_rule_that_is_not_simple_is_enough_to_have_none() {
    for rule in [
        "has(self.b)",
        "self.part < 1.0",
        "self.port == 1",
        "self.map.all(k, k == 'a')",
        "self.names.all(n, true)",
        "self.names.map(n, n + 'a').size() > 0",
        "self.a.matches(self.a)",
        "self.items == self.items",
        "9223372036854775807 >= self.count",
    ] {
        assert_eq!(precheck(&["has(self.a)", rule]), None, "{rule}");
    }
    // Rules with `oldSelf` run by themselves.
    assert!(precheck(&["has(self.a)", "self.port == oldSelf.port"]).is_some());
    assert_eq!(precheck(&["self.a == oldSelf.a"]), None);
}

#[test]
fn fields_are_looked_up_once() {
    assert_eq!(
        precheck(&["self.a == 'x' || self.a == 'y'", "has(self.flag)"]).unwrap_or_default(),
        "s: PrecheckReader<'_>, this: u32) -> Option<bool> { \
         let [this_at_0, this_at_4] = s.fields(this, &[0u16, 4u16])?; \
         let this_0 = s.text(this_at_0); \
         Some( (this_0? == &b\"x\"[..] || this_0? == &b\"y\"[..]) \
         && s.has(this_at_4, cel::Form::Bool)?, )"
    );
}

/// Sums that an author has written out are loops, if each term is the next one.
#[test]
fn sums_are_rolled_up() {
    let term = |index: usize| format!("(self.items.size() > {index} ? self.items[{index}].k.size() : 0)");
    let rolled = |rule: &str| precheck(&[rule]).is_some_and(|body| body.contains(".sum("));
    let three = [0, 1, 2].map(term).join(" + ");
    assert_eq!(
        precheck(&[&format!("{three} <= 8")]).unwrap_or_default(),
        "s: PrecheckReader<'_>, this: u32) -> Option<bool> { let [this_at_7] = s.fields(this, &[7u16])?; \
         Some( s .sum( this_at_7, 3, |v0| Some(cel::size_of_text(s.text(s.field(v0, 0u16)?)?)?), )? \
         <= 8i64, )"
    );
    assert!(rolled(&format!("self.count + ({three}) + 1 <= 8 && {three} > self.names.size()")));
    for parts in [[1, 2, 3], [0, 2, 3], [1, 0, 2]] {
        assert!(!rolled(&format!("{} <= 8", parts.map(term).join(" + "))), "{parts:?}");
    }
    let other = "(self.items.size() > 1 ? self.items[0].k.size() : 0)";
    assert!(!rolled(&format!("{} + {other} < 5", term(0))));
}

/// Loops over one list are one loop, within loops too, and searches of one text are one pattern.
#[test]
fn conditions_over_one_value_are_joined() {
    let once =
        |rules: &[&str], part: &str| precheck(rules).is_some_and(|body| body.matches(part).count() == 1);
    let first = "self.items.filter(i, i.k == 'a').size() <= 1";
    let second = "self.items.filter(j, j.k == 'b').size() == 2 && self.items.exists_one(i, i.k == 'c')";
    assert!(once(&[first, second], "s.fields(v2,"), "{:?}", precheck(&[first, second]));
    assert!(once(&[first, second, "self.items.all(i, i.k != 'd')"], ".all("));
    assert!(once(
        &["self.items.all(i, self.names.all(n, n != i.k) && self.names.exists_one(n, n == i.k))"],
        "let v3 = s.text"
    ));
    // Only what must hold in any case is joined.
    let apart = "self.count == 1 || self.items.all(i, i.k != 'd')";
    assert_eq!(precheck(&[first, apart]).unwrap_or_default().matches("s.fields(v0,").count(), 2);
    let searched = "!self.a.contains('//') && self.flag && !self.a.contains('%2f')";
    assert!(once(&[searched, "!self.a.contains('.')"], "at_spec_precheck_matches_0("));
    assert!(!once(&[searched, "!self.a.contains('.')"], "text_contains"));
    let long = "!self.a.contains('012345678901234567890123456789') && !self.a.contains('abcdefghijklmnopqrstuvwxyz')";
    assert_eq!(precheck(&[long]).unwrap_or_default().matches("text_contains").count(), 2);
}
