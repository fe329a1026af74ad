//! What is forgotten by itself, a little every minute: an operator says after how many days.

use crate::{App, error::Result, http, store::now};

pub(crate) const DAY: i64 = 24 * 60 * 60 * 1000;

impl App {
    /// Forgets a little of what is too old to be asked for.
    pub(crate) async fn forget_old(&'static self) -> Result<()> {
        let keep = self.config.keep;
        let before = |days: u32| (days > 0).then(|| now() - i64::from(days) * DAY);
        if let Some(then) = before(keep.sessions) {
            self.store.end_old_sessions(then).await?;
        }
        if let Some(then) = before(keep.tables) {
            for id in self.store.abandoned(then).await? {
                // It is called off as it is loaded.
                if let Err(error) = self.tables.get(self, &id).await {
                    error.log();
                }
            }
            for id in self.store.old_called_off(then).await? {
                self.store.erase_table(&id).await?;
                self.tables.unload(&id).await;
                self.tell_others("table", &id).await;
            }
        }
        if let Some(then) = before(keep.guests) {
            for id in self.store.old_guests(then).await? {
                http::forget(self, id.clone()).await?;
                self.store.drop_traceless(&id).await?;
            }
        }
        Ok(())
    }
}
