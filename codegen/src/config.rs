//! The API for `build.rs`. In: options and CRD files. Out: generated files, or errors in the form that cargo
//! prints.

use std::fmt;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use crate::generate::{Generated, Options, generate};
use crate::generate_openapi::generate_openapi;
use crate::index::Index;
use crate::invalid_documents::InvalidDocuments;
use crdc_check::{Located, NotAllowed, allowed, fold_kustomize};
use crdc_source::Source;
use crdc_source::diag::Severity;
use crdc_source::render::Format;
use crdc_vocabulary::{Dialect, Ratcheting};

/// Compiles CRD files from a build script.
///
/// ```no_run
/// // build.rs
/// crdc_codegen::Config::new()
///     .compile(&["crds/databases.yaml"])
///     .unwrap_or_else(|error| error.exit());
/// ```
///
/// and in the crate:
///
/// ```ignore
/// mod database {
///     crdc::include_crd!("databases.example.com/v1");
/// }
/// use crdc::Resource;
/// let outcome = database::Database::create(body, &mut scratch);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Config {
    options: Options,
    out_dir: Option<PathBuf>,
    quiet: bool,
    openapi: Vec<(PathBuf, Vec<String>)>,
    allow: Vec<String>,
}

/// The errors of compiling documents.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// A file cannot be read or written.
    Io {
        /// The file that cannot be read or written.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
    /// Documents have errors. The value contains all of them.
    Documents(InvalidDocuments),
    /// [`Config::ratcheting_of`] names a CRD that no document defines.
    UnknownName {
        /// The unknown name.
        name: String,
        /// The existing names.
        known: Vec<String>,
    },
    /// [`Config::versions`] names a version that no document has.
    UnknownVersion {
        /// The unknown version.
        name: String,
        /// The versions that exist, such as `databases.example.com/v1`.
        known: Vec<String>,
    },
    /// [`Config::allow`] got a name that is no warning.
    NotAllowed(NotAllowed),
    /// The call is not in a build script, and [`Config::out_dir`] is not set.
    NoOutDir,
}

impl Config {
    /// The defaults: the server's behaviour, output to `OUT_DIR`.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The folder for generated files, with one subfolder per CRD. Default: cargo's `OUT_DIR`.
    #[must_use]
    pub fn out_dir(mut self, path: impl Into<PathBuf>) -> Self {
        self.out_dir = Some(path.into());
        self
    }

    /// The path of the runtime crate in generated code. Default: `::crdc`. Set it if the crate renames or
    /// re-exports the runtime: `crate::rt::crdc`.
    #[must_use]
    pub fn runtime_path(mut self, path: impl Into<String>) -> Self {
        self.options.runtime_path = path.into();
        self
    }

    /// Sets the errors that an update may keep. Default: the errors that kube-apiserver allows an update to
    /// keep.
    ///
    /// ```
    /// use crdc_codegen::{Config, Ratcheting};
    /// let config = Config::new()
    ///     .ratcheting(Ratcheting::Off)
    ///     .ratcheting_of("databases.example.com", Ratcheting::ApiServer);
    /// ```
    #[must_use]
    pub fn ratcheting(mut self, policy: Ratcheting) -> Self {
        self.options.ratcheting = policy;
        self
    }

    /// Sets the policy of one CRD by its name, `plural.group`. A name that no document has is an error.
    #[must_use]
    pub fn ratcheting_of(mut self, crd: impl Into<String>, policy: Ratcheting) -> Self {
        self.options.ratcheting_of.insert(crd.into(), policy);
        self
    }

    /// The dialect of immutability for schemas that do not set one (`x-crdc-dialect`). Default: the dialect
    /// of the design document.
    ///
    /// ```
    /// use crdc_codegen::{Config, Dialect};
    /// let config = Config::new().dialect(Dialect::Declarative);
    /// ```
    #[must_use]
    pub fn dialect(mut self, dialect: Dialect) -> Self {
        self.options.dialect = dialect;
        self
    }

    /// Leaves out CEL rules that servers accept and crdc cannot compile, such as rules that create messages
    /// (`google.protobuf.Duration{seconds: 1}`), with a warning (`rule-skipped`). The code accepts objects
    /// that break them; `crdc::Outcome::uncompiled_rules` lists them. Default: off; such a rule is an error
    /// (`rule-uncompiled`).
    ///
    /// ```
    /// use crdc_codegen::Config;
    /// let config = Config::new().skip_uncompiled_rules(true);
    /// ```
    #[must_use]
    pub fn skip_uncompiled_rules(mut self, skip: bool) -> Self {
        self.options.skip_uncompiled_rules = skip;
        self
    }

    /// Records which CEL rules held and failed, and which of their conditions were true and false, in the
    /// tests of the crate that includes the code. The code contains calls under `cfg(test)` that need the
    /// feature `coverage` of the runtime, as a development dependency. `crdc::coverage::RuleCoverage` reads
    /// the recorded results. Default: off.
    ///
    /// ```
    /// use crdc_codegen::Config;
    /// let config = Config::new().rule_coverage(true);
    /// ```
    #[must_use]
    pub fn rule_coverage(mut self, record: bool) -> Self {
        self.options.rule_coverage = record;
        self
    }

    /// Generates views of objects: a struct for each object of the schema, with a method for each field, and
    /// an enum for each `enum`. `Database::view(accepted.value())` is the view of an object, and costs
    /// nothing. The types are in the module `object_views` beside the unit type. Default: off.
    ///
    /// ```
    /// use crdc_codegen::Config;
    /// let config = Config::new().views(true);
    /// ```
    #[must_use]
    pub fn views(mut self, generate: bool) -> Self {
        self.options.views = generate;
        self
    }

    /// Generates owned types of objects, which serde reads and writes: a struct for each object of the
    /// schema, and an enum for each `enum`. `accepted.read::<object_types::Database>()` reads one. They are
    /// in the module `object_types` beside the unit type, and need the crates `serde`, with its feature
    /// `derive`, and `serde_json`. Default: off.
    ///
    /// ```
    /// use crdc_codegen::Config;
    /// let config = Config::new().types(true);
    /// ```
    #[must_use]
    pub fn types(mut self, generate: bool) -> Self {
        self.options.types = generate;
        self
    }

    /// Generates owned types as [`types`](Self::types) does, for programs that use kube: the type of an
    /// object implements `kube::Resource`, `HasSpec` and `HasStatus`, so that `kube::Api` reads and writes
    /// it, and has `ObjectMeta`, `IntOrString`, `Quantity` and `Time` of `k8s-openapi`. The crate needs
    /// `kube` and `k8s-openapi` besides. Default: off.
    ///
    /// ```
    /// use crdc_codegen::Config;
    /// let config = Config::new().kube_types(true);
    /// ```
    #[must_use]
    pub fn kube_types(mut self, generate: bool) -> Self {
        self.options.kube_types = generate;
        self
    }

    /// Also compiles kinds of a published OpenAPI document, v3 or v2. Each kind is named
    /// `GROUP/VERSION/KIND`, or `VERSION/KIND` in the core group.
    ///
    /// ```no_run
    /// // build.rs; `kubectl get --raw /openapi/v3/apis/apps/v1` prints the document
    /// crdc_codegen::Config::new()
    ///     .openapi("openapi/apps-v1.json", &["apps/v1/Deployment", "apps/v1/StatefulSet"])
    ///     .compile(&["crds/databases.yaml"])
    ///     .unwrap_or_else(|error| error.exit());
    /// ```
    ///
    /// The name for `crdc::include_crd!` is then `deployments.apps/v1`; a kind of the core group has its
    /// plural alone: `pods/v1`. Without CRDs, pass an empty list: `.compile(&[] as &[&str])`.
    #[must_use]
    pub fn openapi(mut self, file: impl Into<PathBuf>, kinds: &[&str]) -> Self {
        self.openapi.push((file.into(), kinds.iter().map(|kind| (*kind).to_owned()).collect()));
        self
    }

    /// Limits the build to these versions of the documents; several calls add up. Default: all versions. A
    /// version that no document has is an error, and so is a document that has none of the versions.
    /// Documents are still checked as a whole, since a server accepts or refuses all of their versions. Kinds
    /// of [`openapi`](Self::openapi) have the version in their name.
    ///
    /// ```no_run
    /// // build.rs
    /// crdc_codegen::Config::new()
    ///     .versions(&["v1"])
    ///     .compile(&["crds/databases.yaml"])
    ///     .unwrap_or_else(|error| error.exit());
    /// ```
    #[must_use]
    pub fn versions(mut self, names: &[&str]) -> Self {
        self.options.versions.extend(names.iter().map(|name| (*name).to_owned()));
        self
    }

    /// Leaves out a warning by its code, which is in the brackets of the message; several calls add up.
    /// `lints` leaves out all warnings about what servers accept and crdc compiles completely. Use it for
    /// CRDs of other projects, which you cannot change. Default: all warnings are shown. A name that is no
    /// warning is an error; errors cannot be left out.
    ///
    /// ```no_run
    /// // build.rs
    /// use crdc_codegen::Config;
    /// Config::new().allow("rule-constant").compile(&["crds"]).unwrap_or_else(|error| error.exit());
    /// Config::new().allow("lints").compile(&["vendor/crds"]).unwrap_or_else(|error| error.exit());
    /// ```
    #[must_use]
    pub fn allow(mut self, code: impl Into<String>) -> Self {
        self.allow.push(code.into());
        self
    }

    /// Suppresses the output for cargo: no `rerun-if-changed`, no warnings. Default: off.
    #[must_use]
    pub fn quiet(mut self, quiet: bool) -> Self {
        self.quiet = quiet;
        self
    }

    /// Compiles all CRDs of the given files, of the `.yaml`, `.yml` and `.json` files in the given folders,
    /// and the kinds requested with [`openapi`](Self::openapi). Writes one Rust file per version: version
    /// `v1` of the CRD `databases.example.com` becomes `OUT_DIR/databases.example.com/v1.rs`.
    ///
    /// Tells cargo to rerun the script when one of the files changes, or a file in one of the folders is
    /// added or removed, and passes warnings on to the user. Removes files from earlier runs of the script
    /// that are no longer generated, if they are in cargo's `OUT_DIR`.
    ///
    /// # Errors
    ///
    /// If a file cannot be read or written, or a document has errors. The error then contains all of them,
    /// and only the files of the other documents are written.
    pub fn compile(&self, files: &[impl AsRef<Path>]) -> Result<Generated, Error> {
        let out_dir = match (&self.out_dir, env::var_os("OUT_DIR")) {
            (Some(path), _) => path.clone(),
            (None, Some(path)) => path.into(),
            (None, None) => return Err(Error::NoOutDir),
        };
        let io = |path: &Path, error| Error::Io { path: path.to_owned(), error };
        let watch = |path: &Path| {
            if !self.quiet {
                println!("cargo::rerun-if-changed={}", path.display());
            }
        };
        let read = |path: &Path| Source::read(path).map_err(|error| io(path, error));
        let mut sources = Vec::new();
        for path in files {
            let path = path.as_ref();
            watch(path);
            for file in crdc_source::files(path).map_err(|error| io(path, error))? {
                sources.push(read(&file)?);
            }
        }
        let mut options = self.options.clone();
        for name in &self.allow {
            options.allow.extend(allowed(name).map_err(Error::NotAllowed)?);
        }
        let options = &options;
        let mut generated = generate(&sources, options);
        for (path, kinds) in &self.openapi {
            watch(path);
            let source = read(path)?;
            generated.merge(sources.len(), generate_openapi(&source, kinds, options));
            sources.push(source);
        }
        if !generated.has_errors() {
            if let Some(name) = generated.unknown_names(options).first() {
                return Err(Error::UnknownName { name: (*name).to_owned(), known: generated.crds });
            }
            if let Some(name) = generated.unknown_versions(options).first() {
                return Err(Error::UnknownVersion { name: (*name).to_owned(), known: generated.versions });
            }
        }
        for file in &generated.files {
            let path = out_dir.join(&file.path);
            let write = || {
                if let Some(folder) = path.parent() {
                    fs::create_dir_all(folder)?;
                }
                fs::write(&path, &file.text)
            };
            write().map_err(|error| Error::Io { path: path.clone(), error })?;
        }
        if let Some(index) = env::var_os("OUT_DIR").and_then(|root| Index::of(root.into(), &out_dir)) {
            index.write(&generated.files).map_err(|(path, error)| Error::Io { path, error })?;
        }
        self.report(sources, generated)
    }

    fn report(&self, sources: Vec<Source>, mut generated: Generated) -> Result<Generated, Error> {
        fold_kustomize(&mut generated.diagnostics, true);
        if !self.quiet {
            print_warnings(&sources, &generated.diagnostics);
        }
        if !generated.has_errors() {
            return Ok(generated);
        }
        Err(Error::Documents(InvalidDocuments::new(sources, generated.diagnostics)))
    }
}

/// Prints the warnings for cargo.
fn print_warnings(sources: &[Source], diagnostics: &[Located]) {
    for located in diagnostics.iter().filter(|found| found.diagnostic.severity() == Severity::Warning) {
        let Some(source) = sources.get(located.source) else { continue };
        let one = std::slice::from_ref(&located.diagnostic);
        // Cargo shows one line for each warning.
        for line in crdc_source::render::render(source, one, Format::Plain).lines() {
            println!("cargo::warning={line}");
        }
    }
}

impl Error {
    /// Prints the error in the form expected of a build script and ends the process with status 1.
    pub fn exit(self) -> ! {
        eprintln!("{self}");
        std::process::exit(1)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Io { path, error } => write!(f, "{}: {error}", path.display()),
            Error::Documents(documents) => documents.fmt(f),
            Error::UnknownName { name, known } => {
                write!(f, "`ratcheting_of`: no document is named `{name}`; known: {}", list(known))
            }
            Error::UnknownVersion { name, known } => {
                write!(f, "`versions`: no document has a version `{name}`; known: {}", list(known))
            }
            Error::NotAllowed(error) => write!(f, "`allow`: {error}"),
            Error::NoOutDir => {
                f.write_str("OUT_DIR is not set: call this from a build script, or set out_dir")
            }
        }
    }
}

/// Names in one line.
fn list(names: &[String]) -> String {
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Io { error, .. } => Some(error),
            Error::NotAllowed(error) => Some(error),
            Error::Documents(_)
            | Error::UnknownName { .. }
            | Error::UnknownVersion { .. }
            | Error::NoOutDir => None,
        }
    }
}
