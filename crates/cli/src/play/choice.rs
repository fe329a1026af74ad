//! Choosing an action spot by spot.

use ::engine::LegalMove;

/// The spots chosen so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Choice {
    pub(super) picks: Vec<String>,
}

/// Where one more spot leads.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// More spots are to be chosen.
    More,
    /// The actions with these spots: one to be played, or several to choose from.
    Acts(Vec<String>),
    /// No action goes there from the spots chosen.
    Nothing(Vec<String>),
}

impl Choice {
    fn matches(&self, act: &LegalMove, any_order: bool) -> bool {
        if any_order {
            self.picks.iter().all(|pick| act.at.contains(pick))
        } else {
            act.at.starts_with(&self.picks)
        }
    }

    /// The actions that go on from the spots chosen.
    pub(super) fn open<'a>(
        &'a self,
        legal: &'a [LegalMove],
        any_order: bool,
    ) -> impl Iterator<Item = &'a LegalMove> {
        legal.iter().filter(move |act| !act.at.is_empty() && self.matches(act, any_order))
    }

    /// The spots that one of them may go on with.
    pub(super) fn targets<'a>(
        &'a self,
        legal: &'a [LegalMove],
        any_order: bool,
    ) -> impl Iterator<Item = &'a String> {
        self.open(legal, any_order).flat_map(move |act| {
            let next =
                if any_order { &act.at[..] } else { act.at.get(self.picks.len()..).unwrap_or_default() };
            let count = if any_order { next.len() } else { 1 };
            next.iter().take(count).filter(|spot| !self.picks.contains(spot))
        })
    }

    /// Chooses one more spot. The last one again means that it was the last.
    pub(super) fn pick(&mut self, spot: &str, legal: &[LegalMove], any_order: bool) -> Next {
        if self.picks.last().is_some_and(|last| last == spot) {
            let complete = self.complete(legal, any_order);
            if !complete.is_empty() {
                return self.done(complete);
            }
            self.picks.pop();
            return Next::More;
        }
        self.picks.push(spot.to_owned());
        let open = self.open(legal, any_order).count();
        if open == 0 {
            let tried = std::mem::take(&mut self.picks);
            // A spot that begins another action starts over.
            self.picks = vec![spot.to_owned()];
            if tried.len() > 1 && self.open(legal, any_order).next().is_some() {
                return self.advance(legal, any_order);
            }
            self.picks = tried[..tried.len() - 1].to_vec();
            return Next::Nothing(tried);
        }
        self.advance(legal, any_order)
    }

    fn advance(&mut self, legal: &[LegalMove], any_order: bool) -> Next {
        let complete = self.complete(legal, any_order);
        if complete.len() == self.open(legal, any_order).count() { self.done(complete) } else { Next::More }
    }

    /// The actions that need no more spots.
    fn complete(&self, legal: &[LegalMove], any_order: bool) -> Vec<String> {
        let open = self.open(legal, any_order).filter(|act| act.at.len() == self.picks.len());
        open.map(|act| act.t.clone()).collect()
    }

    fn done(&mut self, acts: Vec<String>) -> Next {
        self.picks.clear();
        Next::Acts(acts)
    }
}

#[cfg(test)]
mod tests {
    use ::engine::Phrase;

    use super::*;

    static PHRASE: Phrase = Phrase::new("test", "test");

    fn act(t: &str, at: &[&str]) -> LegalMove {
        let at = at.iter().map(ToString::to_string).collect();
        LegalMove { t: t.to_owned(), at, via: Vec::new(), says: PHRASE.alone(), direct: false }
    }

    #[test]
    fn spots_lead_to_actions() {
        let legal = [act("a2-c4", &["a2", "c4"]), act("a4-c4", &["a4", "c4"]), act("pass", &[])];
        let mut choice = Choice::default();
        assert_eq!(choice.targets(&legal, false).collect::<Vec<_>>(), ["a2", "a4"]);
        assert_eq!(choice.pick("a2", &legal, false), Next::More);
        assert_eq!(choice.targets(&legal, false).collect::<Vec<_>>(), ["c4"]);
        assert_eq!(choice.pick("h1", &legal, false), Next::Nothing(vec!["a2".into(), "h1".into()]));
        assert_eq!(choice.pick("a4", &legal, false), Next::More, "another beginning");
        assert_eq!(choice.pick("c4", &legal, false), Next::Acts(vec!["a4-c4".into()]));
        assert!(choice.picks.is_empty());
    }

    #[test]
    fn the_same_spots_leave_a_choice() {
        let legal = [act("d4", &["d4"]), act("!d4", &["d4"]), act("!d4+", &["d4"])];
        let acts = Next::Acts(vec!["d4".into(), "!d4".into(), "!d4+".into()]);
        assert_eq!(Choice::default().pick("d4", &legal, false), acts);
    }

    #[test]
    fn spots_in_any_order() {
        let legal = [act("xc3,e5", &["c3", "e5"]), act("xc3,d4", &["c3", "d4"]), act("xc3", &["c3"])];
        let mut choice = Choice::default();
        assert_eq!(choice.pick("e5", &legal, true), Next::More);
        assert_eq!(choice.pick("c3", &legal, true), Next::Acts(vec!["xc3,e5".into()]));
        assert_eq!(choice.pick("c3", &legal, true), Next::More);
        assert_eq!(choice.pick("c3", &legal, true), Next::Acts(vec!["xc3".into()]), "the last one again");
    }
}
