//! The expected results of the stories.

use crate::stories;
use crate::story::Step;

#[test]
fn old_faults_stay_and_new_ones_do_not_come() {
    for story in stories() {
        let steps = story.steps();
        let verdicts: Vec<&str> = steps.iter().map(|step| step.verdict).collect();
        assert_eq!(
            verdicts,
            ["accepted", "refused", "accepted", "accepted", "refused", "accepted", "refused"],
            "{}: {steps:#?}",
            story.title
        );
        let [.., elsewhere, _, _, _] = steps.as_slice() else { panic!("{steps:#?}") };
        let Step { ratcheted, .. } = elsewhere;
        assert_eq!(ratcheted.len(), 1, "{steps:#?}");
        assert!(ratcheted.iter().all(|text| text.starts_with(&format!("spec.{}: ", story.field))));
    }
}
