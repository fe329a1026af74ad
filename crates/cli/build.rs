//! Makes the folder of the client, in which nothing is until `cargo xtask web` has built it. Calls no Node.
#![allow(clippy::print_stdout, reason = "this is how a build script speaks to cargo")]

fn main() {
    let dist = "../../web/dist";
    // What was built without the folder would not find it later.
    if let Err(error) = std::fs::create_dir_all(dist) {
        println!("cargo:warning=cannot make {dist}: {error}");
    }
    println!("cargo:rerun-if-changed=build.rs");
}
