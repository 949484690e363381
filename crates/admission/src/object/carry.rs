//! Copies the changes of a typed value to the whole value, which may contain members that the type lacks. In:
//! the typed value before and after a change, and the whole value. Out: the changed whole value.

use serde_json::Value;

/// Applies the difference between `before` and `after` to `whole`. The type wrote `before` and `after`, and
/// `before` contains the part of `whole` that the type has.
pub(super) fn carry(before: &Value, after: Value, whole: &mut Value) {
    match (before, after, whole) {
        (before, after, _) if *before == after => {}
        (Value::Object(before), Value::Object(after), Value::Object(whole)) => {
            for key in before.keys().filter(|key| !after.contains_key(*key)) {
                whole.remove(key);
            }
            for (key, value) in after {
                match (before.get(&key), whole.get_mut(&key)) {
                    (Some(old), Some(member)) => carry(old, value, member),
                    // A default of the type that was not changed is not written.
                    (Some(old), None) if *old == value => {}
                    _ => {
                        whole.insert(key, value);
                    }
                }
            }
        }
        (Value::Array(before), Value::Array(after), Value::Array(whole)) if before.len() == whole.len() => {
            items(before, after, whole);
        }
        (_, after, whole) => *whole = after,
    }
}

/// Merges the items of a list. Equal items at its start and its end keep the members that the type lacks. The
/// other items are paired by their index if their number did not change. This takes linear time, unlike a
/// search for moved items.
fn items(before: &[Value], after: Vec<Value>, whole: &mut Vec<Value>) {
    let same = |(old, new): &(&Value, &Value)| old == new;
    let head = before.iter().zip(&after).take_while(same).count();
    let most = before.len().min(after.len()) - head;
    let tail = before.iter().rev().zip(after.iter().rev()).take(most).take_while(same).count();
    let (old_end, new_end) = (before.len() - tail, after.len() - tail);
    let changed = after.into_iter().take(new_end).skip(head);
    if old_end == new_end {
        let pairs = before.iter().zip(whole.iter_mut()).take(old_end).skip(head);
        for ((old, item), new) in pairs.zip(changed) {
            carry(old, new, item);
        }
    } else {
        whole.splice(head..old_end, changed);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::carry;

    #[test]
    fn unknown_members_survive_a_typed_edit() {
        let mut whole =
            json!({"a": 1, "x": true, "o": {"b": 1, "y": 2}, "l": [{"k": "1", "z": 1}, {"k": "2", "z": 2}]});
        let before = json!({"a": 1, "o": {"b": 1}, "l": [{"k": "1"}, {"k": "2"}], "d": null});
        let after = json!({"o": {"b": 2, "c": 3}, "l": [{"k": "1"}, {"k": "new"}, {"k": "2"}], "d": null});
        carry(&before, after, &mut whole);
        let expected = json!({"x": true, "o": {"b": 2, "c": 3, "y": 2},
            "l": [{"k": "1", "z": 1}, {"k": "new"}, {"k": "2", "z": 2}]});
        assert_eq!(whole, expected);
        let before = json!({"l": [{"k": "1"}, {"k": "new"}, {"k": "2"}]});
        carry(&before, json!({"l": [{"k": "3"}, {"k": "new"}, {"k": "2"}]}), &mut whole);
        assert_eq!(whole["l"][0], json!({"k": "3", "z": 1}));
        assert_eq!(whole["l"][2], json!({"k": "2", "z": 2}));
    }
}
