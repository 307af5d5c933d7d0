//! Small files, read into memory: version lists, version files, indexes.

use reqwest::header::{HeaderMap, HeaderValue, IF_MODIFIED_SINCE, IF_NONE_MATCH};
use url::Url;

use super::{
    FetchError, Hasher, Validators, Wanted,
    ask::{Answer, Packing, Question},
    encoding::{Decoder, Unpacked},
    fetcher::Ground,
    flow::{After, Flow},
    head,
    sink::{too_long, verify},
    tally::Tally,
    tries::{CameOn, Patience, Sources},
};

/// What came of asking for a small file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answered {
    /// Its bytes.
    Fresh(Fresh),
    /// The copy that the caller has is still good.
    NotModified,
}

/// A small file as it is now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fresh {
    /// All of it.
    pub bytes: Vec<u8>,
    /// To ask with the next time.
    pub validators: Option<Validators>,
    /// Where it came from.
    pub source: Url,
}

pub(super) async fn read(
    ground: &Ground,
    what: &Wanted,
    known: Option<&Validators>,
) -> Result<Answered, FetchError> {
    let mut sources = Sources::new(what, &ground.options, &ground.book, &*ground.random);
    loop {
        let turn = sources.next().await?;
        match read_once(ground, what, (&turn.url, turn.patience), known).await {
            Ok(answered) => {
                let bytes = if let Answered::Fresh(fresh) = &answered { fresh.bytes.len() } else { 0 };
                turn.good(bytes as u64);
                return Ok(answered);
            }
            Err(error) => sources.failed(turn, error, CameOn::No)?,
        }
    }
}

async fn read_once(
    ground: &Ground,
    what: &Wanted,
    (url, patience): (&Url, Patience),
    known: Option<&Validators>,
) -> Result<Answered, FetchError> {
    let headers = known.map(|known| conditions(url, known)).unwrap_or_default();
    let good: &[u16] = if headers.is_empty() { &[200] } else { &[200, 304] };
    let question = Question {
        url,
        policy: &what.policy,
        key: what.host_key.as_ref(),
        headers,
        packing: Packing::Fine,
        answer: patience.answer,
    };
    let answer = ground.asker().ask(&question).await?.with_status(good, ground.clock.now())?;
    if answer.response.status() == 304 {
        return Ok(Answered::NotModified);
    }
    let headers = answer.response.headers();
    if head::is_page(headers) && !what.may_be_page() {
        return Err(FetchError::Portal { url: answer.shown });
    }
    let validators = Validators::of(url, headers);
    let bytes = gather(ground, what, answer, patience).await?;
    Ok(Answered::Fresh(Fresh { bytes, validators, source: url.clone() }))
}

/// The headers that ask whether a copy is still good; none where it is of another address.
fn conditions(url: &Url, known: &Validators) -> HeaderMap {
    let mut headers = HeaderMap::new();
    if known.from != url.as_str() {
        return headers;
    }
    let value = |text: &Option<String>| HeaderValue::from_str(text.as_deref()?).ok();
    // A server that knows the tag ignores the date.
    if let Some(etag) = value(&known.etag) {
        headers.insert(IF_NONE_MATCH, etag);
    } else if let Some(modified) = value(&known.modified) {
        headers.insert(IF_MODIFIED_SINCE, modified);
    }
    headers
}

async fn gather(
    ground: &Ground,
    what: &Wanted,
    answer: Answer,
    patience: Patience,
) -> Result<Vec<u8>, FetchError> {
    let (headers, shown) = (answer.response.headers(), answer.shown);
    let garbled = |why: String| FetchError::Garbled { url: shown.clone(), why };
    let mut decoder = Decoder::of(headers).map_err(|name| garbled(format!("Content-Encoding: {name}")))?;
    if !head::ends_visibly(answer.response.version(), headers) && what.digest.is_none() && what.size.is_none()
    {
        return Err(garbled("no length".to_owned()));
    }
    let limit = what.limit();
    if let Some(length) = head::length(headers).filter(|length| decoder.is_plain() && *length > limit) {
        return Err(too_long(what, &shown, length));
    }
    let tally = Tally::default();
    let _running = ground.running();
    let mut flow =
        Flow::new(answer.response, shown.clone(), ground.line(&tally, patience), limit.saturating_add(4096));
    let mut bytes = Vec::new();
    let mut take = |more: &[u8]| {
        bytes.extend_from_slice(more);
        if bytes.len() as u64 > limit { Err(too_long(what, &shown, bytes.len() as u64)) } else { Ok(()) }
    };
    let unpacked = |error: Unpacked<FetchError>| match error {
        Unpacked::Stop(error) => error,
        Unpacked::Broken(error) => garbled(nova_model::clean(&error.to_string(), 100)),
    };
    loop {
        let batch = flow.batch().await;
        for piece in &batch.pieces {
            decoder.push(piece, &mut take).map_err(unpacked)?;
        }
        match batch.after {
            After::More => {}
            After::End => break,
            After::Broken(error) => return Err(error),
        }
        if flow.came() > limit.saturating_add(4096) {
            return Err(too_long(what, &shown, flow.came()));
        }
    }
    decoder.end(&mut take).map_err(unpacked)?;
    let mut hasher = Hasher::new(what.digest.map(|digest| digest.kind()));
    hasher.update(&bytes);
    verify(what, &shown, bytes.len() as u64, hasher).map_err(|error| page_or(error, &bytes, &shown))?;
    Ok(bytes)
}

fn page_or(error: FetchError, bytes: &[u8], shown: &str) -> FetchError {
    if head::begins_as_page(bytes) { FetchError::Portal { url: shown.to_owned() } } else { error }
}
