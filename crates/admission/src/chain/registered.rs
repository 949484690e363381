//! A plugin together with the operations for which it is called.

use crate::attributes::operation::Operation;

/// A plugin of a chain.
pub(crate) struct Registered<P: ?Sized> {
    pub(crate) plugin: Box<P>,
    /// A bit for each operation.
    operations: u8,
}

impl<P: ?Sized> Registered<P> {
    /// Registers a plugin. It is asked only once, here, which operations it handles.
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
