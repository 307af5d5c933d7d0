//! The errors as sentences: what, where, and what to do next.

use nova_model::{Explain, Field, Message, Report, Retry};

use super::{AccountError, Outage};
use crate::{NameFault, Ownership, PictureFault, Step, XboxFault};

/// Where an application is registered, and where it is let in.
const REGISTER: &str = "https://entra.microsoft.com";
const APPROVAL: &str = "https://aka.ms/mce-reviewappid";

impl Explain for AccountError {
    fn report(&self) -> Report {
        self.about_client()
            .or_else(|| self.about_services())
            .or_else(|| self.about_microsoft())
            .or_else(|| self.about_yggdrasil())
            .unwrap_or_else(|| self.about_the_rest())
    }
}

impl AccountError {
    fn about_client(&self) -> Option<Report> {
        let message = match self {
            Self::NoClientId => Message::new("account.client.none").with("page", REGISTER),
            Self::BadClientId => Message::new("account.client.bad"),
            Self::ClientRefused { said } => {
                Message::new("account.client.refused").with("said", said.as_str())
            }
            Self::NotApproved { said } => {
                Message::new("account.client.not-approved").with("said", said.as_str()).with("page", APPROVAL)
            }
            _ => return None,
        };
        Some(Report::new(message))
    }

    fn about_services(&self) -> Option<Report> {
        let report = match self {
            Self::Net(error) => error.report(),
            Self::Outage { step, host, outage } => {
                Report { retry: Retry::Later, ..Report::new(outage_message(*step, host, outage)) }
            }
            Self::Refused { step, host, status, said, clock_off } => {
                let message = Message::new("account.refused")
                    .with("step", step.name())
                    .with("host", host.as_str())
                    .with("status", i64::from(*status))
                    .with("said", said.as_str());
                clock_hint(Report::new(message), *clock_off)
            }
            Self::Garbled { step, host } => Report::new(at("account.garbled", *step, host)),
            Self::TooLarge { step, host } => Report::new(at("account.too-large", *step, host)),
            _ => return None,
        };
        Some(report)
    }

    fn about_microsoft(&self) -> Option<Report> {
        let message = match self {
            Self::CodeExpired => Message::new("account.code.expired"),
            Self::CodeDeclined => Message::new("account.code.declined"),
            Self::Xbox { fault } => xbox(*fault),
            Self::NoProfile { ownership } => no_profile(*ownership),
            Self::SignInAgain { name } => Message::new("account.sign-in-again").with("name", name.as_str()),
            Self::ProfileGone { name } => Message::new("account.profile.gone").with("name", name.as_str()),
            _ => return None,
        };
        Some(Report::new(message))
    }

    fn about_yggdrasil(&self) -> Option<Report> {
        let named = |code: &'static str, name: &'static str, value: &str| {
            Report::new(Message::new(code).with(name, value))
        };
        let report = match self {
            Self::WrongPassword { server, said } => Report::new(
                Message::new("account.yggdrasil.password")
                    .with("server", server.as_str())
                    .with("said", said.as_str()),
            ),
            Self::NoProfiles { server, homepage } => {
                let report = named("account.yggdrasil.no-profiles", "server", server);
                let page = |page: &String| Message::new("account.hint.page").with("page", page.as_str());
                homepage.iter().map(page).fold(report, Report::hint)
            }
            Self::BadAddress { address } => named("account.address.bad", "address", address),
            Self::PlainHttp { address } => named("account.address.plain", "address", address),
            Self::NotYggdrasil { host } => named("account.yggdrasil.other", "host", host),
            Self::TooManyHops { host } => named("account.yggdrasil.hops", "host", host),
            Self::BadJarPath { path } => named("account.yggdrasil.jar-path", "path", path),
            _ => return None,
        };
        Some(report)
    }

    fn about_the_rest(&self) -> Report {
        match self {
            Self::BadName { name, fault } => {
                let code = match fault {
                    NameFault::Empty => "account.name.empty",
                    NameFault::TooLong => "account.name.long",
                    NameFault::Characters => "account.name.characters",
                };
                Report::new(Message::new(code).with("name", name.as_str()))
            }
            Self::BadPicture { fault } => Report::new(picture(fault)),
            Self::NoSkins { name } => {
                Report::new(Message::new("account.skin.offline").with("name", name.as_str()))
            }
            Self::NoCape { asked } => {
                Report::new(Message::new("account.skin.no-cape").with("asked", asked.as_str()))
            }
            Self::NotThere { name } => {
                Report::new(Message::new("account.skin.not-there").with("name", name.as_str()))
            }
            Self::NoAccount { asked, known } => {
                let report = Report::new(Message::new("account.unknown").with("asked", asked.as_str()));
                let hint = || Message::new("account.hint.known").with("names", known.clone());
                if known.is_empty() { report } else { report.hint(hint()) }
            }
            Self::AmbiguousName { name, ids } => Report::new(
                Message::new("account.ambiguous").with("name", name.as_str()).with("ids", ids.clone()),
            ),
            Self::AlreadySo { now } => Report::new(Message::new("account.already").with("now", now.clone())),
            Self::Secret(error) => error.report(),
            Self::Files(error) => error.report(),
            _ => Report::new(Message::new("account.failed")),
        }
    }
}

fn at(code: &'static str, step: Step, host: &str) -> Message {
    Message::new(code).with("step", step.name()).with("host", host)
}

fn outage_message(step: Step, host: &str, outage: &Outage) -> Message {
    match outage {
        Outage::Unreachable { said } => {
            at("account.outage.unreachable", step, host).with("said", said.as_str())
        }
        Outage::TimedOut => at("account.outage.timed-out", step, host),
        Outage::Cut => at("account.outage.cut", step, host),
        Outage::Portal => at("account.outage.portal", step, host),
        Outage::Server { status } => {
            at("account.outage.server", step, host).with("status", i64::from(*status))
        }
        Outage::Busy { wait: None } => at("account.outage.busy", step, host),
        Outage::Busy { wait: Some(wait) } => {
            let seconds = i64::try_from(wait.as_secs().max(1)).unwrap_or(i64::MAX);
            at("account.outage.busy-for", step, host).with("seconds", Field::Number(seconds))
        }
    }
}

fn clock_hint(report: Report, off: Option<i64>) -> Report {
    let hint = |minutes: i64| {
        let code = if minutes > 0 { "account.hint.clock-ahead" } else { "account.hint.clock-behind" };
        Message::new(code).with("minutes", Field::Number(minutes.saturating_abs()))
    };
    off.map(hint).into_iter().fold(report, Report::hint)
}

fn xbox(fault: XboxFault) -> Message {
    let page = |code: &'static str, page: &'static str| Message::new(code).with("page", page);
    match fault {
        XboxFault::Banned => page("account.xbox.banned", "https://enforcement.xbox.com"),
        XboxFault::Restricted => page("account.xbox.restricted", "https://account.microsoft.com/family"),
        XboxFault::NoProfile => page("account.xbox.no-profile", "https://www.xbox.com/live"),
        XboxFault::Terms => page("account.xbox.terms", "https://www.xbox.com"),
        XboxFault::Region => Message::new("account.xbox.region"),
        XboxFault::Age => page("account.xbox.age", "https://login.live.com"),
        XboxFault::Curfew => page("account.xbox.curfew", "https://account.microsoft.com/family"),
        XboxFault::Child => page("account.xbox.child", "https://account.microsoft.com/family"),
        XboxFault::AgeTransition => page("account.xbox.age-transition", "https://account.xbox.com"),
        XboxFault::Other(code) => Message::new("account.xbox.other")
            .with("code", code.to_string())
            .with("page", "https://support.xbox.com"),
    }
}

fn no_profile(ownership: Ownership) -> Message {
    let code = match ownership {
        Ownership::Bought => "account.profile.unnamed",
        Ownership::GamePass => "account.profile.game-pass",
        Ownership::Nothing => "account.profile.not-bought",
        Ownership::Unknown => "account.profile.none",
    };
    Message::new(code).with("page", "https://www.minecraft.net/msaprofile/mygames/editprofile")
}

fn picture(fault: &PictureFault) -> Message {
    match fault {
        PictureFault::NotPng => Message::new("account.skin.not-png"),
        PictureFault::Size { width, height } => Message::new("account.skin.size")
            .with("width", i64::from(*width))
            .with("height", i64::from(*height)),
        PictureFault::TooLarge { bytes, limit } => Message::new("account.skin.too-large")
            .with("bytes", Field::Bytes(*bytes))
            .with("limit", Field::Bytes(*limit)),
        PictureFault::Damaged => Message::new("account.skin.damaged"),
    }
}
