//! Abraxas, clause by clause of docs/rules/abraxas.en.md.

use engine::testkit;
use games::abraxas::Abraxas;

#[test]
fn laws() {
    for options in [
        "",
        "sheet=2",
        "sheet=3;push=either",
        "sheet=4;spacing=free",
        "sheet=5;claims=called",
        "sheet=6;target=24",
        "sheet=9/9/9/9/9/9/9/9/9;target=13;push=either;claims=called;quiet_limit=1000",
        "sheet=o8/9/9/9/9/9/9/9/9;quiet_limit=1",
        "sheet=1o1o1oo1o/o1oo1o1oo/o1ooo3o/oo3ooo1/1ooo1o1oo/oo3o1oo/o1ooo3o/1ooo1ooo1/oo1o1ooo1;target=24;quiet_limit=300",
    ] {
        testkit::laws::<Abraxas>(options, 4);
    }
}
