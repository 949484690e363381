//! Room for recursion: the interpreter recurses as deep as an object does, which may be ten
//! thousand levels, and the threads of tests have small stacks.

/// Runs `body` on a thread with a stack of 512 MiB. Panics of it are passed on.
pub fn deep<T: Send>(body: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(512 << 20).spawn_scoped(scope, body);
        match thread.expect("a thread").join() {
            Ok(value) => value,
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}
