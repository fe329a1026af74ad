//! The names that this server answers to where browsers reach it by HTTPS: a page of another name that leads here (DNS
//! rebinding) asks for nothing.

use std::net::IpAddr;

use axum::http::{HeaderMap, Uri, header, uri::Authority};
use rustls::{
    client::verify_server_name,
    pki_types::{CertificateDer, ServerName, pem::PemObject},
    server::ParsedCertificate,
};

use crate::Config;

/// What the names are known by.
#[derive(Debug)]
pub(crate) struct Hosts {
    secure: bool,
    /// Those of the origins, without their ports.
    named: Vec<String>,
    certificate: Option<CertificateDer<'static>>,
}

impl Hosts {
    pub(crate) fn new(config: &Config) -> Self {
        let host =
            |origin: &String| origin.split_once("://").map(|(_, authority)| name(authority).to_owned());
        // A certificate that cannot be read is reported where it is used.
        let certificate = config.tls.as_ref().and_then(|tls| CertificateDer::from_pem_file(&tls.cert).ok());
        Hosts {
            secure: config.is_secure(),
            named: config.origins.iter().filter_map(host).collect(),
            certificate,
        }
    }

    /// Whether a request to this host is meant for us. Numbers, `localhost` and `.local` are nobody else's names. Behind
    /// a proxy without origins there is nothing to know ours by.
    pub(crate) fn allow(&self, authority: &str) -> bool {
        let name = name(authority);
        let is_number = |text: &str| text.trim_matches(['[', ']']).parse::<IpAddr>().is_ok();
        let here = is_number(name)
            || is_number(authority)
            || name == "localhost"
            || name.ends_with(".localhost")
            || name.ends_with(".local");
        let unknown = self.named.is_empty() && self.certificate.is_none();
        !self.secure
            || here
            || unknown
            || self.named.iter().any(|named| named == name)
            || self.certified(name)
    }

    /// Whether the certificate is one of this name.
    fn certified(&self, name: &str) -> bool {
        let certificate = self.certificate.as_ref().and_then(|der| ParsedCertificate::try_from(der).ok());
        let name = ServerName::try_from(name).ok();
        certificate
            .zip(name)
            .is_some_and(|(certificate, name)| verify_server_name(&certificate, &name).is_ok())
    }
}

/// The host of a request, by which its own pages are known. Over HTTP/2 the address itself names it, and there is no
/// header for it.
pub(crate) fn of<'a>(uri: &'a Uri, headers: &'a HeaderMap) -> Option<&'a str> {
    let host = uri.authority().map(Authority::as_str);
    host.or_else(|| headers.get(header::HOST)?.to_str().ok())
}

/// An authority without its port.
fn name(authority: &str) -> &str {
    match authority.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => authority,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_names_are_not_ours() {
        let hosts = |secure, named: &[&str]| Hosts {
            secure,
            named: named.iter().map(|&name| name.to_owned()).collect(),
            certificate: None,
        };
        let ours = hosts(true, &["play.example"]);
        for host in
            ["play.example", "play.example:7777", "192.168.0.9:7777", "[::1]:7777", "::1", "localhost"]
        {
            assert!(ours.allow(host), "{host}");
        }
        assert!(ours.allow("club.local:7777"));
        for host in
            ["evil.example", "play.example.evil.example", "localhost.evil.example", "play.example:x", ""]
        {
            assert!(!ours.allow(host), "{host}");
        }
        assert!(hosts(false, &["play.example"]).allow("games.lan"), "plain HTTP has its own networks");
        assert!(hosts(true, &[]).allow("anything.example"));
    }
}
