//! A taste: objects of a `Database` resource taken through what the API server would do.

mod database {
    crdc::include_crd!("databases.example.com/v1");
}
use crdc::{Resource, Scratch};
use database::Database;
fn main() {
    let mut scratch = Scratch::new();
    for t in [
        r#"{"apiVersion":"example.com/v1","kind":"Database","metadata":{"name":"a"},"spec":{"engine":null,"storage":"10Gi"}}"#,
        r#"{"apiVersion":"example.com/v1","kind":"Database","metadata":{"name":"a"},"spec":{"engine":"mysql","storage":"10Gi","users":[{"name":null},{"name":["a"]},{}],"backup":null}}"#,
        r#"{"apiVersion":"example.com/v1","kind":"Database","metadata":{"name":"a"},"status":{"x":1.5},"spec":{"storage":"10Gi","engine":null,"port":"http"}}"#,
    ] {
        let o = Database::create(t.as_bytes(), &mut scratch);
        println!("{} {:?} {:?}", o.code(), o.object().map(String::from_utf8_lossy), o.message());
        for e in o.errors() {
            println!("{e}");
        }
        println!("{:?}", o.strict());
    }
}
