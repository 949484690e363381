//! `--show`: the object that would be stored, or its difference from the file. In: an object of a file, and
//! the object that the server would store. Out: text.

use clap::ValueEnum;
use crdc_source::diag::outside;
use crdc_source::{Node, Source, parse_json};

use crate::diff;
use crate::edit::{edit_metadata, metadata, take};

/// The field that an update has and the file lacks. Its value on a server is not known.
const VERSION: &str = "resourceVersion";

/// What the command line asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Show {
    /// The object as it would be stored, as JSON
    Stored,
    /// What the server would change of the object, as a diff of YAML
    Diff,
}

/// The text that `--show` prints of an object.
#[derive(Clone, Debug)]
pub(crate) enum Shown {
    /// JSON.
    Stored(String),
    /// A unified diff of YAML, with a header; it may be printed to a terminal.
    Diff(String),
}

impl Show {
    /// The text that is printed of an object. `words` name the object. `None` if the server changes nothing
    /// and only changes are printed.
    pub(crate) fn of(self, object: &Node, stored: &[u8], file: &str, words: &str) -> Option<Shown> {
        let stored = String::from_utf8_lossy(stored).into_owned();
        if self == Show::Stored {
            return Some(Shown::Stored(stored));
        }
        let mut stored = parse_json(&Source::new("stored", stored)).0.pop()?;
        if metadata(object, VERSION).is_none() {
            edit_metadata(&mut stored, |metadata| drop(take(metadata, VERSION)));
        }
        let names = [format!("{file}: {words}"), "as it would be stored".to_owned()];
        let diff = diff::objects(object, &stored, [&outside::line(&names[0]), &names[1]]);
        (!diff.is_empty()).then_some(Shown::Diff(diff))
    }
}
