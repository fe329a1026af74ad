//! Queries that are asked one by one and sent to the database together: while it is busy with some, the next gather.

use tokio::sync::{mpsc, oneshot};

use crate::error::{Error, Result};

/// The most that is asked at once.
const BATCH: usize = 64;

/// A task that takes questions of one kind to the database, as many at a time as are waiting.
#[derive(Debug)]
pub(super) struct Batcher<Q, A>(mpsc::UnboundedSender<(Q, oneshot::Sender<Result<A>>)>);

impl<Q, A> Clone for Batcher<Q, A> {
    fn clone(&self) -> Self {
        Batcher(self.0.clone())
    }
}

impl<Q: Clone + Send + Sync + 'static, A: Send + 'static> Batcher<Q, A> {
    /// `answer` has an answer for each question, in their order. If the database refuses, each is asked again alone,
    /// so that one question that cannot be answered is nobody else's trouble.
    pub(super) fn start<F>(answer: impl Fn(Vec<Q>) -> F + Send + 'static) -> Self
    where
        F: Future<Output = Result<Vec<A>>> + Send,
    {
        let (sender, mut receiver) = mpsc::unbounded_channel::<(Q, oneshot::Sender<Result<A>>)>();
        tokio::spawn(async move {
            let mut asked = Vec::with_capacity(BATCH);
            while receiver.recv_many(&mut asked, BATCH).await > 0 {
                let (questions, replies): (Vec<_>, Vec<_>) = asked.drain(..).unzip();
                // A caller that stopped waiting needs no answer.
                match answer(questions.clone()).await {
                    Ok(answers) => replies.into_iter().zip(answers).for_each(|(reply, answer)| {
                        let _gone = reply.send(Ok(answer));
                    }),
                    Err(error) if replies.len() == 1 || is_away(&error) => {
                        // One is told why, the others that it was not their fault.
                        let mut why = Some(error);
                        replies.into_iter().for_each(|reply| {
                            let _gone = reply.send(Err(why.take().unwrap_or(Error::Busy)));
                        });
                    }
                    Err(_) => {
                        for (question, reply) in questions.into_iter().zip(replies) {
                            let alone = answer(vec![question]).await;
                            let alone = alone.and_then(|mut answers| answers.pop().ok_or(Error::Busy));
                            let _gone = reply.send(alone);
                        }
                    }
                }
            }
        });
        Batcher(sender)
    }

    pub(super) async fn ask(&self, question: Q) -> Result<A> {
        let (reply, answer) = oneshot::channel();
        self.0.send((question, reply)).map_err(|_| Error::Stopping)?;
        answer.await.map_err(|_| Error::Stopping)?
    }
}

/// Whether the database could not be asked at all: one at a time it could be asked even less.
fn is_away(error: &Error) -> bool {
    matches!(error, Error::Database(failed) if failed.as_database_error().is_none() && !error.is_about_record())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[tokio::test]
    async fn those_who_wait_are_answered_together_each_with_its_own() {
        let batcher = Batcher::start(|questions: Vec<usize>| async move {
            tokio::time::sleep(Duration::from_millis(20)).await;
            if questions.contains(&13) {
                return Err(Error::NoSuchTable);
            }
            let size = questions.len();
            Ok(questions.into_iter().map(|question| (question, size)).collect())
        });
        let asked = futures_util::future::join_all((0..10).map(|question| batcher.ask(question))).await;
        let answers: Vec<_> = asked.into_iter().map(|answer| answer.expect("it is answered")).collect();
        assert_eq!(answers, (0..10).map(|question| (question, 10)).collect::<Vec<_>>());
        let (first, second) = tokio::join!(batcher.ask(13), batcher.ask(14));
        assert!(matches!(first, Err(Error::NoSuchTable)), "one is told why");
        assert!(matches!(second, Ok((14, 1))), "and the other is answered");
    }
}
