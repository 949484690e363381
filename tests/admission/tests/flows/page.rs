//! The tables of `docs/admission.md` are those of `order/mod.rs`. `BLESS=1` writes them.

use std::path::Path;

use crdc_oracle::golden;

const BEGIN: &str = "<!-- The tables are generated: BLESS=1 cargo test -p crdc-admission-tests page -->\n";
const END: &str = "<!-- End of the tables. -->\n";

#[test]
fn the_tables_of_the_page_are_those_of_the_code() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/admission.md");
    let page = std::fs::read_to_string(&path).unwrap();
    let (head, rest) = page.split_once(BEGIN).unwrap();
    let (_, tail) = rest.split_once(END).unwrap();
    let now = format!("{head}{BEGIN}\n{}{END}{tail}", crdc_admission::order::page());
    golden::none(&golden::differs(&path, &now).into_iter().collect::<Vec<_>>());
}
