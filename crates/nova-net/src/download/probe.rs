//! How sources are doing right now: one question to each, and how long the answer took.

use std::time::Duration;

use futures_util::future::join_all;
use reqwest::header::HeaderMap;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use url::Url;

use super::{
    FetchError, Policy,
    ask::{Packing, Question},
    fetcher::Ground,
};

/// An address to try.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probe {
    /// What it stands for.
    pub name: String,
    /// The address of something small.
    pub url: Url,
}

/// How an address did.
#[derive(Debug)]
pub struct Probed {
    /// What was tried.
    pub probe: Probe,
    /// How it did.
    pub reached: Result<Reached, FetchError>,
}

/// An address that answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reached {
    /// How long it took to connect and to begin to answer, redirects included.
    pub took: Duration,
    /// The status of the answer. Any answer shows that the way is open; 429 and from 500 on the source is in trouble.
    pub status: u16,
}

pub(super) async fn ask_all(ground: &Ground, probes: Vec<Probe>, cancel: &CancellationToken) -> Vec<Probed> {
    join_all(probes.into_iter().map(|probe| async {
        let reached = tokio::select! {
            biased;
            () = cancel.cancelled() => Err(FetchError::Cancelled),
            reached = ask(ground, &probe.url) => reached,
        };
        Probed { probe, reached }
    }))
    .await
}

async fn ask(ground: &Ground, url: &Url) -> Result<Reached, FetchError> {
    let (policy, began) = (Policy::default(), Instant::now());
    let (headers, packing, answer) = (HeaderMap::new(), Packing::Unwanted, ground.options.times.answer);
    let question = Question { url, policy: &policy, key: None, headers, packing, answer };
    let answer = ground.asker().ask(&question).await?;
    Ok(Reached { took: began.elapsed(), status: answer.response.status().as_u16() })
}
