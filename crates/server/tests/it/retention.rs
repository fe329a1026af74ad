//! What nobody comes back to is forgotten, after as many days as the operator says.

use serde_json::json;
use server::{Config, config::Keep, store::now};

use crate::support::{Client, Database, Server, config, text, until};

const DAY: i64 = 24 * 60 * 60 * 1000;

async fn table(client: &mut Client) -> String {
    let seats = json!([{"kind": "me"}, {"kind": "device"}]);
    client.table(json!({"game": "archimedes", "setup": "seats=2", "seats": seats})).await.0
}

#[tokio::test]
async fn what_is_old_is_forgotten_and_what_is_played_is_kept() {
    let database = Database::new().await;
    let keep = Keep { guests: 30, tables: 20, sessions: 10 };
    let server =
        Server::on(Config { keep: Keep { guests: 0, tables: 0, sessions: 0 }, ..config(&database.url) })
            .await;
    let (mut old, mut young, mut ada) = (server.person(), server.person(), server.account("Ada").await);
    old.send("PATCH", "/api/me", Some(json!({"name": "Ancient"}))).await;
    let (finished, abandoned, called_off) =
        (table(&mut old).await, table(&mut ada).await, table(&mut old).await);
    let played = table(&mut young).await;
    let mut socket = old.open(&finished, "").await;
    socket.hear_type("state").await;
    socket.ask(json!({"type": "chat", "text": "long ago"})).await;
    assert_eq!(socket.ask(json!({"type": "resign", "seat": 1})).await["type"], "ack");
    assert_eq!(old.open(&called_off, "").await.ask(json!({"type": "abort"})).await["type"], "ack");
    server.stop().await;
    let then = now() - 40 * DAY;
    for sql in [
        format!("UPDATE people SET created = {then}"),
        format!("UPDATE tables SET created = {then} WHERE id <> '{played}'"),
        format!("UPDATE tables SET ended = {then} WHERE ended IS NOT NULL"),
        format!("UPDATE events SET at = {then} WHERE table_id <> '{played}'"),
        format!("UPDATE sessions SET seen = {then}"),
    ] {
        database.execute(&sql).await;
    }
    let server = Server::on(Config { keep, ..config(&database.url) }).await;
    let count = async |what: &str| database.scalar(&format!("SELECT COUNT(*) FROM {what}")).await;
    until("old sessions end", async || (count("sessions").await == 0).then_some(())).await;
    until("old guests are forgotten", async || {
        (count("people WHERE name = 'Ancient'").await == 0).then_some(())
    })
    .await;
    until("what was called off is deleted", async || {
        (count(&format!("tables WHERE id = '{called_off}'")).await == 0).then_some(())
    })
    .await;
    assert_eq!(count("events WHERE body LIKE '%long ago%' OR body LIKE '%Ancient%'").await, 0);
    let mut reader = server.person();
    let state =
        async |reader: &mut Client, id: &str| text(&reader.get(&format!("/api/tables/{id}")).await["state"]);
    assert_eq!(state(&mut reader, &finished).await, "over", "the game stays");
    until("what was abandoned is called off", async || {
        (state(&mut reader, &abandoned).await == "over").then_some(())
    })
    .await;
    assert_eq!(state(&mut reader, &played).await, "live");
    let kept = "people WHERE kind = 'guest'";
    assert_eq!(count(kept).await, 1, "whoever sat at a table lately stays");
    assert_eq!(count("people WHERE kind = 'account'").await, 1, "accounts stay");
    server.stop().await;
}
