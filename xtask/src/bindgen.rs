//! What wasm-bindgen does after the compiler: `bindgen MODULE.wasm FOLDER`. A program apart, since only those who build the
//! module for browsers need it, and it takes a while to build.

use std::env::args_os;

use anyhow::Context;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> anyhow::Result<()> {
    let (module, folder) = args_os().nth(1).zip(args_os().nth(2)).context("bindgen MODULE.wasm FOLDER")?;
    let mut bindgen = Bindgen::new();
    bindgen.input_path(module).out_name("ludarium").web(true)?.typescript(true);
    // Names of functions are a third of the module, and no page shows them.
    bindgen.remove_name_section(true).remove_producers_section(true);
    bindgen.generate(folder)
}
