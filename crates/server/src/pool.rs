//! Work that takes a core for a while: off the async threads, with a limit on how much runs at once; those who wait take turns.
//!
//! Addresses take turns, and the people of one address among each other, so that a hundred requests of one stranger
//! delay anybody else's by one. The queue has an end: what finds it full is refused at once. Work that can end early
//! does so when others wait: the more of them, the sooner. And all of it gives way to the threads that answer people:
//! where every core is in use, whoever acts at a table does not wait for what somebody else has looked at.

use std::{
    collections::VecDeque,
    sync::{Arc, LazyLock, Mutex, MutexGuard},
    time::{Duration, Instant},
};

use engine::search::Stop;
use tokio::{
    runtime::{Builder, Runtime},
    sync::oneshot,
};

use crate::error::{Error, Result};

/// For whom work is done.
#[derive(Clone, Debug, Default)]
pub(crate) struct Owner {
    pub(crate) address: String,
    /// Nobody in particular, for what anyone may ask.
    pub(crate) person: String,
}

/// What comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Rank {
    /// Somebody sits at a table and waits for a move. There is one for each table, so none is refused.
    Move,
    Study,
}

impl Rank {
    /// How long work of another may go on if one address waits, and this is what waits.
    fn patience(self) -> Duration {
        match self {
            Rank::Move => Duration::from_secs(1),
            Rank::Study => Duration::from_secs(5),
        }
    }
}

/// How long work may go on in any case, however many wait.
const LEAST: Duration = Duration::from_millis(100);
/// How often those who wait look whether somebody has had enough.
const LOOK: Duration = Duration::from_millis(50);

/// How far the threads of all pools stand back at least, as `nice` counts.
const NICE: i32 = 5;

/// The threads of all pools.
static THREADS: LazyLock<Runtime> = LazyLock::new(|| {
    let threads = Builder::new_current_thread().thread_name("work").on_thread_start(stand_back).build();
    threads.expect("threads alone ask nothing of the system")
});

/// Lets the threads that answer go first, where threads have a priority of their own. Where the whole process stands back,
/// it is enough: who is last of all waits for ever.
fn stand_back() {
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{getpriority_process, setpriority_process};
        let stands = getpriority_process(None).unwrap_or_default();
        if let Err(error) = setpriority_process(None, stands.max(NICE)) {
            tracing::debug!(%error, "heavy work has the priority of all else");
        }
    }
}

/// A number of threads, and a queue for them.
#[derive(Clone, Debug)]
pub(crate) struct Pool(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    /// How many may wait, of all and of one address.
    most: usize,
    most_of_one: usize,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    free: usize,
    /// What runs and can end early.
    running: Vec<Running>,
    /// Those who wait, by rank; then by address and person, whoever is next first.
    waiting: [Turns<Turns<VecDeque<Ticket>>>; 2],
}

/// Work that ends when it is told to, with what it has by then.
#[derive(Debug)]
struct Running {
    rank: Rank,
    since: Instant,
    stop: Stop,
}

/// What waits, by name, in the order of turns.
type Turns<T> = VecDeque<(String, T)>;

/// Where a thread is handed over.
type Ticket = oneshot::Sender<Thread>;

/// The right to one thread, until it is dropped.
#[derive(Debug)]
struct Thread(Arc<Shared>);

impl Drop for Thread {
    fn drop(&mut self) {
        Shared::release(&self.0);
    }
}

/// Tells work to stop when nobody waits for it any more.
#[derive(Debug)]
pub(crate) struct Abandon(pub(crate) Stop);

impl Drop for Abandon {
    fn drop(&mut self) {
        self.0.ask();
    }
}

impl Pool {
    pub(crate) fn new(threads: usize, most: usize, most_of_one: usize) -> Self {
        let state = State { free: threads.max(1), running: Vec::new(), waiting: Default::default() };
        Pool(Arc::new(Shared { most, most_of_one, state: Mutex::new(state) }))
    }

    /// Runs work when it is its owner's turn. If whoever asked is gone by then it is not begun, and if they go
    /// meanwhile it is told to stop.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        rank: Rank,
        owner: &Owner,
        work: impl FnOnce(&Stop) -> T + Send + 'static,
    ) -> Result<T> {
        self.run_with(rank, owner, Stop::default(), false, work).await
    }

    /// The same for work that ends when `stop` is asked for, with what it has by then: others who wait ask for it.
    pub(crate) async fn run_in_turns<T: Send + 'static>(
        &self,
        rank: Rank,
        owner: &Owner,
        stop: Stop,
        work: impl FnOnce(&Stop) -> T + Send + 'static,
    ) -> Result<T> {
        self.run_with(rank, owner, stop, true, work).await
    }

    async fn run_with<T: Send + 'static>(
        &self,
        rank: Rank,
        owner: &Owner,
        stop: Stop,
        can_end: bool,
        work: impl FnOnce(&Stop) -> T + Send + 'static,
    ) -> Result<T> {
        let thread = match Shared::enter(&self.0, rank, owner)? {
            Ok(thread) => thread,
            Err(mut turn) => loop {
                match tokio::time::timeout(LOOK, &mut turn).await {
                    Ok(turn) => break turn.map_err(|_| Error::Stopping)?,
                    Err(_) => self.0.hurry(rank),
                }
            },
        };
        let _abandon = Abandon(stop.clone());
        let shared = Arc::clone(&self.0);
        let done = THREADS.spawn_blocking(move || {
            let _thread = thread;
            let _running = can_end.then(|| shared.begin(rank, stop.clone()));
            work(&stop)
        });
        done.await.map_err(|error| Error::Internal(error.to_string()))
    }
}

/// Work that can end early, until it has.
struct Begun<'a> {
    shared: &'a Shared,
    stop: Stop,
}

impl Drop for Begun<'_> {
    fn drop(&mut self) {
        // Nobody else waits for it: it is told to end, and so it is known.
        self.stop.ask();
        self.shared.lock().running.retain(|running| !running.stop.asked());
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("nobody panics while holding the queue")
    }

    fn begin(&self, rank: Rank, stop: Stop) -> Begun<'_> {
        self.lock().running.push(Running { rank, since: Instant::now(), stop: stop.clone() });
        Begun { shared: self, stop }
    }

    /// Somebody waits with work of this rank: what comes no sooner and has had its share is told to end.
    fn hurry(&self, rank: Rank) {
        let state = self.lock();
        let addresses: usize = state.waiting[..=rank as usize].iter().map(VecDeque::len).sum();
        let share = (rank.patience() / addresses.max(1) as u32).max(LEAST);
        for running in state.running.iter().filter(|running| running.rank >= rank) {
            if running.since.elapsed() >= share {
                running.stop.ask();
            }
        }
    }

    /// A thread, or where one will be handed over.
    fn enter(
        shared: &Arc<Self>,
        rank: Rank,
        owner: &Owner,
    ) -> Result<std::result::Result<Thread, oneshot::Receiver<Thread>>> {
        let mut state = shared.lock();
        if state.free > 0 {
            state.free -= 1;
            return Ok(Ok(Thread(Arc::clone(shared))));
        }
        let addresses = &mut state.waiting[rank as usize];
        let count =
            |people: &Turns<VecDeque<Ticket>>| -> usize { people.iter().map(|(_, own)| own.len()).sum() };
        let all: usize = addresses.iter().map(|(_, people)| count(people)).sum();
        let people = of_name(addresses, &owner.address);
        if rank != Rank::Move && (all >= shared.most || count(people) >= shared.most_of_one) {
            if people.is_empty() {
                addresses.pop_back();
            }
            return Err(Error::Busy);
        }
        let (ticket, turn) = oneshot::channel();
        of_name(people, &owner.person).push_back(ticket);
        Ok(Err(turn))
    }

    /// Hands a thread to whoever is next and still there.
    fn release(shared: &Arc<Self>) {
        loop {
            let mut state = shared.lock();
            let Some(ticket) = state.waiting.iter_mut().find_map(next) else {
                state.free += 1;
                return;
            };
            drop(state);
            if ticket.is_closed() {
                continue;
            }
            // One who leaves in this moment drops it, and so it comes back here.
            let _gone = ticket.send(Thread(Arc::clone(shared)));
            return;
        }
    }
}

/// What is kept under a name; a new one is the last to have a turn.
fn of_name<'a, T: Default>(turns: &'a mut Turns<T>, name: &str) -> &'a mut T {
    let index = turns.iter().position(|(known, _)| known == name).unwrap_or_else(|| {
        turns.push_back((name.to_owned(), T::default()));
        turns.len() - 1
    });
    &mut turns[index].1
}

/// The next of the next person of the next address. Whoever had a turn goes to the end, if anything is left.
fn next(addresses: &mut Turns<Turns<VecDeque<Ticket>>>) -> Option<Ticket> {
    let (address, mut people) = addresses.pop_front()?;
    let (person, mut own) = people.pop_front()?;
    let ticket = own.pop_front();
    if !own.is_empty() {
        people.push_back((person, own));
    }
    if !people.is_empty() {
        addresses.push_back((address, people));
    }
    ticket
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    fn owner(address: &str, person: &str) -> Owner {
        Owner { address: address.to_owned(), person: person.to_owned() }
    }

    /// What `nice` says of this thread.
    #[cfg(target_os = "linux")]
    fn niceness() -> i32 {
        let stat = std::fs::read_to_string("/proc/thread-self/stat").unwrap();
        stat.rsplit(')').next().and_then(|rest| rest.split(' ').nth(17)?.parse().ok()).unwrap()
    }

    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn heavy_work_stands_back() {
        let pool = Pool::new(1, 1, 1);
        let there = pool.run(Rank::Move, &owner("a", "b"), |_| niceness()).await.unwrap();
        let here = niceness();
        assert_eq!(there, here.max(NICE), "and those who answer stay as they are");
    }

    /// Asks one after another while the only thread is taken, then lets it go; who was served, in order.
    async fn served(asked: &[(Rank, &str, &str)]) -> Vec<String> {
        let pool = Pool::new(1, 1000, 1000);
        let (release, held) = mpsc::channel::<()>();
        let blocker = pool.clone();
        let blocked = tokio::spawn(async move {
            blocker.run(Rank::Study, &owner("", ""), move |_| held.recv().is_ok()).await
        });
        while pool.0.lock().free > 0 {
            tokio::task::yield_now().await;
        }
        let order = Arc::new(Mutex::new(Vec::new()));
        let mut asks = Vec::new();
        for (index, &(rank, address, person)) in asked.iter().enumerate() {
            let (shared, order, who) = (pool.clone(), Arc::clone(&order), owner(address, person));
            asks.push(tokio::spawn(async move {
                let name = format!("{}{}", who.address, who.person);
                shared.run(rank, &who, move |_| order.lock().unwrap().push(name)).await
            }));
            while pool
                .0
                .lock()
                .waiting
                .iter()
                .flatten()
                .flat_map(|(_, p)| p)
                .map(|(_, o)| o.len())
                .sum::<usize>()
                <= index
            {
                tokio::task::yield_now().await;
            }
        }
        release.send(()).unwrap();
        assert!(blocked.await.unwrap().unwrap());
        for ask in asks {
            ask.await.unwrap().unwrap();
        }
        Arc::into_inner(order).unwrap().into_inner().unwrap()
    }

    #[tokio::test]
    async fn addresses_take_turns_and_their_people_too_and_moves_come_first() {
        let s = Rank::Study;
        let asked = [
            (s, "a", "1"),
            (s, "a", "1"),
            (s, "a", "1"),
            (s, "a", "2"),
            (s, "b", "1"),
            (Rank::Move, "a", "9"),
        ];
        assert_eq!(served(&asked).await, ["a9", "a1", "b1", "a2", "a1", "a1"]);
    }

    #[tokio::test]
    async fn a_full_queue_refuses_and_whoever_leaves_is_forgotten() {
        let pool = Pool::new(1, 3, 2);
        let thread = Shared::enter(&pool.0, Rank::Study, &owner("a", "1")).unwrap().unwrap();
        let ask = |address: &str| Shared::enter(&pool.0, Rank::Study, &owner(address, "1"));
        let waiting = [ask("a").unwrap().unwrap_err(), ask("a").unwrap().unwrap_err()];
        assert!(matches!(ask("a"), Err(Error::Busy)), "one address has its share");
        let mut other = ask("b").unwrap().unwrap_err();
        assert!(matches!(ask("c"), Err(Error::Busy)), "and all together theirs");
        drop(waiting);
        drop(thread);
        assert!(other.try_recv().is_ok(), "those who left are passed over");
        assert_eq!(pool.0.lock().free, 1, "and what nobody holds is free");
    }

    /// How long somebody thinks who would think for ever, while somebody else waits for a move.
    async fn thinks_while_another_waits(rank: Rank) -> Duration {
        let pool = Pool::new(1, 3, 2);
        let (stranger, guest) = (owner("a", "1"), owner("b", "1"));
        let thought = pool.run_in_turns(rank, &stranger, Stop::default(), |stop| {
            let begin = Instant::now();
            while !stop.asked() {
                std::thread::yield_now();
            }
            begin.elapsed()
        });
        let waited = async {
            while pool.0.lock().running.is_empty() {
                tokio::task::yield_now().await;
            }
            pool.run(Rank::Move, &guest, |_| ()).await
        };
        let (thought, waited) = tokio::join!(thought, waited);
        waited.unwrap();
        assert!(pool.0.lock().running.is_empty());
        thought.unwrap()
    }

    #[tokio::test]
    async fn work_that_others_wait_for_ends_with_what_it_has() {
        let both =
            tokio::join!(thinks_while_another_waits(Rank::Study), thinks_while_another_waits(Rank::Move));
        assert!(both.0.min(both.1) >= Rank::Move.patience(), "{both:?}");
    }

    #[tokio::test]
    async fn work_that_nobody_waits_for_is_told_to_stop() {
        let pool = Pool::new(1, 3, 2);
        let (tell, told) = mpsc::channel();
        let owner = Owner::default();
        let work = pool.run(Rank::Study, &owner, move |stop| {
            while !stop.asked() {
                std::thread::yield_now();
            }
            tell.send(()).unwrap();
        });
        let asked = tokio::time::timeout(std::time::Duration::from_millis(10), work).await;
        assert!(asked.is_err(), "it does not end by itself");
        tokio::task::spawn_blocking(move || told.recv().unwrap()).await.unwrap();
    }
}
