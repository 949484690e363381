//! The user of a request. In: the headers that impersonate a user. Out: the user, with the groups that a
//! server adds.
//!
//! Nobody is authenticated: without these headers the user is the administrator of the cluster, who may
//! impersonate anybody.
// apiserver: pkg/endpoints/filters/impersonation/{constrained_impersonation,mode}.go

use std::collections::BTreeMap;

use crdc_admission::{Refusal, UserInfo};
use crdc_vocabulary::go::quote;
use crdc_vocabulary::names::{against_name, against_namespace};
use http::HeaderMap;
use percent_encoding::percent_decode_str;

const USER: &str = "impersonate-user";
const UID: &str = "impersonate-uid";
const GROUP: &str = "impersonate-group";
const EXTRA: &str = "impersonate-extra-";

const ANONYMOUS: &str = "system:anonymous";
const AUTHENTICATED: &str = "system:authenticated";
const UNAUTHENTICATED: &str = "system:unauthenticated";

/// The name of the administrator.
pub(crate) const ADMINISTRATOR: &str = "kubernetes-admin";
/// The group of the administrator.
pub(crate) const MASTERS: &str = "system:masters";

/// The administrator of the cluster.
pub(crate) fn administrator() -> UserInfo {
    UserInfo::new(ADMINISTRATOR).group(MASTERS).group(AUTHENTICATED)
}

/// The user of a request with these headers.
///
/// # Errors
///
/// The headers have a part of a user, but no name. The refusal has code 400.
pub(crate) fn requester(headers: &HeaderMap) -> Result<UserInfo, Refusal> {
    let text = |value: &http::HeaderValue| String::from_utf8_lossy(value.as_bytes()).into_owned();
    let first = |name: &str| headers.get(name).map(text).unwrap_or_default();
    let mut user = UserInfo::new(first(USER));
    user.uid = first(UID);
    user.groups = headers.get_all(GROUP).iter().map(text).collect();
    let mut extra: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (name, value) in headers {
        if let Some(key) = name.as_str().strip_prefix(EXTRA) {
            extra.entry(unescaped(key)).or_default().push(text(value));
        }
    }
    user.extra = extra.into_iter().collect();
    if user.username.is_empty() {
        if user.uid.is_empty() && user.groups.is_empty() && user.extra.is_empty() {
            return Ok(administrator());
        }
        let why = format!("requested {} without impersonating a user name", in_go(&user));
        return Err(Refusal::bad_request(why));
    }
    if user.groups.is_empty() {
        if let Some((namespace, _)) = service_account(&user.username) {
            user.groups =
                vec!["system:serviceaccounts".to_owned(), format!("system:serviceaccounts:{namespace}")];
        } else if is_node(&user.username) && user.uid.is_empty() && user.extra.is_empty() {
            user.groups = vec!["system:nodes".to_owned()];
        }
    }
    let has = |group: &str| user.groups.iter().any(|found| found == group);
    let added = match &*user.username {
        ANONYMOUS => UNAUTHENTICATED,
        _ if has(UNAUTHENTICATED) => return Ok(user),
        _ => AUTHENTICATED,
    };
    if !has(added) {
        user.groups.push(added.to_owned());
    }
    Ok(user)
}

/// The namespace and the name of a service account, if the user is one.
// apiserver: pkg/authentication/serviceaccount/util.go SplitUsername
fn service_account(username: &str) -> Option<(&str, &str)> {
    let (namespace, name) = username.strip_prefix("system:serviceaccount:")?.split_once(':')?;
    let is_valid = against_namespace(namespace.as_bytes()).is_empty() && is_name(name);
    is_valid.then_some((namespace, name))
}

fn is_name(text: &str) -> bool {
    against_name(text.as_bytes()).is_empty()
}

fn is_node(username: &str) -> bool {
    username.strip_prefix("system:node:").is_some_and(is_name)
}

/// A key without its escapes; a key with a broken escape stays as it is.
fn unescaped(key: &str) -> String {
    let is_whole = key.split('%').skip(1).all(|after| {
        after.as_bytes().get(..2).is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
    });
    if is_whole { percent_decode_str(key).decode_utf8_lossy().into_owned() } else { key.to_owned() }
}

/// A user as Go prints the value.
fn in_go(user: &UserInfo) -> String {
    let list = |values: &[String]| {
        let values: Vec<String> = values.iter().map(|value| quote(value)).collect();
        format!("{{{}}}", values.join(", "))
    };
    let groups = if user.groups.is_empty() { "(nil)".to_owned() } else { list(&user.groups) };
    let extra = if user.extra.is_empty() {
        "(nil)".to_owned()
    } else {
        let members =
            user.extra.iter().map(|(key, values)| format!("{}:[]string{}", quote(key), list(values)));
        format!("{{{}}}", members.collect::<Vec<_>>().join(", "))
    };
    format!(
        "&user.DefaultInfo{{Name:\"\", UID:{}, Groups:[]string{groups}, Extra:map[string][]string{extra}}}",
        quote(&user.uid)
    )
}
