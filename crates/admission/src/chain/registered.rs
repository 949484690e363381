//! Plugins with the operations that they are called for.

use crate::attributes::operation::Operation;

/// A plugin of a chain.
pub(crate) struct Registered<P: ?Sized> {
    pub(crate) plugin: Box<P>,
    /// A bit for each operation.
    operations: u8,
}

impl<P: ?Sized> Registered<P> {
    /// A plugin that is asked here, once, which operations it is called for.
    pub(crate) fn new(plugin: Box<P>, handles: impl Fn(&P, Operation) -> bool) -> Self {
        let handled = Operation::ALL.into_iter().filter(|&operation| handles(&plugin, operation));
        let operations = handled.fold(0, |operations, operation| operations | bit(operation));
        Registered { plugin, operations }
    }

    pub(crate) fn handles(&self, operation: Operation) -> bool {
        self.operations & bit(operation) != 0
    }
}

fn bit(operation: Operation) -> u8 {
    1 << operation as u8
}
