//! A generic type with the derive, which is given types without it.
use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
struct Named<L, R> {
    /// +k8s:maximum=3
    number: i32,
    left: Option<L>,
    right: Option<R>,
}

#[derive(Serialize, crdc::Rules)]
#[serde(untagged)]
enum Either<L, R> {
    Left(L),
    Right(R),
}

#[derive(Serialize, crdc::Rules)]
struct Port(
    /// +k8s:maximum=1024
    u16,
);

/// A type of another crate.
#[derive(Serialize)]
struct Foreign {
    name: String,
}

#[derive(Serialize)]
struct Other<T>(T);

#[derive(Serialize, crdc::Rules)]
struct Spec<T> {
    right: Named<Port, String>,
    wrong: Vec<Named<Port, Foreign>>,
    tuple: (Either<Port, Foreign>, i32),
    #[crdc(leaf)]
    leaf: Named<Port, Foreign>,
    other: Other<Foreign>,
    mine: Named<Port, T>,
}

fn main() {}
