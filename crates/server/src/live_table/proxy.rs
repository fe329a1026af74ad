//! What the rest of the server may ask of a table, whether it is in memory or not.

use engine::lud::Lud;
use table::{Request, TableSummary, Visitor};

use super::{
    handle::{Join, Reply, TableHandle, TableMessage},
    requests::{Pending, Submission},
};
use crate::{
    App,
    error::{Error, Result},
};

/// A table by its id. Each call loads the table if it is not in memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TableProxy<'a> {
    pub(crate) app: &'static App,
    pub(crate) id: &'a str,
}

impl TableProxy<'_> {
    /// Lets a client follow the table; it is sent where the game stands. Returns the way for its commands.
    pub(crate) async fn join(&self, join: Join) -> Result<TableHandle> {
        self.ask(|reply| TableMessage::Join { join: join.clone(), reply }).await?;
        self.app.tables.get(self.app, self.id).await
    }

    /// The table as everyone may know it, if this visitor may know of it at all.
    pub(crate) async fn summary(
        &self,
        visitor: Option<&Visitor>,
        invite: Option<&str>,
    ) -> Result<TableSummary> {
        self.ask(|reply| TableMessage::Summary {
            visitor: visitor.cloned(),
            invite: invite.map(str::to_owned),
            reply,
        })
        .await
    }

    /// The record of the game as this visitor may have it.
    pub(crate) async fn record(&self, visitor: Option<&Visitor>, invite: Option<&str>) -> Result<Lud> {
        self.ask(|reply| TableMessage::Record {
            visitor: visitor.cloned(),
            invite: invite.map(str::to_owned),
            reply,
        })
        .await
    }

    /// Executes a request that came over HTTP.
    pub(crate) async fn request(&self, visitor: &Visitor, request: Request) -> Result<TableSummary> {
        let submission = Submission::new(visitor, request);
        self.ask(|reply| TableMessage::Request(Pending::http(submission.clone(), reply))).await
    }

    /// Executes a request that another process forwards; returns the number of the table's last event.
    pub(crate) async fn execute_forwarded(&self, submission: &Submission) -> Result<i64> {
        self.ask(|reply| TableMessage::Request(Pending::forwarded(submission.clone(), reply))).await
    }

    /// Asks the task of the table; one that was just being unloaded is loaded again.
    async fn ask<T>(&self, message: impl Fn(Reply<T>) -> TableMessage) -> Result<T> {
        let tables = &self.app.tables;
        let handle = tables.get(self.app, self.id).await?;
        match handle.ask(&message).await {
            Err(Error::Stopping) => {
                tables.forget(self.id, &handle);
                tables.get(self.app, self.id).await?.ask(&message).await
            }
            answer => answer,
        }
    }
}
