//! Runs work on deeply nested objects with a large stack. In: the text of an object, and work with it. Out:
//! what the work returns, with a stack that it cannot overflow.
//!
//! Easy to break: types of users are read, dropped and written by recursion. serde_json reads 128 levels for
//! fear of the stack; servers store 10,000. Deeper objects get a thread with a stack as large as they need,
//! which the system gives page by page.
// encoding/json: maxNestingDepth

use std::thread::{Builder, scope};

use serde::de::DeserializeOwned;

use super::failure::Failure;

/// The depth that any stack is good for: that of serde_json.
const SHALLOW: usize = 128;
/// Servers read no deeper.
const DEEPEST_OBJECT: usize = 10_000;
/// For each level, reading without optimization included: a list or map of serde_json's values takes some 2
/// KiB.
const LEVEL: usize = 32 << 10;
/// The stack for everything else.
const LEAST_STACK: usize = 2 << 20;

/// Runs `work` with objects, on a stack that is large enough for the deepest of them.
pub(super) fn with_stack<T: Send>(texts: &[&str], work: impl FnOnce() -> T + Send) -> Result<T, Failure> {
    let depth = texts.iter().map(|text| depth(text)).max().unwrap_or(0);
    if depth <= SHALLOW {
        return Ok(work());
    }
    if depth > DEEPEST_OBJECT {
        return Err(Failure(format!("it is nested {depth} deep, and servers read {DEEPEST_OBJECT}")));
    }
    let failed = || Failure(format!("there is no stack for an object that is nested {depth} deep"));
    scope(|scope| {
        let thread = Builder::new().stack_size(LEAST_STACK + depth * LEVEL);
        let thread = thread.spawn_scoped(scope, work).map_err(|_| failed())?;
        thread.join().map_err(|_| failed())
    })
}

/// Reads an object of any depth: [`with_stack`] has the stack for it.
pub(super) fn read<T: DeserializeOwned>(object: &str) -> Result<T, Failure> {
    let mut text = serde_json::Deserializer::from_str(object);
    text.disable_recursion_limit();
    let read = T::deserialize(&mut text).map_err(Failure::of)?;
    text.end().map_err(Failure::of)?;
    Ok(read)
}

/// The number of lists and objects around the innermost value. The text is JSON.
fn depth(text: &str) -> usize {
    let (mut now, mut most) = (0usize, 0);
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        match byte {
            b'{' | b'[' => {
                now += 1;
                most = most.max(now);
            }
            b'}' | b']' => now = now.saturating_sub(1),
            b'"' => {
                // To the end of the string.
                while let Some(byte) = bytes.next().filter(|byte| *byte != b'"') {
                    if byte == b'\\' {
                        bytes.next();
                    }
                }
            }
            _ => {}
        }
    }
    most
}

#[cfg(test)]
mod tests {
    use super::depth;

    #[test]
    fn brackets_in_strings_do_not_count() {
        for (text, expected) in [
            ("1", 0),
            ("{}", 1),
            (r#"{"a":[{}],"b":{}}"#, 3),
            (r#"{"[[[[":"{{{","\\\"[":"]","c\\":[1]}"#, 2),
            (r#"[[],[],[[]]]"#, 3),
        ] {
            assert_eq!(depth(text), expected, "{text}");
        }
    }
}
