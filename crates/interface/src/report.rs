//! Reports: a reply as a text for people.

use crate::language;
use yose_ask::{Reply, Request};
use yose_present::Look;

/// A reply with its request, to be told in a language.
#[derive(Clone, Copy, Debug)]
pub struct Report<'a> {
    /// The request.
    pub request: &'a Request,
    /// The reply.
    pub reply: &'a Reply,
    /// The language.
    pub language: Option<&'a str>,
}

impl Report<'_> {
    /// The text, as the command line prints it.
    pub fn text(&self) -> String {
        let look = Look {
            language: language(self.language),
            ..Look::default()
        };
        yose_present::text(self.request, self.reply, look)
    }
}
