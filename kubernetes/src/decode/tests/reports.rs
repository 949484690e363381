use super::problems;
#[test]
fn show() {
    for entry in std::env::var("FILES").unwrap().split_whitespace() {
        let text = std::fs::read_to_string(entry).unwrap();
        for doc in text.split("\n---\n") {
            if let Ok(p) = std::panic::catch_unwind(|| problems(doc)) {
                for p in p { println!("{entry} {} [{}]\n   {}\n   {}\n   = {}", &doc[p.span.start as usize..p.span.end as usize], p.path, p.id, p.message, p.help.unwrap_or_default()); }
            }
        }
    }
}
