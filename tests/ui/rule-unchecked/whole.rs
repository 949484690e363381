//! Types with rules in values that are compared as a whole.
use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
struct Port {
    /// +k8s:minimum=1
    port: i32,
}

#[derive(Serialize, crdc::Rules)]
enum Mode {
    On,
    Off,
}

#[derive(Serialize, crdc::Rules)]
#[serde(untagged)]
enum Target {
    Port(Port),
    Ports(Vec<Option<Port>>),
    Named { port: Port, mode: Mode },
    Text(String),
    #[serde(skip)]
    Never(Port),
}

/// Two items, as a rule and not as the type says.
#[derive(Serialize, crdc::Rules)]
struct Two {
    /// +k8s:minItems=2
    /// +k8s:maxItems=2
    both: Vec<String>,
    hash: [u8; 4],
}

#[derive(Serialize, crdc::Rules)]
struct Pair(Port, Mode, Two);

#[derive(Serialize, crdc::Rules)]
enum Change {
    Move(Port, Port),
    Close(Port),
}

#[derive(Serialize, crdc::Rules)]
struct Spec {
    pairs: Vec<(String, Port)>,
    #[crdc(unchecked_rules)]
    checked: (String, Port),
}

#[derive(Serialize, crdc::Rules)]
#[serde(untagged)]
enum Accepted {
    Port(#[crdc(leaf)] Port),
    Mode(Mode),
    Other(#[crdc(unchecked_rules)] Port),
}

/// +crdc:rule=self != 'Off'
#[derive(Serialize, crdc::Rules)]
enum Ruled {
    On,
    Off,
}

#[derive(Serialize, crdc::Rules)]
#[serde(untagged)]
enum Either<L, R> {
    Left(L),
    Right(R),
}

#[derive(Serialize, crdc::Rules)]
struct Around {
    text: (Ruled, i32),
    generic: (Either<Port, Mode>, i32),
    #[serde(flatten)]
    flattened: Either<Port, Port>,
}

fn main() {}
