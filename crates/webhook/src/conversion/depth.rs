//! Runs work on deeply nested objects with a large stack. In: the text of an object, and a function. Out: the
//! result of the function, which runs with a stack that it cannot overflow.
//!
//! Easy to break: types of users are deserialized, dropped and serialized by recursion. serde_json reads at
//! most 128 levels to protect the stack, but servers store 10,000 levels. Deeper objects get a thread with a
//! stack of the size that they need, of which the system allocates only the used pages.
// encoding/json: maxNestingDepth

use std::thread::{Builder, scope};

use serde::de::DeserializeOwned;

use super::failure::Failure;

/// The depth for which every stack is sufficient: the limit of serde_json.
const SHALLOW: usize = 128;
/// The largest depth of objects that servers read.
const DEEPEST_OBJECT: usize = 10_000;
/// The stack for each level, sufficient for deserialization without optimization: a list or map of
/// serde_json's values takes about 2 KiB.
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

/// Reads an object of any depth. It must be called in [`with_stack`].
pub(super) fn read<T: DeserializeOwned>(object: &str) -> Result<T, Failure> {
    let mut text = serde_json::Deserializer::from_str(object);
    text.disable_recursion_limit();
    let read = T::deserialize(&mut text).map_err(Failure::of)?;
    text.end().map_err(Failure::of)?;
    Ok(read)
}

/// The depth of the innermost value: the number of lists and objects around it. The text is JSON.
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
                // Skips to the end of the string.
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
