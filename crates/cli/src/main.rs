//! `ludarium`: the one binary.
fn main() {}
