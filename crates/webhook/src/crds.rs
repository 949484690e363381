//! The CRDs of a folder, which are replaced as a whole. In: files. Out: the validators of the last state of
//! the folder without errors.
//!
//! Easy to break: a folder with an invalid document changes nothing, since a part of its CRDs would be a
//! state that no user intended.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

use crdc_dynamic::{LoadError, Validators};
use crdc_source::{Source, files};

#[cfg(feature = "serve")]
use crate::snapshot::Snapshot;

/// The CRDs whose resources a webhook handles. They can be replaced while it runs.
#[derive(Debug)]
pub struct Crds {
    current: RwLock<Arc<Validators>>,
    /// The file or folder of the CRDs.
    source: Option<PathBuf>,
    /// The state of the files before they were first read.
    #[cfg(feature = "serve")]
    seen: Option<Snapshot>,
}

impl Crds {
    /// A set with these validators.
    #[must_use]
    pub fn new(validators: Validators) -> Crds {
        Crds {
            current: RwLock::new(Arc::new(validators)),
            source: None,
            #[cfg(feature = "serve")]
            seen: None,
        }
    }

    /// The CRDs of a file or folder, see [`Crds::load`].
    ///
    /// # Errors
    ///
    /// If a file cannot be read, a document has errors, or there is no CRD.
    pub fn read(path: &Path) -> Result<Crds, CrdsError> {
        #[cfg(feature = "serve")]
        let seen = Some(Snapshot::of([path.to_owned()]));
        Ok(Crds {
            source: Some(path.to_owned()),
            #[cfg(feature = "serve")]
            seen,
            ..Self::new(Self::load(path)?)
        })
    }

    /// Reads the file or folder again. A server does this whenever a file there changes.
    ///
    /// # Errors
    ///
    /// The errors of [`Crds::read`]. The former CRDs stay in this case.
    pub fn reload(&self) -> Result<(), CrdsError> {
        if let Some(path) = &self.source {
            self.replace(Self::load(path)?);
        }
        Ok(())
    }

    #[cfg(feature = "serve")]
    pub(crate) fn seen(&self) -> Option<Snapshot> {
        self.seen.clone()
    }

    /// Reads a file, or all `.yaml`, `.yml` and `.json` files of a folder. Files in folders whose names begin
    /// with two dots are left out: in a volume, kubelet stores the targets of links there.
    ///
    /// # Errors
    ///
    /// If a file cannot be read, a document has errors, or there is no CRD.
    pub fn load(path: &Path) -> Result<Validators, CrdsError> {
        let unreadable = |path: &Path, error: std::io::Error| CrdsError::File(path.to_owned(), error);
        let mut documents = Vec::new();
        let all = files(path).map_err(|error| unreadable(path, error))?;
        for file in all.into_iter().filter(|file| !is_hidden(path, file)) {
            documents.push(Source::read(&file).map_err(|error| unreadable(&file, error))?);
        }
        Validators::load(&documents).map_err(CrdsError::Documents)
    }

    /// Replaces the CRDs. Running requests keep the former CRDs.
    pub fn replace(&self, validators: Validators) {
        // No code panics while it holds the lock, and a set is replaced at once.
        *self.current.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(validators);
    }

    /// The CRDs as they are now.
    #[must_use]
    pub fn current(&self) -> Arc<Validators> {
        Arc::clone(&self.current.read().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Whether a file is in a folder that kubelet created.
fn is_hidden(folder: &Path, file: &Path) -> bool {
    let below = file.strip_prefix(folder).unwrap_or(file);
    below.components().any(|part| part.as_os_str().as_encoded_bytes().starts_with(b".."))
}

/// The error of reading CRDs.
#[derive(Debug)]
#[non_exhaustive]
pub enum CrdsError {
    /// A file cannot be read.
    File(PathBuf, std::io::Error),
    /// Documents have errors, or there is no CRD.
    Documents(LoadError),
}

impl fmt::Display for CrdsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CrdsError::File(path, error) => write!(f, "cannot read {}: {error}", path.display()),
            CrdsError::Documents(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for CrdsError {}
