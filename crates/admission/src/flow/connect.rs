//! The flow of connect: [`order::CONNECT`](crate::order::CONNECT).

use super::Call;
use crate::attributes::context::Context;
use crate::attributes::operation::Operation;
use crate::chain::Chain;
use crate::order::Step;
use crate::response::answer::Body;
use crate::response::answer::Response;
use crate::response::notes::Notes;
use crate::response::refusal::Refusal;
use crate::storage::traits::Connector;

impl Chain {
    /// Connects a client to a subresource of the object `name`. `query` is the part of the URL after `?`.
    /// The connection is `None` if the request was refused.
    pub fn connect<C: Connector + ?Sized>(
        &self,
        connector: &C,
        context: Context<'_>,
        name: &str,
        query: &str,
    ) -> (Response<'static>, Option<C::Connection>) {
        let (notes, names) = (Notes::default(), self.names());
        let call = Call { chain: self, names: &names, context: &context, name: Some(name), notes: &notes };
        let (verdict, connection) = match call.connect(connector, query) {
            Ok(connection) => (Ok(Body::None), Some(connection)),
            Err(refusal) => (Err(refusal), None),
        };
        (Response::new(200, verdict, notes), connection)
    }
}

impl Call<'_, '_> {
    fn connect<C: Connector + ?Sized>(&self, connector: &C, query: &str) -> Result<C::Connection, Refusal> {
        self.at(Step::ConnectOptions);
        let mut options = connector.new_connect_options();
        connector.decode_connect_options(query, &mut options)?;
        self.at(Step::Admit);
        let mut attributes = self.attributes(Operation::Connect);
        self.chain.admit(&mut attributes)?;
        self.at(Step::Connect);
        connector.connect(&attributes, options)
    }
}
