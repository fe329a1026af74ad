//! No face leaves for someone who may not know it, in any byte of any answer.

use std::collections::HashSet;

use serde_json::{Value, json};

use crate::support::{Server, choice};

/// What anyone may ask for by HTTP, at any time.
const PAGES: [&str; 12] = [
    "/api/tables/{id}",
    "/api/tables/{id}/record",
    "/api/tables?state=live",
    "/api/tables?mine=true",
    "/api/me",
    "/api/me/export",
    "/api/sessions",
    "/api/records",
    "/api/records/archive",
    "/api/games",
    "/metrics",
    "/t/{id}",
];

/// Plays Ascension by sockets, with a spectator, and searches everything each of them is sent by either way.
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
    let (setup, secret) = (row.setup.unwrap(), row.secret.unwrap());
    let deal = setup.split(';').find_map(|part| part.strip_prefix("deal=")).unwrap();
    let mut eyes = [0, 1, 2].map(|viewer| Eyes::new(viewer, deal, &secret));
    let (mut plies, mut pages) = (0, 0);
    while let Some(seat) = views[0]["turn"]["seat"].as_u64() {
        for (eyes, socket) in eyes.iter_mut().zip(&sockets) {
            eyes.hear(&socket.heard);
        }
        let view = &views[seat as usize - 1];
        let (ply, t) = (view["ply"].clone(), choice(view));
        if plies % 5 == 0 {
            for (eyes, client) in eyes.iter().zip(&mut clients) {
                for page in PAGES {
                    eyes.read(&client.page("GET", &page.replace("{id}", &id), None).await);
                    pages += 1;
                }
                let analyse = client.page("POST", "/api/analysis", Some(json!({"table": id}))).await;
                assert!(analyse.contains("table.running"), "{analyse}");
                eyes.read(&analyse);
            }
            // What is refused tells nothing either, to whoever asks.
            for socket in &mut sockets {
                for pressed in [view["legal"][0]["at"].clone(), json!(["e5", "up"]), json!(["a9"])] {
                    socket.ask(json!({"type": "explain", "seat": seat, "pressed": pressed})).await;
                }
                socket.ask(json!({"type": "act", "ply": 9999, "seat": seat, "t": t})).await;
            }
        }
        sockets[seat as usize - 1].say(json!({"type": "act", "ply": ply, "seat": seat, "t": t})).await;
        for (index, view) in views.iter_mut().enumerate() {
            *view = sockets[index].hear_event("action").await["view"].clone();
        }
        plies += 1;
    }
    for socket in &mut sockets {
        socket.hear_event("over").await;
    }
    assert!(plies > 30 && pages > 200, "a game was played and looked at: {plies} {pages}");
    let hidden = eyes.map(|eyes| 76 - eyes.seen.len());
    assert!(hidden.iter().all(|&hidden| hidden > 10), "there was much to hide: {hidden:?}");
    server.stop().await;
}

/// What one viewer has been shown, by the public history: a cube in the own hand, and any that showed.
struct Eyes<'a> {
    viewer: usize,
    deal: &'a str,
    secret: &'a str,
    /// The numbers of the pieces, from 1 in the order of the deal.
    seen: HashSet<u64>,
    /// How many messages of the socket were searched.
    heard: usize,
}

impl<'a> Eyes<'a> {
    fn new(viewer: usize, deal: &'a str, secret: &'a str) -> Self {
        Eyes { viewer, deal, secret, seen: HashSet::new(), heard: 0 }
    }

    fn hear(&mut self, heard: &[String]) {
        for told in &heard[self.heard..] {
            let message: Value = serde_json::from_str(told).unwrap();
            self.look(&message["view"]);
            self.read(told);
        }
        self.heard = heard.len();
    }

    fn look(&mut self, view: &Value) {
        if view.is_null() {
            return;
        }
        let hand = &view["board"]["hand"];
        let turn = view["turn"]["seat"].as_u64().unwrap() as usize;
        if !hand.is_null() && turn == self.viewer + 1 {
            self.seen.insert(hand["piece"].as_u64().unwrap());
        }
        let stacks = view["board"]["cells"].as_array().unwrap().iter();
        let pieces = stacks
            .flat_map(|cell| cell["stack"].as_array().unwrap())
            .chain(Some(hand).filter(|hand| !hand.is_null()));
        for piece in pieces.filter(|piece| piece["kind"] == "cube") {
            let number = piece["piece"].as_u64().unwrap();
            if piece["shows"] == true {
                self.seen.insert(number);
            }
            let known = piece["face"] != "?";
            assert!(!known || self.seen.contains(&number), "viewer {} knows {piece}", self.viewer);
        }
    }

    /// Any text at all: no secret, no deal beyond what was seen, no stretch of it either.
    fn read(&self, told: &str) {
        let Eyes { viewer, deal, secret, seen, .. } = self;
        assert!(!told.contains(secret), "viewer {viewer} is told the secret: {told}");
        for shown in told.split("deal=").skip(1) {
            for ((number, face), truth) in (1..).zip(shown.chars()).zip(deal.chars()) {
                if !face.is_ascii_alphanumeric() && face != '?' {
                    break;
                }
                let fine = face == '?' || (seen.contains(&number) && face == truth);
                assert!(fine, "viewer {viewer} is told of piece {number}: {told}");
            }
        }
        for (first, stretch) in (1..).zip(deal.as_bytes().windows(8)) {
            if (first..first + 8).any(|number| !seen.contains(&number)) {
                let stretch = std::str::from_utf8(stretch).unwrap();
                assert!(!told.contains(stretch), "viewer {viewer} is told {stretch}: {told}");
            }
        }
    }
}
