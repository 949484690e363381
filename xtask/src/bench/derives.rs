//! Compile time of the derive. Writes fifty typical structs, with the compared derives behind features, and
//! measures their compilation: as a library that only defines them, and as one that reads, writes and
//! validates each.
//!
//! Easy to break: this measures CPU time, not wall-clock time, since the machine may be busy.

use std::fmt::Write as _;

use anyhow::{Context, Result, ensure};

use super::bars::{Bar, Figure};
use super::inputs::Inputs;
use super::ratios::median;

/// Number of structs.
const COUNT: usize = 50;
/// Compilations of each variant, in rotating order.
const ROUNDS: usize = 9;
/// Features: no derives, serde's derives, and `Rules` after or before them; then the first two in use.
const VARIANTS: [&str; 6] = ["", "serde", "rules", "rules-first", "serde,used", "rules,used"];

/// Fields of the structs, in rotation: as in the operator example, a union, immutability, list maps, limits.
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

/// The source file with the structs.
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
    let mut uses = String::new();
    for index in 0..COUNT - 1 {
        let _ = writeln!(uses, "    all.push(one::<Part{index}>(&mut scratch, text));");
        let shape = SHAPES[index % SHAPES.len()];
        let rename = "#[cfg_attr(feature = \"serde\", serde(rename_all = \"camelCase\"))]\n";
        let _ = writeln!(out, "{}{rename}pub struct Part{index} {{\n    {shape}\n}}", derives(""));
    }
    out.push_str(USES);
    let _ = writeln!(out, "{ALL}{uses}    all\n}}");
    out
}

/// Code that uses a struct.
const USES: &str = "
#[cfg(all(feature = \"used\", not(feature = \"rules\")))]
fn one<T: serde::Serialize + serde::de::DeserializeOwned>(_: &mut (), text: &str) -> String {
    serde_json::from_str::<T>(text).and_then(|new| serde_json::to_string(&new)).unwrap_or_default()
}
#[cfg(all(feature = \"used\", feature = \"rules\"))]
fn one<T: crdc::Rules + serde::de::DeserializeOwned>(scratch: &mut crdc::typed::Scratch, text: &str) -> String {
    let (Ok(old), Ok(mut new)) = (serde_json::from_str::<T>(text), serde_json::from_str::<T>(text)) else {
        return String::new();
    };
    new.normalize(Some(&old));
    match new.validate_update(&old, scratch) {
        Ok(()) => serde_json::to_string(&new).unwrap_or_default(),
        Err(refused) => refused.to_string(),
    }
}
";

/// Code that uses all structs.
const ALL: &str = "
#[cfg(feature = \"used\")]
pub fn all(text: &str) -> Vec<String> {
    #[cfg(not(feature = \"rules\"))]
    let mut scratch = ();
    #[cfg(feature = \"rules\")]
    let mut scratch = crdc::typed::Scratch::new();
    let mut all = Vec::new();
";

/// CPU time of the derive relative to serde's two derives, on the same structs.
pub(super) fn weigh(inputs: &Inputs) -> Result<Vec<Figure>> {
    let mut times = VARIANTS.map(|_| Vec::new());
    // The first round compiles the dependencies.
    for round in 0..=ROUNDS {
        for turn in 0..VARIANTS.len() {
            let index = (round + turn) % VARIANTS.len();
            let seconds = compile(inputs, VARIANTS[index])?;
            if round > 0 {
                times[index].push(seconds);
            }
        }
    }
    let [none, serde, rules, first, serde_used, rules_used] = times.map(median);
    let figure = |bar, with: f64, serde: f64| {
        let (derive, both) = (with - serde, serde - none);
        let note = format!(
            "{:.0} ms / {:.0} ms; the crate {none:.2} s, with serde {serde:.2} s, with both {with:.2} s",
            derive * 1e3,
            both * 1e3
        );
        Figure { note, ..Figure::new(bar, "derives-50", derive / both) }
    };
    Ok(vec![
        figure(Bar::DeriveBuild, rules, serde),
        figure(Bar::DeriveBuildFirst, first, serde),
        figure(Bar::DeriveBuildUsed, rules_used, serde_used),
    ])
}

fn compile(inputs: &Inputs, feature: &str) -> Result<f64> {
    let mut clean = inputs.cargo("clean", "derives");
    clean.arg("--quiet");
    ensure!(clean.status()?.success(), "cargo clean");
    let mut build = inputs.cargo("build", "derives");
    build.args(["--lib", "--quiet", "--features", feature]);
    let start = of_children()?;
    ensure!(build.status()?.success(), "the structs do not compile");
    Ok(of_children()? - start)
}

/// CPU seconds of all child processes that have ended, including their children.
pub(super) fn of_children() -> Result<f64> {
    /// Linux always counts in hundredths of a second here.
    const TICKS: f64 = 100.0;
    let text = std::fs::read_to_string("/proc/self/stat").context("processor times, which Linux has")?;
    // The name is in parentheses and may contain spaces.
    let fields: Vec<&str> = text.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks = |index: usize| fields.get(index).and_then(|field| field.parse::<f64>().ok());
    // `cutime` and `cstime` are fields 16 and 17; the first field after the name is 3.
    Ok((ticks(13).context("cutime")? + ticks(14).context("cstime")?) / TICKS)
}
