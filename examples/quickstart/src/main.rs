//! A taste: objects of a `Database` resource taken through what the API server would do.

mod database {
    crdc::include_crd!("databases.example.com/v1");
}
use crdc::{Resource, Scratch};
use database::Database;
fn main() {
    let mut scratch = Scratch::new();
    let o = Database::create(br#"{"apiVersion":"example.com/v1","kind":"Database","metadata":{"name":"a"},"spec":{"engine":"x","storage":"10Gi","bogus":1,"users":[{"name":"a"},{}]}}"#, &mut scratch);
    println!("{} {:?} {:?}", o.code(), o.object().map(String::from_utf8_lossy), o.message());
    for e in o.errors() {
        println!("{e}");
    }
    println!("{:?}", o.strict());
}
