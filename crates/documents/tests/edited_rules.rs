//! Published documents that were edited: only what `crdc publish` wrote is taken away.

use crdc_check::check_source;
use crdc_documents::publish::apply_safe::{Options, apply_safe};
use crdc_plan::explain;
use crdc_schema::kept::MARK;
use crdc_source::Source;
use crdc_vocabulary::Minor;

/// A CRD with each kind of extension.
const CRD: &str = r"apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: things.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: things, singular: thing, kind: Thing, listKind: ThingList}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            x-kubernetes-unions: [{discriminator: by, fields-to-discriminateBy: {user: User, team: Team}}]
            properties:
              a-b: {type: string, x-kubernetes-immutable: true}
              other: {type: string}
              keys: {type: object, maxProperties: 9, additionalProperties: {type: string, maxLength: 9}, x-kubernetes-addition-only: true}
              by: {type: string}
              user: {type: string}
              team: {type: string}
              source: {type: string, x-kubernetes-unions: {fieldMembers: {Disk: {name: disk}, Secret: {name: secret}}}}
              disk: {type: string}
              secret: {type: string}
";

fn published(server: u8) -> String {
    let source = Source::new("crd.yaml", CRD);
    apply_safe(&source, &check_source(&source, None), Options { server: Minor(server) }).remove(0).to_yaml()
}

/// The messages of `apply-safe-rule`, and how many rules that name an extension were read.
fn read(text: &str) -> (Vec<String>, usize) {
    let source = Source::new("published.yaml", text);
    let checked = check_source(&source, None);
    let found = checked.diagnostics.iter().filter(|found| found.code.name() == "apply-safe-rule");
    let found = found.map(|found| format!("{}: {}", found.message, found.label)).collect();
    (found, format!("{:?}", checked.crds).matches(MARK).count())
}

#[test]
fn what_is_published_for_any_server_is_taken_away() {
    let expected = explain(&[Source::new("published.yaml", CRD)], None);
    for server in 25..=36 {
        let text = published(server);
        assert_eq!(read(&text), (Vec::new(), 0), "{server}");
        assert_eq!(explain(&[Source::new("published.yaml", text)], None), expected, "{server}");
    }
}

#[test]
fn keys_of_rules_in_another_order_are_the_same_rule() {
    let text = published(30);
    let (from, to) = (
        "- rule: self == oldSelf // crdc x-kubernetes-immutable\n                  message: field is immutable\n",
        "- message: field is immutable\n                  rule: \"self == oldSelf // crdc x-kubernetes-immutable\"\n",
    );
    assert!(text.contains(from), "{text}");
    assert_eq!(read(&text.replace(from, to)), (Vec::new(), 0));
}

#[test]
fn edited_rules_stay_and_are_reported() {
    let text = published(30);
    let not_here = |extension: &str| {
        format!(
            "a rule names `{extension}`, but is not what is published for it here: this rule stays, as on servers"
        )
    };
    let fields = |extension: &str, differences: &str| {
        format!(
            "a rule that stands for `{extension}` has other fields than the published one: this rule stays; the published one has {differences}"
        )
    };
    let (immutable, unions) = ("x-kubernetes-immutable", "x-kubernetes-unions");
    let cases = [
        // The text.
        ("rule: self == oldSelf //", "rule: self.size() < 5 //", not_here(immutable)),
        ("rule: self == oldSelf //", "rule: oldSelf == self //", not_here(immutable)),
        ("rule: self == oldSelf //", "rule: self == oldSelf || true //", not_here(immutable)),
        ("oldSelf.keys.size() == 0", "oldSelf.keys.size() == 1", not_here("x-kubernetes-addition-only")),
        // The comment.
        (
            "self == oldSelf // crdc x-kubernetes-immutable",
            "self == oldSelf // crdc x-kubernetes-immutable-keys",
            not_here("x-kubernetes-immutable-keys"),
        ),
        (
            "self == oldSelf // crdc x-kubernetes-immutable",
            "self == oldSelf // crdc x-kubernetes-normalize",
            not_here("x-kubernetes-normalize"),
        ),
        // The message, and fields.
        (
            "message: field is immutable\n",
            "message: no\n",
            fields(immutable, "`message: \"field is immutable\"`"),
        ),
        ("fieldPath: '[''a-b'']'", "fieldPath: .other", fields(immutable, "`fieldPath: \"['a-b']\"`")),
        (
            "reason: FieldValueRequired",
            "reason: FieldValueDuplicate",
            fields(unions, "`reason: \"FieldValueRequired\"`"),
        ),
        ("optionalOldSelf: true", "optionalOldSelf: false", fields(unions, "`optionalOldSelf: true`")),
        (
            "self == oldSelf // crdc x-kubernetes-immutable\n",
            "self == oldSelf // crdc x-kubernetes-immutable\n                  optionalOldSelf: true\n",
            fields(immutable, "no `optionalOldSelf`"),
        ),
        (
            "message: field is immutable\n",
            "message: field is immutable\n                  messageExpression: '''no'''\n",
            fields(immutable, "no `messageExpression`"),
        ),
        // The extension.
        ("\"/properties/spec/properties/a-b\"", "\"/properties/spec/properties/other\"", not_here(immutable)),
        ("\"/properties/spec/properties/a-b\":{\"x-kubernetes-immutable\":true},", "", not_here(immutable)),
    ];
    for (from, to, expected) in &cases {
        let text = text.replace("\": ", "\":").replace(", \"", ",\"");
        assert!(text.contains(from), "{from}: {text}");
        let (found, rules) = read(&text.replacen(from, to, 1));
        assert!(found.contains(expected), "{from} {to}: {found:#?}");
        assert_eq!(found.len(), rules, "{from} {to}: each rule that is reported is compiled");
    }
}

#[test]
fn rules_at_another_place_stay() {
    let rule = "\n                x-kubernetes-validations: [{rule: self == oldSelf // crdc x-kubernetes-immutable, message: field is immutable}]";
    let text = published(30).replace(
        "              other:\n                type: string",
        &format!("              other:\n                type: string{rule}"),
    );
    let (found, rules) = read(&text);
    assert_eq!((found.len(), rules), (1, 1), "{found:?} {text}");
}

#[test]
fn rules_without_an_annotation_stay() {
    let text = published(30);
    let start = text.find("  annotations:").unwrap_or_default();
    let end = text.find("  name: things").unwrap_or_default();
    let without = format!("{}{}", &text[..start], &text[end..]);
    let (found, rules) = read(&without);
    assert_eq!(found.len(), rules);
    assert_eq!(rules, text.matches(MARK).count(), "{without}");
    // The extension is enforced where it is written, so its rules are not needed.
    let own = without.replacen(
        "              a-b:\n",
        "              a-b:\n                x-kubernetes-immutable: true\n",
        1,
    );
    assert_eq!(read(&own).1, rules - 2, "{own}");
}

#[test]
fn an_annotation_that_cannot_be_read_says_nothing_of_rules() {
    let text = published(30).replacen("crdc/apply-safe: '{", "crdc/apply-safe: '{{", 1);
    let source = Source::new("published.yaml", text.as_str());
    let found = check_source(&source, None).diagnostics;
    assert!(found.iter().any(|found| found.message.ends_with("cannot be read")), "{found:#?}");
    let (found, rules) = read(&text);
    assert_eq!((found, rules), (Vec::new(), text.matches(MARK).count()), "{text}");
}

#[test]
fn names_that_pointers_escape_are_restored() {
    let escaped = |text: &str| text.replace("a-b:", "\"a/b~1~0\":").replace("user", "\"us/er\"");
    let source = Source::new("crd.yaml", escaped(CRD));
    let found = apply_safe(&source, &check_source(&source, None), Options { server: Minor(36) }).remove(0);
    let text = found.to_yaml();
    assert!(text.contains("a~1b~01~00"), "{text}");
    assert_eq!(read(&text), (Vec::new(), 0));
    let source = Source::new("published.yaml", escaped(CRD));
    assert_eq!(explain(&[Source::new("published.yaml", text)], None), explain(&[source], None));
}

#[test]
fn rules_are_those_of_their_version_whatever_its_name() {
    let version = |name: &str, field: &str, rule: &str| {
        format!(
            "  - {name}served: true\n    storage: false\n    schema:\n      openAPIV3Schema:\n        type: object\n        properties: {{{field}: \
             {{type: string, x-kubernetes-immutable: true{rule}}}}}\n"
        )
    };
    let (start, _) = CRD.split_at(CRD.find("  - name").unwrap_or_default());
    let marked = ", x-kubernetes-validations: [{rule: self == oldSelf // crdc x-kubernetes-immutable, message: field is immutable}]";
    let name = "name: v1\n    ";
    for names in [[name, name], ["name: v2\n    ", name], ["", name], [name, ""], ["", ""]] {
        for rules in [[marked, ""], ["", marked], [marked, marked]] {
            let text =
                format!("{start}{}{}", version(names[0], "a", rules[0]), version(names[1], "b", rules[1]));
            assert_eq!(read(&text), (Vec::new(), 0), "{text}");
        }
    }
    // Not where another version has the extension.
    let text = format!(
        "{start}{}{}",
        version(name, "a", marked).replace("x-kubernetes-immutable: true, ", ""),
        version(name, "a", "")
    );
    let (found, rules) = read(&text);
    assert_eq!((found.len(), rules), (1, 1), "{found:?} {text}");
}
