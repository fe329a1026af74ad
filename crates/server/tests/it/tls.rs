//! The server with a certificate of its own, as a browser speaks to it: HTTP/2, which has no `Host` header.

use std::{path::Path, sync::Arc};

use axum::http::{Request, StatusCode, header};
use http_body_util::{BodyExt, Full};
use hyper::{body::Bytes, client::conn::http2};
use hyper_util::rt::{TokioExecutor, TokioIo};
use rustls::{
    ClientConfig, RootCertStore,
    pki_types::{CertificateDer, ServerName, pem::PemObject},
};
use server::{Config, config::Tls};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;

use crate::support::{Database, Server, config};

#[tokio::test]
async fn a_browser_may_post_over_http_2() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let tls = Tls { cert: data.join("localhost.pem"), key: data.join("localhost.key") };
    let database = Database::new().await;
    let server = Server::on(Config { tls: Some(tls), ..config(&database.url) }).await;
    let mut roots = RootCertStore::empty();
    roots.add(CertificateDer::from_pem_file(data.join("authority.pem")).unwrap()).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let mut trust = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    trust.alpn_protocols = vec![b"h2".to_vec()];
    let stream = TcpStream::connect(server.address).await.unwrap();
    let name = ServerName::try_from("localhost").unwrap();
    let stream = TlsConnector::from(Arc::new(trust)).connect(name, stream).await.unwrap();
    assert_eq!(stream.get_ref().1.alpn_protocol(), Some(&b"h2"[..]), "a browser would speak HTTP/2 too");
    let (mut line, connection) =
        http2::handshake::<_, _, Full<Bytes>>(TokioExecutor::new(), TokioIo::new(stream)).await.unwrap();
    let connection = tokio::spawn(connection);
    let here = format!("localhost:{}", server.address.port());
    let foreign = "localhost.evil.example";
    for (host, origin, status) in [
        (here.as_str(), Some(format!("https://{here}")), StatusCode::OK),
        (&here, None, StatusCode::OK),
        ("127.0.0.1", None, StatusCode::OK),
        (&here, Some(format!("https://{foreign}")), StatusCode::FORBIDDEN),
        (&here, Some("null".to_owned()), StatusCode::FORBIDDEN),
        // A foreign name that leads here, and is its own page's origin.
        (foreign, Some(format!("https://{foreign}")), StatusCode::FORBIDDEN),
        (foreign, None, StatusCode::FORBIDDEN),
    ] {
        let mut request = Request::post(format!("https://{host}/api/me"))
            .header(header::CONTENT_TYPE, "application/json")
            .body(Full::from("{}"))
            .unwrap();
        if let Some(origin) = &origin {
            request.headers_mut().insert(header::ORIGIN, origin.parse().unwrap());
        }
        let answer = line.send_request(request).await.unwrap();
        assert_eq!(answer.status(), status, "{host} {origin:?}");
        assert_eq!(answer.headers()[header::STRICT_TRANSPORT_SECURITY], "max-age=63072000");
        if status == StatusCode::OK {
            let cookie = answer.headers()[header::SET_COOKIE].to_str().unwrap();
            assert!(cookie.starts_with("__Host-ludarium=") && cookie.ends_with("; Secure"), "{cookie}");
            assert!(cookie.contains("; Path=/;") && !cookie.contains("Domain"), "{cookie}");
        }
        answer.into_body().collect().await.unwrap();
    }
    drop(line);
    connection.await.unwrap().unwrap();
    server.stop().await;
}
