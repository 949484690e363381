//! Large stacks for recursion: the interpreter recurses as deep as an object nests, up to ten thousand
//! levels, and test threads have small stacks.

/// Runs `body` on a thread with a stack of 512 MiB. Propagates panics.
pub fn deep<T: Send>(body: impl FnOnce() -> T + Send) -> T {
    on(512 << 20, body)
}

/// Runs `body` on a thread with a stack of this size. Propagates panics.
fn on<T: Send>(stack: usize, body: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(stack).spawn_scoped(scope, body);
        match thread.expect("a thread").join() {
            Ok(value) => value,
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

/// Runs `body` on a thread with a stack of 2 MiB, the default of threads.
pub fn small<T: Send>(body: impl FnOnce() -> T + Send) -> T {
    on(2 << 20, body)
}
