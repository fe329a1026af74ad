//! What an operator does to a database with a server on it.

use serde_json::{Value, json};

use crate::support::{Client, Server, Socket, text};

/// The same tasks as `ludarium admin`, by a store of its own.
async fn operator(server: &Server) -> server::store::Store {
    let metrics: &'static server::metrics::Metrics = Box::leak(Box::default());
    server::store::Store::open(&server.app.config.database, metrics).await.unwrap()
}

async fn table(client: &mut Client) -> String {
    let seats = json!([{"kind": "me"}, {"kind": "open"}]);
    client.table(json!({"game": "archimedes", "setup": "seats=2", "seats": seats})).await.0
}

/// Returns when the server has ended the connection.
async fn is_let_go(mut socket: Socket) {
    while socket.hear_any().await.is_some() {}
}

#[tokio::test]
async fn a_line_of_chat_is_struck_and_a_table_deleted() {
    let server = Server::start().await;
    let operator = operator(&server).await;
    let (mut one, mut two) = (server.person(), server.person());
    let id = table(&mut one).await;
    let mut socket = one.open(&id, "").await;
    assert_eq!(socket.ask(json!({"type": "chat", "text": "harmless"})).await["type"], "ack");
    let n = socket.ask(json!({"type": "chat", "text": "unspeakable"})).await["n"].as_i64().unwrap();
    operator.delete_chat(&id, n + 1).await.unwrap_err();
    operator.delete_chat("t_nowhere", n).await.unwrap_err();
    operator.delete_chat(&id, n).await.unwrap();
    is_let_go(socket).await;
    // Whoever comes, newcomer or back again, is not told; its number stays.
    for query in [String::new(), format!("?since={}", n - 1)] {
        let mut socket = two.open(&id, &query).await;
        socket.hear().await;
        let heard = socket.heard.concat();
        assert!(!heard.contains("unspeakable") && heard.contains(&format!("\"n\":{n}")), "{heard}");
    }
    let state = two.open(&id, "").await.hear_type("state").await;
    let lines: Vec<_> = state["chat"].as_array().unwrap().iter().map(|line| text(&line["text"])).collect();
    assert_eq!(lines, ["harmless", "…"]);
    // The game goes on.
    assert_eq!(two.sit(&id, 2, "").await["state"], "live");
    let socket = one.open(&id, "").await;
    operator.delete_table(&id).await.unwrap();
    is_let_go(socket).await;
    assert_eq!(
        one.refused("GET", &format!("/api/tables/{id}"), None).await,
        (404, "table.not-found".to_owned())
    );
    operator.delete_table(&id).await.unwrap_err();
    let left = "SELECT (SELECT COUNT(*) FROM events) + (SELECT COUNT(*) FROM sitters) + (SELECT COUNT(*) FROM tables)";
    assert_eq!(server.scalar(left).await, 0);
    operator.close().await;
    server.stop().await;
}

#[tokio::test]
async fn people_are_kept_out_and_let_in_again() {
    let server = Server::start().await;
    let operator = operator(&server).await;
    let (mut ada, mut guest) = (server.account("Ada").await, server.person());
    let id = table(&mut ada).await;
    let socket = ada.open(&id, "").await;
    operator.ban("ada", true).await.unwrap();
    is_let_go(socket).await;
    assert_eq!(ada.refused("GET", "/api/me", None).await.1, "person.banned");
    let login = |password: &str| Some(json!({"name": "Ada", "password": password}));
    assert_eq!(guest.refused("POST", "/api/login", login("correct horse")).await.1, "person.banned");
    operator.ban("ADA", false).await.unwrap();
    assert_eq!(ada.get("/api/me").await["name"], "Ada");
    // A guest goes by an id.
    let known: Value = guest.get("/api/me").await;
    table(&mut guest).await;
    operator.ban(&text(&known["id"]), true).await.unwrap();
    assert_eq!(guest.refused("GET", "/api/tables", None).await.1, "person.banned");
    operator.ban("nobody at all", true).await.unwrap_err();
    // Another password ends all sessions.
    operator.reset_password("ada", "battery staple".to_owned()).await.unwrap();
    assert_eq!(ada.refused("GET", "/api/me", None).await.1, "person.unknown");
    assert_eq!(ada.refused("POST", "/api/login", login("correct horse")).await.1, "person.wrong-password");
    ada.post("/api/login", login("battery staple").unwrap()).await;
    operator.reset_password("ada", "short".to_owned()).await.unwrap_err();
    // Newcomers.
    operator.open_sign_up(false).await.unwrap();
    operator.set_club_name("Thursday").await.unwrap();
    let mut newcomer = server.person();
    let register = json!({"name": "Bob", "password": "correct horse"});
    assert_eq!(
        newcomer.refused("POST", "/api/register", Some(register.clone())).await.1,
        "person.sign-up-closed"
    );
    let club = newcomer.get("/api/club").await;
    assert_eq!((&club["name"], &club["sign_up"]), (&json!("Thursday"), &json!(false)));
    operator.open_sign_up(true).await.unwrap();
    newcomer.post("/api/register", register).await;
    operator.close().await;
    server.stop().await;
}
