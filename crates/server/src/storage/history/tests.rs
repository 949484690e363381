#![allow(clippy::unwrap_used)]
use super::*;

fn change(recorder: &Recorder, name: &str, old: Option<&str>, new: Option<&str>) {
    let text = |text: Option<&str>| text.map(|text| Text::from(text.as_bytes()));
    recorder.record("a", name, &mut |_| StoredChange { old: text(old), new: text(new) });
}

fn names(history: &History, at: Option<u64>) -> Result<Vec<String>, Unknown> {
    let snapshot = history.snapshot("r", None, at)?;
    let text = |(key, text): &(Key, Text)| format!("{}={}", key.1, String::from_utf8_lossy(text));
    Ok(snapshot.objects.iter().map(text).collect())
}

#[test]
fn each_version_has_its_state_until_it_is_compacted() {
    let history = Arc::new(History::new(0));
    let recorder = Recorder { history: history.clone(), resource: "r".into() };
    change(&recorder, "x", None, Some("1"));
    change(&recorder, "y", None, Some("2"));
    change(&recorder, "x", Some("1"), Some("3"));
    change(&recorder, "y", Some("2"), None);
    let states: [&[&str]; 5] = [&[], &["x=1"], &["x=1", "y=2"], &["x=3", "y=2"], &["x=3"]];
    for (version, state) in (0..).zip(states) {
        assert_eq!(names(&history, Some(version)).unwrap(), state, "{version}");
    }
    let page = |at, after, most| {
        let page = history.page("r", Some("a"), at, Some(("a", after)), most, true).unwrap();
        (page.objects.iter().map(|(key, _)| key.1.to_string()).collect::<Vec<_>>(), page.others)
    };
    assert_eq!(page(Some(3), "", 1), (vec!["x".to_owned()], 1));
    assert_eq!(page(Some(2), "x", 1), (vec!["y".to_owned()], 0));
    assert_eq!(page(Some(4), "x", 9), (vec![], 0));
    assert_eq!(page(None, "", 9), (vec!["x".to_owned()], 0));
    assert_eq!(names(&history, Some(5)), Err(Unknown::Future(4)));
    history.keep(2);
    assert_eq!(names(&history, Some(1)), Err(Unknown::Compacted(2)));
    assert_eq!(history.since("r", 1, 9).unwrap_err(), Unknown::Compacted(2));
    let (events, last) = history.since("r", 2, 1).unwrap();
    assert_eq!((events.len(), last), (1, 3));
    assert_eq!(history.since("other", 2, 9).unwrap().1, 4);
    history.compact();
    assert_eq!(names(&history, None).unwrap(), ["x=3"]);
    assert_eq!(history.since("r", 3, 9).unwrap_err(), Unknown::Compacted(4));
}

#[test]
fn watches_share_the_text_of_a_deletion() {
    let history = Arc::new(History::new(0));
    let recorder = Recorder { history: history.clone(), resource: "r".into() };
    let object = r#"{"metadata":{"resourceVersion":"1"}}"#;
    change(&recorder, "x", None, Some(object));
    change(&recorder, "x", Some(object), None);
    let events = || history.since("r", 0, 9).unwrap().0;
    let (one, other) = (events(), events());
    assert!(one[1].sent.as_ref().is_some_and(|sent| sent.get().is_none()));
    assert!(one[0].sent.is_none() && one[0].deleted().is_none());
    let texts = [one[1].deleted().unwrap(), other[1].deleted().unwrap()];
    assert_eq!(&*texts[0], br#"{"metadata":{"resourceVersion":"2"}}"#);
    assert!(Arc::ptr_eq(&texts[0], &texts[1]));
}

/// Writers, a compaction and a watch that lists and follows, in all their interleavings: the objects that the
/// watch knows at the end are those that there are, and it saw each version once.
#[cfg(loom)]
#[test]
fn no_interleaving_hides_a_change_from_a_watch() {
    loom::model(|| {
        let history = Arc::new(History::new(0));
        let recorder = |history: &Arc<History>| Recorder { history: history.clone(), resource: "r".into() };
        let writer = |name: &'static str, last: Option<&'static str>| {
            let recorder = recorder(&history);
            loom::thread::spawn(move || {
                change(&recorder, name, None, Some("1"));
                change(&recorder, name, Some("1"), last);
            })
        };
        let writers = [writer("x", Some("2")), writer("y", None)];
        let watch = {
            let history = history.clone();
            loom::thread::spawn(move || {
                let mut watch = Watch::list(&history);
                watch.follow(&history);
                watch
            })
        };
        history.keep(2);
        let mut watch = watch.join().unwrap();
        writers.into_iter().for_each(|writer| writer.join().unwrap());
        watch.follow(&history);
        assert_eq!(watch.objects, ["x=2"]);
        assert_eq!((watch.version, names(&history, None).unwrap()), (4, watch.objects));
    });
}

/// The state of a client that lists and then watches.
#[cfg(loom)]
struct Watch {
    version: u64,
    objects: Vec<String>,
}

#[cfg(loom)]
impl Watch {
    fn list(history: &History) -> Watch {
        let snapshot = history.snapshot("r", None, None).unwrap();
        let text = |(key, text): &(Key, Text)| format!("{}={}", key.1, String::from_utf8_lossy(text));
        Watch { version: snapshot.version, objects: snapshot.objects.iter().map(text).collect() }
    }

    /// Takes the changes since, or lists again if they are not kept.
    fn follow(&mut self, history: &History) {
        let Ok((events, last)) = history.since("r", self.version, 9) else {
            *self = Watch::list(history);
            return;
        };
        for event in events {
            assert_eq!(event.version, self.version + 1);
            self.version = event.version;
            let text = |text: &Text| format!("{}={}", event.key.1, String::from_utf8_lossy(text));
            let old = event.old.as_ref().map(text);
            assert_eq!(old.is_some(), old.as_ref().is_some_and(|old| self.objects.contains(old)));
            self.objects.retain(|object| Some(object) != old.as_ref());
            self.objects.extend(event.new.as_ref().map(text));
        }
        self.objects.sort();
        assert_eq!(self.version, last);
    }
}
