//! An admission chain in front of a storage in memory. Three stories, each in a file with its plugins:
//!
//! | file | |
//! |---|---|
//! | `limit.rs` | a limit that was verified before a mutator changed it, and cannot be any more |
//! | `quota.rs` | a quota that counts objects as they will be stored, after all mutation |
//! | `queue.rs` | a union that is normalized between mutators and validators |

mod worker {
    crdc::include_crd!("workers.example.com/v1");
}
mod limit;
mod queue;
mod quota;
mod requests;
#[cfg(test)]
mod tests;

fn main() {
    for (title, answers) in [
        (
            "One list of plugins, as admission began: the limit is verified, then a sidecar is added",
            limit::one_list(),
        ),
        ("Mutators and validators: the limit is verified behind every mutator", limit::chain()),
        ("A quota of 256 MiB, of objects as they will be stored", quota::chain()),
        (
            "A mutator selects another queue: the former one is cleared before a validator looks",
            queue::chain(),
        ),
    ] {
        println!("{title}\n");
        answers.iter().for_each(|answer| println!("  {answer}"));
        println!();
    }
}
