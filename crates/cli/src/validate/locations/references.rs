//! References of JSON Schemas. In: `$ref` of a schema, and the documents next to it. Out: the name of a
//! definition in the OpenAPI document that is made, and the definitions.
//!
//! Easy to break: a reference stays a reference, so that nothing grows beyond the size of the documents, and
//! a cycle is a cycle of definitions. Documents are read from the folder of the schema only.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use serde_json::Value;

use super::lost::{Lost, Role};

/// The number of other documents that the references of a schema may lead to.
const MOST_DOCUMENTS: usize = 16;

/// The number of references that may follow each other before a schema.
const MOST_STEPS: usize = 32;

/// The number of schemas in one, as in a CRD.
const MOST_SCHEMAS: usize = 65_536;

/// Reads a document next to the schema, by its name.
pub(super) type Read<'r> = dyn FnMut(&str) -> Result<Value, String> + 'r;

/// The definitions that a schema refers to.
pub(super) struct References<'r> {
    read: &'r mut Read<'r>,
    /// The documents by their names; the schema itself has no name.
    documents: BTreeMap<String, Rc<Value>>,
    /// The document whose schemas are converted.
    current: String,
    /// The names of definitions.
    names: HashMap<Target, String>,
    /// The definitions that are not converted yet.
    waiting: Vec<(String, Target)>,
    /// The role of the definition that is converted.
    role: Role,
    schemas: usize,
}

/// What a reference leads to, and its role there.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Target {
    document: String,
    pointer: String,
    role: Role,
}

/// A definition that is to be converted.
pub(super) struct Waiting {
    pub(super) name: String,
    pub(super) role: Role,
    document: Rc<Value>,
    pointer: String,
    /// The reference to it.
    pub(super) place: String,
}

impl Waiting {
    /// The schema of the definition.
    pub(super) fn schema(&self) -> Result<&Value, Lost> {
        let nowhere = || Lost::new(format!("the reference `{}` leads nowhere", self.place));
        self.document.pointer(&self.pointer).ok_or_else(nowhere)
    }
}

impl<'r> References<'r> {
    /// The references of a document; `read` reads others.
    pub(super) fn of(document: Value, read: &'r mut Read<'r>) -> References<'r> {
        References {
            read,
            documents: BTreeMap::from([(String::new(), Rc::new(document))]),
            current: String::new(),
            names: HashMap::new(),
            waiting: Vec::new(),
            role: Role::Whole,
            schemas: 0,
        }
    }

    /// The next definition that something refers to; references of its schema are relative to its document.
    pub(super) fn next(&mut self) -> Option<Waiting> {
        let (name, Target { document, pointer, role }) = self.waiting.pop()?;
        let place = format!("{document}#{pointer}");
        let text = self.documents.get(&document).cloned().unwrap_or_default();
        (self.current, self.role) = (document, role);
        Some(Waiting { name, role, document: text, pointer, place })
    }

    /// The schema of the kind, in the document that it is read from, with what `change` makes of it: what the
    /// document is, or refers to.
    pub(super) fn first(
        &mut self,
        change: impl FnOnce(&mut Value) -> Result<(), Lost>,
    ) -> Result<Waiting, Lost> {
        let (mut document, mut pointer) = (String::new(), String::new());
        for _ in 0..MOST_STEPS {
            let found = self.documents.get(&document).and_then(|document| document.pointer(&pointer));
            let Some(found) = found else {
                return Err(
                    Lost::new(format!("the reference `{document}#{pointer}` leads nowhere")).below("$ref")
                );
            };
            match found.get("$ref").filter(|_| found.get("properties").is_none()).cloned() {
                Some(reference) => {
                    self.current.clone_from(&document);
                    (document, pointer) =
                        self.target(&reference).map_err(|why| Lost::new(why).below("$ref"))?;
                }
                None => {
                    let text = self.documents.entry(document.clone()).or_default();
                    Rc::make_mut(text).pointer_mut(&pointer).map(change).transpose()?;
                    let text = Rc::clone(text);
                    self.current = document;
                    let place = String::new();
                    return Ok(Waiting {
                        name: String::new(),
                        role: Role::Whole,
                        document: text,
                        pointer,
                        place,
                    });
                }
            }
        }
        Err(Lost::new("a reference leads to itself").below("$ref"))
    }

    /// Counts a schema.
    pub(super) fn count(&mut self) -> Result<(), Lost> {
        self.schemas += 1;
        match self.schemas > MOST_SCHEMAS {
            true => Err(Lost::new(format!("there are more than {MOST_SCHEMAS} schemas"))),
            false => Ok(()),
        }
    }

    /// The name of the definition that a reference leads to.
    pub(super) fn name(&mut self, reference: &Value, role: Role) -> Result<String, String> {
        // A few that each have two would stand for any number of schemas.
        if (self.role, role) == (Role::Branch, Role::Branch) {
            return Err("a reference of an alternative leads to references of alternatives".to_owned());
        }
        let (document, pointer) = self.target(reference)?;
        let next = format!("definition{}", self.names.len());
        let target = Target { document, pointer, role };
        if let Some(known) = self.names.get(&target) {
            return Ok(known.clone());
        }
        self.names.insert(target.clone(), next.clone());
        self.waiting.push((next.clone(), target));
        Ok(next)
    }

    /// The document and the pointer of a reference. The document is read if it is a new one.
    fn target(&mut self, reference: &Value) -> Result<(String, String), String> {
        let Value::String(reference) = reference else { return Err("it is no reference".to_owned()) };
        let (file, fragment) = reference.split_once('#').unwrap_or((reference, ""));
        if !(fragment.is_empty() || fragment.starts_with('/')) || fragment.contains('%') {
            return Err(format!("the reference `{reference}` is no path: write #/definitions/NAME"));
        }
        let document =
            if file.is_empty() { self.current.clone() } else { file.trim_start_matches("./").to_owned() };
        if !self.documents.contains_key(&document) {
            let is_plain = |letter: u8| letter.is_ascii_alphanumeric() || b"-_.".contains(&letter);
            if !document.bytes().all(is_plain) || document.starts_with('.') || document.contains("..") {
                return Err(format!("the reference `{reference}` leaves the folder of the schema"));
            }
            if self.documents.len() > MOST_DOCUMENTS {
                return Err(format!("the references lead to more than {MOST_DOCUMENTS} documents"));
            }
            let read = (self.read)(&document)?;
            self.documents.insert(document.clone(), Rc::new(read));
        }
        Ok((document, fragment.to_owned()))
    }
}
