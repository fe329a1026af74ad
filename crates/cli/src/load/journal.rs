//! The actions that a server acknowledged, compared with its records.

use std::sync::Arc;

use anyhow::Context;
use engine::lud;
use serde::Serialize;
use serde_json::Value;

use super::table::Run;

/// The actions at a table, in order, as they were acknowledged.
#[derive(Clone, Debug)]
pub(super) struct Journal {
    table: String,
    cookie: String,
    acknowledged: Vec<String>,
    /// Sent, and never answered: it may be in the record or not.
    unanswered: Option<String>,
}

/// What the records lack or have too often.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct Audit {
    pub(super) tables: u64,
    pub(super) acknowledged: u64,
    /// Acknowledged and not in the record, or not in their place.
    pub(super) lost: u64,
    /// In the record more often than played.
    pub(super) doubled: u64,
    /// Sent and not answered.
    pub(super) unanswered: u64,
}

impl Journal {
    pub(super) fn new(table: String, cookie: String) -> Self {
        Journal { table, cookie, acknowledged: Vec::new(), unanswered: None }
    }

    pub(super) fn table(&self) -> &str {
        &self.table
    }

    pub(super) fn sent(&mut self, t: String) {
        self.unanswered = Some(t);
    }

    pub(super) fn acknowledged(&mut self) {
        self.acknowledged.extend(self.unanswered.take());
    }

    /// Compares with the actions of the record.
    fn audit(&self, record: &[String]) -> Audit {
        let mut expected = self.acknowledged.iter().peekable();
        let mut extra: Vec<_> = record.iter().filter(|t| expected.next_if_eq(t).is_none()).collect();
        if self.unanswered.is_some() && extra.last().copied() == self.unanswered.as_ref() {
            extra.pop();
        }
        Audit {
            tables: 1,
            acknowledged: self.acknowledged.len() as u64,
            lost: expected.count() as u64,
            doubled: extra.len() as u64,
            unanswered: self.unanswered.is_some().into(),
        }
    }
}

impl Audit {
    pub(super) fn add(&mut self, other: Audit) {
        self.tables += other.tables;
        self.acknowledged += other.acknowledged;
        self.lost += other.lost;
        self.doubled += other.doubled;
        self.unanswered += other.unanswered;
    }
}

/// Asks the server for the record of a journal's table and compares.
pub(super) async fn check(game: Arc<Run>, number: usize, mut journal: Journal) -> anyhow::Result<Audit> {
    let path = format!("/api/tables/{}/record", journal.table);
    let mut cookie = std::mem::take(&mut journal.cookie);
    let text = game.addresses.client(number).text("GET", &path, &mut cookie, &Value::Null).await?;
    let games = lud::read(std::str::from_utf8(&text)?).with_context(|| path.clone())?;
    let game = games.first().with_context(|| path.clone())?;
    let record: Vec<_> = game.line.steps.iter().map(|step| step.text.clone()).collect();
    Ok(journal.audit(&record))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn audit(played: &[&str], unanswered: Option<&str>, record: &[&str]) -> (u64, u64) {
        let mut journal = Journal::new("t_1".to_owned(), String::new());
        for t in played {
            journal.sent((*t).to_owned());
            journal.acknowledged();
        }
        journal.unanswered = unanswered.map(str::to_owned);
        let record: Vec<_> = record.iter().map(|t| (*t).to_owned()).collect();
        let audit = journal.audit(&record);
        (audit.lost, audit.doubled)
    }

    #[test]
    fn what_is_lost_or_doubled_is_counted() {
        assert_eq!(audit(&["a", "b", "c"], None, &["a", "b", "c"]), (0, 0));
        assert_eq!(audit(&["a", "b", "c"], None, &["a", "b"]), (1, 0));
        assert_eq!(audit(&["a", "b", "c"], None, &["a", "b", "b", "c"]), (0, 1));
        assert_eq!(audit(&["a", "b"], Some("c"), &["a", "b", "c"]), (0, 0));
        assert_eq!(audit(&["a", "b"], Some("c"), &["a", "b"]), (0, 0));
        assert_eq!(audit(&["a", "b"], Some("c"), &["a", "b", "c", "c"]), (0, 1));
        assert_eq!(audit(&["a", "b"], None, &[]), (2, 0));
    }
}
