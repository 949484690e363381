//! Reuses buffers whose elements borrow from the constants of a resource, although the scratch that keeps
//! them borrows nothing.
//!
//! In: a buffer that a request no longer needs. Out: the same memory, empty, for elements that borrow from
//! other constants. A request takes a buffer unchanged, because `'static` outlives the request; only
//! returning the buffer needs this function. Easy to break: **the memory must survive**, or every request
//! allocates. The standard library collects an iterator over a vector into the vector's own memory if the
//! elements have the same layout, which a test below holds it to.

use alloc::vec::Vec;

/// The empty buffer with the memory of `buffer`.
#[inline]
pub(crate) fn recycle<A, B>(mut buffer: Vec<A>) -> Vec<B> {
    buffer.clear();
    // Only an empty iterator is collected.
    buffer.into_iter().filter_map(|_| None).collect()
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::recycle;
    use crate::error::{Rule, Violation};

    #[test]
    fn the_memory_survives() {
        let mut buffer: Vec<Violation<'static>> = Vec::with_capacity(100);
        let memory = buffer.as_ptr().addr();
        for _ in 0..3 {
            // A rule that is gone before the buffer is used again.
            let name = alloc::string::String::from("name");
            let rule = Rule::Required(&name);
            let mut taken: Vec<Violation<'_>> = core::mem::take(&mut buffer);
            taken.push(Violation::schema(1, &rule));
            buffer = recycle(taken);
            assert_eq!((buffer.len(), buffer.capacity(), buffer.as_ptr().addr()), (0, 100, memory));
        }
        let nothing: Vec<u32> = recycle(Vec::<i32>::new());
        assert_eq!(nothing.capacity(), 0);
    }
}
