//! What an operator does to a database, whether servers run on it or not.

use table::TableError;

use crate::{
    error::{Error, Result},
    password,
    store::{PersonRow, Store},
};

impl Store {
    /// The name of the club or site, for its pages.
    pub async fn club_name(&self) -> Result<String> {
        Ok(self.meta("club").await?.unwrap_or_else(|| "Ludarium".to_owned()))
    }

    pub async fn set_club_name(&self, name: &str) -> Result<()> {
        self.set_meta("club", name).await
    }

    /// Whether newcomers may make accounts.
    pub async fn sign_up_is_open(&self) -> Result<bool> {
        Ok(self.meta("sign-up").await?.as_deref() != Some("closed"))
    }

    pub async fn open_sign_up(&self, open: bool) -> Result<()> {
        self.set_meta("sign-up", if open { "open" } else { "closed" }).await
    }

    /// Gives an account another password and ends its sessions.
    pub async fn reset_password(&self, name: &str, new: String) -> Result<()> {
        let person = self.named(name).await?;
        if person.kind != "account" {
            return Err(Error::NeedsAccount);
        }
        self.set_password(&person.id, &password::hash(&new)?).await?;
        self.end_sessions(&person.id, None).await?;
        self.notice("person", &person.id).await
    }

    /// Keeps someone out, their bots too, or lets them in again.
    pub async fn ban(&self, name: &str, banned: bool) -> Result<()> {
        let person = self.named(name).await?;
        self.set_banned(&person.id, banned).await?;
        for bot in self.bots(&person.id).await? {
            self.notice("person", &bot.id).await?;
        }
        self.notice("person", &person.id).await
    }

    /// Deletes a table and all that happened at it.
    pub async fn delete_table(&self, id: &str) -> Result<()> {
        self.table(id).await?.ok_or(Error::NoSuchTable)?;
        self.erase_table(id).await?;
        self.notice("table", id).await
    }

    /// Strikes a line of chat; its number stays, its words go.
    pub async fn delete_chat(&self, table: &str, n: i64) -> Result<()> {
        if !self.erase_chat(table, n).await? {
            return Err(Error::BadRequest("there is no such line of chat".to_owned()));
        }
        self.notice("table", table).await
    }

    async fn named(&self, name: &str) -> Result<PersonRow> {
        match self.person_named(name).await? {
            Some(person) => Ok(person),
            // A guest has no name of their own, but an id.
            None => Ok(self.person(name).await?.ok_or(TableError::NoSuchPlayer)?),
        }
    }
}
