//! What a job tells people, in every language of the page: its texts do not wait for a request when
//! somebody changes the language, and all tabs of a browser share them.

use serde::Serialize;
use yose_ask::Reply;
use yose_present::{Language, phrase, trouble};

/// The texts of a job in every language.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Told {
    en: Texts,
    ja: Texts,
}

/// The texts of a job in one language.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
struct Texts {
    /// Why there is no answer.
    error: Option<String>,
    /// Why there is no certificate, if one was asked for.
    no_certificate: Option<String>,
    /// What a certificate claims that was verified.
    claim: Option<String>,
}

impl Told {
    /// The texts of a job, whose reply may not be there yet.
    pub fn of(reply: Option<&Reply>, no_certificate: Option<&str>) -> Told {
        let texts = |language| Texts {
            error: reply.and_then(|reply| trouble(reply, language)),
            no_certificate: no_certificate.map(|why| phrase::told(why, language)),
            claim: reply.and_then(|reply| claim(reply, language)),
        };
        Told {
            en: texts(Language::English),
            ja: texts(Language::Japanese),
        }
    }
}

/// What a verified certificate claims, in the words of `yose verify`.
fn claim(reply: &Reply, language: Language) -> Option<String> {
    let Reply::Verify(verified) = reply else {
        return None;
    };
    let claim = verified.claim.as_ref()?;
    let told = phrase::told(&format!("claim {claim}"), language);
    Some(told.trim_start_matches("claim ").to_owned())
}
