use engine::testkit;

use crate::pile::{Options, Pile};

#[test]
fn the_laws_hold() {
    for options in ["", "seats=3;stones=9", "seats=4;stones=6"] {
        testkit::laws::<Pile>(options, 20);
    }
}

#[test]
fn a_set_up_is_written_as_it_is_read() {
    assert_eq!("stones=9;seats=3".parse::<Options>().unwrap().to_string(), "seats=3;stones=9");
    assert_eq!("from=9,1,0".parse::<Options>().unwrap().to_string(), "seats=2;from=9,1,0");
}
