//! Sets and list maps of the stored object. They are always validated over the whole object, even on a status
//! update, and even if the schema has errors.
// apiextensions-apiserver: registry/customresource/{strategy,status_strategy}.go

use super::Validation;
use crate::lists;

impl<'p> Validation<'_, 'p> {
    /// Raises the errors of lists.
    pub(super) fn lists(&mut self) {
        let [listed, _] = self.lists;
        if !listed.is_empty() {
            lists::check(self.tape, listed, &mut self.buffers.lists, self.violations);
        }
    }
}
