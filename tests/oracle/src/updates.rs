//! The updates of the immutability table: the old and new object for an operation on a marked value, or the
//! reason why the operation is impossible.

use crate::json::{Json, object, read};
use crate::topologies::{Holder, Position, Shape, field};

/// The old object and the new object of an update.
pub type Update = (Json, Json);

/// What the container of a marked value contains.
#[derive(Clone)]
enum State {
    /// The value and its container are absent.
    NoParent,
    /// The value is absent.
    Absent,
    /// The value is present, after its siblings.
    Is(Json),
    /// The value is before its siblings, and not after them.
    First(Json),
}

/// The update for an operation.
///
/// # Errors
///
/// The reason why the operation is impossible.
pub fn update(position: &Position, mark: &str, operation: &str) -> Result<Update, &'static str> {
    let base = State::Is(base(position.shape));
    let child = |operation| children(position.shape, operation).map(State::Is);
    let (old, new) = match operation {
        "set" => (State::Absent, base),
        "set to null" => (State::Absent, State::Is(Json::Null)),
        "set to empty" => (State::Absent, State::Is(empty(position.shape))),
        "unset" => (base, State::Absent),
        "null" => (base, State::Is(Json::Null)),
        "empty" => (base, State::Is(empty(position.shape))),
        "moved" => match (&position.holder, &base) {
            (Holder::Field(_) | Holder::ItemField, _) => return Err("fields have no order"),
            (Holder::Map, _) => return Err("keys of maps have no order"),
            (Holder::List(_), State::Is(value)) => (base.clone(), State::First(value.clone())),
            _ => return Err("nothing is there"),
        },
        "parent added" => (State::NoParent, base),
        "parent removed" => (base, State::NoParent),
        "modify" | "reorder" | "add" | "remove" | "duplicate" | "type changed" => (base, child(operation)?),
        other => panic!("no operation {other}"),
    };
    Ok((whole(position, mark, old), whole(position, mark, new)))
}

fn json(text: &str) -> Json {
    match read(text.as_bytes()) {
        Ok(read) => read.value,
        Err(why) => panic!("{why} in {text}"),
    }
}

/// The value before the operation, or after it.
fn base(shape: Shape) -> Json {
    json(match shape {
        Shape::Scalar => r#""a""#,
        Shape::Object => r#"{"a":"1","b":"2"}"#,
        Shape::Map => r#"{"k":"1","l":"2"}"#,
        Shape::ListMap => r#"[{"name":"n","x":"1"},{"name":"m","x":"2"}]"#,
        Shape::Keyed => r#"{"name":"n","x":"1"}"#,
        Shape::Set | Shape::Atomic | Shape::List => r#"["a","b"]"#,
    })
}

/// The empty value of a shape.
fn empty(shape: Shape) -> Json {
    json(match shape {
        Shape::Scalar => r#""""#,
        Shape::Object | Shape::Map | Shape::Keyed => "{}",
        Shape::ListMap | Shape::Set | Shape::Atomic | Shape::List => "[]",
    })
}

/// The value after an operation on what it contains, or the reason why that is impossible.
fn children(shape: Shape, operation: &str) -> Result<Json, &'static str> {
    let unique = "keys of objects are there once: of two the last counts";
    Ok(json(match (shape, operation) {
        (Shape::Scalar, "modify") => r#""z""#,
        (Shape::Scalar, "type changed") => "1",
        (Shape::Scalar, _) => return Err("it holds nothing"),
        (Shape::Object, "modify") => r#"{"a":"9","b":"2"}"#,
        (Shape::Object, "reorder") => r#"{"b":"2","a":"1"}"#,
        (Shape::Object, "add") => r#"{"a":"1","b":"2","c":"3"}"#,
        (Shape::Object, "remove") => r#"{"a":"1"}"#,
        (Shape::Map, "modify") => r#"{"k":"9","l":"2"}"#,
        (Shape::Map, "reorder") => r#"{"l":"2","k":"1"}"#,
        (Shape::Map, "add") => r#"{"k":"1","l":"2","m":"3"}"#,
        (Shape::Map, "remove") => r#"{"k":"1"}"#,
        (Shape::ListMap, "modify") => r#"[{"name":"n","x":"9"},{"name":"m","x":"2"}]"#,
        (Shape::ListMap, "reorder") => r#"[{"name":"m","x":"2"},{"name":"n","x":"1"}]"#,
        (Shape::ListMap, "add") => r#"[{"name":"n","x":"1"},{"name":"m","x":"2"},{"name":"o"}]"#,
        (Shape::ListMap, "remove") => r#"[{"name":"n","x":"1"}]"#,
        (Shape::ListMap, "duplicate") => {
            r#"[{"name":"n","x":"1"},{"name":"m","x":"2"},{"name":"n","x":"1"}]"#
        }
        (Shape::Keyed, "modify") => r#"{"name":"n","x":"9"}"#,
        (Shape::Keyed, "reorder") => r#"{"x":"1","name":"n"}"#,
        (Shape::Keyed, "add") => r#"{"name":"n","x":"1","y":"3"}"#,
        (Shape::Keyed, "remove") => r#"{"name":"n"}"#,
        (Shape::Set | Shape::Atomic | Shape::List, "modify") => r#"["z","b"]"#,
        (Shape::Set | Shape::Atomic | Shape::List, "reorder") => r#"["b","a"]"#,
        (Shape::Set | Shape::Atomic | Shape::List, "add") => r#"["a","b","c"]"#,
        (Shape::Set | Shape::Atomic | Shape::List, "remove") => r#"["a"]"#,
        (Shape::Set | Shape::Atomic | Shape::List, "duplicate") => r#"["a","b","a"]"#,
        (Shape::Object | Shape::Map | Shape::Keyed, "duplicate") => return Err(unique),
        (_, "type changed") => r#""text""#,
        (_, other) => panic!("no operation {other}"),
    }))
}

/// Another value in the same container, which does not change.
fn sibling(shape: Shape) -> Json {
    json(match shape {
        Shape::Scalar => r#""keep""#,
        Shape::Object => r#"{"a":"keep"}"#,
        Shape::Map => r#"{"keep":"1"}"#,
        Shape::Keyed => r#"{"name":"keep"}"#,
        Shape::ListMap => r#"[{"name":"keep"}]"#,
        Shape::Set | Shape::Atomic | Shape::List => r#"["keep"]"#,
    })
}

/// The object that contains the value.
fn whole(position: &Position, mark: &str, state: State) -> Json {
    let keep = sibling(position.shape);
    let with = |holder: Json| object([(field(position), holder)]);
    let parent = match (position.holder, state) {
        (Holder::Field(_), State::NoParent) => object::<&str>([]),
        (Holder::Field(_), State::Absent) => object([(mark, object::<&str>([]))]),
        (Holder::Field(_), State::Is(value) | State::First(value)) => object([(mark, with(value))]),
        (Holder::ItemField, state) => {
            let mut items = vec![object([("name", Json::from("keep"))])];
            match state {
                State::NoParent => {}
                State::Absent => items.push(object([("name", Json::from("n"))])),
                State::Is(value) | State::First(value) => {
                    items.push(object([("name", Json::from("n")), ("x", value)]));
                }
            }
            object([(mark, with(items.into()))])
        }
        (_, State::NoParent) => object([(mark, object::<&str>([]))]),
        (Holder::Map, State::Absent) => object([(mark, with(object([("keep", keep)])))]),
        (Holder::Map, State::Is(value) | State::First(value)) => {
            object([(mark, with(object([("keep", keep), ("key", value)])))])
        }
        (Holder::List(_), State::Absent) => object([(mark, with(vec![keep].into()))]),
        (Holder::List(_), State::Is(value)) => object([(mark, with(vec![keep, value].into()))]),
        (Holder::List(_), State::First(value)) => object([(mark, with(vec![value, keep].into()))]),
    };
    let metadata = r#"{"name":"sample","namespace":"default","resourceVersion":"7","generation":1}"#;
    object([
        ("apiVersion", Json::from("immutability.example.com/v1")),
        ("kind", "Table".into()),
        ("metadata", json(metadata)),
        ("spec", object([(position.name, parent)])),
    ])
}
