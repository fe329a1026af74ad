//! Laws that hold in every game, run on random play.

use rand::{Rng, SeedableRng, rngs::StdRng};

use crate::{
    Event, Game, Judge, Numbered, Palette, Picture, Record, Seat, Space, Turn, Urgency, Viewer, Withdrawal,
    canvas::Marks,
    end, mix,
    network::Inputs,
    picture::{self, Frame, Look},
    setup,
};

/// How many events a walk with takebacks has.
const WALK: usize = 300;

/// Plays `games` random games of this set-up and checks every law at every position on the way.
///
/// # Panics
/// If a law is broken; the message names it and the actions that led there.
pub fn laws<G: Game + Judge + Numbered>(options: &str, games: u64) {
    for seed in 0..games {
        let mut rng = StdRng::seed_from_u64(seed);
        let options: G::Options = options.parse().expect("the options of a law are well formed");
        assert_eq!(options.to_string().parse::<G::Options>().as_ref(), Ok(&options), "options round-trip");
        let setup = G::draw(&options, &mut rng);
        assert_eq!(setup.to_string().parse::<G::Setup>().as_ref(), Ok(&setup), "set-up round-trips");
        let mut record = Record::<G>::new(setup);
        let longest = record.position().longest();
        for level in record.position().levels() {
            assert!(G::METHODS.contains(&level.method), "{:?} is declared among the methods", level.method);
        }
        let mut moves = Vec::new();
        loop {
            position_laws(&record, &mut rng);
            moves.clear();
            record.legal_moves(&mut moves);
            if moves.is_empty() {
                let outcome = record.turn().outcome().expect("a game that goes on has legal moves");
                let known = G::INFO.ends.iter().chain(end::ENDS).any(|&end| end == outcome.end());
                assert!(known, "{} is declared among the ends", outcome.end().key);
                break;
            }
            let m = moves[mix::below(&mut rng, moves.len())];
            record.push(Event::Move(m)).expect("a listed move is legal");
        }
        assert!(record.ply() <= longest, "a game of {} moves, the longest has {longest}", record.ply());
        replay_law(&record);
        takeback_law(&record, &mut rng);
    }
}

/// The laws of one position.
///
/// # Panics
/// If a law is broken.
pub fn position_laws<G: Game + Judge + Numbered>(record: &Record<G>, rng: &mut dyn Rng) {
    let position = record.position();
    let context = || {
        let moves: Vec<_> = record.moves().iter().map(ToString::to_string).collect();
        format!("{} after {}", record.setup(), moves.join(" "))
    };
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let over = position.turn().is_over();
    assert_eq!(over, moves.is_empty(), "over ⇔ nothing is legal: {}", context());
    let mut again = Vec::new();
    position.legal_moves(&mut again);
    assert_eq!(moves, again, "moves come in the same order: {}", context());
    assert_eq!(position.count_legal(&mut again), moves.len(), "as many are counted as listed: {}", context());
    let unique: std::collections::HashSet<_> = moves.iter().collect();
    assert_eq!(unique.len(), moves.len(), "no move is listed twice: {}", context());
    for &m in &moves {
        assert_eq!(position.explain(m), None, "{m} is listed, so it is legal: {}", context());
        let text = m.to_string();
        assert!(!text.contains(char::is_whitespace), "{text} has no spaces");
        assert_eq!(text.parse(), Ok(m), "{text} round-trips: {}", context());
        let trace = position.trace(m);
        assert!(trace.at.iter().chain(&trace.via).all(|cell| !cell.is_empty()), "trace names its cells");
    }
    match position.turn() {
        Turn::Reply(_) => {
            let lapse = position.lapse().expect("a reply can lapse");
            assert!(moves.contains(&lapse), "a lapse is legal: {}", context());
        }
        _ => assert_eq!(position.lapse(), None, "only a reply lapses: {}", context()),
    }
    let sampled = position.sample(rng, &mut again);
    if let Some(m) = sampled {
        assert!(moves.contains(&m), "a sampled move is listed: {}", context());
    }
    told_law(record, &moves, &context);
    position_text_law(record, &context);
    view_law(position, sampled, &context);
    redeal_law(record, rng, &context);
    number_law(position, &moves, rng, &context);
    refusal_law(record, &moves, &context);
    if !over {
        symmetry_law(position, &moves, rng, &context);
    }
    judgement_law(position, &moves, &context);
}

/// Judgement stays within its range, has a hint for each move, and an urgent win wins; a network is told what it has
/// inputs for, and what the hand-made judgement is.
fn judgement_law<G: Judge>(position: &G, moves: &[G::Move], context: &dyn Fn() -> String) {
    for seat in Seat::all(position.seats()) {
        assert!(position.evaluate(seat).abs() <= 20_000, "judgement stays within its range: {}", context());
    }
    let Some(seat) = position.turn().seat() else { return };
    let mut hints = Vec::new();
    position.priors(moves, &mut hints);
    assert_eq!(hints.len(), moves.len(), "as many hints as moves: {}", context());
    if position.inputs() > 0 {
        assert_eq!(position.seats(), 2, "networks judge games of two seats");
        let mut inputs = Inputs::default();
        let (seen_by, hand) = position.tell(&mut inputs);
        assert_eq!(hand, position.evaluate(seen_by), "a network corrects the judgement: {}", context());
        assert!(inputs.iter().all(|(input, _)| input < position.inputs()), "no other inputs: {}", context());
        if let Some(network) = G::network() {
            assert_eq!(network.get().inputs(), position.inputs(), "the network is for these: {}", context());
        }
    }
    if let Urgency::Win(m) = position.urgency() {
        assert!(moves.contains(&m), "an urgent win is legal: {m}: {}", context());
        let mut won = position.clone();
        won.play_unchecked(m);
        let winner = won.turn().outcome().and_then(|outcome| outcome.winners().single());
        assert_eq!(winner, Some(seat), "an urgent win wins: {m}: {}", context());
    }
}

/// Every move is described in declared phrases, and pressing what it touches is not refused; a seat that lets its turn go
/// by is no longer to act.
fn told_law<G: Game>(record: &Record<G>, moves: &[G::Move], context: &dyn Fn() -> String) {
    let position = record.position();
    let Some(seat) = record.turn().seat() else { return };
    for &m in moves {
        let told = G::describe(m);
        assert!(
            G::INFO.phrases.iter().any(|phrase| phrase.key == told.key),
            "{m} is described in declared phrases: {}",
            context()
        );
        assert!(!told.to_string().contains(['{', '}']), "{told} has its arguments: {}", context());
    }
    if let Some(&m) = moves.first() {
        let at = position.trace(m).at;
        let pressed: Vec<&str> = at.iter().map(String::as_str).collect();
        assert_eq!(record.explain_press(seat, &pressed), None, "{m} is pressed: {}", context());
    }
    if let Some(passed) = position.passed() {
        assert_ne!(passed.turn().seat(), Some(seat), "a seat that passes is not to act: {}", context());
    }
}

/// A position's text starts a game at that very position (rules 0.7).
fn position_text_law<G: Game>(record: &Record<G>, context: &dyn Fn() -> String) {
    let position = record.position();
    if position.turn().is_over() {
        return;
    }
    let text = position.position_text();
    assert!(!text.contains([';', ' ']), "position text fits into a set-up: {text}");
    let mut parts: Vec<String> = record
        .setup()
        .to_string()
        .split(';')
        .filter(|part| !part.is_empty() && !part.starts_with("from="))
        .map(str::to_owned)
        .collect();
    parts.push(format!("from={text}"));
    let setup = parts.join(";");
    let setup: G::Setup =
        setup.parse().unwrap_or_else(|e| panic!("position text is accepted: {setup}: {e}: {}", context()));
    let again = G::start(&setup);
    assert_eq!(&again, position, "position text leads to the same position: {text}: {}", context());
    assert_eq!(again.key(), position.key(), "kept key = recomputed key: {}", context());
    assert_eq!(again.position_text(), text, "position text round-trips: {}", context());
}

/// A view reads as it is written, its drawing fits a terminal, and what actions touch can be chosen on it.
fn view_law<G: Game>(position: &G, m: Option<G::Move>, context: &dyn Fn() -> String) {
    let view = position.view(Viewer::All);
    let sent = serde_json::to_string(&view).expect("a view is plain data");
    assert_eq!(serde_json::from_str(&sent).ok().as_ref(), Some(&view), "a view round-trips: {}", context());
    let printed = picture::text(&view, position.seats(), Palette::None, true);
    assert!(
        printed.lines().all(|line| line.is_ascii() && line.len() <= 80),
        "a printed drawing is plain and narrow: {}\n{printed}",
        context()
    );
    let touched = m.map(|m| position.trace(m).at).unwrap_or_default();
    let marks = Marks { targets: touched.iter().cloned().collect(), ..Marks::default() };
    let canvas = view.canvas(&marks, Frame { width: 400, height: 400, look: Look::Plan });
    for spot in touched {
        assert!(canvas.find(&spot).is_some(), "{spot} is on the drawing: {}", context());
    }
}

/// What a viewer cannot know changes nothing that the viewer is sent.
fn redeal_law<G: Game + Numbered>(record: &Record<G>, rng: &mut dyn Rng, context: &dyn Fn() -> String) {
    let position = record.position();
    if !G::INFO.hidden || position.turn().is_over() {
        return;
    }
    let viewers = Seat::all(position.seats()).map(Viewer::Seat).chain([Viewer::Spectator]);
    for viewer in viewers {
        let seed = rng.next_u64();
        let mut other = position.clone();
        other.redeal(viewer, &mut StdRng::seed_from_u64(rng.next_u64()));
        let sent = |p: &G| serde_json::to_string(&p.view(viewer)).expect("a view is plain data");
        assert_eq!(sent(&other), sent(position), "redeal({viewer:?}) shows in the view: {}", context());
        assert_eq!(other.turn(), position.turn(), "redeal({viewer:?}) changes the turn: {}", context());
        for seat in Seat::all(position.seats()) {
            let stages = position.stages(seat);
            assert_eq!(other.stages(seat), stages, "redeal({viewer:?}) changes a stage: {}", context());
            let at = stages.iter().filter(|stage| stage.here).count();
            let inside = !stages.is_empty() && position.playing().contains(seat);
            assert_eq!(at, usize::from(inside), "a seat is at one stage: {}", context());
        }
        if position.turn().seat().is_some_and(|seat| viewer.is(seat)) {
            let list = |p: &G| {
                let mut moves = Vec::new();
                p.legal_moves(&mut moves);
                moves
            };
            assert_eq!(list(&other), list(position), "redeal({viewer:?}) changes legal moves: {}", context());
            // Moves of the past are as good as any others to be refused now.
            for &m in record.moves().iter().rev().take(40) {
                let told = |p: &G| p.explain(m).map(|refusal| p.disclose(refusal).to_string());
                assert_eq!(
                    told(&other),
                    told(position),
                    "redeal({viewer:?}) shows in a refusal: {}",
                    context()
                );
            }
        }
        let setup = |p: &G| p.redact(&setup_from(record, p), viewer);
        assert_eq!(setup(&other), setup(position), "redeal({viewer:?}) shows in the set-up: {}", context());
        if let Viewer::Seat(seat) = viewer {
            let seen = |p: &G| observation(p, seat);
            assert_eq!(
                seen(&other),
                seen(position),
                "redeal({viewer:?}) shows in an observation: {}",
                context()
            );
        }
        let mut left = position.clone();
        let mut right = other.clone();
        left.redeal(viewer, &mut StdRng::seed_from_u64(seed));
        right.redeal(viewer, &mut StdRng::seed_from_u64(seed));
        assert_eq!(left, right, "indistinguishable positions redeal alike for {viewer:?}: {}", context());
    }
}

fn observation<G: Numbered>(position: &G, seat: Seat) -> Vec<f32> {
    let mut out = vec![0.0; G::SPACE.size()];
    position.observe(seat, &mut out);
    out
}

/// Legal moves have numbers of their own, and every number stands for one move at most.
fn number_law<G: Numbered>(position: &G, moves: &[G::Move], rng: &mut dyn Rng, context: &dyn Fn() -> String) {
    if G::SPACE == Space::NONE {
        return;
    }
    let mut numbers = std::collections::HashSet::new();
    for &m in moves {
        let number = position.number(m);
        assert!(number < G::SPACE.actions, "{m} has the number {number}, out of range: {}", context());
        assert!(numbers.insert(number), "{m} shares its number {number}: {}", context());
        assert_eq!(position.numbered(number), Some(m), "number {number} of {m}: {}", context());
    }
    let mut listed = Vec::new();
    position.legal_numbers(&mut listed);
    let expected: Vec<u32> = moves.iter().map(|&m| position.number(m) as u32).collect();
    assert_eq!(listed, expected, "numbers are listed as moves are: {}", context());
    assert_eq!(position.numbered(G::SPACE.actions), None, "numbers end");
    for _ in 0..50 {
        let number = mix::below(rng, G::SPACE.actions);
        if let Some(m) = position.numbered(number) {
            assert_eq!(position.number(m), number, "{m} has one number: {}", context());
            let legal = position.explain(m).is_none();
            assert_eq!(legal, numbers.contains(&number), "{m} is numbered as it is listed: {}", context());
        }
    }
    for seat in Seat::all(position.seats()) {
        let seen = observation(position, seat);
        assert!(seen.iter().all(|x| x.is_finite()), "observations are finite: {}", context());
    }
}

/// The agreed options of a record, and what chance decided as this position has it.
fn setup_from<G: Game>(record: &Record<G>, position: &G) -> G::Setup {
    let text = record.setup().to_string();
    let agreed = |part: &&str| {
        let key = part.split_once('=').map_or(*part, |(key, _)| key);
        let option = G::INFO.options.iter().find(|option| option.key == key);
        option.is_some_and(|option| option.range.is_some() || !option.choices.is_empty())
    };
    let from = format!("from={}", position.position_text());
    let parts: Vec<&str> = text.split(';').filter(agreed).chain([from.as_str()]).collect();
    let options: G::Options = parts.join(";").parse().expect("position text is an option");
    G::draw(&options, &mut StdRng::seed_from_u64(0))
}

/// A seat that is not to act is refused in the same words whatever it tries.
fn refusal_law<G: Game>(record: &Record<G>, moves: &[G::Move], context: &dyn Fn() -> String) {
    let Some(acting) = record.turn().seat() else { return };
    for seat in Seat::all(record.position().seats()).filter(|&seat| seat != acting) {
        for &m in moves.iter().take(3) {
            let refusal = record.explain_to(seat, m).map(|refusal| refusal.reason.key);
            assert_eq!(refusal, Some(setup::NOT_TO_ACT.key), "{seat:?} is not to act: {}", context());
        }
    }
}

/// Play commutes with the symmetries of the game.
fn symmetry_law<G: Game>(position: &G, moves: &[G::Move], rng: &mut dyn Rng, context: &dyn Fn() -> String) {
    let key = position.canonical_key();
    let m = moves[mix::below(rng, moves.len())];
    let mut played = position.clone();
    played.play_unchecked(m);
    for number in 0..position.images() {
        let image = position.image(number);
        assert_eq!(image.canonical_key(), key, "image {number} has the same canonical key: {}", context());
        let mut listed = Vec::new();
        image.legal_moves(&mut listed);
        assert_eq!(listed.len(), moves.len(), "image {number} has as many moves: {}", context());
        let mirrored = position.image_move(number, m);
        assert_eq!(image.explain(mirrored), None, "{m} → {mirrored} in image {number}: {}", context());
        let mut image = image;
        image.play_unchecked(mirrored);
        assert_eq!(
            image.canonical_key(),
            played.canonical_key(),
            "{m} commutes with image {number}: {}",
            context()
        );
    }
}

/// Replay reaches the same position.
fn replay_law<G: Game>(record: &Record<G>) {
    let mut again = Record::<G>::new(record.setup().clone());
    for &event in record.events() {
        again.push(event).expect("a recorded event can be replayed");
    }
    assert_eq!(again.position(), record.position(), "replay reaches the same position");
    assert_eq!(again.turn(), record.turn(), "replay ends alike");
}

/// Moves, withdrawals and takebacks at random leave what the events that still stand lead to.
fn takeback_law<G: Game>(played: &Record<G>, rng: &mut dyn Rng) {
    let mut record = Record::<G>::new(played.setup().clone());
    let mut standing: Vec<Event<G::Move>> = Vec::new();
    let mut moves = Vec::new();
    for _ in 0..WALK {
        moves.clear();
        record.legal_moves(&mut moves);
        let plies = record.ply();
        let back = plies > 0 && (moves.is_empty() || mix::below(rng, 20) == 0);
        let event = if back {
            // One step as often as any number of them.
            let steps = if mix::below(rng, 2) == 0 { 0 } else { mix::below(rng, plies) };
            Event::Takeback(plies - steps)
        } else if mix::below(rng, 80) == 0 {
            Event::Withdraw(Seat::new(mix::below(rng, record.position().seats())), Withdrawal::Resign)
        } else if moves.is_empty() {
            // Everybody left before the first move.
            break;
        } else {
            Event::Move(moves[mix::below(rng, moves.len())])
        };
        if record.push(event).is_err() {
            assert!(matches!(event, Event::Withdraw(..)), "{event} can follow");
            continue;
        }
        let Event::Takeback(ply) = event else {
            standing.push(event);
            continue;
        };
        let is_move = |(_, event): &(usize, &Event<G::Move>)| matches!(event, Event::Move(_));
        let undone = standing.iter().enumerate().filter(is_move).nth(ply - 1).map(|(index, _)| index);
        standing.truncate(undone.expect("a ply that was taken back was played"));
        let mut again = Record::<G>::new(played.setup().clone());
        for &event in &standing {
            again.push(event).expect("what stands was played");
        }
        let context = || {
            let events: Vec<_> = record.events().iter().map(ToString::to_string).collect();
            format!("{} after {}", record.setup(), events.join(" "))
        };
        assert_eq!(record.position(), again.position(), "a takeback leaves the position: {}", context());
        assert_eq!(record.moves(), again.moves(), "a takeback leaves the moves: {}", context());
        assert_eq!(record.seen(), again.seen(), "a takeback leaves what was seen: {}", context());
        assert_eq!(record.turn(), again.turn(), "a takeback leaves the turn: {}", context());
        assert_eq!(record.last(), again.last(), "a takeback leaves the last move: {}", context());
        for seat in Seat::all(again.position().seats()) {
            assert_eq!(record.has_left(seat), again.has_left(seat), "it leaves who left: {}", context());
        }
    }
}
