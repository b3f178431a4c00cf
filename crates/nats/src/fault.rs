//! What can go wrong with a server and its runs.

use thiserror::Error;

/// Why the work cannot go on.
#[derive(Debug, Error)]
pub enum NatsFault {
    /// The server was not reached.
    #[error("{url}: {what}")]
    Connect {
        /// Its address.
        url: String,
        /// What went wrong.
        what: String,
    },
    /// The server refuses something, or does not answer.
    #[error("the server: {0}")]
    Server(String),
    /// The server has no room for results.
    #[error(
        "the server has no room for results ({0}); nothing is lost: make room or raise --volume, then --resume"
    )]
    Full(String),
    /// A run of the same question is there.
    #[error("the server has a run of {0} already (--resume goes on with it, --overwrite starts anew)")]
    Exists(String),
    /// The run that is to be gone on with asks something else.
    #[error("the run of {title} on the server asks something else: {difference} (--overwrite starts anew)")]
    Differs {
        /// The run.
        title: String,
        /// What is different.
        difference: String,
    },
    /// All runs on the server are of other engines.
    #[error("this worker is yose {own}, and the run of {title} on the server needs yose {needed}")]
    Version {
        /// The version of this program.
        own: String,
        /// A run that is there.
        title: String,
        /// The version that it needs.
        needed: String,
    },
    /// The coordinator found a result of this worker wrong.
    #[error(
        "this worker was shut out: {0}; its results do not count any more, and others do its pieces. See to this \
         machine before it works again"
    )]
    ShutOut(String),
    /// An order that makes no sense.
    #[error("{0}")]
    Order(String),
    /// Nobody reads our reports any more.
    #[error("nobody reads the reports: {0}")]
    Closed(#[from] std::io::Error),
}

/// The errors of the client differ by call and say the same: what the server did not do.
impl<K> From<async_nats::error::Error<K>> for NatsFault
where
    K: Clone + std::fmt::Debug + std::fmt::Display + PartialEq,
{
    fn from(error: async_nats::error::Error<K>) -> NatsFault {
        NatsFault::Server(crate::server::chain(&error))
    }
}
