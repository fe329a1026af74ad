//! How often someone may ask, by who they are and by where they ask from.
//!
//! An id is free, an address is not: every limit counts both. That of an address is generous, because a whole club
//! may sit behind one.

use std::{
    collections::HashMap,
    net::{IpAddr, Ipv6Addr},
    sync::{Arc, Mutex, MutexGuard},
    time::{Duration, Instant},
};

use crate::{
    connection_limit::{Counted, Counts},
    error::{Error, Result},
};

/// A bucket that fills at a steady rate and is emptied by use.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bucket {
    tokens: f64,
    at: Instant,
    rate: Rate,
}

/// How large a bucket is and how many seconds it takes to fill.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rate {
    burst: f64,
    seconds: f64,
}

impl Rate {
    const fn new(burst: u32, seconds: u32) -> Self {
        Rate { burst: burst as f64, seconds: seconds as f64 }
    }
}

impl Bucket {
    pub(crate) fn full(rate: Rate, now: Instant) -> Self {
        Bucket { tokens: rate.burst, at: now, rate }
    }

    /// Whether anything is left by now.
    fn look(&mut self, now: Instant) -> Result<()> {
        let gained =
            now.saturating_duration_since(self.at).as_secs_f64() * self.rate.burst / self.rate.seconds;
        self.tokens = (self.tokens + gained).min(self.rate.burst);
        self.at = now;
        if self.tokens < 1.0 { Err(Error::TooMany) } else { Ok(()) }
    }

    pub(crate) fn take(&mut self, now: Instant) -> Result<()> {
        self.look(now)?;
        self.tokens -= 1.0;
        Ok(())
    }

    /// Takes this much, even if there is less; returns how long it takes until the debt is paid.
    pub(crate) fn spend(&mut self, amount: usize, now: Instant) -> Duration {
        let _owing = self.look(now);
        self.tokens -= amount as f64;
        Duration::from_secs_f64((-self.tokens).max(0.0) * self.rate.seconds / self.rate.burst)
    }
}

/// What is limited: for one person, and for all who ask from one address.
#[derive(Debug)]
pub(crate) struct Limit {
    what: &'static str,
    person: Option<Rate>,
    address: Rate,
    /// For those of an address who sit at a table: what others use up beside them is not theirs.
    seated: Rate,
}

impl Limit {
    const fn new(what: &'static str, person: Rate, address: Rate) -> Self {
        Limit { what, person: Some(person), address, seated: address }
    }

    const fn seated(self, seated: Rate) -> Self {
        Limit { seated, ..self }
    }

    const fn of_address(what: &'static str, address: Rate) -> Self {
        Limit { what, person: None, address, seated: address }
    }
}

/// Whatever is asked over HTTP, beside what is counted apart: also what only reads takes the database and a core. A browser
/// that comes for the first time asks for a hundred files.
pub(crate) static REQUESTS: Limit = Limit::of_address("requests", Rate::new(6_000, 60));
pub(crate) static GUESTS: Limit = Limit::of_address("guests", Rate::new(300, 60));
/// Passwords; a person is an account as tried from one address, so that nobody locks out those they sit beside. Whoever
/// logged in there before has a bucket apart from those who did not, as at a table.
pub(crate) static PASSWORDS: Limit = Limit::new("passwords", Rate::new(10, 60), Rate::new(120, 60));
/// Wrong passwords of one account, from wherever: then its tries become slow.
pub(crate) static WRONG_PASSWORDS: Limit =
    Limit::new("wrong-passwords", Rate::new(20, 600), Rate::new(1_000_000, 1));
pub(crate) static TABLES: Limit = Limit::new("tables", Rate::new(60, 60), Rate::new(400, 3_600));
/// Names, bots and the like.
pub(crate) static WRITES: Limit = Limit::new("writes", Rate::new(120, 60), Rate::new(2_400, 60));
pub(crate) static SEATS: Limit = Limit::new("seats", Rate::new(60, 60), Rate::new(1_200, 3_600));
/// Names: every table where somebody sits is told of another one.
pub(crate) static NAMES: Limit = Limit::new("names", Rate::new(10, 600), Rate::new(200, 600));
pub(crate) static CHAT: Limit =
    Limit::new("chat", Rate::new(30, 60), Rate::new(60, 6)).seated(Rate::new(300, 6));
/// Commands over all sockets of an address; each socket has [`COMMANDS`] of its own.
pub(crate) static ALL_COMMANDS: Limit =
    Limit::of_address("commands", Rate::new(600, 3)).seated(Rate::new(2_400, 3));
/// Positions and records sent for the engine.
pub(crate) static STUDY: Limit = Limit::new("study", Rate::new(120, 60), Rate::new(1_200, 60));
/// Whole games sent for the engine.
pub(crate) static ANALYSES: Limit = Limit::new("analyses", Rate::new(100, 3_600), Rate::new(400, 3_600));
/// Games that were played on a device: whoever was away for long sends many at once.
pub(crate) static FINISHED: Limit = Limit::new("finished", Rate::new(200, 3_600), Rate::new(2_000, 3_600));
/// Records read, written and downloaded.
pub(crate) static RECORDS: Limit = Limit::of_address("records", Rate::new(300, 60));
/// Lists of tables, games and people: each reads many rows.
pub(crate) static LISTS: Limit = Limit::of_address("lists", Rate::new(600, 60));
/// Positions replayed and set-ups checked, where people step through games.
pub(crate) static REPLAYS: Limit = Limit::of_address("replays", Rate::new(1_200, 12));
/// Commands over one socket.
pub(crate) const COMMANDS: Rate = Rate::new(60, 3);
/// Bytes that are read from one connection: whoever says more is heard later. A message in a million empty pieces is one
/// message, and its pieces are counted nowhere else.
const BYTES: Rate = Rate::new(4 * 1024 * 1024, 4);
/// Microseconds of a core for what people do at tables, by where the tables were made: where it is more, the next waits.
/// An action may take ten milliseconds where there is much to choose from.
const WORK: Rate = Rate::new(2_000_000, 20);
/// How many sockets may be open from one address.
const SOCKETS: usize = 1_000;
/// How many connections of any kind may be open from one address, and never more than a third of all.
const CONNECTIONS: usize = 2_000;
/// How many large bodies of one address may be on their way.
const UPLOADS: usize = 64;
/// How many tables of one person, and of one address, may be open or played.
const OPEN_TABLES: usize = 100;
const OPEN_TABLES_OF_ADDRESS: usize = 1_000;
/// At how many tables that have not started one may sit.
const WAITING: usize = 50;

/// What everyone who asked lately has left.
#[derive(Debug)]
pub(crate) struct Limits {
    scale: f64,
    buckets: Mutex<HashMap<String, Bucket>>,
    /// How many sockets are open, by address, and how many large bodies are on their way.
    sockets: Arc<Counts>,
    uploads: Arc<Counts>,
    /// Where an account was last logged in to, and when.
    known: Mutex<HashMap<String, Instant>>,
}

impl Limits {
    /// `scale` multiplies every limit; 0 lifts them all.
    pub(crate) fn new(scale: f64) -> Self {
        Limits {
            scale,
            buckets: Mutex::default(),
            sockets: Arc::default(),
            uploads: Arc::default(),
            known: Mutex::default(),
        }
    }

    fn is_lifted(&self) -> bool {
        self.scale <= 0.0
    }

    fn scaled(&self, rate: Rate) -> Rate {
        Rate { burst: rate.burst * self.scale, ..rate }
    }

    /// The bucket of one socket.
    pub(crate) fn socket(&self) -> Bucket {
        self.bucket(COMMANDS)
    }

    /// The bucket of what is read from one connection.
    pub(crate) fn bytes(&self) -> Bucket {
        self.bucket(BYTES)
    }

    fn bucket(&self, rate: Rate) -> Bucket {
        let rate = if self.is_lifted() { Rate { burst: 1e12, seconds: 1.0 } } else { self.scaled(rate) };
        Bucket::full(rate, Instant::now())
    }

    pub(crate) fn take(&self, limit: &Limit, person: Option<&str>, address: &str) -> Result<()> {
        self.take_at(Instant::now(), limit, person, address, false)
    }

    /// The same over the socket of somebody who may sit at its table.
    pub(crate) fn take_at_table(
        &self,
        limit: &Limit,
        person: Option<&str>,
        address: &str,
        seated: bool,
    ) -> Result<()> {
        self.take_at(Instant::now(), limit, person, address, seated)
    }

    fn take_at(
        &self,
        now: Instant,
        limit: &Limit,
        person: Option<&str>,
        address: &str,
        seated: bool,
    ) -> Result<()> {
        if self.is_lifted() {
            return Ok(());
        }
        let mut buckets = self.buckets.lock().expect("nobody panics while holding the buckets");
        let mut with = |kind: &str, who: &str, rate: Rate, ask: fn(&mut Bucket, Instant) -> Result<()>| {
            let rate = self.scaled(rate);
            let name = format!("{}/{kind}/{who}", limit.what);
            ask(buckets.entry(name).or_insert_with(|| Bucket::full(rate, now)), now)
        };
        let (place, rate) = if seated { ("seated", limit.seated) } else { ("address", limit.address) };
        // An address that has nothing left makes up no names that we would have to remember.
        with(place, address, rate, Bucket::look)?;
        // The person first: what is refused to one is not taken from those they sit beside.
        if let (Some(rate), Some(person)) = (limit.person, person) {
            with("person", person, rate, Bucket::take)?;
        }
        with(place, address, rate, Bucket::take)
    }

    /// Notes that a table which was made there had a core for this long; returns how long it has to rest for it.
    pub(crate) fn work(&self, origin: &str, took: Duration) -> Duration {
        if self.is_lifted() {
            return Duration::ZERO;
        }
        let (now, rate) = (Instant::now(), self.scaled(WORK));
        let mut buckets = self.buckets.lock().expect("nobody panics while holding the buckets");
        let bucket = buckets.entry(format!("work/{origin}")).or_insert_with(|| Bucket::full(rate, now));
        bucket.spend(took.as_micros() as usize, now)
    }

    /// One more socket of an address.
    pub(crate) fn open_socket(&self, address: &str) -> Result<Counted> {
        self.sockets.count(address, self.most(SOCKETS)).ok_or(Error::TooMany)
    }

    /// One more large body of an address.
    pub(crate) fn begin_upload(&self, address: &str) -> Result<Counted> {
        self.uploads.count(address, self.most(UPLOADS)).ok_or(Error::TooMany)
    }

    /// How many connections one address may have, of `all` that there may be.
    pub(crate) fn connections(&self, all: usize) -> usize {
        if self.is_lifted() { usize::MAX } else { self.most(CONNECTIONS).min(all / 3) }
    }

    fn most(&self, count: usize) -> usize {
        if self.is_lifted() { usize::MAX } else { (count as f64 * self.scale).ceil() as usize }
    }

    /// Whether someone with this many tables, at an address with this many, may make one more.
    pub(crate) fn allow_table(&self, own: i64, here: i64) -> Result<()> {
        let fits = |open: i64, most| (open as usize) < self.most(most);
        let fits = fits(own, OPEN_TABLES) && fits(here, OPEN_TABLES_OF_ADDRESS);
        if fits { Ok(()) } else { Err(Error::TooManyTables) }
    }

    /// Whether someone who sits at this many tables that have not started may sit down at one more.
    pub(crate) fn allow_seat(&self, waiting: i64) -> Result<()> {
        if (waiting as usize) < self.most(WAITING) { Ok(()) } else { Err(Error::TooManyTables) }
    }

    /// Notes that an account was logged in to from an address.
    pub(crate) fn know(&self, account: &str, address: &str) {
        self.lock_known().insert(format!("{address}/{account}"), Instant::now());
    }

    /// Whether an account was logged in to from an address lately.
    pub(crate) fn knows(&self, account: &str, address: &str) -> bool {
        self.lock_known().contains_key(&format!("{address}/{account}"))
    }

    fn lock_known(&self) -> MutexGuard<'_, HashMap<String, Instant>> {
        self.known.lock().expect("nobody panics while holding the addresses")
    }

    /// Forgets those who have not asked for a while: their buckets are full again.
    pub(crate) fn sweep(&self) {
        let mut buckets = self.buckets.lock().expect("nobody panics while holding the buckets");
        buckets.retain(|_, bucket| bucket.at.elapsed().as_secs_f64() < bucket.rate.seconds);
        self.lock_known().retain(|_, at| at.elapsed() < Duration::from_secs(30 * 24 * 60 * 60));
    }
}

/// What counts as one address: of the newer kind, the network that a household or a club has.
pub(crate) fn network(address: IpAddr) -> String {
    match address.to_canonical() {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            format!("{}/64", Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_empties_and_another_is_not_touched() {
        let limits = Limits::new(1.0);
        let limit = Limit::new("a", Rate::new(2, 1000), Rate::new(3, 1000));
        let take = |person, address| limits.take(&limit, Some(person), address);
        assert!(take("x", "1").is_ok() && take("x", "1").is_ok());
        assert!(matches!(take("x", "1"), Err(Error::TooMany)), "a person has no more");
        assert!(take("y", "1").is_ok());
        assert!(matches!(take("z", "1"), Err(Error::TooMany)), "another id is no other address");
        assert!(take("z", "2").is_ok());
        let lifted = Limits::new(0.0);
        assert!((0..100).all(|_| lifted.take(&limit, Some("x"), "1").is_ok()));
    }

    #[test]
    fn what_is_owed_comes_in() {
        let now = Instant::now();
        let mut bucket = Bucket::full(Rate::new(100, 10), now);
        assert_eq!(bucket.spend(100, now), Duration::ZERO);
        assert_eq!(bucket.spend(20, now), Duration::from_secs(2));
        assert_eq!(bucket.spend(10, now + Duration::from_secs(2)), Duration::from_secs(1));
        assert_eq!(
            bucket.spend(100, now + Duration::from_secs(60)),
            Duration::ZERO,
            "and never more than all"
        );
    }

    #[test]
    fn tables_of_one_place_rest_when_they_took_much() {
        let limits = Limits::new(1.0);
        let (much, little) = (Duration::from_secs(2), Duration::from_millis(10));
        assert_eq!(limits.work("a", much), Duration::ZERO, "a burst harms nobody");
        let rest = limits.work("a", little);
        assert!((Duration::from_millis(50)..=Duration::from_millis(100)).contains(&rest), "{rest:?}");
        assert_eq!(limits.work("b", little), Duration::ZERO, "those made elsewhere go on");
        assert_eq!(Limits::new(0.0).work("a", 100 * much), Duration::ZERO);
    }

    #[test]
    fn names_that_are_made_up_are_not_kept_for_ever() {
        let limits = Limits::new(1.0);
        let limit = Limit::new("a", Rate::new(2, 1000), Rate::new(3, 1000));
        for number in 0..1_000 {
            let _refused = limits.take(&limit, Some(&format!("{number}")), "1");
        }
        assert_eq!(limits.buckets.lock().unwrap().len(), 4, "three people and their address");
    }

    #[test]
    fn one_network_is_one_address() {
        let network = |text: &str| network(text.parse().unwrap());
        assert_eq!(network("2001:db8:1:2:3:4:5:6"), network("2001:db8:1:2:ffff::1"));
        assert_ne!(network("2001:db8:1:2::1"), network("2001:db8:1:3::1"));
        assert_eq!(network("::ffff:192.0.2.7"), "192.0.2.7");
        assert_ne!(network("192.0.2.7"), network("192.0.2.8"));
    }

    /// Forty people behind one address, who play, talk, look things up and begin anew for five hours.
    #[test]
    fn a_club_behind_one_address_never_meets_a_limit() {
        let limits = Limits::new(1.0);
        let start = Instant::now();
        let mut actions = 0;
        let everyone: Vec<_> = (0..40).map(|number| format!("p_{number}")).collect();
        let address = network("2001:db8::1".parse().unwrap());
        for second in 0..5 * 3_600_u64 {
            let now = start + Duration::from_secs(second);
            for (number, person) in (0_u64..).zip(&everyone) {
                let mut take = |limit: &Limit| {
                    actions += 1;
                    let taken = limits.take_at(now, limit, Some(person), &address, false);
                    assert!(taken.is_ok(), "{person} after {second} s: {limit:?}");
                };
                // They all come at once, each with three tabs, and log in; then each goes their own way.
                let every = |seconds: u64| (second + number * 7) % seconds == 0;
                if second == 0 {
                    (0..120).for_each(|_| take(&REQUESTS));
                    (0..3).for_each(|_| take(&GUESTS));
                    take(&TABLES);
                    take(&CHAT);
                }
                if second == number {
                    let tried = format!("{address}/{person}");
                    limits.take_at(now, &PASSWORDS, Some(&tried), &address, false).unwrap();
                }
                for (often, limit) in [
                    (1, &REQUESTS),
                    (2, &ALL_COMMANDS),
                    (15, &CHAT),
                    (20 * 60, &TABLES),
                    (5 * 60, &WRITES),
                    (10 * 60, &SEATS),
                    (3, &REPLAYS),
                    (60, &STUDY),
                    (20 * 60, &ANALYSES),
                    (10 * 60, &FINISHED),
                    (30, &RECORDS),
                    (10, &LISTS),
                ] {
                    if every(often) {
                        take(limit);
                    }
                }
            }
        }
        assert!(actions > 500_000, "an evening was played: {actions}");
    }
}
