//! Hostile documents: twice the document takes about twice the time, whatever the compiler is asked to do with it. What
//! is larger than can be compiled is refused at its place, and enums, objects and alternatives of thousands become Rust
//! that rustc takes.
//!
//! The time measured is that of this thread, the least of several turns. `cargo test --release` measures larger
//! documents, `CRDC_FAMILY=enum` those families alone that have this in their names.
#![allow(clippy::unwrap_used)]

use std::time::{Duration, Instant};

use crdc_codegen::compare::{compare_sources, render};
use crdc_codegen::diag::{self, Code, Format};
use crdc_codegen::source::Source;
use crdc_codegen::{Options, check_openapi, check_source, explain, explain_openapi, generate, skeletons};

const HEAD: &str = "apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: things.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: things, singular: thing, kind: Thing, listKind: ThingList}
  versions:
";

/// A version of this name whose `spec` has this schema.
fn version(name: &str, storage: bool, spec: &str) -> String {
    format!(
        "  - name: {name}\n    served: true\n    storage: {storage}\n    subresources: {{status: {{}}}}\n    schema:\n      \
         openAPIV3Schema:\n        type: object\n        properties:\n          spec: {spec}\n"
    )
}

fn crd(spec: &str) -> String {
    format!("{HEAD}{}", version("v1", true, spec))
}

/// `n` pieces with commas between.
fn many(n: usize, piece: impl Fn(usize) -> String) -> String {
    (0..n).map(piece).collect::<Vec<_>>().join(",\n            ")
}

/// An object with `n` properties.
fn object(n: usize, schema: impl Fn(usize) -> String) -> String {
    crd(&format!("{{type: object, properties: {{{}}}}}", many(n, |i| format!("p{i}: {}", schema(i)))))
}

/// An object with one property.
fn one(schema: &str) -> String {
    crd(&format!("{{type: object, properties: {{one: {schema}}}}}"))
}

fn names(n: usize) -> String {
    many(n, |i| format!("p{i}"))
}

fn strings(n: usize) -> String {
    many(n, |i| format!("p{i}: {{type: string}}"))
}

/// A document of size `n`.
type Family = (&'static str, fn(usize) -> String);

const FAMILIES: &[Family] = &[
    ("properties", |n| object(n, |_| "{type: string}".to_owned())),
    ("different properties", |n| object(n, |i| format!("{{type: string, maxLength: {i}}}"))),
    ("properties of objects", |n| {
        object(n, |i| format!("{{type: object, properties: {{q{i}: {{type: integer}}}}}}"))
    }),
    ("properties with one identifier", |n| {
        let name = |i: usize| char::from_u32(0x4e00 + (i % 20_000) as u32).unwrap();
        let schema =
            |i: usize| format!("{}{i}: {{type: string, maxLength: {i}}}", name(i).to_string().repeat(2));
        crd(&format!(
            "{{type: object, properties: {{{}}}}}",
            many(n, |i| schema(i).replace(char::is_numeric, "é"))
        ))
    }),
    ("repeated properties", |n| {
        crd(&format!("{{type: object, properties: {{{}}}}}", many(n, |_| "p: {type: string}".to_owned())))
    }),
    ("descriptions", |n| object(n, |_| format!("{{type: string, description: \"{}\"}}", "long ".repeat(20)))),
    ("required names that are unknown", |n| crd(&format!("{{type: object, required: [{}]}}", names(n)))),
    ("required names of a map", |n| {
        crd(&format!("{{type: object, additionalProperties: {{type: string}}, required: [{}]}}", names(n)))
    }),
    ("required names", |n| {
        crd(&format!("{{type: object, required: [{}], properties: {{{}}}}}", names(n), strings(n)))
    }),
    ("required names backwards", |n| {
        let names = many(n, |i| format!("p{}", n - 1 - i));
        crd(&format!("{{type: object, required: [{names}], properties: {{{}}}}}", strings(n)))
    }),
    ("one required name", |n| crd(&format!("{{type: object, required: [{}]}}", many(n, |_| "p".to_owned())))),
    ("keys of a list map", |n| {
        let names = names(n);
        one(&format!(
            "{{type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [{names}], \
             items: {{type: object, required: [{names}], properties: {{{}}}}}}}",
            strings(n)
        ))
    }),
    ("unknown keys of a list map", |n| {
        let list = "type: array, x-kubernetes-list-type: map, items: {type: object}";
        one(&format!("{{{list}, x-kubernetes-list-map-keys: [{}]}}", names(n)))
    }),
    ("equal keys of a list map", |n| {
        let items = "items: {type: object, required: [a], properties: {a: {type: string}}}";
        let keys = many(n, |_| "a".to_owned());
        one(&format!(
            "{{type: array, x-kubernetes-list-type: map, {items}, x-kubernetes-list-map-keys: [{keys}]}}"
        ))
    }),
    ("list maps", |n| {
        object(n, |i| {
            format!(
                "{{type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [a], \
                 items: {{type: object, required: [a], properties: {{a: {{type: string, maxLength: {i}}}}}}}}}"
            )
        })
    }),
    ("enum of strings", |n| one(&format!("{{type: string, enum: [{}]}}", many(n, |i| format!("v{i:06}"))))),
    ("enum of strings, each longer", |n| {
        one(&format!("{{type: string, enum: [{}]}}", many(n, |i| format!("v{i}{}", "x".repeat(i % 300)))))
    }),
    ("enum of one string", |n| one(&format!("{{type: string, enum: [{}]}}", many(n, |_| "same".to_owned())))),
    ("enum of numbers", |n| one(&format!("{{type: integer, enum: [{}]}}", many(n, |i| i.to_string())))),
    ("enum of objects", |n| {
        let values = many(n, |i| format!("{{a: {i}}}"));
        one(&format!("{{type: object, x-kubernetes-preserve-unknown-fields: true, enum: [{values}]}}"))
    }),
    ("enum with a default", |n| {
        let values = many(n, |i| format!("v{i:06}"));
        one(&format!("{{type: string, default: v{:06}, enum: [{values}]}}", n - 1))
    }),
    ("enum in a branch", |n| {
        one(&format!(
            "{{type: string, anyOf: [{{enum: [{}]}}, {{maxLength: 3}}]}}",
            many(n, |i| format!("v{i}"))
        ))
    }),
    ("enums", |n| object(n, |i| format!("{{type: string, enum: [a{i}, b{i}]}}"))),
    ("anyOf of lengths", |n| branches("anyOf", n)),
    ("oneOf of lengths", |n| branches("oneOf", n)),
    ("allOf of lengths", |n| branches("allOf", n)),
    ("anyOf of required names", |n| required("anyOf", n)),
    ("oneOf of required names", |n| required("oneOf", n)),
    ("allOf of required names", |n| required("allOf", n)),
    ("anyOf of properties", |n| properties("anyOf", n, &strings(n))),
    ("oneOf of properties", |n| properties("oneOf", n, &strings(n))),
    ("allOf of unknown properties", |n| properties("allOf", n, "")),
    ("properties of a branch", |n| {
        let inner = many(n, |i| format!("p{i}: {{maxLength: {i}}}"));
        let names = names(n);
        let outer = strings(n);
        one(&format!(
            "{{type: object, properties: {{{outer}}}, not: {{properties: {{{inner}}}, required: [{names}]}}}}"
        ))
    }),
    ("patterns", |n| object(n, |i| format!("{{type: string, pattern: \"^a{i}[0-9]+b$\"}}"))),
    ("defaults", |n| object(n, |i| format!("{{type: integer, default: {i}}}"))),
    ("default of a list", |n| {
        one(&format!("{{type: array, items: {{type: integer}}, default: [{}]}}", many(n, |i| i.to_string())))
    }),
    ("default of a list whose items are wrong", |n| {
        let items = many(n, |_| "9".to_owned());
        one(&format!("{{type: array, items: {{type: integer, maximum: 5}}, default: [{items}]}}"))
    }),
    ("default of a map", |n| {
        let members = many(n, |i| format!("k{i}: 1"));
        one(&format!("{{type: object, additionalProperties: {{type: integer}}, default: {{{members}}}}}"))
    }),
    ("default of properties", |n| {
        let members = many(n, |i| format!("p{i}: a"));
        one(&format!("{{type: object, properties: {{{}}}, default: {{{members}}}}}", strings(n)))
    }),
    ("default that is filled in", |n| {
        let inner = many(n, |i| format!("p{i}: {{type: integer, default: {i}}}"));
        one(&format!("{{type: object, properties: {{{inner}}}, default: {{}}}}"))
    }),
    ("default of unknown fields", |n| {
        one(&format!(
            "{{type: object, properties: {{a: {{type: string}}}}, default: {{{}}}}}",
            many(n, |i| format!("k{i}: 1"))
        ))
    }),
    ("default that lacks fields", |n| {
        one(&format!(
            "{{type: object, properties: {{{}}}, required: [{}], default: {{}}}}",
            strings(n),
            names(n)
        ))
    }),
    ("default of items that are filled in", |n| {
        let items = many(n, |_| "{}".to_owned());
        let schema = "{type: object, properties: {a: {type: integer, default: 1}}}";
        one(&format!("{{type: array, items: {schema}, default: [{items}]}}"))
    }),
    ("long default", |n| {
        one(&format!("{{type: string, pattern: \"^a*$\", default: {}}}", "a".repeat(50 * n)))
    }),
    ("defaults below defaults", |n| {
        let deep = |open: &str| open.repeat(100);
        let one = format!(
            "{}{{type: string, default: x}}{}",
            deep("{type: object, default: {}, properties: {a: "),
            deep("}}")
        );
        object(n / 100, |_| one.clone())
    }),
    ("deep defaults", |n| {
        let default = format!("{{a: {}1{}}}", "[".repeat(200), "]".repeat(200));
        let schema = "type: object, x-kubernetes-preserve-unknown-fields: true";
        object(n / 50, |_| format!("{{{schema}, default: {default}}}"))
    }),
    ("deep objects", |n| {
        let deep =
            format!("{}{{type: string}}{}", "{type: object, properties: {a: ".repeat(100), "}}".repeat(100));
        object(n / 20, |_| deep.clone())
    }),
    ("deep lists", |n| {
        let deep = format!("{}{{type: string}}{}", "{type: array, items: ".repeat(100), "}".repeat(100));
        object(n / 20, |_| deep.clone())
    }),
    ("deep branches", |n| {
        let deep = format!("{}maxLength: 3{}", "not: {".repeat(100), "}".repeat(100));
        object(n / 20, |_| format!("{{type: string, {deep}}}"))
    }),
    ("too deep", |n| crd(&format!("{}{{type: string}}{}", "{type: array, items: ".repeat(n), "}".repeat(n)))),
    ("brackets", |n| crd(&format!("{}{}", "[".repeat(n), "]".repeat(n)))),
    ("versions", |n| {
        let version = |i: usize| {
            version(&format!("v{}", i + 1), i == 0, "{type: object, properties: {a: {type: string}}}")
        };
        format!("{HEAD}{}", (0..n / 4).map(version).collect::<String>())
    }),
    ("different versions", |n| {
        let spec =
            |i: usize| format!("{{type: object, properties: {{a: {{type: string, maxLength: {i}}}}}}}");
        format!(
            "{HEAD}{}",
            (0..n / 4).map(|i| version(&format!("v{}", i + 1), i == 0, &spec(i))).collect::<String>()
        )
    }),
    ("equal versions", |n| format!("{HEAD}{}", version("v1", true, "{type: object}").repeat(n / 4))),
    ("documents", |n| {
        let document = |i: usize| crd("{type: object}").replace("things", &format!("things{i}"));
        (0..n / 8).map(document).collect::<Vec<_>>().join("---\n")
    }),
    ("documents of other kinds", |n| "kind: ConfigMap\n---\n".repeat(n)),
    ("long name", |n| one(&format!("{{type: object, properties: {{{}: {{type: object}}}}}}", long(50 * n)))),
    ("properties below a long name", |n| {
        let inner = many(n, |i| format!("p{i}: {{type: string, maxLength: {i}}}"));
        one(&format!(
            "{{type: object, properties: {{{}: {{type: object, properties: {{{inner}}}}}}}}}",
            long(10 * n)
        ))
    }),
    ("errors below a long name", |n| {
        let inner = many(n, |i| format!("p{i}: {{}}"));
        one(&format!(
            "{{type: object, properties: {{{}: {{type: object, properties: {{{inner}}}}}}}}}",
            long(10 * n)
        ))
    }),
    ("misspelt keywords below a long name", |n| {
        let inner = many(n, |i| format!("p{i}: {{type: string, maxLenght: 3, default: 5}}"));
        one(&format!(
            "{{type: object, properties: {{{}: {{type: object, properties: {{{inner}}}}}}}}}",
            long(10 * n)
        ))
    }),
    ("marks below a long name", |n| {
        let inner = many(n, |i| format!("p{i}: {{type: string, x-kubernetes-immutable: true}}"));
        one(&format!(
            "{{type: object, properties: {{{}: {{type: object, properties: {{{inner}}}}}}}}}",
            long(10 * n)
        ))
    }),
    ("long kind", |n| crd("{type: object}").replace("Thing", &format!("T{}", "h".repeat(20 * n)))),
    ("unknown types", |n| object(n, |_| "{type: strng}".to_owned())),
    ("missing types", |n| object(n, |_| "{}".to_owned())),
    ("misspelt keywords", |n| object(n, |_| "{type: string, maxLenght: 3}".to_owned())),
    ("unknown keywords", |n| crd(&format!("{{type: object, {}}}", many(n, |i| format!("foo{i}: 1"))))),
    ("numbers for schemas", |n| object(n, |_| "3".to_owned())),
    ("wrong defaults", |n| object(n, |_| "{type: string, default: 3}".to_owned())),
    ("wrong patterns", |n| object(n, |_| "{type: string, pattern: \"(\"}".to_owned())),
    ("errors on one line", |n| {
        crd(&format!(
            "{{type: object, properties: {{{}}}}}",
            (0..n).map(|i| format!("p{i}: {{}}, ")).collect::<String>()
        ))
    }),
    ("aliases", |n| {
        let rest = many(n, |i| format!("p{i}: *one"));
        crd(&format!("{{type: object, properties: {{one: &one {{type: string}}, {rest}}}}}"))
    }),
    ("aliases of objects", |n| {
        let rest = many(n, |i| format!("p{i}: *one"));
        let schema = "{type: object, required: [a], properties: {a: {type: string}, b: {type: integer}}}";
        crd(&format!("{{type: object, properties: {{one: &one {schema}, {rest}}}}}"))
    }),
    ("aliases of aliases", |n| {
        let chain: String = (1..n).map(|i| format!("- &a{i} [*a{}]\n", i - 1)).collect();
        format!("x:\n- &a0 [1]\n{chain}{}", crd("{type: object}"))
    }),
    ("aliases that double", |n| {
        let chain: String = (1..n).map(|i| format!("- &a{i} [*a{0}, *a{0}]\n", i - 1)).collect();
        format!("x:\n- &a0 [1]\n{chain}{}", crd("{type: object}"))
    }),
    ("merges", |n| {
        let rest = many(n, |i| format!("p{i}: {{<<: *one}}"));
        crd(&format!("{{type: object, properties: {{one: &one {{type: string}}, {rest}}}}}"))
    }),
    ("immutable fields", |n| object(n, |_| "{type: string, x-kubernetes-immutable: true}".to_owned())),
    ("immutable objects", |n| {
        object(n, |i| {
            format!("{{type: object, x-kubernetes-immutable: true, properties: {{t{i}: {{type: string}}}}}}")
        })
    }),
    ("members of a union", |n| {
        let values = many(n, |i| format!("V{i}: {{name: p{i}}}"));
        let kind = format!("kind: {{type: string, x-kubernetes-unions: {{fieldMembers: {{{values}}}}}}}");
        one(&format!("{{type: object, required: [kind], properties: {{{kind}, {}}}}}", strings(n)))
    }),
    ("unions", |n| {
        object(n, |i| {
            format!(
                "{{type: object, required: [kind], properties: {{a{i}: {{type: string}}, kind: {{type: string, enum: [A], \
                 x-kubernetes-unions: {{fieldMembers: {{A: {{name: a{i}}}}}}}}}}}}}"
            )
        })
    }),
    ("rules", |n| {
        let rules = many(n, |i| format!("{{rule: \"self.p{i} == 'a'\", fieldPath: .p{i}}}"));
        crd(&format!("{{type: object, properties: {{{}}}, x-kubernetes-validations: [{rules}]}}", strings(n)))
    }),
    ("embedded resources", |n| {
        let own = "apiVersion: {type: string}, kind: {type: string}, metadata: {type: object}";
        object(n, |i| {
            format!(
                "{{type: object, x-kubernetes-embedded-resource: true, properties: {{{own}, s{i}: {{type: string}}}}}}"
            )
        })
    }),
    ("printer columns", |n| {
        let columns = many(n, |i| format!("{{name: c{i}, type: string, jsonPath: .spec.p{i}}}"));
        object(n, |_| "{type: string}".to_owned())
            .replace("served: true", &format!("served: true\n    additionalPrinterColumns: [{columns}]"))
    }),
    ("selectable fields", |n| {
        let fields = many(n, |i| format!("{{jsonPath: .spec.p{i}}}"));
        object(n, |_| "{type: string}".to_owned())
            .replace("served: true", &format!("served: true\n    selectableFields: [{fields}]"))
    }),
    ("labels", |n| {
        let labels = many(n, |i| format!("l{i}: a"));
        let metadata =
            format!("{{name: things.example.com, labels: {{{labels}}}, annotations: {{{labels}}}}}");
        crd("{type: object}").replace("{name: things.example.com}", &metadata)
    }),
    ("short names", |n| {
        crd("{type: object}")
            .replace("kind: Thing", &format!("shortNames: [{0}], categories: [{0}], kind: Thing", names(n)))
    }),
];

fn long(length: usize) -> String {
    format!("? {}\n            ", "k".repeat(length))
}

fn branches(keyword: &str, n: usize) -> String {
    one(&format!("{{type: string, {keyword}: [{}]}}", many(n, |i| format!("{{maxLength: {i}}}"))))
}

fn required(keyword: &str, n: usize) -> String {
    let branches = many(n, |i| format!("{{required: [p{i}]}}"));
    one(&format!("{{type: object, properties: {{{}}}, {keyword}: [{branches}]}}", strings(n)))
}

fn properties(keyword: &str, n: usize, outer: &str) -> String {
    let branches = many(n, |i| format!("{{properties: {{p{i}: {{minLength: {i}}}}}}}"));
    one(&format!("{{type: object, properties: {{{outer}}}, {keyword}: [{branches}]}}"))
}

/// Published documents: definitions that refer to each other.
const PUBLISHED: &[Family] = &[
    ("definitions", |n| {
        published(n, |i| format!("\"p{i}\": {{\"$ref\": \"#/definitions/D{i}\"}}"), |i| i + n)
    }),
    ("definitions in a row", |n| {
        published(n, |i| if i == 0 { reference(0) } else { String::new() }, |i| i + 1)
    }),
    ("definitions in a ring", |n| {
        published(n, |i| if i == 0 { reference(0) } else { String::new() }, |i| (i + 1) % n)
    }),
    ("one definition", |n| {
        published(n, |i| format!("\"p{i}\": {{\"$ref\": \"#/definitions/D0\"}}"), |i| i + n)
    }),
];

fn reference(to: usize) -> String {
    format!("\"first\": {{\"$ref\": \"#/definitions/D{to}\"}}")
}

/// A kind with `n` properties, and `n` definitions that each lead to another.
fn published(n: usize, property: impl Fn(usize) -> String, next: impl Fn(usize) -> usize) -> String {
    let properties: Vec<String> = (0..n).map(property).filter(|text| !text.is_empty()).collect();
    let definition = |i: usize| {
        let to = next(i);
        let next =
            if to < n { format!(", \"next\": {{\"$ref\": \"#/definitions/D{to}\"}}") } else { String::new() };
        format!(
            "\"D{i}\": {{\"type\": \"object\", \"properties\": {{\"a{i}\": {{\"type\": \"string\"}}{next}}}}}"
        )
    };
    let definitions: Vec<String> = (0..n).map(definition).collect();
    format!(
        "{{\"swagger\": \"2.0\", \"definitions\": {{\"Thing\": {{\"type\": \"object\", \"properties\": {{\"metadata\": \
         {{\"$ref\": \"#/definitions/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta\"}},\n{}}}, \
         \"x-kubernetes-group-version-kind\": [{{\"group\": \"example.com\", \"version\": \"v1\", \"kind\": \"Thing\"}}]}},\n{}}}}}",
        properties.join(",\n"),
        definitions.join(",\n")
    )
}

/// What the compiler does with a document, and whether it is slower than the rest, for which smaller ones do.
type Work = (&'static str, bool, fn(&Source));

const WORK: &[Work] = &[
    ("check", false, |source| {
        let found = check_source(source, None).diagnostics;
        for format in [Format::People, Format::Line, Format::Json] {
            assert!(diag::render(source, &found, format).len() < usize::MAX);
        }
    }),
    ("check --old, unchanged", false, |source| {
        let found = check_source(source, Some(source)).diagnostics;
        assert!(diag::render(source, &found, Format::Line).len() < usize::MAX);
        compared(source, source);
    }),
    ("check --old, changed", false, |source| {
        let changed =
            source.text.replace("type: string", "type: boolean").replace("p1", "q1").replace("v0", "w0");
        compared(&Source::new("old.yaml", changed), source);
    }),
    ("explain", false, |source| assert!(explain(std::slice::from_ref(source), None).len() < usize::MAX)),
    ("skeleton", false, |source| assert!(skeletons(std::slice::from_ref(source), None).len() < usize::MAX)),
    ("generate", true, |source| {
        assert!(generate(std::slice::from_ref(source), &Options::default()).files.len() < usize::MAX);
    }),
];

const PUBLISHED_WORK: &[Work] = &[
    ("check", false, |source| {
        let found = check_openapi(source, &[]).diagnostics;
        assert!(diag::render(source, &found, Format::People).len() < usize::MAX);
    }),
    ("explain", false, |source| assert!(explain_openapi(source, &[]).0.len() < usize::MAX)),
    ("generate", true, |source| {
        let generated = crdc_codegen::generate_openapi(source, &[], &Options::default());
        assert!(generated.files.len() < usize::MAX);
    }),
];

fn compared(old: &Source, new: &Source) {
    let found = compare_sources(old, new);
    for format in [Format::People, Format::Line, Format::Json] {
        assert!(render(old, new, &found, format).len() < usize::MAX);
    }
}

/// How long this thread ran, where the system says it: a neighbour may take the core at any time.
fn ran(since: Instant) -> Duration {
    std::thread::yield_now();
    let account = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = account.split(' ').next().and_then(|first| first.parse().ok());
    nanoseconds.map_or_else(|| since.elapsed(), Duration::from_nanos)
}

fn time(work: fn(&Source), source: &Source) -> Duration {
    let since = Instant::now();
    let start = ran(since);
    work(source);
    ran(since).saturating_sub(start)
}

/// Twice the document takes at most so many times the time.
const MOST: f64 = 2.5;
/// What takes less for the larger document is not measured: it is fast enough.
const LEAST: Duration = Duration::from_millis(2);
/// Turns until a ratio counts: whatever disturbs one turn is not there in another.
const TURNS: usize = 10;

/// The ratio between the least times for two documents; what it is once it is small enough, or after all turns.
fn ratio(work: fn(&Source), small: &Source, large: &Source) -> f64 {
    let (mut least, mut last) = ([Duration::MAX; 2], f64::MAX);
    for turn in 0..TURNS {
        least = [least[0].min(time(work, small)), least[1].min(time(work, large))];
        if least[1] < LEAST {
            return 0.0;
        }
        last = least[1].as_secs_f64() / least[0].as_secs_f64();
        // Both must have been undisturbed at least once.
        if turn > 0 && last <= MOST {
            break;
        }
    }
    last
}

fn all_take_linear_time(families: &[Family], work: &[Work]) {
    // Unoptimised code is some ten times slower, in what is linear as in what is not.
    let size = if cfg!(debug_assertions) { 400 } else { 3_000 };
    let only = std::env::var("CRDC_FAMILY").unwrap_or_default();
    let mut failed = Vec::new();
    for (family, document) in families.iter().filter(|(family, _)| family.contains(&only)) {
        for (what, slow, work) in work {
            let n = if *slow { size / 4 } else { size };
            let of = |n: usize| Source::new("crd.yaml", document(n));
            // Tables and caches that are just too small for the larger document are too small for both the next time.
            let mut ratios = [n, 2 * n, 4 * n].into_iter().map(|n| ratio(*work, &of(n), &of(2 * n)));
            let ratio = if ratios.any(|ratio| ratio <= MOST) { 0.0 } else { f64::MAX };
            if ratio > MOST {
                eprintln!("{family}: {what}");
                failed.push(format!("{family}: {what}"));
            }
        }
    }
    assert!(
        failed.is_empty(),
        "twice the document takes more than {MOST} times as long\n{}",
        failed.join("\n")
    );
}

#[test]
fn documents_take_linear_time() {
    deep(|| all_take_linear_time(FAMILIES, WORK));
}

#[test]
fn published_documents_take_linear_time() {
    deep(|| all_take_linear_time(PUBLISHED, PUBLISHED_WORK));
}

/// The measure itself can fail.
#[test]
fn what_is_quadratic_is_found() {
    let quadratic: fn(&Source) = |source| {
        let lines: Vec<&str> = source.text.lines().collect();
        let equal = lines.iter().map(|line| lines.iter().filter(|other| other == &line).count());
        assert!(equal.sum::<usize>() > 0);
    };
    let [small, large] = [2_000, 4_000].map(|n| Source::new("crd.yaml", "a: 1\n".repeat(n)));
    let ratio = ratio(quadratic, &small, &large);
    assert!(ratio > 3.0, "{ratio}");
}

/// Documents nest up to a limit that is meant for the stack of a main thread.
fn deep(test: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new().stack_size(16 << 20).spawn(test).unwrap().join().unwrap();
}

/// What is larger than the limit is refused where it is; what is as large is not.
#[test]
fn what_is_too_large_is_refused_at_its_place() {
    type Limit = (&'static str, usize, &'static str, fn(usize) -> String);
    let limits: [Limit; 4] = [
        ("fields", 1 << 14, "properties", |n| object(n, |_| "{type: string}".to_owned())),
        ("required fields", 1 << 14, "required", |n| {
            crd(&format!("{{type: object, required: [{}]}}", names(n)))
        }),
        ("values", 1 << 16, "enum", |n| {
            one(&format!("{{type: integer, enum: [{}]}}", many(n, |i| i.to_string())))
        }),
        ("branches", 1 << 14, "anyOf", |n| branches("anyOf", n)),
    ];
    for (what, most, keyword, document) in limits {
        for (n, refused) in [(most, false), (most + 1, true)] {
            let source = Source::new("crd.yaml", document(n));
            let checked = check_source(&source, None);
            let found = checked.diagnostics.iter().filter(|problem| problem.code == Code::SchemaTooLarge);
            let places: Vec<&str> = found
                .map(|problem| &source.text[problem.span.start as usize..problem.span.end as usize])
                .collect();
            assert_eq!(places, if refused { vec![keyword] } else { Vec::new() }, "{n} {what}");
            assert_eq!(checked.crds[0].1, !refused, "{n} {what}");
        }
    }
}
