#![allow(clippy::unwrap_used)]
use allocation_counter::measure;
use crdc_tests::record::{Op, cases};
use crdc_tests::{compiled, json, random::shrink::shrink};
#[test] fn t(){
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/record");
    let all = cases(&std::fs::read_to_string(format!("{root}/cases.jsonl")).unwrap());
    let mut seen=std::collections::BTreeSet::new();
    for case in all.iter().filter(|case| case.op == Op::Create) {
        let file = case.crd.rsplit('/').next().unwrap();
        let name = format!("{}/{}", file.trim_end_matches(".yaml"), case.version);
        let c=compiled::find(&name);
        let mut scratch = crdc::Scratch::new();
        let Some(stored)=({let o=crdc::answer(c, crdc::Request::create(&case.new), &mut scratch); o.object().filter(|_| o.accepted()).map(<[u8]>::to_vec)}) else {continue};
        let fails=|j:&json::Json|{ let t=j.to_string().into_bytes(); let mut s=crdc::Scratch::new();
            for _ in 0..3 { let _=crdc::answer(c, crdc::Request::create(&t), &mut s).accepted(); }
            let mut ok=false;
            let n=measure(|| { let o=crdc::answer(c, crdc::Request::create(&t), &mut s); ok=o.accepted()&&o.unchanged(); }).count_total;
            ok && n>0 };
        let j=json::read(&stored).unwrap().value;
        if fails(&j) && seen.insert(name.clone()) { println!("{name} {}", shrink(&j,&fails)); }
    }
}
