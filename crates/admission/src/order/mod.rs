//! The order of every flow, as data. **Open this file first.**
//!
//! `tests/admission/tests/flows/order.rs` tests that each flow runs in the order of its table, and where it
//! stops on an error; [`page()`] generates the tables of `docs/admission.md`. Easy to break: a flow under
//! `flow/` and its table must change together.
//!
//! `kep` is the order of `keps/admission-control.md`, and `server` the order of kube-apiserver 1.36 at the
//! same place.
// apiserver: endpoints/handlers/{create,update,patch,delete}.go, registry/generic/registry/store.go

mod flow;
mod page;

pub use flow::{Flow, Row, Step};

/// The tables of all flows, in Markdown: the orders of the KEP, of the server and of this crate, side by
/// side.
pub fn page() -> String {
    page::tables(&FLOWS)
}

const fn row(step: Step, kep: &'static str, server: &'static str, crdc: &'static str) -> Row {
    Row { step: Some(step), each: false, kep, server, crdc }
}

const fn each(step: Step, kep: &'static str, server: &'static str, crdc: &'static str) -> Row {
    Row { step: Some(step), each: true, kep, server, crdc }
}

const fn others(kep: &'static str, server: &'static str) -> Row {
    Row { step: None, each: false, kep, server, crdc: "" }
}

const KEP_DECODE: &str = "decode request";
const KEP_MUTATE: &str = "`admit.ApplyMutations`";
const KEP_VALIDATE: &str = "`admit.Validate`";
const SERVER_DECODE: &str = "decode; wipe system fields; namespace";
const SERVER_MUTATE: &str = "`Admit`: mutating policies, mutating webhooks";
const SERVER_VALIDATE: &str = "`Validate`: plugins, validating policies, validating webhooks";
const MUTATE: &str = "mutators, in order, on the decoded, pruned and defaulted object";
const ADMIT: &str = "validators, in any order, on the object as it would be stored; all errors are reported";
const CRDC_CREATE: &str = "crdc's create of the mutated object: decode, prune, default, normalize, validate; the rules \
                           of the chain; then `storage.validate`";
const CRDC_UPDATE: &str = "crdc's update of the mutated object: decode, prune, default, normalize, immutability, \
                           validate, ratchet; the rules of the chain; then `storage.validate_update`";

/// The flow of a create.
pub static CREATE: Flow = Flow {
    title: "create",
    rows: &[
        row(Step::Decode, KEP_DECODE, SERVER_DECODE, "decode; strict field validation; wipe; namespace"),
        row(Step::ApplyMutations, KEP_MUTATE, SERVER_MUTATE, MUTATE),
        row(
            Step::BeforeCreate,
            "`r.BeforeCreate`: PrepareForCreate, system fields, GenerateName",
            "system fields, GenerateName, PrepareForCreate",
            "`storage.before_create`: uid, creation time, generated name",
        ),
        row(
            Step::Validate,
            "`r.Validate`: validate, ValidateObjectMeta, Canonicalize",
            "Validate, ValidateObjectMeta, Canonicalize",
            CRDC_CREATE,
        ),
        row(Step::Admit, KEP_VALIDATE, SERVER_VALIDATE, ADMIT),
        row(Step::Create, "`r.Create`", "`Storage.Create`, AfterCreate", "`storage.create`"),
    ],
};

/// The flow of an update of an object or its status.
pub static UPDATE: Flow = Flow {
    title: "update",
    rows: &[
        row(Step::Decode, KEP_DECODE, SERVER_DECODE, "decode; strict field validation; namespace; name"),
        row(Step::Get, "", "`GuaranteedUpdate` reads the object", "`storage.get`"),
        row(Step::ApplyMutations, KEP_MUTATE, SERVER_MUTATE, MUTATE),
        row(
            Step::BeforeUpdate,
            "`r.BeforeUpdate`: PrepareForUpdate",
            "resourceVersion; PrepareForUpdate",
            "`storage.before_update`: resourceVersion",
        ),
        row(
            Step::ValidateUpdate,
            "`r.ValidateUpdate`: ValidateObjectMetaUpdate, ValidateUpdate, Canonicalize",
            "ValidateObjectMetaUpdate, ValidateUpdate, Canonicalize",
            CRDC_UPDATE,
        ),
        row(Step::Admit, KEP_VALIDATE, SERVER_VALIDATE, ADMIT),
        row(
            Step::Update,
            "`r.Update`",
            "transaction; deletes if the last finalizer is gone",
            "`storage.update`",
        ),
    ],
};

/// The flow of a patch.
pub static PATCH: Flow = Flow {
    title: "patch",
    rows: &[
        row(Step::Decode, KEP_DECODE, "read the patch and its options", "read the patch; apply is refused"),
        row(Step::Get, "", "`GuaranteedUpdate` reads the object", "`storage.get`"),
        row(
            Step::ApplyPatch,
            "apply the patch",
            "apply the patch, decode; namespace; name",
            "apply the patch, decode; strict field validation; namespace; name",
        ),
        row(Step::ApplyMutations, KEP_MUTATE, SERVER_MUTATE, MUTATE),
        row(
            Step::BeforeUpdate,
            "`r.BeforeUpdate`",
            "resourceVersion; PrepareForUpdate",
            "`storage.before_update`: resourceVersion",
        ),
        row(Step::ValidateUpdate, "`r.ValidateUpdate`", "as update", "as update"),
        row(Step::Admit, KEP_VALIDATE, SERVER_VALIDATE, ADMIT),
        row(
            Step::Update,
            "`r.Update`",
            "transaction; starts again if the object changed meanwhile",
            "`storage.update`; starts again if the object changed meanwhile",
        ),
    ],
};

/// The flow of a deletion.
pub static DELETE: Flow = Flow {
    title: "delete",
    rows: &[
        row(Step::Decode, "decode DeleteOptions", "decode DeleteOptions", "decode DeleteOptions"),
        row(Step::Get, "`r.Get`", "`Storage.Get`", "`storage.get`"),
        row(
            Step::BeforeDelete,
            "`r.BeforeDelete`",
            "`rest.BeforeDelete`: preconditions, grace period",
            "`storage.before_delete`: preconditions, grace period",
        ),
        others("", "`Admit`: mutating webhooks, on an object that is going"),
        row(Step::Admit, KEP_VALIDATE, SERVER_VALIDATE, "validators, on the old object"),
        row(
            Step::Delete,
            "`r.Delete`",
            "`Storage.Delete`, or the object is marked",
            "`storage.delete`: removed, or marked while it has finalizers or a grace period",
        ),
    ],
};

/// The flow of deleting all objects of a namespace that a selector selects.
pub static DELETE_COLLECTION: Flow = Flow {
    title: "delete collection",
    rows: &[
        row(Step::Admit, KEP_VALIDATE, "", "validators, without an object"),
        row(
            Step::Decode,
            "decode ListOptions and DeleteOptions",
            "decode ListOptions and DeleteOptions",
            "decode ListOptions and DeleteOptions",
        ),
        row(Step::List, "`r.DeleteCollection`: list", "`List`", "`storage.list`"),
        each(
            Step::BeforeDelete,
            "`r.DeleteCollection`: delete each",
            "each: `rest.BeforeDelete`",
            "each: `storage.before_delete`",
        ),
        each(Step::Admit, "", "each: `Admit`, `Validate`", "each: validators, on the old object"),
        each(Step::Delete, "", "each: `Storage.Delete`", "each: `storage.delete`"),
    ],
};

/// The flow of a connection to a subresource.
pub static CONNECT: Flow = Flow {
    title: "connect",
    rows: &[
        row(
            Step::ConnectOptions,
            "`connecter.NewConnectOptions`; decode request connect options",
            "NewConnectOptions; decode",
            "`connector.new_connect_options`, `connector.decode_connect_options`",
        ),
        others("", "`Admit`"),
        row(Step::Admit, KEP_VALIDATE, "`Validate`", "validators, without an object"),
        row(
            Step::Connect,
            "`connecter.Connect().ServeHTTP()`",
            "`Connect().ServeHTTP()`",
            "`connector.connect`",
        ),
    ],
};

/// The flow of an update or patch of an object that is being initialized.
pub static INITIALIZING: Flow = Flow {
    title: "update of an object that is being initialized",
    rows: &[
        row(
            Step::Decode,
            "decode request",
            "(no initializers since 1.16)",
            "decode; strict field validation; namespace; name",
        ),
        row(Step::Get, "", "", "`storage.get`"),
        row(Step::BeforeUpdate, "`r.BeforeUpdate`", "", "`storage.before_update`: resourceVersion"),
        row(
            Step::ValidateUpdate,
            "validation as on create, ValidateObjectMetaUpdate",
            "",
            "crdc's create, and the metadata checks of crdc's update; the rules of the chain; then `storage.validate_update`",
        ),
        row(
            Step::Admit,
            "once nothing is pending: create validators, with the creator's user info",
            "",
            "once nothing is pending: validators of create, with the creator's user info",
        ),
        row(Step::Update, "`r.Update`", "", "`storage.update`"),
    ],
};

/// Every flow, in the order of the page.
pub static FLOWS: [&Flow; 7] =
    [&CREATE, &UPDATE, &PATCH, &DELETE, &DELETE_COLLECTION, &CONNECT, &INITIALIZING];
