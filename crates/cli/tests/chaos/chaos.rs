//! What may go wrong.

use std::{
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::{Duration, Instant},
};

use serde_json::Value;

use crate::{
    check, disk, network, not_run,
    player::{self, IMPATIENT, Journal, Opponent, PATIENT},
    postgres::{Postgres, PostgresOptions},
    process::{self, Process, free_port, ludarium, sleep},
};

/// Lets this many people play at these addresses while `chaos` happens; returns their journals.
fn play(ports: &[u16], players: usize, opponent: Opponent, chaos: impl FnOnce()) -> Vec<Journal> {
    play_with(PATIENT, ports, players, opponent, chaos)
}

fn play_with(
    patience: Duration,
    ports: &[u16],
    players: usize,
    opponent: Opponent,
    chaos: impl FnOnce(),
) -> Vec<Journal> {
    let stop = AtomicBool::new(false);
    thread::scope(|scope| {
        let playing: Vec<_> = (0..players)
            .map(|number| {
                let stop = &stop;
                scope.spawn(move || player::run(ports, number, opponent, patience, stop))
            })
            .collect();
        // A panic in the chaos must not leave the players playing for ever.
        let done = std::panic::catch_unwind(std::panic::AssertUnwindSafe(chaos));
        stop.store(true, Ordering::Relaxed);
        let journals = playing.into_iter().flat_map(|player| player.join().unwrap()).collect();
        if let Err(panic) = done {
            std::panic::resume_unwind(panic);
        }
        journals
    })
}

/// A database whose commits wait for the disk, for this.
fn postgres(what: &str) -> Option<Postgres> {
    Postgres::start(PostgresOptions::here(true)).or_else(|| no_postgres(what))
}

fn no_postgres(what: &str) -> Option<Postgres> {
    not_run(&format!("{what}: PostgreSQL is not installed"))
}

/// A pause that differs from time to time.
fn pause(from: u64, to: u64) {
    sleep(from + rand::random::<u64>() % (to - from));
}

#[test]
#[ignore = "minutes"]
fn a_hundred_kills_on_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite:{}", folder.path().join("chaos.db").display());
    let port = free_port();
    let journals = play(&[port], 4, Opponent::Device, || {
        let mut server = Process::serve(&database, port, &[]);
        for kill in 1..=100 {
            player::play_on(check::BETWEEN, || pause(200, 1_200));
            server.kill();
            sleep(700);
            server = Process::serve(&database, port, &[]);
            if kill % 20 == 0 {
                eprintln!("{kill} kills");
            }
        }
        sleep(1_000);
        server.stop();
    });
    check::all(&database, &journals, 100);
}

/// Whatever dies next: a server, a worker or the database.
#[test]
#[ignore = "minutes"]
fn kills_of_servers_workers_and_postgres() {
    let Some(mut postgres) = postgres("kills of servers, workers and the database") else { return };
    let database = postgres.url();
    let ports = [free_port(), free_port()];
    let journals = play(&ports, 4, Opponent::Engine, || {
        let serve = |index: usize| Process::serve(&database, ports[index], &["--workers"]);
        let work = || Process::work(&database);
        let mut servers: Vec<_> = (0..ports.len()).map(serve).collect();
        let mut workers = [work(), work()];
        for kill in 0..30 {
            player::play_on(check::BETWEEN, || pause(500, 2_000));
            match kill % 6 {
                0 | 3 => {
                    let index = kill / 3 % ports.len();
                    servers[index].kill();
                    sleep(700);
                    servers[index] = serve(index);
                }
                1 | 4 => {
                    let index = kill / 3 % 2;
                    workers[index].kill();
                    workers[index] = work();
                }
                2 => {
                    postgres.kill();
                    sleep(700);
                    postgres.again();
                }
                _ => {
                    servers.iter_mut().for_each(Process::kill);
                    sleep(700);
                    servers = (0..ports.len()).map(serve).collect();
                }
            }
        }
        sleep(8_000);
        servers.iter_mut().chain(&mut workers).for_each(Process::stop);
    });
    check::all(&database, &journals, 30);
    assert!(journals.iter().any(|journal| journal.replies > 0), "an engine has answered");
}

#[test]
#[ignore = "minutes"]
fn a_full_disk() {
    let Some(disk) = disk::Small::mount(8) else { return };
    let database = format!("sqlite:{}", disk.path("chaos.db").display());
    let port = free_port();
    let journals = play(&[port], 4, Opponent::Device, || {
        let mut server = Process::serve(&database, port, &[]);
        for _ in 0..5 {
            sleep(1_500);
            disk.fill();
            sleep(2_000);
            disk.free();
        }
        sleep(2_000);
        assert!(server.is_alive(), "a full disk stops nobody for ever");
        server.stop();
    });
    check::all(&database, &journals, 5);
    let told = journals.iter().flat_map(|journal| &journal.refusals).any(|key| key == "server.full");
    assert!(told, "people are told why nothing happens");
}

/// Every write waits for the disk, and the disk takes its time.
#[test]
#[ignore = "minutes"]
fn a_slow_disk() {
    let Some(slow) = process::slow_disk(400) else { return };
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite:{}", folder.path().join("chaos.db").display());
    let port = free_port();
    let journals = play(&[port], 8, Opponent::Device, || {
        for _ in 0..2 {
            let mut server = Process::serve_behind(&slow, &database, port);
            sleep(12_000);
            // Killed with commits on their way to the disk, then stopped as an operator would.
            server.kill();
            server = Process::serve_behind(&slow, &database, port);
            sleep(6_000);
            server.stop();
        }
    });
    check::all(&database, &journals, 4);
}

/// The database stands still and goes on, as one does whose disk or machine hangs.
#[test]
#[ignore = "minutes"]
fn a_database_that_stands_still() {
    let Some(postgres) = postgres("a database that stands still") else { return };
    let database = postgres.url();
    let port = free_port();
    let journals = play(&[port], 4, Opponent::Device, || {
        let mut server = Process::serve(&database, port, &[]);
        for _ in 0..6 {
            sleep(1_000);
            postgres.signal("STOP");
            pause(500, 6_000);
            postgres.signal("CONT");
        }
        sleep(2_000);
        server.stop();
    });
    check::all(&database, &journals, 6);
}

/// A server stands still, for less and for longer than its leases hold, and goes on in the belief that nothing has
/// happened, with actions received that nobody has answered. A client that hears nothing tries the other one.
#[test]
#[ignore = "minutes"]
fn a_server_that_stands_still() {
    let Some(postgres) = postgres("a server that stands still") else { return };
    let database = postgres.url();
    let ports = [free_port(), free_port()];
    let journals = play_with(IMPATIENT, &ports, 6, Opponent::Device, || {
        let mut servers = ports.map(|port| Process::serve(&database, port, &[]));
        for round in 0..10 {
            pause(1_000, 2_000);
            let server = &servers[round % 2];
            server.signal("STOP");
            pause(1_000, 7_000);
            server.signal("CONT");
        }
        sleep(5_000);
        servers.iter_mut().for_each(Process::stop);
    });
    check::all(&database, &journals, 10);
}

/// More than a thousand tables lose their process at once, and nobody waits for longer than five seconds.
#[test]
#[ignore = "minutes"]
fn many_tables_move() {
    let Some(postgres) = postgres("many tables that move") else { return };
    let database = postgres.url();
    let ports = [free_port(), free_port()];
    let mut servers = ports.map(|port| Process::serve(&database, port, &[]));
    let folder = tempfile::tempdir().unwrap();
    let found = folder.path().join("load.json");
    let mut load = ludarium()
        .arg("load")
        .args(ports.map(|port| format!("http://127.0.0.1:{port}")))
        .args(["--game", "archimedes", "--players", "4400", "--pace", "8", "--seconds", "24", "--json"])
        .arg(&found)
        .spawn()
        .unwrap();
    // In the middle of play.
    while process::metric(ports[0], "ludarium_actions_total") < 2_000.0 {
        assert!(load.try_wait().unwrap().is_none(), "the players play");
        sleep(200);
    }
    let leases_held = check::count(
        &database,
        "SELECT MIN(leases_held) FROM (SELECT COUNT(*) AS leases_held FROM leases GROUP BY process) each",
    );
    assert!(leases_held > 1_000, "each has {leases_held}");
    servers[0].kill();
    let right = load.wait().unwrap().success();
    let found: Value = serde_json::from_str(&std::fs::read_to_string(found).unwrap()).unwrap();
    let (longest, reconnected) = (&found["latency"]["max"], &found["reconnected"]);
    eprintln!(
        "{leases_held} tables in the killed server, {reconnected} connections lost; the longest wait: {longest} ms"
    );
    assert_eq!((&found["audit"]["lost"], &found["audit"]["doubled"]), (&Value::from(0), &Value::from(0)));
    let half = found["latency"]["p50"].as_f64().unwrap();
    if half > 50.0 {
        return not_run(&format!(
            "many tables that move in time: on this busy machine half of all actions took {half} ms"
        ))
        .unwrap_or_default();
    }
    assert!(right, "nothing was refused, and nobody gave up");
    assert!(reconnected.as_u64().unwrap() > 1_000, "the kill was felt");
    assert!(longest.as_f64().unwrap() < 5_000.0, "nobody waits for longer than five seconds: {longest} ms");
    servers[1].stop();
}

#[test]
#[ignore = "minutes"]
fn a_clock_that_steps() {
    let Some(faketime) = process::Faketime::find() else { return };
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite:{}", folder.path().join("chaos.db").display());
    let port = free_port();
    let journals = play(&[port], 4, Opponent::Device, || {
        let mut server = faketime.serve(&database, port);
        // Hours ahead, then back behind the beginning.
        for step in ["+2h", "-1h", "+0", "+1d", "-3d", "+0"] {
            sleep(1_500);
            faketime.step(step);
        }
        sleep(1_500);
        // A clock that went back while nobody was there.
        server.kill();
        faketime.step("-2h");
        sleep(700);
        server = faketime.serve(&database, port);
        sleep(2_000);
        server.stop();
    });
    check::all(&database, &journals, 1);
}

/// The cable between a server and the database is cut, with no goodbye to either; the other server has its own.
#[test]
#[ignore = "minutes"]
fn a_cut_network() {
    let Some(network) = network::Cables::lay() else { return };
    let Some(postgres) = Postgres::start(network.place()).or_else(|| no_postgres("a cut network")) else {
        return;
    };
    let databases = network.databases(&postgres);
    // The players are where the servers are.
    network.again_inside("chaos::the_half_inside", &databases, |cut| {
        for round in 0..8 {
            // One server, the other, both.
            let cables = [&[0][..], &[1], &[0, 1]][round % 3];
            sleep(2_000);
            cables.iter().for_each(|&cable| cut(cable, true));
            // Shorter and longer than it takes for the other server to step in.
            pause(500, 7_000);
            cables.iter().for_each(|&cable| cut(cable, false));
            sleep(4_000);
        }
    });
}

/// The half of [`a_cut_network`] that runs in the servers' network; it ends when its input does.
#[test]
#[ignore = "a part of another test"]
fn the_half_inside() {
    let Some(databases) = network::inside() else { return };
    let ports = [free_port(), free_port()];
    let journals = play(&ports, 6, Opponent::Device, || {
        let serve = |(database, port): (&String, u16)| Process::serve(database, port, &[]);
        let mut servers: Vec<_> = databases.iter().zip(ports).map(serve).collect();
        network::say("playing");
        network::wait_for_the_end();
        let quiet = Instant::now();
        for (server, port) in servers.iter_mut().zip(ports) {
            while !server.answers(port) && quiet.elapsed() < Duration::from_secs(20) {
                sleep(100);
            }
        }
        sleep(3_000);
        servers.iter_mut().for_each(Process::stop);
    });
    check::all(&databases[0], &journals, 8);
}
