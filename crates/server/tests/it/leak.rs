//! No face leaves for a seat that may not know it, in any byte.

use std::collections::HashMap;

use serde_json::{Value, json};

use crate::support::{Server, choice, text};

/// Plays Ascension by sockets, with a spectator, and searches everything each of them was sent.
#[tokio::test]
async fn no_hidden_face_leaves() {
    let server = Server::start().await;
    let mut clients = [server.person(), server.person(), server.person()];
    let seats = json!([{"kind": "me"}, {"kind": "open"}]);
    let (id, _) = clients[0]
        .table(json!({"game": "ascension", "setup": "seats=2;round_limit=8", "seats": seats}))
        .await;
    clients[2].get("/api/me").await;
    clients[1].sit(&id, 2, "").await;
    let mut sockets = Vec::new();
    for client in &mut clients {
        sockets.push(client.open(&id, "").await);
    }
    let mut views = Vec::new();
    for socket in &mut sockets {
        views.push(socket.hear_type("state").await["view"].clone());
    }
    // The truth, from the database, where alone it is.
    let row = server.app.store.table(&id).await.unwrap().unwrap();
    let setup = row.setup.unwrap();
    let secret = row.secret.unwrap();
    let deal = setup.split(';').find_map(|part| part.strip_prefix("deal=")).unwrap().to_owned();
    let mut other_words = Vec::new();
    let mut plies = 0;
    while let Some(seat) = views[0]["turn"]["seat"].as_u64() {
        let view = &views[seat as usize - 1];
        let ply = view["ply"].clone();
        let t = choice(view);
        sockets[seat as usize - 1].say(json!({"type": "act", "ply": ply, "seat": seat, "t": t})).await;
        for (index, view) in views.iter_mut().enumerate() {
            *view = sockets[index].hear_event("action").await["view"].clone();
        }
        plies += 1;
        if plies % 10 == 0 && views[0]["turn"]["seat"].is_u64() {
            for client in &mut clients {
                other_words.push(client.get(&format!("/api/tables/{id}/record")).await.to_string());
                other_words.push(client.get(&format!("/api/tables/{id}")).await.to_string());
                other_words.push(client.get("/api/tables?state=live").await.to_string());
            }
        }
    }
    for socket in &mut sockets {
        socket.hear_event("over").await;
    }
    assert!(plies > 30, "a game was played");
    for word in &other_words {
        assert!(!word.contains(&deal) && !word.contains(&secret), "{word}");
    }
    for (index, socket) in sockets.iter().enumerate() {
        check(socket.heard.iter(), index, &deal, &secret);
    }
    server.stop().await;
}

/// Follows the public history: which piece was picked by whom while its face was down, which ever showed.
fn check<'a>(heard: impl Iterator<Item = &'a String>, viewer: usize, deal: &str, secret: &str) {
    let mut allowed: HashMap<u64, bool> = HashMap::new();
    for text_heard in heard {
        let message: Value = serde_json::from_str(text_heard).unwrap();
        let view = &message["view"];
        if view["turn"].get("over").is_some() || message["event"]["kind"] == "over" {
            return;
        }
        assert!(!text_heard.contains(deal) && !text_heard.contains(secret), "the deal or the secret leaked");
        if view.is_null() {
            continue;
        }
        // A cube in this viewer's own hand, and any that shows, may be known from now on.
        let hand = &view["board"]["hand"];
        let turn = view["turn"]["seat"].as_u64().unwrap() as usize;
        if !hand.is_null() && turn == viewer + 1 {
            allowed.insert(hand["piece"].as_u64().unwrap(), true);
        }
        let stacks = view["board"]["cells"].as_array().unwrap().iter();
        let pieces = stacks
            .flat_map(|cell| cell["stack"].as_array().unwrap())
            .chain(Some(hand).filter(|h| !h.is_null()));
        for piece in pieces {
            let number = piece["piece"].as_u64().unwrap_or(u64::MAX);
            let known = piece["face"] != "?";
            if piece["kind"] != "cube" || piece["shows"] == true {
                allowed.insert(number, true);
            }
            assert!(!known || allowed.contains_key(&number), "viewer {viewer} knows piece {number}: {piece}");
        }
        let setup = text(&view["setup"]);
        let shown = setup.split(';').find_map(|part| part.strip_prefix("deal=")).unwrap();
        let known = shown.chars().filter(|&c| c != '?').count();
        assert!(known <= allowed.len(), "the set-up tells no more than was seen: {known}");
    }
}
