//! The flow of delete collection: [`order::DELETE_COLLECTION`](crate::order::DELETE_COLLECTION).
//!
//! The KEP validates the collection once, without an object. That alone would allow a user who may delete a
//! collection to delete an object that a validator protects, so each object is validated as well, as on the
//! server.

use super::Call;
use super::delete::{Failed, read_options};
use crate::attributes::context::Context;
use crate::attributes::operation::Operation;
use crate::chain::Chain;
use crate::order::Step;
use crate::response::answer::Body;
use crate::response::answer::Response;
use crate::response::notes::Notes;
use crate::response::refusal::Refusal;
use crate::storage::traits::{CollectionDeleter, DeleteOptions, ListOptions, Stored};

impl Chain {
    /// Deletes the objects of a namespace that `query` selects. `query` is the part of the URL after `?`, of
    /// which the parameter `labelSelector` is used. `body` has the DeleteOptions as JSON, or is empty.
    ///
    /// The first error ends the deletion; objects that were deleted before stay deleted, as on the server. An
    /// object that another request deletes meanwhile is no error.
    pub fn delete_collection(
        &self,
        storage: &(impl CollectionDeleter + ?Sized),
        context: Context<'_>,
        query: &str,
        body: &[u8],
    ) -> Response<'static> {
        let (notes, names) = (Notes::default(), self.names());
        let call = Call { chain: self, names: &names, context: &context, name: None, notes: &notes };
        let verdict = call.delete_collection(storage, query, body);
        Response::new(200, verdict.map(|()| Body::None), notes)
    }
}

impl<'c> Call<'c, '_> {
    fn delete_collection(
        &self,
        storage: &(impl CollectionDeleter + ?Sized),
        query: &str,
        body: &'c [u8],
    ) -> Result<(), Refusal> {
        self.at(Step::Admit);
        self.chain.admit(&mut self.attributes(Operation::Delete))?;
        self.at(Step::Decode);
        let list_options = ListOptions::of_query(query)?;
        let (options, context) = read_options(body, *self.context)?;
        let with_options = Call { context: &context, ..*self };
        self.at(Step::List);
        for stored in storage.list(&with_options.attributes(Operation::Delete), &list_options)? {
            with_options.delete_item(storage, stored, &options)?;
        }
        Ok(())
    }

    fn delete_item(
        &self,
        storage: &(impl CollectionDeleter + ?Sized),
        mut stored: Stored,
        options: &DeleteOptions,
    ) -> Result<(), Refusal> {
        let object = crate::object::Object::of(&stored.object);
        let name = object.string(&["metadata", "name"]).unwrap_or_default().into_owned();
        let item = Call { name: Some(&name), ..*self };
        let mut attempts = 0;
        loop {
            match item.delete_stored(storage, &stored, options) {
                Ok(_) => return Ok(()),
                Err(Failed::Changed(_)) if attempts < super::MOST_RETRIES => attempts += 1,
                Err(failed) => {
                    let refusal = failed.into_refusal();
                    return if refusal.is_not_found() { Ok(()) } else { Err(refusal) };
                }
            }
            stored = match storage.get(&item.attributes(Operation::Delete)) {
                Err(refusal) if refusal.is_not_found() => return Ok(()),
                stored => stored?,
            };
        }
    }
}
