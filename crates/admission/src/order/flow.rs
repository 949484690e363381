//! The rows of a flow's table, each with the step of the request that it describes.

/// A step of a flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Step {
    /// The request is read: its object, its patch, its options.
    Decode,
    /// The stored object is read.
    Get,
    /// The patch is applied to the stored object.
    ApplyPatch,
    /// The mutators run, in the order of their registration.
    ApplyMutations,
    /// The storage prepares the new object: [`Creator::before_create`](crate::Creator::before_create).
    BeforeCreate,
    /// crdc and the rules of the chain validate the object that would be stored, and then the storage does:
    /// [`Creator::validate`](crate::Creator::validate).
    Validate,
    /// The storage prepares the changed object: [`Updater::before_update`](crate::Updater::before_update).
    BeforeUpdate,
    /// crdc and the rules of the chain validate the object that would be stored, and then the storage does:
    /// [`Updater::validate_update`](crate::Updater::validate_update).
    ValidateUpdate,
    /// The storage decides how the object is deleted:
    /// [`Deleter::before_delete`](crate::Deleter::before_delete).
    BeforeDelete,
    /// The validators run, in any order.
    Admit,
    /// The object is stored.
    Create,
    /// The changed object is stored.
    Update,
    /// The object is removed, or marked as deleted.
    Delete,
    /// The objects of a collection are listed.
    List,
    /// The options of a connection are created and read.
    ConnectOptions,
    /// The client is connected.
    Connect,
}

/// A row of a table: the step at one place of a flow, in crdc and elsewhere.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The step of this crate; `None` if only the KEP or the server has a step there.
    pub step: Option<Step>,
    /// Whether the step runs for each object of a collection.
    pub each: bool,
    /// The step in the KEP's proposal.
    pub kep: &'static str,
    /// The server's step today.
    pub server: &'static str,
    /// The step in crdc.
    pub crdc: &'static str,
}

/// A flow and its order.
#[derive(Clone, Copy, Debug)]
pub struct Flow {
    /// The title of the request, in a few words.
    pub title: &'static str,
    /// The rows, in order.
    pub rows: &'static [Row],
}

impl Flow {
    /// The steps for a collection of `count` objects; for other flows `count` does not matter.
    pub fn steps(&self, count: usize) -> Vec<Step> {
        let of = |each: bool| self.rows.iter().filter(move |row| row.each == each).filter_map(|row| row.step);
        of(false).chain((0..count).flat_map(|_| of(true))).collect()
    }
}
