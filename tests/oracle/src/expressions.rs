//! Compiled regular expressions, by their text. Each thread compiles an expression once, since compiling
//! takes far longer than matching a short text, most of all in debug builds.
//!
//! The cache is never emptied: the expressions are those of the server and of the schemas of a test.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use regex::{Regex, bytes};

thread_local! {
    static FOR_TEXT: RefCell<HashMap<String, Option<Rc<Regex>>>> = RefCell::default();
    static FOR_BYTES: RefCell<HashMap<String, Option<Rc<bytes::Regex>>>> = RefCell::default();
}

/// The expression for strings; `None` if it is invalid.
pub fn compiled(expression: &str) -> Option<Rc<Regex>> {
    FOR_TEXT.with_borrow_mut(|known| known_or(known, expression, |text| Regex::new(text).ok()))
}

/// The expression for bytes, which need not be UTF-8; `None` if it is invalid.
pub fn compiled_for_bytes(expression: &str) -> Option<Rc<bytes::Regex>> {
    FOR_BYTES.with_borrow_mut(|known| known_or(known, expression, |text| bytes::Regex::new(text).ok()))
}

/// The expression from the cache, compiled if it is new.
fn known_or<T>(
    known: &mut HashMap<String, Option<Rc<T>>>,
    expression: &str,
    compile: fn(&str) -> Option<T>,
) -> Option<Rc<T>> {
    if let Some(found) = known.get(expression) {
        return found.clone();
    }
    let new = compile(expression).map(Rc::new);
    known.insert(expression.to_owned(), new.clone());
    new
}
