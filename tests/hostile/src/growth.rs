//! Tasks whose cost must grow no faster than their input. The program `growth` does each at three sizes, and
//! `cargo xtask growth` counts the instructions of [`counted`].

use std::cell::LazyCell;
use std::rc::Rc;

use crdc::{FieldValidation, Scratch};
use crdc_apply::{FieldManager, Options, Schema, SingleVersion, Time};
use crdc_dynamic::expressions::evaluate;
use crdc_kubernetes::archive::Archive;
use crdc_kubernetes::{GroupVersionKind, Kinds, protobuf_to_json};
use crdc_object::json::cursor::Cursor;
use crdc_schema::read_schema;
use crdc_source::{Node, Source, parse_json};
use serde_json::{Map, Value, json};

use crate::documents::work::{CHECK, PUBLISHED_WORK, WORK, Work};
use crate::documents::{
    self, Family, branches, extensions, fields, mistakes, nested, published, resources, values,
};
use crate::objects::floods::FLOODS;
use crate::objects::{self, Keep, Requests, families, families_below, immutability, unions};
use crate::rules::{FAMILIES, SCHEMA};
use crate::{bodies, manifests};

/// The counted part of a task, with its input prepared.
pub type Run = Box<dyn FnMut()>;

/// A task: work on an input of any size.
pub struct Task {
    /// The work and the input.
    pub name: String,
    /// The smallest size that is counted; the others are twice and four times as large.
    pub size: usize,
    input: Box<dyn Fn(usize) -> Run>,
}

impl std::fmt::Debug for Task {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} from {}", self.name, self.size)
    }
}

impl Task {
    fn new(name: String, size: usize, input: impl Fn(usize) -> Run + 'static) -> Task {
        Task { name, size, input: Box::new(input) }
    }

    /// Creates the input of a size, which is not counted. Returns the work on it.
    pub fn prepare(&self, size: usize) -> Run {
        (self.input)(size)
    }
}

/// The function whose instructions are counted, with everything that it calls.
#[inline(never)]
pub fn counted(run: &mut dyn FnMut()) {
    run();
    std::hint::black_box(());
}

/// All tasks but [`controls`], in an order that does not change.
pub fn all() -> Vec<Task> {
    [documents(), requests(), cursors(), updates(), evaluations(), native(), owners()]
        .into_iter()
        .flatten()
        .collect()
}

/// The work of the compiler on documents of CRDs and OpenAPI.
pub fn documents() -> Vec<Task> {
    let similar: Vec<Family> = extensions::SIMILAR.iter().map(|(family, _)| *family).collect();
    let topics: [(&[Family], &[Work]); 9] = [
        (branches::FAMILIES, WORK),
        (extensions::FAMILIES, WORK),
        (fields::FAMILIES, WORK),
        (mistakes::FAMILIES, WORK),
        (nested::FAMILIES, WORK),
        (resources::FAMILIES, WORK),
        (values::FAMILIES, WORK),
        (documents::rules::FAMILIES, CHECK),
        (published::FAMILIES, PUBLISHED_WORK),
    ];
    let topics = topics.into_iter().chain([(similar.as_slice(), &WORK[..1])]);
    let mut all = Vec::new();
    for (families, work) in topics {
        for &(family, document) in families {
            for &(what, slow, work) in work {
                let size = if slow { 16 } else { 40 };
                all.push(Task::new(format!("{what}: {family}"), size, move |n| {
                    let source = Source::new("crd.yaml", document(n));
                    Box::new(move || work(&source))
                }));
            }
        }
    }
    all
}

/// The answers to requests, with a warm scratch. Below long keys, the text of an answer is quadratic up to
/// its limit, so sizes are beyond that limit. Only keys in plain letters are used, since the spelling of a
/// key does not matter there.
fn requests() -> Vec<Task> {
    let below = families_below().into_iter().filter(|(what, ..)| what.ends_with("plain"));
    let floods = families().into_iter().map(|(what, size, requests)| (what, size / 10, requests));
    let task = |(what, size, requests): (String, usize, Requests)| {
        Task::new(format!("answer: {what}"), size, move |n| {
            let sent = requests(n);
            let mut scratch = Scratch::new();
            Box::new(move || {
                for sent in &sent {
                    sent.ask(FieldValidation::Warn, Keep::Nothing, &mut scratch);
                }
            })
        })
    };
    floods.chain(below).map(task).collect()
}

/// Texts whose members a cursor searches, as a review and a change of metadata do: it skips all values. Some
/// texts are cut off, and are skipped up to their end.
fn cursors() -> Vec<Task> {
    let whole = FLOODS.iter().map(|&(what, size, text)| (what, size, text, 1));
    let cut = FLOODS.iter().step_by(8).map(|&(what, size, text)| (what, size, text, 3));
    let task = |(what, size, text, of): (&'static str, usize, fn(usize) -> String, usize)| {
        let of_text = if of == 1 { "all" } else { "a part" };
        Task::new(format!("cursor: {of_text}: {what}"), size, move |n| {
            let mut text = text(n).into_bytes();
            text.truncate(text.len() / of);
            Box::new(move || {
                let mut cursor = Cursor::new(&text);
                let read = cursor.members(|cursor, key| {
                    assert!(!key.is("no such key"));
                    key.content()?;
                    cursor.value().map(drop)
                });
                assert_eq!(read.is_ok(), of == 1, "{}", cursor.offset());
            })
        })
    };
    whole.chain(cut).map(task).collect()
}

/// Updates of immutable values and of unions.
fn updates() -> Vec<Task> {
    let answer = |kind: &'static str, new: Vec<u8>, old: Vec<u8>| -> Run {
        let mut scratch = Scratch::new();
        Box::new(move || {
            let request = match old.as_slice() {
                [] => crdc::Request::create(&new),
                old => crdc::Request::update(&new, old),
            };
            let outcome = crdc::answer(objects::compiled(kind), request, &mut scratch);
            let status = outcome.status().map_or(0, |status| status.to_json().len());
            assert!(status + outcome.errors().count() < usize::MAX);
        })
    };
    let mut all = Vec::new();
    for (what, specs, _) in immutability::FLOODS {
        all.push(Task::new(format!("update: {what}"), 200, move |n| {
            let (new, old) = specs(n);
            answer("Fixture", immutability::object(&new), immutability::object(&old))
        }));
    }
    for (what, list, new, old, ..) in unions::FLOODS {
        all.push(Task::new(format!("union: {what}"), 200, move |n| {
            let old = old.map(|old| unions::body(list, n, old)).unwrap_or_default();
            answer("Wide", unions::body(list, n, new), old)
        }));
    }
    all
}

/// Evaluations of rules that take long. Families that another limit than the cost ends are left out: they
/// take as long as that limit allows.
fn evaluations() -> Vec<Task> {
    let families = FAMILIES.iter().filter(|family| !family.limited);
    let task = |family: &'static crate::rules::Family| {
        Task::new(format!("evaluate: {}", family.name), 600, move |n| {
            let (schema, object) =
                (*read_schema(&read(SCHEMA)).0, read(&format!("{{{}}}", (family.object)(n))));
            let rule = [family.rule.to_owned()];
            Box::new(move || {
                let found = evaluate(&schema, std::slice::from_ref(&object), &rule);
                assert!(found[0].is_some(), "{:?} does not compile", rule);
            })
        })
    };
    families.map(task).collect()
}

/// Updates of objects whose managedFields have an entry for each field, or many entries of all fields.
fn owners() -> Vec<Task> {
    let object = |n: usize, entries: Value| {
        let fields: Map<String, Value> = (0..n).map(|index| (format!("k{index}"), index.into())).collect();
        json!({"apiVersion": "example.com/v1", "kind": "Thing", "metadata": {"name": "a", "managedFields": entries},
            "spec": fields})
    };
    let entry = |operation: &str, index: usize, fields: Value| {
        json!({"manager": format!("m{index}"), "operation": operation, "apiVersion": "example.com/v1",
            "fieldsType": "FieldsV1", "fieldsV1": {"f:spec": fields}})
    };
    let of_field = |index: usize| json!({ format!("f:k{index}"): {} });
    let of_first = |index: usize| json!({"f:k0": {}, format!("f:k{index}"): {}});
    type Fields = fn(usize) -> Value;
    let families: [(&str, &str, Fields); 4] = [
        ("updates of a field each", "Update", of_field),
        ("updates of one field", "Update", of_first),
        ("applies of a field each", "Apply", of_field),
        ("applies of one field", "Apply", of_first),
    ];
    let task = |(what, operation, fields): (&str, &'static str, Fields)| {
        Task::new(format!("owners: {what}"), 100, move |n| {
            let entries = (0..n).map(|index| entry(operation, index, fields(index))).collect();
            let live = object(n, entries);
            let mut new = live.clone();
            new["spec"]["k0"] = "other".into();
            Box::new(move || {
                let versions = SingleVersion::new("example.com/v1", Schema::new(), Schema::DEDUCED);
                let manager = FieldManager::new(&versions, "example.com/v1", "Thing");
                let options = Options { manager: "me", force: true, now: Time(1) };
                let owned = manager.update(Some(&live), new.clone(), options);
                assert!(owned["metadata"]["managedFields"].is_array());
            })
        })
    };
    families.into_iter().map(task).collect()
}

/// Manifests of Kubernetes' own kinds, created and updated, and bodies in protobuf. The definitions of the
/// kinds are compiled before the counting, with the smallest manifest.
pub fn native() -> Vec<Task> {
    let kinds = Rc::new(LazyCell::new(|| {
        let archive = Archive::built_in().unwrap();
        let newest = archive.versions().pop().unwrap();
        Kinds::of(archive, newest).unwrap()
    }));
    let topics =
        [("many", 100, manifests::WIDE), ("long", 2_000, manifests::LONG), ("deep", 25, manifests::DEEP)];
    let mut all = Vec::new();
    for (topic, size, families) in topics {
        for &(family, text) in families {
            for is_update in [false, true] {
                let (what, kinds) = (if is_update { "update" } else { "create" }, kinds.clone());
                all.push(Task::new(format!("{what} manifests, {topic}: {family}"), size, move |n| {
                    let source = |n| Source::new("new.yaml", text(n));
                    let old =
                        |n: usize| is_update.then(|| Source::new("old.yaml", text(n).replace('1', "2")));
                    manifests::work(&kinds, &source(1), old(1).as_ref());
                    let (kinds, new, old) = (kinds.clone(), source(n), old(n));
                    Box::new(move || manifests::work(&kinds, &new, old.as_ref()))
                }));
            }
        }
    }
    for &(family, of, message) in bodies::ALL {
        let kinds = kinds.clone();
        all.push(Task::new(format!("read protobuf: {family}"), 1_000, move |n| {
            let read = move |kinds: &Kinds, body: &[u8]| {
                let json = protobuf_to_json(kinds, body, &GroupVersionKind::default());
                std::hint::black_box(json.unwrap());
            };
            read(&kinds, &bodies::body(of, &message(1)));
            let (kinds, body) = (kinds.clone(), bodies::body(of, &message(n)));
            Box::new(move || read(&kinds, &body))
        }));
    }
    all
}

/// Parses JSON.
fn read(text: &str) -> Node {
    let (mut nodes, problems) = parse_json(&Source::new("value", text));
    assert!(problems.is_empty());
    nodes.remove(0)
}

/// Tasks that test the counting: `cargo xtask growth` must find the quadratic ones, and not the other one.
pub fn controls() -> Vec<Task> {
    let quadratic = |n: usize| -> Run {
        let numbers: Vec<usize> = (0..n).collect();
        Box::new(move || {
            let pairs = numbers.iter().map(|one| numbers.iter().filter(|other| *other == one).count());
            assert_eq!(pairs.sum::<usize>(), numbers.len());
        })
    };
    let moved = |n: usize| -> Run {
        let numbers: Vec<usize> = (0..n).collect();
        Box::new(move || {
            let mut left = numbers.clone();
            while !left.is_empty() {
                std::hint::black_box(left.remove(0));
            }
        })
    };
    let sorted = |n: usize| -> Run {
        let numbers: Vec<usize> = (0..n).map(|at| at * 7_919 % 104_729).collect();
        Box::new(move || {
            let mut sorted = numbers.clone();
            sorted.sort();
            std::hint::black_box(sorted);
        })
    };
    vec![
        Task::new("quadratic: pairs".to_owned(), 500, quadratic),
        Task::new("quadratic: removed from the front".to_owned(), 2_000, moved),
        Task::new("sorted".to_owned(), 500, sorted),
    ]
}
