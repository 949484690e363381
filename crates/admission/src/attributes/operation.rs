//! The operations of admission: create, update, delete, connect.

/// The operation of a request, as admission and its reviews name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operation {
    /// A new object.
    Create,
    /// A replaced or patched object.
    Update,
    /// A deleted object, or a deleted collection.
    Delete,
    /// A connection to a subresource. The object of a review is its options.
    Connect,
}

impl Operation {
    pub(crate) const ALL: [Operation; 4] =
        [Operation::Create, Operation::Update, Operation::Delete, Operation::Connect];

    /// As reviews have it: `CREATE`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Operation::Create => "CREATE",
            Operation::Update => "UPDATE",
            Operation::Delete => "DELETE",
            Operation::Connect => "CONNECT",
        }
    }

    /// The operation that reviews call so.
    ///
    /// ```
    /// use crdc_admission::Operation;
    ///
    /// assert_eq!(Operation::named("DELETE"), Some(Operation::Delete));
    /// assert_eq!(Operation::named("Delete"), None);
    /// ```
    #[must_use]
    pub fn named(name: &str) -> Option<Operation> {
        Operation::ALL.into_iter().find(|operation| operation.as_str() == name)
    }
}
