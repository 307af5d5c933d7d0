//! The host as the core sees it: what it really lends, and what it only pretends for listings and plan-only runs.

use std::{collections::BTreeSet, sync::Arc};

use futures_util::{FutureExt, future::BoxFuture};
use nova_tools::{
    Capabilities, Capability, Confirm, Decision, Host, Offer, Pages, Questions, Recorder, SecretPrompt, Tool,
};

/// A host with pretended capabilities on top. What needs one of those is listed and planned, and never done.
pub(super) struct Lent {
    host: Arc<dyn Host>,
    pretended: Capabilities,
    never: BTreeSet<&'static str>,
}

impl Lent {
    /// `host`, pretending what it lacks of `pretended`; `tools` tell which of them need that.
    pub(super) fn new(host: Arc<dyn Host>, pretended: &Capabilities, tools: &[Arc<dyn Tool>]) -> Self {
        let pretended: Capabilities = pretended.difference(&host.capabilities()).copied().collect();
        let drafts = tools.iter().map(|tool| &tool.spec().draft);
        let never = drafts.filter(|draft| draft.requires.is_some_and(|cap| pretended.contains(&cap)));
        Self { never: never.map(|draft| draft.name).collect(), host, pretended }
    }

    /// Whether the player looks at a window: the program really has pages.
    pub(super) fn is_window(&self) -> bool {
        self.host.capabilities().contains(&Capability::Pages)
    }

    /// Another host in the place of the one it was made for; what is pretended stays so.
    pub(super) fn instead(&self, host: Arc<dyn Host>) -> Self {
        Self { host, pretended: self.pretended.clone(), never: self.never.clone() }
    }
}

impl Host for Lent {
    fn capabilities(&self) -> Capabilities {
        self.host.capabilities().union(&self.pretended).copied().collect()
    }

    fn confirm(&self) -> Option<&dyn Confirm> {
        self.host.confirm().map(|_| self as &dyn Confirm)
    }

    fn pages(&self) -> Option<&dyn Pages> {
        self.host.pages()
    }

    fn questions(&self) -> Option<&dyn Questions> {
        self.host.questions()
    }

    fn secret_prompt(&self) -> Option<&dyn SecretPrompt> {
        self.host.secret_prompt()
    }

    fn recorder(&self) -> Option<Arc<dyn Recorder>> {
        self.host.recorder()
    }
}

impl Confirm for Lent {
    fn confirm<'a>(&'a self, lines: &'a [Offer]) -> BoxFuture<'a, Vec<Decision>> {
        async move {
            let Some(surface) = self.host.confirm() else { return Vec::new() };
            let mut decisions = surface.confirm(lines).await;
            for (decision, _) in decisions.iter_mut().zip(lines).filter(|(_, line)| self.is_pretended(line)) {
                *decision = Decision::No;
            }
            decisions
        }
        .boxed()
    }

    fn shows_again(&self) -> bool {
        self.host.confirm().is_some_and(Confirm::shows_again)
    }
}

impl Lent {
    fn is_pretended(&self, line: &Offer) -> bool {
        self.never.contains(line.tool.as_str())
    }
}
