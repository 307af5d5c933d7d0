//! One file: asked of its sources until one gives it, whole and right.

use std::sync::Arc;

use reqwest::header::{HeaderMap, HeaderValue, IF_RANGE, RANGE};
use tokio::sync::mpsc::Sender;
use url::Url;

use super::{
    FetchError, Landing, Validators, Wanted,
    ask::{Answer, Packing, Question},
    encoding::Decoder,
    fetcher::Ground,
    flow::{After, Batch, Flow},
    head::{self, Range},
    sink::{Sink, Slot, Start, too_long},
    tally::{Counted, Tally},
    tries::{CameOn, Patience, Sources, Turn},
};

/// How much further a file must be for a try to have brought it on.
const STEP: u64 = 64 * 1024;

/// The smallest part of a file that is taken for an answer to a range.
const CRUMB: u64 = 16 * 1024;

/// A file that was fetched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fetched {
    /// How many bytes it has.
    pub bytes: u64,
    /// Where it came from; `None` where the landing had it already.
    pub source: Option<Url>,
    /// How many of its bytes an earlier try had brought.
    pub resumed: u64,
}

/// Fetching one file.
pub(super) struct FileFetch<'a> {
    ground: &'a Ground,
    wanted: Arc<Wanted>,
    slot: Slot,
    counted: Counted<'a>,
    tally: &'a Tally,
    /// Whether what is there may be gone on with: not once that went wrong.
    resuming: bool,
    resumed: u64,
    /// The most that was there after a failed try.
    furthest: u64,
}

/// What an answer is for the file.
struct Part {
    start: Start,
    flow_most: u64,
    /// How many bytes were there before it.
    before: u64,
    /// How many it must bring, where only some of the file were asked for.
    brings: Option<u64>,
    /// Whether the file ends with it.
    last: bool,
    /// Whether its end can be told from a connection that broke.
    ends_visibly: bool,
}

impl<'a> FileFetch<'a> {
    pub(super) fn new(
        ground: &'a Ground,
        wanted: Arc<Wanted>,
        landing: Arc<dyn Landing>,
        tally: &'a Tally,
        hold: Sender<()>,
    ) -> Self {
        let sink = Sink::new(landing, Arc::clone(&wanted), ground.options.resume_from, hold);
        let counted = tally.counted(wanted.size);
        let slot = Slot::Here(Box::new(sink));
        Self { ground, wanted, slot, counted, tally, resuming: true, resumed: 0, furthest: 0 }
    }

    /// Fetches it.
    pub(super) async fn run(mut self) -> Result<Fetched, FetchError> {
        let wanted = Arc::clone(&self.wanted);
        let (options, random) = (&self.ground.options, &*self.ground.random);
        let mut sources = Sources::new(&wanted, options, &self.ground.book, random);
        let fetched = self.of_any(&mut sources).await;
        if fetched.is_err() {
            self.counted.at(0);
            // The error that counts is the one there is.
            let _ = self.slot.done(Sink::tidy).await;
        }
        fetched
    }

    async fn of_any(&mut self, sources: &mut Sources<'_>) -> Result<Fetched, FetchError> {
        loop {
            let turn = sources.next().await?;
            self.tally.asking(&turn.host);
            match self.of_one(&turn).await {
                Ok(fetched) => {
                    turn.good(fetched.bytes - self.resumed.min(fetched.bytes));
                    return Ok(fetched);
                }
                Err(error) => {
                    let came_on = self.came_on().await;
                    sources.failed(turn, error, came_on)?;
                }
            }
        }
    }

    /// Whether the last try brought it on.
    async fn came_on(&mut self) -> CameOn {
        // What went wrong with the part is said by the next try.
        let kept = self.slot.settle().await.map_or(0, |sink| sink.kept());
        self.counted.at(kept);
        if kept < self.furthest + STEP {
            return CameOn::No;
        }
        self.furthest = kept;
        CameOn::Yes
    }

    /// Asks one source, range after range where it gives no more at once.
    async fn of_one(&mut self, turn: &Turn) -> Result<Fetched, FetchError> {
        loop {
            if self.slot.settle().await?.wants_look() {
                self.slot.done(Sink::look).await?;
            }
            if self.slot.settle().await?.is_full() {
                self.resumed = self.slot.len();
                match self.slot.done(Sink::close).await {
                    Err(wrong) if is_about_bytes(&wrong) => self.anew().await?,
                    closed => return closed.map(|()| self.fetched(&turn.url)),
                }
            }
            let sink = self.slot.settle().await?;
            let asked = sink.resume(turn.url.as_str()).filter(|_| self.resuming);
            let asked = asked.map(|(have, proof)| (have, proof.to_owned()));
            let answer = ask(self.ground, &self.wanted, (&turn.url, turn.patience), asked.as_ref()).await?;
            let Some((answer, part)) = self.judge(&turn.url, answer, asked.map(|(have, _)| have))? else {
                self.anew().await?;
                continue;
            };
            let (last, before) = (part.last, part.before);
            self.resumed = before;
            match self.pour(answer, part, turn.patience).await {
                Err(wrong) if before > 0 && is_about_bytes(&wrong) => self.anew().await?,
                Err(error) => return Err(error),
                Ok(()) if last => return Ok(self.fetched(&turn.url)),
                Ok(()) => {}
            }
        }
    }

    /// It is whole.
    fn fetched(&mut self, source: &Url) -> Fetched {
        let bytes = self.slot.len();
        self.counted.whole(bytes);
        Fetched { bytes, source: Some(source.clone()), resumed: self.resumed }
    }

    /// What is there is not gone on with any more.
    async fn anew(&mut self) -> Result<(), FetchError> {
        self.resuming = false;
        self.slot.settle().await?.forget();
        Ok(())
    }

    /// What an answer is for the file; `None` where it is not the range that was asked for, so that the file is begun anew.
    fn judge(
        &mut self,
        source: &Url,
        answer: Answer,
        have: Option<u64>,
    ) -> Result<Option<(Answer, Part)>, FetchError> {
        let good: &[u16] = if have.is_some() { &[200, 206, 416] } else { &[200] };
        let answer = answer.with_status(good, self.ground.clock.now())?;
        let status = answer.response.status().as_u16();
        let part = match (status, have) {
            (200, _) => Some(self.whole(source, &answer)?),
            (206, Some(have)) => self.further(&answer, have),
            _ => None,
        };
        Ok(part.map(|part| (answer, part)))
    }

    /// An answer that has the file from its beginning.
    fn whole(&mut self, source: &Url, answer: &Answer) -> Result<Part, FetchError> {
        let (headers, url) = (answer.response.headers(), answer.shown.clone());
        if head::is_page(headers) && !self.wanted.may_be_page() {
            return Err(FetchError::Portal { url });
        }
        let decoder = Decoder::of(headers).map_err(|name| FetchError::Garbled {
            url: url.clone(),
            why: format!("Content-Encoding: {name}"),
        })?;
        let ends_visibly = head::ends_visibly(answer.response.version(), headers);
        if !ends_visibly && self.wanted.digest.is_none() && self.wanted.size.is_none() {
            return Err(FetchError::Garbled { url, why: "no length".to_owned() });
        }
        let limit = self.wanted.limit();
        if let Some(length) = head::length(headers).filter(|_| decoder.is_plain()) {
            if length > limit || self.wanted.size.is_some_and(|size| size != length) {
                return Err(too_long(&self.wanted, &url, length));
            }
            self.counted.learn(length);
        }
        // What is packed may be a little longer than what it holds.
        let flow_most = if decoder.is_plain() { limit } else { limit.saturating_add(limit / 8 + 4096) };
        let start = Start::Anew { shown: url, decoder, version: Validators::of(source, headers) };
        Ok(Part { start, flow_most, before: 0, brings: None, last: true, ends_visibly })
    }

    /// An answer that goes on where the part ends; `None` where it does not.
    fn further(&self, answer: &Answer, have: u64) -> Option<Part> {
        let headers = answer.response.headers();
        let range = Range::of(headers).filter(|range| range.first == have)?;
        let total = range.total.or(self.wanted.size)?;
        let fits = self.wanted.size.is_none_or(|size| size == total) && total <= self.wanted.cap;
        let plain = Decoder::of(headers).is_ok_and(|decoder| decoder.is_plain());
        let brings = range.last - range.first + 1;
        let said = head::length(headers).is_none_or(|length| length == brings);
        let last = range.last + 1 == total;
        // A file that comes in crumbs would cost a request for each.
        let enough = last || brings >= CRUMB;
        (fits && plain && said && enough && range.last < total).then(|| Part {
            start: Start::Further { shown: answer.shown.clone() },
            flow_most: brings,
            before: have,
            brings: Some(brings),
            last,
            ends_visibly: true,
        })
    }

    /// Lets a body run into the sink; where it is the last of the file, the sink verifies it.
    async fn pour(&mut self, answer: Answer, part: Part, patience: Patience) -> Result<(), FetchError> {
        let Part { start, flow_most, before, brings, last, ends_visibly } = part;
        let (ground, shown) = (self.ground, answer.shown);
        let _running = ground.running();
        let mut flow =
            Flow::new(answer.response, shown.clone(), ground.line(self.tally, patience), flow_most);
        let mut start = Some(start);
        loop {
            let Batch { pieces, after, .. } = flow.batch().await;
            let came = flow.came();
            self.counted.at(before + came);
            let after = match after {
                After::End if brings.is_some_and(|brings| brings != came) => {
                    After::Broken(cut_short(&shown, before + came))
                }
                After::More if came > flow_most => {
                    After::Broken(too_long(&self.wanted, &shown, before + came))
                }
                after => after,
            };
            let whole = last && matches!(after, After::End);
            let start = start.take();
            self.slot
                .give(move |sink| {
                    start.map_or(Ok(()), |start| sink.begin(start))?;
                    sink.take(&pieces)?;
                    if whole { sink.close() } else { Ok(()) }
                })
                .await?;
            match after {
                After::More => {}
                After::End => return self.settled(ends_visibly).await,
                After::Broken(error) => return self.settled(ends_visibly).await.and(Err(error)),
            }
        }
    }

    /// Waits for what the sink says to all that came.
    async fn settled(&mut self, ends_visibly: bool) -> Result<(), FetchError> {
        match self.slot.settle().await.map(drop) {
            Err(FetchError::WrongSize { url, expected, got }) if !ends_visibly && got < expected => {
                Err(cut_short(&url, got))
            }
            settled => settled,
        }
    }
}

/// A file that ended too early where nothing else would have told its end.
fn cut_short(url: &str, got: u64) -> FetchError {
    FetchError::Cut { url: url.to_owned(), got, why: "connection closed".to_owned() }
}

/// Asks for a file, or for what is missing of it.
async fn ask(
    ground: &Ground,
    wanted: &Wanted,
    (url, patience): (&Url, Patience),
    resume: Option<&(u64, String)>,
) -> Result<Answer, FetchError> {
    let mut headers = HeaderMap::new();
    if let Some((have, proof)) = resume
        && let Ok(proof) = HeaderValue::from_str(proof)
        && let Ok(range) = HeaderValue::from_str(&format!("bytes={have}-"))
    {
        headers.extend([(RANGE, range), (IF_RANGE, proof)]);
    }
    let (policy, packing) = (&wanted.policy, Packing::Unwanted);
    let question =
        Question { url, policy, key: wanted.host_key.as_ref(), headers, packing, answer: patience.answer };
    ground.asker().ask(&question).await
}

fn is_about_bytes(error: &FetchError) -> bool {
    matches!(error, FetchError::WrongDigest { .. } | FetchError::WrongSize { .. } | FetchError::Portal { .. })
}
