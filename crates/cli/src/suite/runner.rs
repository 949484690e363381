//! Runs one test. In: its requests. Out: what is not as expected.
//!
//! A test of an update first creates the stored object, as openshift/api does, with a CRD that may be
//! patched. Then it sends its object with the name and the resource version of the stored one, as clients do.

use super::answer::Answer;
use super::compare::{self, Failure};
use super::conversion::Conversions;
use super::coverage::Coverage;
use super::crds::Loaded;
use super::model::{Before, Case, Request, Step, Stored, Wanted};
use super::options::RunOptions;
use super::session::{APPLY_PATCH, MERGE_PATCH, Sent, Session, Target};
use super::update::{self, Rewrite};
use crate::edit::{default_metadata, edit_metadata, member, metadata, set, text};
use crdc_source::{Node, Source, parse_json};
use http::Method;
use serde_json::json;

pub(super) struct Runner<'l, 'c> {
    pub(super) loaded: &'l Loaded,
    pub(super) coverage: Option<&'c mut Coverage>,
    /// Expectations that are others than the answers.
    pub(super) rewrites: Vec<Rewrite>,
    pub(super) options: RunOptions<'l>,
}

/// A test that runs.
struct Running<'l, 'r, 'c> {
    session: Session<'l>,
    coverage: &'r mut Option<&'c mut Coverage>,
    rewrites: &'r mut Vec<Rewrite>,
    lenient: bool,
    /// The object that later requests without an object are about, as it was sent.
    current: Option<Node>,
}

impl<'l> Runner<'l, '_> {
    /// The failures of a test.
    pub(super) fn case(&mut self, case: &Case) -> Vec<Failure> {
        let session = Session::new(self.loaded, self.conversions(case));
        let mut running = Running {
            session,
            coverage: &mut self.coverage,
            rewrites: &mut self.rewrites,
            lenient: self.options.lenient,
            current: None,
        };
        if let Some(before) = &case.before
            && let Err(failure) = running.store(self.loaded, before)
        {
            return vec![failure];
        }
        let mut failures = Vec::new();
        for step in &case.steps {
            let found = running.step(step).unwrap_or_else(|failure| vec![failure]);
            failures.extend(found.into_iter().map(|failure| failure.of_step(step)));
            // Later requests build on this one.
            if !failures.is_empty() {
                break;
            }
        }
        failures
    }

    /// What a conversion webhook makes of the objects of a test: the objects that it names, and those that it
    /// creates, which come back as they were sent. An update comes in the version of another object.
    fn conversions(&self, case: &Case) -> Conversions {
        let before = case.before.iter().map(|before| match before {
            Before::Stored(object) | Before::Created { object, .. } => object,
        });
        let sent = case.steps.iter().filter_map(|step| match &step.request {
            Request::Create(object) | Request::Apply { object, .. } => Some(object),
            _ => None,
        });
        let objects = case.converted.iter().chain(sent).chain(before).cloned().collect();
        Conversions { objects, command: self.options.conversion.map(str::to_owned) }
    }
}

impl<'l> Running<'l, '_, '_> {
    /// Stores the object that is there before the first request.
    fn store(&mut self, loaded: &'l Loaded, before: &Before) -> Result<(), Failure> {
        let (object, crd_patch) = match before {
            Before::Stored(object) => {
                let mut object = object.clone();
                let target = self.session.target(&mut object)?;
                default_metadata(&mut object, "uid", "00000000-0000-0000-0000-000000000000");
                self.session.store(&object, &target)?;
                self.current = Some(object);
                return Ok(());
            }
            Before::Created { object, crd_patch } => (object, crd_patch),
        };
        let mut object = object.clone();
        let Some(patch) = crd_patch else {
            return self.create_whole(&mut object);
        };
        // A refusal by a patched CRD says nothing about the CRD itself.
        let patched = loaded.patched(patch, &object).map_err(Failure::new)?;
        let mut other = Running {
            session: Session::new(&patched, Conversions::default()),
            coverage: &mut None,
            rewrites: &mut Vec::new(),
            lenient: true,
            current: None,
        };
        other.create_whole(&mut object)?;
        let target = other.session.target(&mut object)?;
        let mut stored = other.session.stored(&target)?.unwrap_or(object);
        let here = self.session.target(&mut stored)?;
        self.session.store(&stored, &here)?;
        self.current = Some(stored.clone());
        // openshift/api waits for the CRD with an update that changes nothing else.
        let (answer, _) = self.update(&stored, "")?;
        if answer.accepted {
            Ok(())
        } else {
            Err(refused("an update of the initial object that changes nothing", &answer))
        }
    }

    /// Creates an object with its status.
    fn create_whole(&mut self, object: &mut Node) -> Result<(), Failure> {
        let (answer, target) = self.send_object(object, Method::POST, "")?;
        if !answer.accepted {
            return Err(refused("the initial object", &answer));
        }
        self.session.target(object)?;
        self.current = Some(object.clone());
        if let Some(status) = object.get("status").filter(|_| target.compiled().status_subresource) {
            let mut new = self.session.stored(&target)?.unwrap_or_else(|| object.clone());
            set(&mut new, "status", status.clone());
            let (answer, _) = self.send_object(&new, Method::PUT, "status")?;
            if !answer.accepted {
                return Err(refused("the initial status", &answer));
            }
        }
        Ok(())
    }

    fn step(&mut self, step: &Step) -> Result<Vec<Failure>, Failure> {
        let (wanted, mut failures) = (&step.wanted, Vec::new());
        let (answer, target) = match &step.request {
            Request::Create(object) => {
                let sent = self.send_object(object, Method::POST, "")?;
                self.note(object)?;
                sent
            }
            Request::Update(object) => self.update(object, "")?,
            Request::UpdateStatus(object) => self.update(object, "status")?,
            Request::UpdateBoth(object) => return self.update_both(object, wanted),
            Request::Patch(patch) => self.patch(patch, "")?,
            Request::PatchStatus(patch) => self.patch(patch, "status")?,
            Request::Apply { object, manager, force } => {
                let mut object = object.clone();
                let target = self.session.target(&mut object)?;
                let force = if *force { "&force=true" } else { "" };
                let query = format!("fieldManager={manager}{force}");
                let sent =
                    Sent { query: &query, content_type: APPLY_PATCH, ..Sent::new(Method::PATCH, &object) };
                let answer = self.send(&target, sent, &[&object]);
                self.note(&object)?;
                (answer, target)
            }
            Request::Scale(replicas) => {
                let target = self.target()?;
                let body = json!({"spec": {"replicas": replicas}}).to_string();
                let sent = Sent {
                    method: Method::PATCH,
                    subresource: "scale",
                    query: "",
                    content_type: MERGE_PATCH,
                    body,
                };
                (self.send(&target, sent, &[]), target)
            }
            Request::Delete => {
                let target = self.target()?;
                let sent = Sent {
                    method: Method::DELETE,
                    subresource: "",
                    query: "",
                    content_type: "",
                    body: String::new(),
                };
                (self.send(&target, sent, &[]), target)
            }
        };
        failures.extend(self.expect(&answer, &target, wanted)?);
        Ok(failures)
    }

    /// The object that later requests are about.
    fn note(&mut self, object: &Node) -> Result<(), Failure> {
        let mut object = object.clone();
        self.session.target(&mut object)?;
        self.current = Some(object);
        Ok(())
    }

    /// The address of the object that was sent or stored last.
    fn target(&self) -> Result<Target<'l>, Failure> {
        let current = self.current.clone();
        let mut current = current.ok_or_else(|| {
            Failure::new("no object is stored before: begin with `old`, `create` or `apply`")
        })?;
        self.session.target(&mut current)
    }

    /// An update of the stored object, whose name and version the new one gets.
    fn update(&mut self, object: &Node, subresource: &str) -> Result<(Answer, Target<'l>), Failure> {
        let mut object = object.clone();
        if let Some(current) = &self.current {
            for key in ["name", "namespace"] {
                if let Some(value) = metadata(current, key) {
                    edit_metadata(&mut object, |metadata| set(metadata, key, text(value)));
                }
            }
        }
        let target = self.session.target(&mut object)?;
        if let Some(stored) = self.session.stored(&target)?
            && let Some(version) = metadata(&stored, "resourceVersion")
        {
            edit_metadata(&mut object, |metadata| set(metadata, "resourceVersion", text(version)));
        }
        let old = self.current.clone();
        let objects: Vec<&Node> = [&object].into_iter().chain(&old).collect();
        let sent = Sent { subresource, ..Sent::new(Method::PUT, &object) };
        let answer = self.send(&target, sent, &objects);
        if answer.accepted && subresource.is_empty() {
            self.current = Some(object);
        }
        Ok((answer, target))
    }

    /// An update of the object, then of its status, as openshift/api does.
    fn update_both(&mut self, object: &Node, wanted: &Wanted) -> Result<Vec<Failure>, Failure> {
        let (mut answer, target) = self.update(object, "")?;
        compare::message(&answer, wanted.message.as_deref())?;
        let status = object.get("status").filter(|_| answer.accepted && target.compiled().status_subresource);
        if let (Some(status), Some(stored)) = (status, self.session.stored(&target)?) {
            let mut new = stored;
            set(&mut new, "status", status.clone());
            answer = self.update(&new, "status")?.0;
            compare::message(&answer, wanted.status_message.as_deref())?;
        }
        self.expect(&answer, &target, wanted)
    }

    /// A merge patch of the stored object, in the version that the patch names or else in that of the object.
    fn patch(&mut self, patch: &Node, subresource: &str) -> Result<(Answer, Target<'l>), Failure> {
        let mut current = self
            .current
            .clone()
            .ok_or_else(|| Failure::new("no object is stored that a patch could change"))?;
        if let Some(version) = patch.get("apiVersion") {
            set(&mut current, "apiVersion", version.clone());
        }
        let target = self.session.target(&mut current)?;
        let sent = Sent { subresource, content_type: MERGE_PATCH, ..Sent::new(Method::PATCH, patch) };
        let answer = self.send(&target, sent, &[&current]);
        Ok((answer, target))
    }

    fn send_object(
        &mut self,
        object: &Node,
        method: Method,
        subresource: &str,
    ) -> Result<(Answer, Target<'l>), Failure> {
        let mut object = object.clone();
        let target = self.session.target(&mut object)?;
        let sent = Sent { subresource, ..Sent::new(method, &object) };
        let answer = self.send(&target, sent, &[&object]);
        Ok((answer, target))
    }

    /// Sends a request. `objects` are those in which paths of errors are followed.
    fn send(&mut self, target: &Target<'_>, sent: Sent<'_>, objects: &[&Node]) -> Answer {
        let is_update = sent.method != Method::POST && self.coverage.is_some();
        let old = is_update.then(|| self.current.clone()).flatten();
        let (answer, seen) = self.session.send(target, sent);
        if let Some(coverage) = self.coverage.as_mut() {
            for seen in &seen {
                let found =
                    seen.object.as_ref().and_then(|text| parse_json(&Source::new("", text.as_str())).0.pop());
                let all: Vec<&Node> = found.iter().chain(objects.iter().copied()).collect();
                // A request is also decoded, which says nothing of rules.
                let stored = found.as_ref().filter(|_| answer.accepted && seen.accepted);
                coverage.record(target.compiled(), seen, (stored, old.as_ref()), &all);
            }
        }
        answer
    }

    /// Compares the last answer with everything that the test expects of it.
    fn expect(
        &mut self,
        answer: &Answer,
        target: &Target<'_>,
        wanted: &Wanted,
    ) -> Result<Vec<Failure>, Failure> {
        if let Some(message) = wanted.status_message.as_deref().or(wanted.message.as_deref()) {
            return Ok(compare::message(answer, Some(message)).err().into_iter().collect());
        }
        let mut failures = compare::errors(answer, &wanted.errors);
        self.rewrites.extend(update::errors(answer, wanted, !failures.is_empty()));
        self.rewrites.extend(update::warnings(answer, wanted));
        failures.extend(compare::warnings(answer, wanted, self.lenient));
        if !answer.accepted {
            return Ok(failures);
        }
        match &wanted.stored {
            None => {}
            Some(Stored::Nothing) => {
                let left = self.session.stored(target)?;
                failures.extend(left.map(|_| Failure::new("the object is still stored")));
            }
            Some(Stored::Object { object, with_name }) => {
                let found = self.stored_as(object, target)?;
                let failure = compare::stored(found.as_ref(), object, *with_name);
                let rewrite = || update::stored(found.as_ref(), wanted);
                self.rewrites.extend(failure.is_some().then(rewrite).flatten());
                failures.extend(failure);
            }
        }
        Ok(failures)
    }

    /// The stored object in the version of the expected one.
    fn stored_as(&self, expected: &Node, target: &Target<'_>) -> Result<Option<Node>, Failure> {
        let version = member(expected, "apiVersion");
        let (Some(current), false) =
            (&self.current, version.is_empty() || version == target.compiled().api_version)
        else {
            return self.session.stored(target);
        };
        let mut current = current.clone();
        set(&mut current, "apiVersion", text(version));
        self.session.stored(&self.session.target(&mut current)?)
    }
}

fn refused(what: &str, answer: &Answer) -> Failure {
    Failure::new(format!("{what} is refused: {}", answer.message))
}
