//! Values that are compared as a whole, in which nothing is checked.
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Serialize, crdc::Rules)]
struct GitRef {
    url: String,
    depth: Option<u64>,
    hash: [u8; 4],
}

#[derive(Serialize, crdc::Rules)]
struct Port(u16);

#[derive(Serialize, crdc::Rules)]
#[serde(untagged)]
enum Source {
    Url(String),
    Git(GitRef),
    Ports(Vec<(Port, Option<GitRef>)>),
    Both(Either<GitRef, Port>),
    Again(Vec<Source>),
}

#[derive(Serialize, crdc::Rules)]
#[serde(untagged)]
enum Either<L, R> {
    Left(L),
    Right(R),
    Many(Vec<Either<L, R>>),
}

#[derive(Serialize, crdc::Rules)]
struct Marked {
    /// +k8s:maxLength=3
    name: String,
}

#[derive(Serialize, crdc::Rules)]
#[serde(untagged)]
enum Unchecked {
    #[crdc(unchecked_rules)]
    Marked(Marked, i32),
    Text(String),
}

#[derive(Serialize, JsonSchema, crdc::Rules)]
#[serde(untagged)]
enum Ranged {
    #[crdc(unchecked_rules)]
    Both(
        #[schemars(range(max = 3), extend("x-kubernetes-validations" = [{"rule": "self > 1"}]))] i32,
        String,
    ),
    Text(String),
}

#[derive(Clone, Deserialize, Serialize, JsonSchema, crdc::Rules)]
#[serde(from = "Raw", into = "Raw")]
struct Converted {
    #[schemars(range(max = 3))]
    size: i32,
}

#[derive(Clone, Deserialize, Serialize, JsonSchema, crdc::Rules)]
struct Raw {
    size: i32,
}

impl From<Converted> for Raw {
    fn from(converted: Converted) -> Raw {
        Raw { size: converted.size }
    }
}

impl From<Raw> for Converted {
    fn from(raw: Raw) -> Converted {
        Converted { size: raw.size }
    }
}

/// A type of another crate.
#[derive(Serialize)]
struct Foreign {
    name: String,
}

#[derive(Serialize, crdc::Rules)]
struct Pair<L, R> {
    left: L,
    right: Option<R>,
}

#[derive(Serialize, crdc::Rules)]
struct Given {
    one: Either<Foreign, String>,
    two: Either<GitRef, Foreign>,
    many: Vec<Pair<Foreign, i32>>,
}

fn main() {}
