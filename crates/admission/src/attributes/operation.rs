//! The operations of admission: create, update, delete, connect.

/// The operation of a request, as admission and its reviews name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operation {
    /// An object is created.
    Create,
    /// An object is replaced or patched.
    Update,
    /// An object or a collection is deleted.
    Delete,
    /// A client connects to a subresource. The object in the review contains the options of the connection.
    Connect,
}

impl Operation {
    pub(crate) const ALL: [Operation; 4] =
        [Operation::Create, Operation::Update, Operation::Delete, Operation::Connect];

    /// The name of the operation in reviews: `CREATE`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Operation::Create => "CREATE",
            Operation::Update => "UPDATE",
            Operation::Delete => "DELETE",
            Operation::Connect => "CONNECT",
        }
    }

    /// The operation with this name in reviews.
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
