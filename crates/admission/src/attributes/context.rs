//! The context of a request: the user, and the options in its URL.

use crdc::FieldValidation;

/// The user of a request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct UserInfo {
    /// The name, such as `system:serviceaccount:default:operator`.
    pub username: String,
    /// The unique id, if the authenticator has one.
    pub uid: String,
    /// The groups.
    pub groups: Vec<String>,
    /// Further attributes of the authenticator.
    pub extra: Vec<(String, Vec<String>)>,
}

impl UserInfo {
    /// A user without groups.
    pub fn new(username: impl Into<String>) -> Self {
        UserInfo { username: username.into(), ..Self::default() }
    }

    /// Adds a group to the user.
    #[must_use]
    pub fn group(mut self, group: impl Into<String>) -> Self {
        self.groups.push(group.into());
        self
    }
}

/// The source of the object of a request.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Origin {
    /// The client sent the object. The value is the handling of unknown and duplicate fields.
    Sent(FieldValidation),
    /// Server-side apply merged the object from a configuration that its types accepted. The object is not
    /// decoded again.
    // apiserver: endpoints/handlers/patch.go applyPatcher
    Applied,
}

impl Default for Origin {
    fn default() -> Self {
        Origin::Sent(FieldValidation::default())
    }
}

impl Origin {
    /// The handling of unknown and duplicate fields.
    pub(crate) fn field_validation(self) -> FieldValidation {
        match self {
            Origin::Sent(field_validation) => field_validation,
            Origin::Applied => FieldValidation::Ignore,
        }
    }

    /// Whether server-side apply made the object.
    pub(crate) fn is_applied(self) -> bool {
        matches!(self, Origin::Applied)
    }
}

/// The context of a request: the user, and the options of the URL.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    pub(crate) user: &'a UserInfo,
    pub(crate) namespace: Option<&'a str>,
    pub(crate) subresource: Option<&'a str>,
    pub(crate) is_part: bool,
    pub(crate) dry_run: bool,
    pub(crate) origin: Origin,
    pub(crate) options: Option<&'a [u8]>,
}

impl<'a> Context<'a> {
    /// The context of a request of this user.
    pub fn new(user: &'a UserInfo) -> Self {
        Context {
            user,
            namespace: None,
            subresource: None,
            is_part: false,
            dry_run: false,
            origin: Origin::default(),
            options: None,
        }
    }

    /// Sets the namespace of the URL. Without it, objects of namespaced kinds are in `default`.
    #[must_use]
    pub fn namespace(self, namespace: &'a str) -> Self {
        Context { namespace: Some(namespace), ..self }
    }

    /// Sets the subresource of the URL. An update or a patch of `status` replaces only the status.
    #[must_use]
    pub fn subresource(self, subresource: &'a str) -> Self {
        Context { subresource: Some(subresource), is_part: false, ..self }
    }

    /// Sets a subresource of the URL that is a part of the object, such as `ephemeralcontainers` of pods. An
    /// update or a patch replaces the object, and a mutator restores the fields that the subresource does not
    /// change.
    #[must_use]
    pub fn part(self, subresource: &'a str) -> Self {
        Context { subresource: Some(subresource), is_part: true, ..self }
    }

    /// The subresource that is written separately from the object.
    pub(crate) fn apart(&self) -> Option<&'a str> {
        self.subresource.filter(|_| !self.is_part)
    }

    /// Sets whether the request must not change anything.
    #[must_use]
    pub fn dry_run(self, dry_run: bool) -> Self {
        Context { dry_run, ..self }
    }

    /// Sets how unknown and duplicate fields of the request's own object are handled. Such fields in the
    /// object that a mutator leaves are always dropped.
    #[must_use]
    pub fn field_validation(self, field_validation: FieldValidation) -> Self {
        match self.origin {
            Origin::Sent(_) => Context { origin: Origin::Sent(field_validation), ..self },
            Origin::Applied => self,
        }
    }

    /// Sets whether server-side apply merged the object. Then nulls that the schema does not allow are errors
    /// instead of being dropped, and unknown fields are dropped without a warning, whatever the field
    /// validation is.
    #[must_use]
    pub fn applied(self, applied: bool) -> Self {
        let origin = match (applied, self.origin) {
            (true, _) => Origin::Applied,
            (false, Origin::Sent(field_validation)) => Origin::Sent(field_validation),
            (false, Origin::Applied) => Origin::default(),
        };
        Context { origin, ..self }
    }

    /// Sets the options of the operation, such as `CreateOptions`, as JSON. They are passed on to plugins.
    #[must_use]
    pub fn options(self, options: &'a [u8]) -> Self {
        Context { options: Some(options), ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::{Context, UserInfo};
    use crdc::FieldValidation::{Ignore, Strict, Warn};

    #[test]
    fn what_was_applied_has_no_field_validation() {
        let user = UserInfo::new("ann");
        let sent = Context::new(&user);
        for (context, expected) in [
            (sent, (Warn, false)),
            (sent.field_validation(Strict), (Strict, false)),
            (sent.field_validation(Strict).applied(false), (Strict, false)),
            (sent.applied(true), (Ignore, true)),
            // In any order.
            (sent.field_validation(Strict).applied(true), (Ignore, true)),
            (sent.applied(true).field_validation(Strict), (Ignore, true)),
            (sent.applied(true).applied(false).field_validation(Strict), (Strict, false)),
        ] {
            let origin = context.origin;
            assert_eq!((origin.field_validation(), origin.is_applied()), expected);
        }
    }
}
