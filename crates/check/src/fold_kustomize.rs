//! Counts the documents of kustomize instead of reporting each: its folders have a patch for each definition.
//! In: diagnostics of all sources. Out: the documents of kustomize are counted instead of reported one by
//! one.

use crate::Located;
use crdc_source::diag::Code;

/// Takes the diagnostics of skipped documents of kustomize (`kustomize-skipped`) out, and returns their
/// number. With `first`, the first one stays and says how many more there are.
///
/// ```
/// use crdc_check::{Located, check_source, fold_kustomize};
/// use crdc_source::Source;
/// let source = Source::new("patch.yaml", "[{op: remove, path: /spec/conversion}]\n");
/// let diagnostics = check_source(&source, None).diagnostics.into_iter();
/// let mut found: Vec<Located> = diagnostics.map(|diagnostic| Located { source: 0, diagnostic }).collect();
/// assert_eq!((fold_kustomize(&mut found, false), found.len()), (1, 0));
/// ```
pub fn fold_kustomize(found: &mut Vec<Located>, first: bool) -> usize {
    let is_one = |located: &Located| located.diagnostic.code == Code::KustomizeSkipped;
    let count = found.iter().filter(|located| is_one(located)).count();
    let mut kept = !first;
    found.retain(|located| !is_one(located) || !std::mem::replace(&mut kept, true));
    let more = match count {
        0 | 1 => return count,
        2 => "1 more document of kustomize was skipped".to_owned(),
        more => format!("{} more documents of kustomize were skipped", more - 1),
    };
    if let Some(located) = found.iter_mut().find(|located| is_one(located)) {
        let help = located.diagnostic.help.take().unwrap_or_default();
        located.diagnostic.help = Some(format!("{help}; {more}"));
    }
    count
}
