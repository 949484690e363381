//! Fifty structs as operators write them go out, with the derives that are compared as features; and what compiling
//! them takes.

use std::fmt::Write as _;
use std::time::Instant;

use anyhow::{Result, ensure};

use super::bars::{Bar, Figure};
use super::inputs::Inputs;

/// How many structs.
const COUNT: usize = 50;
/// How often each is compiled; the order turns.
const ROUNDS: usize = 9;
/// Features: nothing of what is measured, serde's derives, and `Rules` in either order.
const VARIANTS: [&str; 4] = ["", "serde", "rules", "rules-first"];

/// What stands in the structs, in turn: as in the operator of the examples, a union, marks, lists with keys, limits.
const SHAPES: [&str; 5] = [
    "/// A name.
    ///
    /// +immutable
    pub name: String,
    /// How many.
    ///
    /// +k8s:minimum=1
    /// +k8s:maximum=90
    pub count: i32,
    /// A note.
    ///
    /// +normalize=undefined
    #[cfg_attr(feature = \"serde\", serde(default, skip_serializing_if = \"Option::is_none\"))]
    pub note: Option<String>,
    pub enabled: bool,",
    "/// Which.
    ///
    /// +unionDiscriminator
    #[cfg_attr(feature = \"serde\", serde(rename = \"type\"))]
    pub kind: Kind,
    /// One.
    ///
    /// +unionMember=First
    #[cfg_attr(feature = \"serde\", serde(default, skip_serializing_if = \"Option::is_none\"))]
    pub first: Option<Leaf>,
    /// The other.
    ///
    /// +unionMember=Second,optional
    #[cfg_attr(feature = \"serde\", serde(default, skip_serializing_if = \"Option::is_none\"))]
    pub second: Option<Leaf>,",
    "/// Tables.
    ///
    /// +listType=set
    #[cfg_attr(feature = \"serde\", serde(default, skip_serializing_if = \"Vec::is_empty\"))]
    pub exclude: Vec<String>,
    /// Keys.
    ///
    /// +listType=map
    /// +listMapKey=id
    /// +additionOnly
    pub keys: Vec<Leaf>,
    pub labels: std::collections::BTreeMap<String, String>,
    pub size: i64,",
    "pub inner: Leaf,
    pub boxed: Option<Box<Leaf>>,
    pub ratio: f64,
    pub words: Vec<String>,
    /// A text.
    ///
    /// +k8s:maxLength=64
    pub text: String,",
    "pub a: String,
    pub b: u32,
    pub c: Option<i64>,
    pub d: Vec<Leaf>,
    pub e: bool,
    pub f: String,",
];

/// The file of the structs.
pub(super) fn structs() -> String {
    let derives = |also: &str| {
        format!(
            "#[cfg_attr(all(feature = \"rules\", feature = \"rules-first\"), derive(crdc::Rules))]\n\
             #[cfg_attr(feature = \"serde\", derive(serde::Serialize, serde::Deserialize))]\n\
             #[cfg_attr(all(feature = \"rules\", not(feature = \"rules-first\")), derive(crdc::Rules))]\n\
             #[derive(Clone, Debug{also})]\n"
        )
    };
    let mut out = format!(
        "{}pub struct Leaf {{\n    /// +immutable\n    pub id: String,\n    pub value: Option<String>,\n}}\n\
         {}pub enum Kind {{ First, Second, Neither }}\n",
        derives(""),
        derives(", PartialEq")
    );
    for index in 0..COUNT - 1 {
        let shape = SHAPES[index % SHAPES.len()];
        let rename = "#[cfg_attr(feature = \"serde\", serde(rename_all = \"camelCase\"))]\n";
        let _ = writeln!(out, "{}{rename}pub struct Part{index} {{\n    {shape}\n}}", derives(""));
    }
    out
}

/// Seconds of the derive in times of serde's two, on the same structs.
pub(super) fn weigh(inputs: &Inputs) -> Result<Vec<Figure>> {
    let mut times = VARIANTS.map(|_| Vec::new());
    // The first round is for what they depend on.
    for round in 0..=ROUNDS {
        for turn in 0..VARIANTS.len() {
            let index = (round + turn) % VARIANTS.len();
            let seconds = compile(inputs, VARIANTS[index])?;
            if round > 0 {
                times[index].push(seconds);
            }
        }
    }
    let [none, serde, rules, first] = times.map(median);
    let figure = |bar, with: f64| {
        let (derive, both) = (with - serde, serde - none);
        let note = format!(
            "{:.0} ms / {:.0} ms; the crate {none:.2} s, with serde {serde:.2} s, with both {with:.2} s",
            derive * 1e3,
            both * 1e3
        );
        Figure { note, ..Figure::new(bar, "derives-50", derive / both) }
    };
    Ok(vec![figure(Bar::DeriveBuild, rules), figure(Bar::DeriveBuildFirst, first)])
}

fn compile(inputs: &Inputs, feature: &str) -> Result<f64> {
    let mut clean = inputs.cargo("clean", "derives");
    clean.arg("--quiet");
    ensure!(clean.status()?.success(), "cargo clean");
    let mut build = inputs.cargo("build", "derives");
    build.args(["--lib", "--quiet", "--features", feature]);
    let start = Instant::now();
    ensure!(build.status()?.success(), "the structs do not compile");
    Ok(start.elapsed().as_secs_f64())
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}
