//! The index of objects that use claims and classes of volumes. In: the history of the users. Out: whether a
//! claim or a class is used.
//!
//! Easy to break: the index reads only what has changed since it was last asked. Without that, deleting many
//! claims reads all Pods for each of them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};

use super::uses::uses_of;
use crate::storage::history::{History, Text};
use crate::storage::key::{Key, Place};

/// The users of claims and classes, by the resource of the users.
#[derive(Default)]
pub(crate) struct Users(Mutex<BTreeMap<&'static str, Index>>);

/// The users of one resource at a version.
#[derive(Default)]
struct Index {
    /// The version up to which the changes were read; `None` before the first look.
    version: Option<u64>,
    /// The users of each object: the controller that the object must have, if any, and the user's key.
    users: BTreeMap<Place, BTreeSet<(Option<String>, Key)>>,
    /// How many objects were read.
    #[cfg(test)]
    read: usize,
}

impl Users {
    /// Whether an object of one of these resources uses the object at a place, whose controller has this uid.
    pub(crate) fn has(
        &self,
        history: &History,
        resources: &[&'static str],
        place: &Place,
        controller: Option<&str>,
    ) -> bool {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        resources.iter().any(|resource| {
            let index = all.entry(resource).or_default();
            index.update(history, resource);
            // Users without a condition come first.
            let mut users = index.users.get(place).into_iter().flatten();
            users.any(|(of, _)| of.is_none() || of.as_deref() == controller)
        })
    }
}

impl Index {
    /// Reads what has changed since the last time.
    fn update(&mut self, history: &History, resource: &'static str) {
        let changes = self.version.and_then(|version| history.since(resource, version, usize::MAX).ok());
        if let Some((events, version)) = changes {
            for event in events {
                let place = (event.resource, event.key);
                self.change(&place, event.old.as_ref(), event.new.as_ref());
            }
            self.version = Some(version);
            return;
        }
        // The changes are not kept, or nobody has asked before.
        *self = Index::default();
        if let Ok(all) = history.snapshot(resource, None, None) {
            for (key, text) in &all.objects {
                self.change(&(resource.into(), key.clone()), None, Some(text));
            }
            self.version = Some(all.version);
        }
    }

    /// Takes up the change of a user.
    fn change(&mut self, user: &Place, old: Option<&Text>, new: Option<&Text>) {
        #[cfg(test)]
        {
            self.read += 1;
        }
        for used in old.map(|text| uses_of(user, text)).unwrap_or_default() {
            if let Some(users) = self.users.get_mut(&used.place) {
                users.remove(&(used.controller, user.1.clone()));
                if users.is_empty() {
                    self.users.remove(&used.place);
                }
            }
        }
        for used in new.map(|text| uses_of(user, text)).unwrap_or_default() {
            self.users.entry(used.place).or_default().insert((used.controller, user.1.clone()));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crdc_admission::{Journal, StoredChange};
    use serde_json::json;

    use super::Users;
    use crate::kinds::built_in::uses::{CLAIMS, PODS};
    use crate::storage::history::{History, Recorder, Text};
    use crate::storage::key::Place;

    const COUNT: usize = 100;

    fn pod(number: usize, node: &str) -> Text {
        let volumes = json!([{"name": "v", "persistentVolumeClaim": {"claimName": format!("c{number}")}}, {"name": "e", "ephemeral": {}}]);
        json!({"metadata": {"name": format!("p{number}"), "uid": "u"}, "spec": {"nodeName": node, "volumes": volumes}})
            .to_string()
            .into_bytes()
            .into()
    }

    fn claim(name: &str) -> Place {
        (CLAIMS.into(), ("n".into(), name.into()))
    }

    #[test]
    fn each_pod_is_read_once_however_many_claims_are_deleted() {
        let history = Arc::new(History::new(1));
        let of = |resource: &str| Recorder { history: history.clone(), resource: resource.into() };
        let (pods, claims) = (of(PODS), of(CLAIMS));
        let write = |to: &Recorder, name: &str, old: Option<Text>, new: Option<Text>| {
            to.record("n", name, &mut |_| StoredChange { old: old.clone(), new: new.clone() });
        };
        for number in 0..COUNT {
            write(&pods, &format!("p{number}"), None, Some(pod(number, "node")));
        }
        let users = Users::default();
        let is_used = |name: &str, controller| users.has(&history, &[PODS], &claim(name), controller);
        let read = || users.0.lock().map(|all| all[PODS].read).unwrap_or_default();
        for number in 0..COUNT {
            assert!(is_used(&format!("c{number}"), None));
            assert!(!is_used("other", None));
            // Claims come and go in between.
            write(&claims, "other", None, Some(Text::from(&b"{}"[..])));
        }
        assert_eq!(read(), COUNT);
        assert!(is_used("p1-e", Some("u")) && !is_used("p1-e", Some("x")) && !is_used("p1-e", None));
        write(&pods, "p0", Some(pod(0, "node")), Some(pod(0, "")));
        write(&pods, "p1", Some(pod(1, "node")), None);
        assert!(!is_used("c0", None) && !is_used("c1", None) && is_used("c2", None));
        assert_eq!(read(), COUNT + 2);
        // Changes that are not kept are found again.
        write(&pods, "p2", Some(pod(2, "node")), None);
        history.compact();
        assert!(!is_used("c2", None) && is_used("c3", None));
    }
}
