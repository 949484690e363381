//! What files say. In: files, in any order. Out: pins, once all files are there.

use crate::collector::Collector;
use crate::follow::{Follower, Lost};
use crate::nodes::file_name;
use crate::pin::Pin;
use crate::sources;
use crate::statement::Statements;
use crdc_source::{Node, Source, parse};

/// What the files say that were added, before names are followed.
#[derive(Clone, Debug, Default)]
pub struct Said {
    statements: Statements,
}

impl Said {
    /// Reads a file. The path is relative to the root of the repository, with slashes; pins have it.
    /// Documents that cannot be read say nothing.
    pub fn add(&mut self, path: &str, source: &Source) {
        // Templates of helmfile, whose actions in lines of their own are no YAML.
        if file_name(path).ends_with(".gotmpl") {
            let source = Source::new(source.name.as_str(), without_actions(&source.text));
            return self.add_documents(path, &source, &parse(&source).0);
        }
        self.add_documents(path, source, &parse(source).0);
    }

    /// Reads the documents of a file that is parsed already. Comments, and addresses in
    /// lines, are read from its text.
    pub fn add_documents(&mut self, path: &str, source: &Source, documents: &[Node]) {
        let mut collector = Collector::of(path, source, &mut self.statements);
        for document in documents {
            sources::document(document, &mut collector);
        }
        sources::lines(&mut collector);
    }

    /// Adds what other files say.
    pub fn extend(&mut self, other: Said) {
        self.statements.extend(other.statements);
    }

    /// The versions of everything that has one, ordered by place. `values` has the variables that are known,
    /// besides those that Kustomizations of Flux name in the folder.
    #[must_use]
    pub fn pins(&self, values: &dyn Fn(&str) -> Option<String>) -> Vec<Pin> {
        Follower::of(&self.statements, values).pins()
    }

    /// The objects that name what no file has, ordered by place.
    #[must_use]
    pub fn lost(&self) -> Vec<Lost> {
        Follower::of(&self.statements, &|_| None).lost()
    }
}

/// A template with blanks instead of the lines that begin with an action, so that places stay.
fn without_actions(text: &str) -> String {
    let line = |line: &str| {
        if line.trim_start().starts_with("{{") {
            line.chars().map(|letter| if letter == '\n' { "\n" } else { " " }).collect()
        } else {
            line.to_owned()
        }
    };
    text.split_inclusive('\n').map(line).collect()
}
