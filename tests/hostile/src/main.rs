//! Runs tasks at three sizes each, for `cargo xtask growth`, which counts their instructions. `growth FIRST
//! STEP [TEXT]` runs each `STEP`th of the tasks whose names contain the text, from the `FIRST`th on; `growth
//! larger NAME` runs one task at sizes that are four times as large; `growth controls` runs those that test
//! the counting itself. Prints a line for each size of a task: size, tab, name.
#![allow(clippy::unwrap_used)]

use crdc_hostile::growth::{Task, all, controls, counted};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    crdc_oracle::stack::deep(|| {
        for task in tasks(&arguments) {
            for size in [task.size, 2 * task.size, 4 * task.size] {
                counted(&mut *task.prepare(size));
                println!("{size}\t{}", task.name);
            }
        }
    });
}

/// The tasks that the arguments choose. Panics on other arguments.
fn tasks(arguments: &[String]) -> Vec<Task> {
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["controls"] => controls(),
        ["larger", name] => {
            let named = all().into_iter().filter(|task| task.name == name);
            let larger = |mut task: Task| {
                task.size *= 4;
                task
            };
            named.map(larger).collect()
        }
        [first, step, ref text @ ..] => {
            let only = text.first().copied().unwrap_or_default();
            let tasks = all().into_iter().filter(|task| task.name.contains(only));
            tasks.skip(first.parse().unwrap()).step_by(step.parse().unwrap()).collect()
        }
        _ => panic!("growth FIRST STEP [TEXT], growth larger NAME, or growth controls"),
    }
}
