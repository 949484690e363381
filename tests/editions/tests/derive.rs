//! Code of the derive compiles without warnings under every edition, with the runtime under another name, in
//! crates that deny all warnings, beside names that clash with the whole prelude, and without std.
//!
//! Types of the language (`str`, `bool`) are not among the names, since serde's derives use them unqualified
//! too.
#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// Names that expansions must not resolve at their location.
const CLASHES: &str = "
pub struct Option; pub struct Some; pub struct None; pub struct Result; pub struct Ok; pub struct Err;
pub struct Vec; pub struct String; pub struct Box; pub struct Scalars; pub struct Value; pub struct Member; pub struct Rule;
pub struct Literal; pub struct Ask; pub struct Union; pub struct Cow; pub struct PhantomData;
pub trait Default {} pub trait Clone {} pub trait Copy {} pub trait Iterator {} pub trait IntoIterator {} pub trait From {}
pub trait Into {} pub trait AsRef {} pub trait ToString {} pub trait ToOwned {} pub trait Fn {} pub trait FnOnce {}
pub trait PartialEq {} pub trait Rules {} pub trait Nested {} pub trait Form {} pub trait Serialize {} pub trait Deserialize {}
pub fn drop() {} pub fn present() {} pub fn scalar() {} pub fn clear() {}
pub mod core {} pub mod std {} pub mod alloc {} pub mod crdc {} pub mod typed {} pub mod machinery {} pub mod serde {}
macro_rules! assert { () => {}; }
macro_rules! matches { () => {}; }
";

/// Items beside them, with every kind of field.
const ITEMS: &str = r##"
/// A spec.
#[derive(::serde::Serialize, ::serde::Deserialize, ::machinery::Rules)]
#[serde(crate = "::serde", rename_all = "camelCase")]
#[crdc(crate = "::machinery", path = "spec")]
pub struct Spec {
    /// +immutable
    name: Name,
    /// +unionDiscriminator
    r#type: Kind,
    /// +unionMember
    #[serde(default, skip_serializing_if = "::core::option::Option::is_none")]
    s3: ::core::option::Option<::std::boxed::Box<Spec>>,
    /// +additionOnly
    set: ::std::collections::BTreeSet<::std::string::String>,
    /// +immutable=keys
    /// +k8s:maxProperties=3
    map: ::std::collections::BTreeMap<::std::string::String, Name>,
    /// +listType=map
    /// +listMapKey=port
    ports: ::std::vec::Vec<Port>,
    /// +listType=atomic
    /// +k8s:eachVal=+k8s:maxLength=3
    texts: ::std::vec::Vec<::std::string::String>,
    /// +kubebuilder:validation:Enum=a;b
    /// +k8s:maxLength=63
    /// +kubebuilder:validation:Pattern="^([a-z]+-)*[a-z]+$"
    /// +kubebuilder:validation:Format="uuid"
    text: ::std::string::String,
    /// +k8s:minimum=-1.5
    number: f64,
    /// +normalize=undefined
    #[serde(default, skip_serializing_if = "::core::option::Option::is_none")]
    note: ::core::option::Option<::std::string::String>,
    #[serde(flatten)]
    flat: Flat,
    #[serde(serialize_with = "text_of")]
    written: u8,
    union: Convention,
    choice: Choice,
}

#[derive(::serde::Serialize, ::serde::Deserialize, ::machinery::Rules)]
#[serde(crate = "::serde", transparent)]
#[crdc(crate = "::machinery")]
pub struct Name(::std::string::String);

/// +k8s:enum
#[derive(::serde::Serialize, ::serde::Deserialize, ::machinery::Rules)]
#[serde(crate = "::serde")]
#[crdc(crate = "::machinery")]
pub enum Kind { S3, Other }

#[derive(::serde::Serialize, ::serde::Deserialize, ::machinery::Rules)]
#[serde(crate = "::serde")]
#[crdc(crate = "::machinery")]
pub struct Port { port: u16, #[serde(default)] #[deprecated] name: bool }

#[derive(::serde::Serialize, ::serde::Deserialize, ::machinery::Rules)]
#[serde(crate = "::serde")]
#[crdc(crate = "::machinery")]
pub struct Flat { large: u64 }

#[derive(::machinery::Union)]
#[crdc(crate = "::machinery")]
pub enum Convention { S3(Flat), Gcs(::core::option::Option<Flat>), Nothing }

#[derive(::serde::Serialize, ::serde::Deserialize, ::machinery::Rules)]
#[serde(crate = "::serde")]
#[crdc(crate = "::machinery")]
pub enum Choice { One(Flat), Two { flat: Flat }, Three(u8, u8), Four }

fn text_of<S: ::serde::Serializer>(
    value: &u8,
    serializer: S,
) -> ::core::result::Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}
"##;

/// Items from a macro, whose types are invisible groups.
const MADE: &str = r##"
use ::serde::{Deserialize, Serialize};
macro_rules! made {
    ($name:ident, $of:ty, $list:ty) => {
        /// Made.
        #[derive(Clone, Debug, Serialize, Deserialize, machinery::Rules)]
        #[crdc(crate = "::machinery")]
        pub struct $name {
            /// +immutable
            pub of: $of,
            /// +additionOnly
            pub list: $list,
        }
    };
}
made!(Made, String, std::collections::BTreeSet<String>);
made!(Other, Made, std::collections::BTreeMap<String, Made>);
"##;

#[test]
fn every_edition_takes_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("derive-hygiene");
    for edition in ["2018", "2021", "2024"] {
        let krate = folder.join(edition);
        fs::create_dir_all(krate.join("src")).unwrap();
        let mut lib = String::from(
            "#![deny(warnings, rust_2018_idioms, unreachable_pub, missing_docs, clippy::all, clippy::pedantic)]\n\
             //! Derived.\n",
        );
        let mut names: Vec<_> =
            fs::read_dir(root.join("../derive")).unwrap().map(|entry| entry.unwrap().path()).collect();
        names.sort();
        for path in names {
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            fs::write(krate.join(format!("src/{name}.rs")), renamed(&path.join("item.rs"))).unwrap();
            lib.push_str(&format!(
                "#[allow(missing_docs, clippy::trivially_copy_pass_by_ref)] pub mod {name};\n"
            ));
        }
        for (name, text) in [("made", MADE), ("clashes", &format!("{ITEMS}{CLASHES}"))] {
            fs::write(krate.join(format!("src/{name}.rs")), text).unwrap();
            let allowed = "missing_docs, dead_code, unused_macros, clippy::trivially_copy_pass_by_ref";
            lib.push_str(&format!("#[allow({allowed})] pub mod {name};\n"));
        }
        fs::write(krate.join("src/lib.rs"), lib).unwrap();
        let features = "features = [\"derive\"]";
        let dependencies =
            format!("{}\nserde = {{ version = \"1\", {features} }}\n", runtime("machinery", features));
        check(&krate, edition, &dependencies, &folder);
    }
}

#[test]
fn it_takes_no_std() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("derive-hygiene");
    let krate = folder.join("no-std");
    fs::create_dir_all(krate.join("src")).unwrap();
    let items = ITEMS.replace("::std::", "::alloc::");
    let lib = format!(
        "#![no_std]\n#![deny(warnings)]\n#![allow(dead_code)]\n//! Derived.\nextern crate alloc;\n{items}\n\
         /// Validates.\npub fn validate(spec: &Spec) -> bool {{\n    use machinery::Rules as _;\n    \
         spec.validate_create(&mut machinery::typed::Scratch::new()).is_ok()\n}}\n"
    );
    fs::write(krate.join("src/lib.rs"), lib).unwrap();
    let features = "default-features = false, features = [\"derive\"]";
    let serde = "serde = { version = \"1\", default-features = false, features = [\"alloc\", \"derive\"] }";
    check(&krate, "2024", &format!("{}\n{serde}\n", runtime("machinery", features)), &folder);
}

/// The items of a golden, with the runtime under another name.
fn renamed(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap().replace("crdc::", "machinery::");
    let mut out = String::new();
    for line in text.lines() {
        if line.starts_with("pub struct") || line.starts_with("pub enum") {
            out.push_str("#[crdc(crate = \"::machinery\")]\n");
        }
        out.push_str(line);
        out.push('\n');
    }
    out
}

fn runtime(name: &str, features: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../runtime").canonicalize().unwrap();
    format!("{name} = {{ package = \"crdc\", path = {path:?}, {features} }}")
}

fn check(krate: &Path, edition: &str, dependencies: &str, folder: &Path) {
    let manifest = format!(
        "[package]\nname = \"derived\"\nversion = \"0.0.0\"\nedition = \"{edition}\"\n[workspace]\n\
         [dependencies]\n{dependencies}"
    );
    fs::write(krate.join("Cargo.toml"), manifest).unwrap();
    // The versions of the workspace, so that cargo needs no registry.
    if let Ok(lock) = fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../Cargo.lock")) {
        fs::write(krate.join("Cargo.lock"), lock).unwrap();
    }
    let output = Command::new(env!("CARGO"))
        .args(["clippy", "--offline", "--quiet"])
        .current_dir(krate)
        .env("CARGO_TARGET_DIR", folder.join("target"))
        .env_remove("RUSTFLAGS")
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "edition {edition}\n{}", text.chars().take(6000).collect::<String>());
}
