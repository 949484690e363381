//! Bodies truncated at every byte, and with changed bytes.

use crdc_hostile::objects::body;

use crate::run;

const SMALL: &str = r#"{"any":{"a":[1,-2.5e3,"x\u00e9\n",null,true]},"map":{"k":1},"list":[1,2],"objects":[{"name":"ab","x":1},{"name":"é"}],"string":"ab","either":"1","enum":"one","nope":{"a":{}}}"#;

#[test]
fn cut_at_every_byte() {
    let mut scratch = crdc::Scratch::new();
    let whole = body(SMALL);
    assert_eq!(run(&whole, b"", &mut scratch).0, 422);
    for end in 0..whole.len() {
        assert_eq!(run(&whole[..end], b"", &mut scratch).0, 400, "cut at {end}");
        assert_eq!(run(&whole[..end], &whole, &mut scratch).0, 400, "cut at {end}");
        run(&whole, &whole[..end], &mut scratch);
    }
}

#[test]
fn every_byte_another() {
    let mut scratch = crdc::Scratch::new();
    let whole = body(SMALL);
    for at in 0..whole.len() {
        let mut body = whole.clone();
        for byte in 0..=255 {
            body[at] = byte;
            run(&body, b"", &mut scratch);
            if byte % 16 == 0 {
                run(&body, &whole, &mut scratch);
                run(&whole, &body, &mut scratch);
            }
        }
    }
}

#[test]
fn bytes_put_in_and_taken_out() {
    let mut scratch = crdc::Scratch::new();
    let whole = body(SMALL);
    for at in 0..whole.len() {
        let mut body = whole.clone();
        body.remove(at);
        run(&body, b"", &mut scratch);
        for byte in *b"\"\\{}[],:0-e.\x00\xff\xc3 " {
            let mut body = whole.clone();
            body.insert(at, byte);
            run(&body, b"", &mut scratch);
        }
    }
}
