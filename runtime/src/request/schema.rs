//! Validates schema constraints of the whole object: alternatives of the root, the number of members, a
//! required status. They are validated when the object has its stored form.

use super::Validation;
use crate::validate::Validator;

impl<'p> Validation<'_, 'p> {
    /// Validates the constraints of the whole object.
    pub(super) fn schema(&mut self) {
        if let Some(validate) = self.definition.whole {
            validate.run(&mut Validator::new(self.tape, 0, self.violations));
        }
    }
}
