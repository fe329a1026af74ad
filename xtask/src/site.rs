//! A site that any web host serves: the client alone, which plays, teaches and analyses on the visitor's device.

use anyhow::ensure;

use crate::web;

/// Build a site that needs no server into dist/site
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The server where people are sent who want to play with others, as `https://example.org`
    #[arg(long, value_name = "URL")]
    server: Option<String>,
}

impl Args {
    pub fn run(&self) -> anyhow::Result<()> {
        let server = self.server.as_deref().unwrap_or_default();
        let is_address = server.starts_with("https://") || server.starts_with("http://");
        ensure!(server.is_empty() || is_address, "a server's address begins with https:// or http://");
        web::build_with(&[("VITE_SITE", "yes"), ("VITE_SERVER", server)])?;
        println!("dist/site is the site: copy it to any web host, into any folder");
        Ok(())
    }
}
