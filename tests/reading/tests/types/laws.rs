//! Reading a value gives what `serde_json` reads from its text: for every value of every object, and types of all shapes.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;

use crdc::Value;
use crdc_reading_tests::{Seen, differs_on_purpose, random, recorded};
use serde::Deserialize;
use serde_json::value::Value as Json;

/// What is compared: each type is read from each value.
trait Read<'a>: Deserialize<'a> + Debug {}
impl<'a, T: Deserialize<'a> + Debug> Read<'a> for T {}

/// The error of `serde_json` without its place in the text.
fn words(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let words = text.rsplit_once(" at line ").map_or(&*text, |(words, _)| words);
    // Exponents have a sign there.
    if words.contains(": floating point") { words.replace("e+", "e") } else { words.to_owned() }
}

/// Compares one type. `Debug` distinguishes all values, floats and integers too.
fn same<'a, T: Read<'a>>(value: Value<'a>, text: &'a str) -> Result<bool, String> {
    let (ours, theirs) = (value.read::<T>(), serde_json::from_str::<T>(text));
    let described = std::any::type_name::<T>();
    match (ours, theirs) {
        (Ok(ours), Ok(theirs)) if format!("{ours:?}") == format!("{theirs:?}") => Ok(true),
        (Err(ours), Err(theirs)) => {
            // What `serde_json` finds while it reads text is said in words about text.
            let same = theirs.is_syntax() || ours.message() == words(&theirs);
            if same {
                Ok(false)
            } else {
                Err(format!("{described}: {:?}, not {:?}", ours.message(), words(&theirs)))
            }
        }
        (ours, theirs) => Err(format!("{described}: {ours:?}, not {theirs:?}")),
    }
}

#[derive(Debug, Deserialize)]
#[allow(dead_code)]
#[serde(untagged)]
enum Untagged {
    Nothing(()),
    Truth(bool),
    Whole(i64),
    Small(f32),
    Text(String),
    Pair(Box<Untagged>, Box<Untagged>),
    Named {
        name: String,
        #[serde(default)]
        namespace: Option<String>,
    },
    Many(Vec<Untagged>),
    Members(BTreeMap<String, Untagged>),
}

#[derive(Debug, Deserialize)]
#[allow(dead_code)]
#[serde(rename_all = "camelCase")]
struct Object {
    api_version: String,
    kind: String,
    metadata: Metadata,
    #[serde(flatten)]
    rest: BTreeMap<String, Json>,
}

#[derive(Debug, Deserialize)]
#[allow(dead_code)]
#[serde(rename_all = "camelCase")]
struct Metadata {
    name: Option<String>,
    #[serde(default)]
    labels: BTreeMap<String, String>,
    generation: Option<i64>,
    creation_timestamp: Option<Json>,
}

/// Borrows what `serde_json` can borrow too.
#[derive(Debug, Deserialize)]
#[allow(dead_code)]
struct Borrowed<'a> {
    #[serde(borrow, rename = "apiVersion")]
    api_version: Cow<'a, str>,
    #[serde(borrow)]
    metadata: BTreeMap<Cow<'a, str>, serde::de::IgnoredAny>,
}

#[derive(Debug, Deserialize)]
#[allow(dead_code)]
#[serde(tag = "kind")]
enum Internally {
    NodePool {
        spec: Option<Json>,
    },
    Random0s(Box<Object>),
    Restore(BTreeMap<String, Json>),
    #[serde(other)]
    Other,
}

#[derive(Debug, Deserialize)]
#[allow(dead_code)]
#[serde(tag = "name", content = "namespace")]
enum Adjacently {
    #[serde(rename = "sample")]
    Sample(String),
    #[serde(other)]
    Other,
}

/// Keys and values of random objects are among these names.
#[derive(Debug, Deserialize)]
#[allow(dead_code)]
#[serde(rename_all = "lowercase")]
enum Externally {
    A,
    B(Json),
    C { a: Option<Json>, b: Json },
    Name(String),
    D(Json, Json),
    Sample,
}

/// The same as keys.
#[derive(Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
#[allow(dead_code)]
#[serde(rename_all = "lowercase")]
enum Key {
    A,
    B(u8),
    Name,
    #[serde(other)]
    Other,
}

#[derive(Debug, Deserialize)]
#[allow(dead_code)]
struct Newtype(u64);

#[derive(Debug, Deserialize)]
#[allow(dead_code)]
struct Unit;

#[derive(Debug, Deserialize)]
#[allow(dead_code)]
struct Tuple(Json, Json);

#[derive(Debug, Deserialize)]
#[allow(dead_code)]
#[serde(deny_unknown_fields)]
struct Strict {
    name: Option<String>,
    namespace: Option<String>,
}

/// The bytes of a value.
#[derive(Debug)]
#[allow(dead_code)]
struct Bytes(Vec<u8>);

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl<'de> serde::de::Visitor<'de> for Visitor {
            type Value = Bytes;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("bytes")
            }

            fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Bytes, E> {
                Ok(Bytes(bytes.to_vec()))
            }

            fn visit_seq<A: serde::de::SeqAccess<'de>>(self, mut items: A) -> Result<Bytes, A::Error> {
                let mut bytes = Vec::new();
                while let Some(byte) = items.next_element()? {
                    bytes.push(byte);
                }
                Ok(Bytes(bytes))
            }
        }
        deserializer.deserialize_byte_buf(Visitor)
    }
}

/// The shapes of types that are read from every value.
fn shapes<'a>(value: Value<'a>, text: &'a str) -> Result<usize, String> {
    let read = [
        same::<Json>(value, text)?,
        same::<Untagged>(value, text)?,
        same::<Option<Untagged>>(value, text)?,
        same::<Object>(value, text)?,
        same::<Metadata>(value, text)?,
        same::<Borrowed<'_>>(value, text)?,
        same::<Internally>(value, text)?,
        same::<Adjacently>(value, text)?,
        same::<Externally>(value, text)?,
        same::<Newtype>(value, text)?,
        same::<Unit>(value, text)?,
        same::<Tuple>(value, text)?,
        same::<Strict>(value, text)?,
        same::<Bytes>(value, text)?,
        same::<bool>(value, text)?,
        same::<i8>(value, text)?,
        same::<i16>(value, text)?,
        same::<i32>(value, text)?,
        same::<i64>(value, text)?,
        same::<i128>(value, text)?,
        same::<u8>(value, text)?,
        same::<u16>(value, text)?,
        same::<u32>(value, text)?,
        same::<u64>(value, text)?,
        same::<u128>(value, text)?,
        same::<f32>(value, text)?,
        same::<f64>(value, text)?,
        same::<char>(value, text)?,
        same::<String>(value, text)?,
        same::<Cow<'_, str>>(value, text)?,
        same::<()>(value, text)?,
        same::<(Json, Option<Json>, Json)>(value, text)?,
        same::<[Json; 1]>(value, text)?,
        same::<Vec<Option<i32>>>(value, text)?,
        same::<Vec<Externally>>(value, text)?,
        same::<BTreeMap<String, Json>>(value, text)?,
        same::<BTreeMap<i64, Json>>(value, text)?,
        same::<BTreeMap<u8, Json>>(value, text)?,
        same::<BTreeMap<i128, Json>>(value, text)?,
        same::<BTreeMap<char, Json>>(value, text)?,
        same::<BTreeMap<Option<String>, Json>>(value, text)?,
        same::<BTreeMap<Key, Json>>(value, text)?,
        same::<Vec<(f64, ())>>(value, text)?,
        same::<HashMap<(), ()>>(value, text)?,
    ];
    Ok(read.into_iter().filter(|read| *read).count())
}

/// Compares a value and all values in it; counts the types that it is.
fn compare(value: Value<'_>, read: &mut [usize; 2]) -> Result<(), String> {
    let text = value.json();
    if !differs_on_purpose(value) {
        // `serde_json` borrows from a text that lives as long.
        let count = shapes_of(value, &text).map_err(|why| format!("{text}\n  {why}"))?;
        *read = [read[0] + 1, read[1] + count];
    }
    for inner in value.items().chain(value.members().map(|(_, inner)| inner)) {
        compare(inner, read)?;
    }
    Ok(())
}

fn shapes_of<'a>(value: Value<'a>, text: &'a str) -> Result<usize, String> {
    shapes(value, text)
}

fn law(seen: Seen<'_>, read: &mut [usize; 2], failed: &mut Vec<String>) {
    let name = seen.name.clone();
    for value in seen.values() {
        if let Err(why) = compare(value, read) {
            failed.push(format!("{name}\n  {why}"));
        }
    }
}

fn report([values, types]: [usize; 2], failed: &[String]) {
    println!("{values} values, which were {types} types");
    assert!(
        failed.is_empty(),
        "{}\n{}",
        failed.len(),
        failed.iter().take(5).cloned().collect::<Vec<_>>().join("\n")
    );
    assert!(values > 10_000 && types > 5 * values, "only {values} values and {types} types");
}

#[test]
fn recorded_objects_are_read_as_by_serde_json() {
    let (mut read, mut failed) = ([0; 2], Vec::new());
    recorded(|seen| law(seen, &mut read, &mut failed));
    report(read, &failed);
}

#[test]
fn random_objects_are_read_as_by_serde_json() {
    let (mut read, mut failed) = ([0; 2], Vec::new());
    random(6, |seen| law(seen, &mut read, &mut failed));
    report(read, &failed);
}

/// The root itself is read by another path than its parts: its text is looked at once.
#[test]
fn defaults_and_pruning_are_what_is_read() {
    let mut compared = 0;
    random(10, |seen| {
        let Ok(accepted) = seen.outcome.into_result() else { return };
        if differs_on_purpose(accepted.value()) {
            return;
        }
        let theirs: Json = serde_json::from_slice(accepted.object()).unwrap();
        assert_eq!(accepted.read::<Json>().unwrap(), theirs);
        // A value has no space around it, which a body that is stored as it is may have.
        assert_eq!(accepted.value().json().as_bytes(), accepted.object().trim_ascii());
        compared += 1;
    });
    assert!(compared > 100, "only {compared}");
}
