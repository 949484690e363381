//! No item panics: pieces of items are combined at random.

use super::super::{read, schema::fragment};

const COMMENTS: &[&str] = &[
    "+",
    "+immutable",
    "+immutable=",
    "+immutable=keys",
    "+additionOnly",
    "+deletionOnly",
    "+normalize=undefined",
    "+unionDiscriminator",
    "+unionMember",
    "+unionMember=,",
    "+unionMember=A,optional",
    "+unionDiscriminatedBy=",
    "+unionDiscriminatedBy=a",
    "+listType=map",
    "+listType=set",
    "+listMapKey=a",
    "+mapType=atomic",
    "+enum",
    "+default={",
    "+default={\"a\":1e400}",
    "+default=[1,\"x\"]",
    "+kubebuilder:default={{{a:b}",
    "+kubebuilder:default=`",
    "+required",
    "+optional",
    "+nullable",
    "+k8s:eachVal=+k8s:eachVal=+k8s:immutable",
    "+k8s:eachVal=+",
    "+k8s:update=NoAddItem",
    "+k8s:update=NoSet",
    "+k8s:eachVal=+k8s:update=NoModify",
    "+k8s:monotonic",
    "+k8s:zeroOrOneOfMember",
    "+k8s:zeroOrOneOfMember(union: \"a\")",
    "+k8s:dependentRequired(\"a\")",
    "+k8s:dependentForbidden(",
    "+kubebuilder:validation:AtMostOneOf=a;b",
    "+k8s:minimum=1e999",
    "+k8s:maxLength=9999999999999999999",
    "+kubebuilder:validation:Pattern=(",
    "+kubebuilder:validation:Pattern=\"",
    "+kubebuilder:validation:Enum=;;",
    "+kubebuilder:validation:items:Enum=1;a",
    "+kubebuilder:validation:items:",
    "+k8s:alpha(=+",
    "+k8s:unionMember(union: \"",
    "+ä",
    "+a:ü=é",
    "* +x",
    "```",
    "+k8s:format=é",
];

const TYPES: &[&str] = &[
    "u8",
    "String",
    "Option<Vec<u8>>",
    "Vec<Option<A>>",
    "BTreeMap<String, Vec<A>>",
    "HashSet<A>",
    "Option<Option<A>>",
    "[u8; 99999999999999999999]",
    "(A, B)",
    "fn(u8) -> u8",
    "m!(x)",
    "<A as B>::C",
    "dyn A",
    "impl A",
    "Vec",
    "Option<>",
    "Cow<'a, str>",
    "&'a [A]",
    "*const A",
    "!",
    "[A]",
    "Box<dyn A + 'a>",
];

const ATTRIBUTES: &[&str] = &[
    "#[serde]",
    "#[serde(]",
    "#[serde(rename)]",
    "#[serde(rename = 1)]",
    "#[serde(rename = \"\")]",
    "#[serde(skip)]",
    "#[serde(flatten)]",
    "#[serde(with = \"::\")]",
    "#[serde(with = \"a::b\")]",
    "#[serde(skip_serializing_if = \"\")]",
    "#[serde(default, skip_serializing_if = \"f\")]",
    "#[serde(rename(serialize = \"é\"))]",
    "#[schemars(extend(\"x-kubernetes-list-map-keys\" = [1, \"a\"]), !default)]",
    "#[schemars(length(min = -1, max = 1.5))]",
    "#[validate(length(equal = X), range(min = -\"1\"))]",
    "#[garde(pattern(x), inner(length(max = 3)))]",
    "#[crdc]",
    "#[crdc()]",
    "#[crdc(leaf)]",
    "#[crdc(leaf leaf)]",
    "#[crdc = 1]",
    "#[doc]",
    "#[doc = 1]",
    "#[doc(hidden)]",
    "#[serde(tag = \"a\", content = \"a\", untagged)]",
    "#[crdc(union)]",
    "#[crdc(union = \"\")]",
    "#[serde(transparent)]",
    "#[serde(rename_all = \"camelCase\", rename_all_fields = \"x\")]",
    "#[serde(into = \"A\")]",
    "#[kube(kind = \"K\")]",
    "#[crdc(member = \"a\")]",
];

/// A deterministic generator: the same items in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or(0) % bound.max(1)
    }

    fn one<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list.get(self.below(list.len())).copied().unwrap_or_default()
    }

    /// Comments and attributes before something.
    fn front(&mut self) -> String {
        let mut out = String::new();
        for _ in 0..self.below(4) {
            let line = self.one(COMMENTS);
            out += &match self.below(3) {
                0 => format!("/** {line}\n * {line} */\n"),
                1 => format!("#[doc = {line:?}]\n"),
                _ => format!("/// {line}\n"),
            };
        }
        for _ in 0..self.below(3) {
            out += self.one(ATTRIBUTES);
        }
        out
    }

    fn fields(&mut self) -> String {
        match self.below(4) {
            0 => String::new(),
            1 => {
                let fields: Vec<String> =
                    (0..self.below(3)).map(|_| format!("{} {}", self.front(), self.one(TYPES))).collect();
                format!("({})", fields.join(", "))
            }
            _ => {
                let names = ["a", "r#type", "metadata", "snake_case_", "__", "é"];
                let fields: Vec<String> = (0..self.below(5))
                    .map(|index| format!("{} {}{index}: {}", self.front(), self.one(&names), self.one(TYPES)))
                    .collect();
                format!("{{ {} }}", fields.join(", "))
            }
        }
    }

    fn item(&mut self) -> String {
        let front = self.front();
        match self.below(8) {
            0 => format!("{front} union A {{ a: u8 }}"),
            1..4 => {
                let names = ["A", "Béta", "r#Type", "Éa", "S3"];
                let variants: Vec<String> = (0..self.below(4))
                    .map(|index| format!("{} {}{index} {}", self.front(), self.one(&names), self.fields()))
                    .collect();
                format!("{front} enum A<T: B = C> {{ {} }}", variants.join(", "))
            }
            _ => {
                let fields = self.fields();
                let end = if fields.starts_with('{') { "" } else { ";" };
                format!("{front} struct A<'a, T> {fields}{end}")
            }
        }
    }
}

#[test]
fn no_item_panics() {
    let mut random = Random(7);
    let mut items = 0;
    for _ in 0..4_000 {
        let text = random.item();
        // Invalid Rust is rejected earlier.
        let Ok(input) = syn::parse_str::<syn::DeriveInput>(&text) else { continue };
        items += 1;
        let (item, problems) = read(&input);
        let written = fragment(&item);
        let (values, faults) =
            crdc_source::parse_json(&crdc_source::Source::new("fragment.json", written.text.clone()));
        // Two fields may have the same serialized name.
        let faults = crdc_source::diag::has_errors(&faults);
        assert!(values.len() == 1 && !faults, "{text}\n{}", written.text);
        for problem in problems.problems() {
            assert!(!problem.message.is_empty() && !problem.help.is_empty(), "{text}");
            assert_eq!(problem.code.severity(), crdc_source::diag::Severity::Error, "{text}");
        }
        assert!(problems.is_empty() || !problems.compile_errors().is_empty());
    }
    assert!(items > 1_000, "only {items} were items");
}
