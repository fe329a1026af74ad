use std::sync::OnceLock;

use crate::network::Network;

/// The network that a game has learnt: a part of the program, except in a browser. Its page hands the file in before the
/// first search that needs it, so that nobody loads the weights of games that they do not play.
#[derive(Debug)]
pub struct Learnt {
    embedded: Option<&'static [u8]>,
    network: OnceLock<Network>,
}

impl Learnt {
    /// The network in a file, which the compiler is given in any case.
    pub const fn new(file: &'static [u8]) -> Self {
        let embedded = if cfg!(target_family = "wasm") { None } else { Some(file) };
        Learnt { embedded, network: OnceLock::new() }
    }

    /// # Panics
    /// If it was not handed in: whoever searched without it would play another game than everywhere else.
    pub fn get(&self) -> &Network {
        self.network.get_or_init(|| {
            let file = self.embedded.expect("a network is handed in before it is asked");
            Network::read(file).expect("a network that was kept is whole")
        })
    }

    /// Whether it can be asked.
    pub fn is_here(&self) -> bool {
        self.embedded.is_some() || self.network.get().is_some()
    }

    /// Reads it from its file, unless it is here; whether it now is.
    pub fn hand_in(&self, file: &[u8]) -> bool {
        if !self.is_here()
            && let Some(network) = Network::read(file)
        {
            self.network.get_or_init(|| network);
        }
        self.is_here()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::{HIDDEN, Weights};

    fn network(hand: f32) -> Network {
        let (bias, second) = ([0.0; HIDDEN], [0.0; HIDDEN]);
        Network::round(&Weights { first: vec![[0.0; HIDDEN]; 2], bias, second, offset: 0.0, hand })
    }

    #[test]
    fn a_machine_has_its_networks_with_it() {
        let file: &'static [u8] = Vec::leak(network(1.0).to_bytes());
        let learnt = Learnt::new(file);
        assert!(learnt.is_here());
        assert!(learnt.hand_in(&network(2.0).to_bytes()));
        assert_eq!(*learnt.get(), network(1.0), "and takes no others");
    }

    #[test]
    fn a_page_hands_a_network_in() {
        let learnt = Learnt { embedded: None, network: OnceLock::new() };
        assert!(!learnt.is_here());
        assert!(!learnt.hand_in(b"no network"));
        assert!(learnt.hand_in(&network(1.0).to_bytes()));
        assert!(learnt.is_here());
        assert_eq!(*learnt.get(), network(1.0));
    }

    #[test]
    #[should_panic(expected = "handed in")]
    fn nobody_is_judged_without_it() {
        Learnt { embedded: None, network: OnceLock::new() }.get();
    }
}
