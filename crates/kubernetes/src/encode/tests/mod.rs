//! Tests of encoding: scalars, and which empty fields are written.
#![allow(clippy::unwrap_used)]

mod scalars;
mod zeros;

use std::sync::LazyLock;

use crate::archive::Archive;
use crate::kinds::Kinds;

static NEWEST: LazyLock<Kinds> = LazyLock::new(|| {
    let archive = Archive::built_in().unwrap();
    let newest = archive.versions().pop().unwrap();
    Kinds::of(archive, newest).unwrap()
});
