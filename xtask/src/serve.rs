use std::thread;

use anyhow::bail;

use crate::{
    shell::{cargo, exists},
    web,
};

/// Build the web client, then build and run the server with it
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Passed on to `ludarium serve`
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    rest: Vec<String>,
}

impl Args {
    pub fn run(&self) -> anyhow::Result<()> {
        if !exists("crates/server") {
            bail!("the server is not here yet");
        }
        if web::applies() {
            // Only the last step of the server's build needs the client.
            thread::scope(|scope| {
                let built = scope.spawn(|| cargo(&["build", "--release", "-p", "ludarium"]));
                web::build().and(built.join().expect("it ends well"))
            })?;
        }
        let mut args = vec!["run", "--release", "-p", "ludarium", "--", "serve"];
        args.extend(self.rest.iter().map(String::as_str));
        cargo(&args)
    }
}
