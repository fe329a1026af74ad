//! Forty people of a club behind one address: they come all at once, log in, play, talk and look things up, over real
//! connections, and meet no limit; whatever a stranger beside them does.

use axum::http::{Method, Request, StatusCode, header};
use futures_util::future::join_all;
use http_body_util::{BodyExt, Full};
use hyper::{body::Bytes, client::conn::http1};
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use server::Config;
use tokio::net::TcpStream;

use crate::support::{Client, Database, Server, Socket, choice, config, text};

/// One request over a connection of its own, as `client` and with its cookie; the status and the answer.
async fn ask(
    client: &mut Client,
    server: &Server,
    method: Method,
    path: &str,
    body: Value,
) -> (StatusCode, Value) {
    let stream = TcpStream::connect(server.address).await.unwrap();
    let (mut line, connection) = http1::handshake::<_, Full<Bytes>>(TokioIo::new(stream)).await.unwrap();
    let connection = tokio::spawn(connection);
    let mut request = Request::builder()
        .method(method)
        .uri(path)
        .header(header::HOST, "here")
        .header(header::CONTENT_TYPE, "application/json");
    if let Some(cookie) = &client.cookie {
        request = request.header(header::COOKIE, cookie);
    }
    let answer = line.send_request(request.body(Full::from(body.to_string())).unwrap()).await.unwrap();
    let status = answer.status();
    if let Some(cookie) = answer.headers().get(header::SET_COOKIE) {
        client.cookie = Some(cookie.to_str().unwrap().split(';').next().unwrap().to_owned());
    }
    let bytes = answer.into_body().collect().await.unwrap().to_bytes();
    drop(line);
    connection.await.unwrap().unwrap();
    (status, serde_json::from_slice(&bytes).unwrap_or_default())
}

/// The same, where nothing may be refused.
async fn get_on(client: &mut Client, server: &Server, method: Method, path: &str, body: Value) -> Value {
    let (status, answer) = ask(client, server, method, path, body).await;
    assert!(status.is_success(), "{path}: {status} {answer}");
    answer
}

async fn arrive(server: &Server, number: usize) -> Client {
    let mut member = server.nobody();
    get_on(&mut member, server, Method::POST, "/api/me", json!({})).await;
    let account = json!({"name": format!("Member {number}"), "password": "correct horse"});
    get_on(&mut member, server, Method::POST, "/api/register", account.clone()).await;
    get_on(&mut member, server, Method::POST, "/api/logout", json!({})).await;
    get_on(&mut member, server, Method::POST, "/api/login", account).await;
    for path in ["/api/games", "/api/tables", "/api/tables?mine=true", "/api/records"] {
        get_on(&mut member, server, Method::GET, path, Value::Null).await;
    }
    member
}

/// Two of them play a game to its end, talking, and look at it afterwards.
async fn game(server: &Server, one: &mut Client, two: &mut Client) {
    let seats = json!([{"kind": "me"}, {"kind": "open"}]);
    let new = json!({"game": "archimedes", "setup": "seats=2", "seats": seats});
    let made = get_on(one, server, Method::POST, "/api/tables", new).await;
    let id = text(&made["id"]);
    let sit = json!({"seat": 2, "nonce": "ab"});
    get_on(two, server, Method::POST, &format!("/api/tables/{id}/sit"), sit).await;
    let (mut a, mut b) = (one.open(&id, "").await, two.open(&id, "").await);
    let mut lobbies = [one.lobby().await, two.lobby().await];
    let mut view = a.hear_type("state").await["view"].clone();
    b.hear_type("state").await;
    let mut moves = Vec::new();
    while moves.len() < 24 && view["turn"]["seat"].is_u64() {
        let seat = view["turn"]["seat"].as_u64().unwrap();
        let (mover, other): (&mut Socket, &mut Socket) =
            if seat == 1 { (&mut a, &mut b) } else { (&mut b, &mut a) };
        let t = choice(&view);
        let ack = mover.ask(json!({"type": "act", "ply": moves.len(), "seat": seat, "t": t})).await;
        assert_eq!(ack["type"], "ack", "{ack}");
        moves.push(t);
        view = other.hear_view(moves.len()).await;
    }
    for line in 0..4 {
        for socket in [&mut a, &mut b] {
            let said = socket.ask(json!({"type": "chat", "text": format!("line {line}")})).await;
            assert_eq!(said["type"], "ack", "{said}");
        }
    }
    a.ask(json!({"type": "resign", "seat": 1})).await;
    for lobby in &mut lobbies {
        lobby.hear_type("tables").await;
    }
    for end in 0..moves.len() {
        let position = json!({"game": "archimedes", "setup": "seats=2", "moves": &moves[..end]});
        get_on(one, server, Method::POST, "/api/position", position).await;
    }
    get_on(two, server, Method::POST, "/api/analysis", json!({"table": id})).await;
}

#[tokio::test]
async fn forty_people_behind_one_address_play_an_evening() {
    let database = Database::new().await;
    let server = Server::on(Config { rate: 1.0, ..config(&database.url) }).await;
    let mut members = join_all((0..40).map(|number| arrive(&server, number))).await;
    // A stranger of the same address uses up what there is for strangers.
    let mut stranger = server.person();
    let seats = json!([{"kind": "me"}, {"kind": "device"}]);
    let (id, _) = stranger.table(json!({"game": "archimedes", "setup": "seats=2", "seats": seats})).await;
    let flood = (0..20).map(|_| {
        let (mut watcher, id) = (server.person(), id.clone());
        async move {
            let mut socket = watcher.open(&id, "").await;
            let mut refused = 0;
            while refused < 3 {
                let answer = socket.ask(json!({"type": "chat", "text": "buy"})).await;
                refused += usize::from(answer["error"]["key"] == "request.too-many");
            }
        }
    });
    join_all(flood).await;
    let pairs = members.chunks_mut(2).map(|pair| {
        let [one, two] = pair else { panic!("they come in pairs") };
        game(&server, one, two)
    });
    join_all(pairs).await;
    // Nor is anybody locked out by whoever tries passwords beside them: they log in again where they were before.
    let guesses = (0..150).map(|number| {
        let (mut stranger, server) = (stranger.clone(), &server);
        async move {
            let guess = json!({"name": format!("Nobody {number}"), "password": "wrong horse"});
            ask(&mut stranger, server, Method::POST, "/api/login", guess).await.0
        }
    });
    let refused = join_all(guesses).await.contains(&StatusCode::TOO_MANY_REQUESTS);
    assert!(refused, "a stranger is stopped");
    for number in [0, 13, 39] {
        let account = json!({"name": format!("Member {number}"), "password": "correct horse"});
        get_on(&mut server.nobody(), &server, Method::POST, "/api/login", account).await;
    }
    server.stop().await;
}
