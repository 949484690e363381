//! Compares compiled code with the interpreter on requests as text, and counts how they end.

use crdc_oracle::differential::same;
use crdc_oracle::interpreter::Server;
use crdc_oracle::load;
use crdc_oracle::record::{Given, Op};
use crdc_tests::compiled;

/// A resource, both ways.
pub(crate) struct Comparison {
    server: Server,
    compiled: &'static crdc::Compiled,
    scratch: crdc::Scratch,
    /// How many requests were accepted.
    pub(crate) accepted: usize,
    /// How many requests were refused.
    pub(crate) refused: usize,
}

impl Comparison {
    /// The version v1 of the CRD in a file of this package, which was compiled as `name`.
    pub(crate) fn of(file: &str, name: &str) -> Self {
        let text = std::fs::read_to_string(format!("{}/{file}", env!("CARGO_MANIFEST_DIR"))).unwrap();
        Comparison {
            server: load::server(file, &text, "v1"),
            compiled: compiled::find(&format!("{name}/v1")),
            scratch: crdc::Scratch::new(),
            accepted: 0,
            refused: 0,
        }
    }

    /// Creates an object.
    pub(crate) fn create(&mut self, body: &str) {
        let wanted = Given::from(self.server.create(body.as_bytes()));
        self.compare(Op::Create, &wanted, body, "");
    }

    /// Replaces an object.
    pub(crate) fn update(&mut self, body: &str, old: &str) {
        let wanted = Given::from(self.server.update(body.as_bytes(), old.as_bytes()));
        self.compare(Op::Update, &wanted, body, old);
    }

    fn compare(&mut self, op: Op, wanted: &Given, body: &str, old: &str) {
        let given = compiled::run(self.compiled, op, body.as_bytes(), old.as_bytes(), &mut self.scratch);
        same(wanted, &given).unwrap_or_else(|difference| panic!("{body}\n  {difference}"));
        *(if given.code < 400 { &mut self.accepted } else { &mut self.refused }) += 1;
    }

    /// Both ends occurred more often than this, so that the requests are of use.
    pub(crate) fn assert_more_than(&self, accepted: usize, refused: usize) {
        assert!(
            self.accepted > accepted && self.refused > refused,
            "{} accepted, {} refused",
            self.accepted,
            self.refused
        );
    }
}
