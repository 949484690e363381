//! Requests without HTTP. In: the parts of a request. Out: the parts of the response.

use http::Method;

use crate::handlers;
use crate::handlers::request::call::Call;
use crate::handlers::request::url::Query;
use crate::handlers::request::user::administrator;
use crate::response::answered::Answered;
use crate::server::running::Server;

impl Server {
    /// Answers a request of an administrator on this thread, without HTTP: for tests that are not
    /// asynchronous. `path` may have a query, such as `/api/v1/namespaces?limit=1`; an empty `content_type`
    /// is JSON. Faults and the log of requests are for clients, and not for this function.
    ///
    /// ```
    /// use crdc_server::TestServer;
    /// use http::Method;
    ///
    /// let server = TestServer::new().start()?;
    /// let map = br#"{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}}"#;
    /// let path = "/api/v1/namespaces/default/configmaps";
    /// assert_eq!(server.send(&Method::POST, path, "", map).code, 201);
    /// assert_eq!(server.send(&Method::POST, path, "", map).code, 409);
    /// # Ok::<(), crdc_server::StartError>(())
    /// ```
    ///
    /// A watch has no body here. The request waits for webhooks, which are called over the network only on a
    /// thread of a tokio runtime.
    pub fn send(&self, method: &Method, path: &str, content_type: &str, body: &[u8]) -> Answered {
        let (path, query) = path.split_once('?').unwrap_or((path, ""));
        let call = Call {
            method,
            query: &Query::of(query),
            accept: "",
            user_agent: "crdc-server",
            content_type,
            body,
            user: administrator(),
        };
        handlers::answer(&self.api, path, &call).into_answered()
    }
}
