//! Fifty typical structs for measuring the derive's compile time, with the compared derives under features,
//! and code that uses each.

use std::fmt::Write as _;

/// The number of structs.
const COUNT: usize = 50;

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
pub(super) fn source() -> String {
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
