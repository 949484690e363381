//! Three ways in which rules tighten under objects that are already stored, from the design
//! document of validation ratcheting (KEP-4008): an author adds a rule, Kubernetes learns a format,
//! a release is taken back. In each of them an object has become wrong by nobody's doing. Its status
//! can be updated all the same, and so can everything else that is right; what is wrong cannot be
//! made wrong in another way, and no new object may be wrong.
//!
//! `crds-before` holds what the objects were stored under, `crds` what they are now updated under;
//! `build.rs` compiles both.

mod before {
    pub(crate) mod backup {
        crdc::include_crd!("before/backups.stories.example.com/v1");
    }
    pub(crate) mod host {
        crdc::include_crd!("before/hosts.stories.example.com/v1");
    }
    pub(crate) mod queue {
        crdc::include_crd!("before/queues.stories.example.com/v1");
    }
}
mod after {
    pub(crate) mod backup {
        crdc::include_crd!("after/backups.stories.example.com/v1");
    }
    pub(crate) mod host {
        crdc::include_crd!("after/hosts.stories.example.com/v1");
    }
    pub(crate) mod queue {
        crdc::include_crd!("after/queues.stories.example.com/v1");
    }
}
mod story;
#[cfg(test)]
mod tests;

use crdc::Resource;
use story::Story;

fn stories() -> [Story; 3] {
    [
        Story {
            title: "An author tightens a field: a schedule has to be @hourly, @daily or @weekly",
            before: before::backup::Backup::compiled(),
            after: after::backup::Backup::compiled(),
            field: "schedule",
            stored: "every night",
            wrong: "every hour",
            right: "@daily",
        },
        Story {
            title: "Kubernetes tightens a format: an alias has to be a short name",
            before: before::host::Host::compiled(),
            after: after::host::Host::compiled(),
            field: "alias",
            stored: "Front_Door",
            wrong: "Back_Door",
            right: "front-door",
        },
        Story {
            title: "A downgrade narrows an enum: no queue is huge any more",
            before: before::queue::Queue::compiled(),
            after: after::queue::Queue::compiled(),
            field: "size",
            stored: "huge",
            wrong: "gigantic",
            right: "large",
        },
    ]
}

fn main() {
    for story in stories() {
        println!("{}\n", story.title);
        for step in story.steps() {
            println!("  {:<44} {}", step.title, step.verdict);
            for line in &step.errors {
                println!("      {line}");
            }
            for line in &step.ratcheted {
                println!("      as before: {line}");
            }
        }
        println!();
    }
}
