//! One person, one identity: who is made a guest, when, and by what alone.

use serde_json::{Value, json};

use crate::support::{Client, Server, choice, text};

const KEY: &str = "browser-key_0123456789";

/// What may be asked without being anybody.
const OPEN_TO_ALL: [&str; 20] = [
    "POST /api/me",
    "POST /api/register",
    "POST /api/login",
    "GET /api/games",
    "POST /api/check",
    "GET /api/club",
    "GET /api/tables",
    "GET /api/tables/{id}",
    "GET /api/tables/{id}/record",
    "GET /api/players/{name}",
    "GET /api/players/{name}/ratings",
    "GET /api/leaderboard",
    "GET /api/records",
    "GET /api/records/archive",
    "POST /api/position",
    "POST /api/explain",
    "POST /api/explore",
    "POST /api/record/read",
    "POST /api/record/write",
    "GET /api/analysis/{job}",
];

async fn enter(client: &mut Client, key: &str) -> Value {
    client.post("/api/me", json!({"key": key})).await
}

#[tokio::test]
async fn first_requests_that_race_make_one_guest() {
    let server = Server::start().await;
    let visits = (0..20).map(|_| {
        let mut tab = server.nobody();
        async move {
            let me = enter(&mut tab, KEY).await;
            (text(&me["id"]), tab.cookie.expect("a newcomer gets a cookie"))
        }
    });
    let made = futures_util::future::join_all(visits).await;
    assert!(made.iter().all(|guest| *guest == made[0]), "one person: {made:?}");
    // Each of those cookies is good, before and after the guest has done something that is kept.
    let mut one = server.nobody();
    one.cookie = Some(made[7].1.clone());
    one.table(json!({"game": "axiom", "seats": [{"kind": "me"}, {"kind": "open"}]})).await;
    let mut late = server.nobody();
    assert_eq!(enter(&mut late, KEY).await["games"], 1, "the answer that comes last is the same guest's");
    assert_eq!(late.cookie, one.cookie);
    // Another browser is somebody else, and so is each newcomer without a key.
    let (mut two, mut three, mut four) = (server.nobody(), server.nobody(), server.nobody());
    let others = [
        enter(&mut two, "another-key-4567890").await,
        three.post("/api/me", json!({})).await,
        four.post("/api/me", json!({})).await,
    ];
    let mut ids: Vec<_> = others.iter().map(|me| text(&me["id"])).chain([made[0].0.clone()]).collect();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), 4);
    for key in ["short", "", &"x".repeat(65), "with spaces 0123456789"] {
        let told = server.nobody().refused("POST", "/api/me", Some(json!({"key": key}))).await;
        assert_eq!(told, (422, "person.bad-key".to_owned()), "{key:?}");
    }
    server.stop().await;
}

#[tokio::test]
async fn whoever_is_somebody_stays_so() {
    let server = Server::start().await;
    let mut guest = server.person();
    let me = guest.get("/api/me").await;
    let before = guest.cookie.clone();
    assert_eq!(enter(&mut guest, KEY).await, me, "a key makes nobody another");
    assert_eq!(guest.cookie, before);
    let page = guest.page("POST", "/api/me", Some(json!({"key": KEY}))).await;
    assert!(page.starts_with("200") && !page.contains("set-cookie"), "{page}");
    let mut account = server.account("Ada").await;
    let token = text(&account.post("/api/bots", json!({"name": "Robo"})).await["token"]);
    assert_eq!(enter(&mut account, KEY).await["name"], "Ada");
    let mut bot = server.nobody();
    bot.token = Some(token);
    assert_eq!(enter(&mut bot, KEY).await["name"], "Robo");
    assert_eq!(bot.cookie, None);
    server.stop().await;
}

/// Every operation of the description, so that a new one is covered too.
#[tokio::test]
async fn nothing_else_makes_anybody() {
    let server = Server::start().await;
    let document = serde_json::to_value(server::openapi()).unwrap();
    let mut asked = 0;
    for (path, operations) in document["paths"].as_object().unwrap() {
        let at =
            path.replace("{id}", "t_0000000000000000").replace("{job}", "j_0").replace("{name}", "nobody");
        for method in operations.as_object().unwrap().keys().map(|method| method.to_uppercase()) {
            let operation = format!("{method} {path}");
            if operation == "POST /api/me" {
                continue;
            }
            for cookie in [None, Some("ludarium=g.p_0000000000000000.00"), Some("ludarium=nonsense")] {
                let mut nobody = server.nobody();
                nobody.cookie = cookie.map(str::to_owned);
                let page = nobody.page(&method, &at, Some(json!({}))).await;
                assert!(!page.contains("set-cookie"), "{operation}: {page}");
                let refused = page.starts_with("401") && page.contains("person.unknown");
                assert_eq!(refused, !OPEN_TO_ALL.contains(&operation.as_str()), "{operation}: {page}");
                asked += 1;
            }
        }
    }
    assert!(asked > 90, "all were asked: {asked}");
    let mut nobody = server.nobody();
    assert_eq!(nobody.refused("GET", "/api/tables?mine=true", None).await.0, 401);
    let new = json!({"game": "axiom", "seats": [{"kind": "me"}, {"kind": "open"}]});
    let told = nobody.refused("POST", "/api/tables", Some(new)).await;
    assert_eq!(told, (401, "person.unknown".to_owned()));
    let kept = server.scalar("SELECT (SELECT COUNT(*) FROM tables) + (SELECT COUNT(*) FROM people)").await;
    assert_eq!(kept, 0, "neither a table nor anybody is made");
    // The lobby is for everyone, a table's socket for somebody.
    nobody.lobby().await.hear_type("tables").await;
    let path = "/api/tables/t_0000000000000000/socket";
    assert!(nobody.socket(path).await.unwrap_err().contains("401"));
    server.stop().await;
}

#[tokio::test]
async fn a_key_opens_no_account() {
    let server = Server::start().await;
    let (mut one, mut two) = (server.nobody(), server.nobody());
    // One guest becomes an account, the other's tables become that account's.
    enter(&mut one, KEY).await;
    one.post("/api/register", json!({"name": "Ada", "password": "correct horse"})).await;
    enter(&mut two, "another-key-4567890").await;
    two.table(json!({"game": "axiom", "seats": [{"kind": "me"}, {"kind": "open"}]})).await;
    let guest = two.cookie.clone();
    two.post("/api/login", json!({"name": "Ada", "password": "correct horse"})).await;
    for key in [KEY, "another-key-4567890"] {
        let told = server.nobody().refused("POST", "/api/me", Some(json!({"key": key}))).await;
        assert_eq!(told, (409, "person.key-used".to_owned()));
    }
    // What is over is nobody, not somebody new: the merged guest, and the session that was ended.
    let session = two.cookie.clone();
    two.post("/api/logout", json!({})).await;
    for cookie in [guest, session] {
        let mut stale = server.nobody();
        stale.cookie = cookie;
        assert_eq!(stale.refused("GET", "/api/me", None).await, (401, "person.unknown".to_owned()));
        let new = stale.post("/api/me", json!({"key": "a-third-key-89012345", "anew": true})).await;
        assert_eq!(new["kind"], "guest");
        assert_eq!(stale.get("/api/me").await["kind"], "guest");
    }
    server.stop().await;
}

#[tokio::test]
async fn what_was_sent_before_a_login_was_answered_makes_nobody() {
    let server = Server::start().await;
    server.account("Ada").await;
    for (way, name) in [("/api/register", "Bob"), ("/api/login", "Ada")] {
        let mut one = server.nobody();
        enter(&mut one, &format!("the-key-of-{name}-0123")).await;
        one.table(json!({"game": "axiom", "seats": [{"kind": "me"}, {"kind": "open"}]})).await;
        let mut before = server.nobody();
        before.cookie = one.cookie.clone();
        let id = one.post(way, json!({"name": name, "password": "correct horse"})).await["id"].clone();
        // A new cookie here would take the place of the login's in the browser.
        for key in [Some("some-other-key-12345"), None] {
            let page = before.page("POST", "/api/me", Some(json!({"key": key}))).await;
            assert!(page.starts_with("409") && page.contains("person.cookie-used"), "{way}: {page}");
            assert!(!page.contains("set-cookie"), "{way}: {page}");
        }
        assert_eq!(one.get("/api/me").await["id"], id);
    }
    server.stop().await;
}

#[tokio::test]
async fn an_open_socket_follows_its_person_into_an_account_and_out() {
    let server = Server::start().await;
    server.account("Ada").await;
    for (way, name) in [("/api/register", "Bob"), ("/api/login", "Ada")] {
        let (mut one, mut two) = (server.person(), server.person());
        let seats = json!([{"kind": "me"}, {"kind": "open"}]);
        let (id, _) = one.table(json!({"game": "archimedes", "setup": "seats=2", "seats": seats})).await;
        two.sit(&id, 2, "").await;
        let mut socket = one.open(&id, "").await;
        let t = choice(&socket.hear_type("state").await["view"]);
        one.post(way, json!({"name": name, "password": "correct horse"})).await;
        // The old socket acts for the account, and so does a new one.
        let ack = socket.ask(json!({"type": "act", "ply": 0, "seat": 1, "t": t})).await;
        assert_eq!(ack["type"], "ack", "{way}: {ack}");
        let mut again = one.open(&id, "").await;
        let state = again.hear_type("state").await;
        assert_eq!(state["mine"], json!([1]));
        assert_eq!(state["table"]["seats"][0]["people"][0]["name"], name);
        assert_eq!(again.ask(json!({"type": "chat", "text": "hello"})).await["type"], "ack");
        // An account has a name of its own, also on a socket that was opened before.
        assert_eq!(socket.hear_event("chat").await["event"]["from"], name);
        // Whoever logs out acts no more for the account; the client comes back as whom it is then.
        one.post("/api/logout", json!({})).await;
        assert_eq!((socket.closing().await, again.closing().await), (Some(1013), Some(1013)));
        one.cookie = None;
        let mut watching = one.open(&id, "").await;
        assert_eq!(watching.hear_type("state").await["mine"], json!([]));
    }
    server.stop().await;
}

#[tokio::test]
async fn a_seat_kept_for_a_name_is_found_by_who_logs_in_on_an_open_socket() {
    let server = Server::start().await;
    let (mut owner, mut one) = (server.account("Owner").await, server.person());
    server.account("Ada").await;
    let seats = json!([{"kind": "me"}, {"kind": "person", "name": "Ada"}]);
    let (id, invite) =
        owner.table(json!({"game": "archimedes", "setup": "seats=2", "seats": seats, "private": true})).await;
    let mut socket = one.open(&id, &format!("?invite={invite}")).await;
    socket.hear_type("state").await;
    one.post("/api/login", json!({"name": "Ada", "password": "correct horse"})).await;
    one.sit(&id, 2, "").await;
    socket.hear_event("start").await;
    server.stop().await;
}

/// One GET explains why a socket does not open.
#[tokio::test]
async fn a_table_says_why_it_does_not_open() {
    let server = Server::start().await;
    let (mut one, mut two) = (server.person(), server.person());
    let seats = json!([{"kind": "me"}, {"kind": "open"}]);
    let (id, invite) = one.table(json!({"game": "axiom", "seats": seats, "private": true})).await;
    two.enter().await;
    for (table, query, status, key) in [
        (id.as_str(), String::new(), 403, "table.private"),
        (&id, "?invite=wrong".to_owned(), 403, "table.private"),
        (&id, format!("?invite={invite}"), 200, ""),
        ("t_nosuchtable00000", format!("?invite={invite}"), 404, "table.not-found"),
        ("nonsense", String::new(), 404, "table.not-found"),
    ] {
        let path = format!("/api/tables/{table}");
        let (told, body) = two.send("GET", &format!("{path}{query}"), None).await;
        assert_eq!(told.as_u16(), status, "{path}{query}: {body}");
        assert_eq!(body["error"]["key"].as_str().unwrap_or_default(), key);
        match two.socket(&format!("{path}/socket{query}")).await {
            Ok(_) => assert_eq!(status, 200, "{path}{query}"),
            Err(error) => assert!(error.contains(&status.to_string()), "{path}{query}: {error}"),
        }
    }
    server.stop().await;
}
