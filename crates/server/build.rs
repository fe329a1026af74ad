//! Notices a client that was built anew. Does not build it, and calls no Node.
#![allow(clippy::print_stdout, reason = "this is how a build script speaks to cargo")]

fn main() {
    let dist = "../../web/dist";
    // A folder that is not there would make cargo run this every time.
    if let Err(error) = std::fs::create_dir_all(dist) {
        println!("cargo:warning=cannot make {dist}: {error}");
    }
    println!("cargo:rerun-if-changed={dist}");
}
