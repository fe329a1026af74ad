//! Names: who goes by which, and how often another one.

use serde_json::json;
use server::Config;

use crate::support::{Database, Server, config};

#[tokio::test]
async fn names_that_look_alike_are_one_name() {
    let server = Server::start().await;
    server.account("Ian Bell").await;
    let mut other = server.person();
    // By case, by letters that look alike, and by what nobody sees.
    for name in ["ian bell", "lan Bell", "Ian Be11", "Ian\u{200b} Bell", "Іan Bell"] {
        let taken = other.send("PATCH", "/api/me", Some(json!({"name": name}))).await;
        assert!(!taken.0.is_success(), "{name}: {}", taken.1);
        let body = json!({"name": name, "password": "correct horse"});
        let taken = other.send("POST", "/api/register", Some(body)).await;
        assert!(!taken.0.is_success(), "{name}: {}", taken.1);
    }
    other.send("PATCH", "/api/me", Some(json!({"name": "Iona"}))).await;
    assert_eq!(other.get("/api/me").await["name"], "Iona");
    // Those who were there before look as they look.
    server.execute("UPDATE people SET look = NULL, other_look = NULL").await;
    let server = server.again().await;
    let body = json!({"name": "lan Bell", "password": "correct horse"});
    assert_eq!(server.person().refused("POST", "/api/register", Some(body)).await.1, "person.name-taken");
    server.stop().await;
}

#[tokio::test]
async fn nobody_changes_their_name_all_day() {
    let database = Database::new().await;
    let server = Server::on(Config { rate: 1.0, ..config(&database.url) }).await;
    let mut one = server.person();
    let mut renamed = 0;
    for n in 0..40 {
        let (status, _) = one.send("PATCH", "/api/me", Some(json!({"name": format!("Ada {n}")}))).await;
        renamed += usize::from(status.is_success());
    }
    assert!((5..=15).contains(&renamed), "{renamed}");
    server.stop().await;
}
