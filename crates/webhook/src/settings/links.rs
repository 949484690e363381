//! Recognizes variables that kubelet sets in every pod for the Services of its namespace. In: a variable.
//! Out: whether it is such a variable: for example, the Service `crdc-webhook` has the variable
//! `CRDC_WEBHOOK_PORT`, which is not a setting, and must not be reported as an error.
//
// kubernetes: pkg/kubelet/envvars/envvars.go

/// Whether a variable of the environment is one of a Service.
pub(super) fn is_of_a_service(name: &str, value: &str) -> bool {
    let words: Vec<&str> = name.split('_').collect();
    let is_number = |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    (words.ends_with(&["PORT"]) && value.contains("://"))
        || words.ends_with(&["SERVICE", "HOST"])
        || words.windows(2).any(|two| two == ["SERVICE", "PORT"] || (two[0] == "PORT" && is_number(two[1])))
}
