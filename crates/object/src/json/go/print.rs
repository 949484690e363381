//! Writes a [`Tree`] in the formats that the server uses: one walk, and a table for each. Easy to break:
//! `json.Marshal` sorts members and escapes `<`, `>`, `&`; `%v` sorts too but quotes nothing; stored text
//! keeps the order of the document.

use alloc::{format, string::String, vec::Vec};

use core::fmt;

use crdc_vocabulary::go::{Escapes, append_json_string, json_float, value_float};

use super::tree::Tree;

/// The table of one format.
struct Spelling {
    object: [&'static str; 2],
    between: &'static str,
    sorted: bool,
    null: &'static str,
    float: fn(f64) -> String,
    string: fn(&str, &mut String),
}

/// `json.Marshal`.
const MARSHAL: Spelling = Spelling {
    object: ["{", "}"],
    between: ",",
    sorted: true,
    null: "null",
    float: json_float,
    string: |text, out| append_json_string(out, text, Escapes::Standard),
};

/// `json.Marshal` of a struct, whose members have an order of their own.
const MARSHAL_STRUCT: Spelling = Spelling { sorted: false, ..MARSHAL };

/// JSON of stored objects.
const DOCUMENT: Spelling = Spelling {
    sorted: false,
    string: |text, out| append_json_string(out, text, Escapes::WithoutHtml),
    ..MARSHAL
};

/// `fmt`'s `%v`.
const VALUE: Spelling = Spelling {
    object: ["map[", "]"],
    between: " ",
    sorted: true,
    null: "<nil>",
    float: value_float,
    string: |text, out| out.push_str(text),
};

impl Tree {
    /// The JSON of `json.Marshal`: no spaces, members by name, `<`, `>` and `&` escaped.
    pub fn to_json(&self) -> String {
        write(self, &MARSHAL)
    }

    /// The text as Go writes structs of the server: members in the order of the text.
    pub fn to_json_of_structs(&self) -> String {
        write(self, &MARSHAL_STRUCT)
    }

    /// Compact JSON in the order of the document, with numbers in Go's format.
    pub fn to_text(&self) -> String {
        write(self, &DOCUMENT)
    }

    /// The output of `%v`: `map[a:1 b:[x y]]`.
    pub fn go_value(&self) -> String {
        write(self, &VALUE)
    }
}

impl fmt::Debug for Tree {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.to_text())
    }
}

/// The rest of a list or object, in reverse order.
enum Rest<'a> {
    Items(Vec<&'a Tree>),
    Members(Vec<&'a (String, Tree)>),
}

fn write(tree: &Tree, spelling: &Spelling) -> String {
    let mut out = String::new();
    let mut stack = Vec::new();
    begin(tree, spelling, &mut stack, &mut out);
    let mut first = true;
    while let Some(rest) = stack.last_mut() {
        let next = match rest {
            Rest::Items(items) => items.pop().map(|item| (None, item)),
            Rest::Members(members) => members.pop().map(|(key, value)| (Some(key), value)),
        };
        let Some((key, value)) = next else {
            out.push_str(match rest {
                Rest::Items(_) => "]",
                Rest::Members(_) => spelling.object[1],
            });
            stack.pop();
            first = false;
            continue;
        };
        if !first {
            out.push_str(spelling.between);
        }
        if let Some(key) = key {
            (spelling.string)(key, &mut out);
            out.push(':');
        }
        let depth = stack.len();
        begin(value, spelling, &mut stack, &mut out);
        first = stack.len() > depth;
    }
    out
}

/// Writes a scalar, or opens a list or object.
fn begin<'a>(tree: &'a Tree, spelling: &Spelling, stack: &mut Vec<Rest<'a>>, out: &mut String) {
    match tree {
        Tree::Null => out.push_str(spelling.null),
        Tree::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
        Tree::Int(value) => out.push_str(&format!("{value}")),
        Tree::Float(value) => out.push_str(&(spelling.float)(*value)),
        Tree::String(text) => (spelling.string)(text, out),
        Tree::Array(items) => {
            out.push('[');
            stack.push(Rest::Items(items.iter().rev().collect()));
        }
        Tree::Object(members) => {
            out.push_str(spelling.object[0]);
            let mut members: Vec<_> = members.iter().collect();
            if spelling.sorted {
                members.sort_by(|(left, _), (right, _)| left.cmp(right));
            }
            members.reverse();
            stack.push(Rest::Members(members));
        }
    }
}
