//! Why two implementations differ, and who is right. A class says what the format or Mojang's own launcher does.

use super::super::peers::Peer;

/// Who has what the other has not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Side {
    Ours,
    Theirs,
}

/// One kind of difference.
struct Class {
    /// The only peer that differs so; none where both do.
    peer: Option<Peer>,
    /// Beginnings of the items that only Nova has.
    ours: &'static [&'static str],
    /// Beginnings of those that only the peer has.
    theirs: &'static [&'static str],
    why: &'static str,
}

/// The first that fits counts.
const CLASSES: [Class; 14] = [
    Class {
        peer: None,
        ours: &["game --clientId 0", "game --xuid 0"],
        theirs: &["game --clientId ${clientid}", "game --xuid ${auth_xuid}"],
        why: "ids of a Microsoft sign-in: the peer leaves the placeholder in the line (Nova is right)",
    },
    Class {
        peer: None,
        ours: &["game --session token:", "game word 1 token:"],
        theirs: &["game --session 0", "game word 1 0"],
        why: "${auth_session} is token:<token>:<uuid>, as Mojang's launcher has it; the peer gives the bare token (Nova is right)",
    },
    Class {
        peer: None,
        ours: &["game --assetsDir <root>/resources"],
        theirs: &["game --assetsDir <root>/assets/virtual/"],
        why: "an index with map_to_resources lies in `resources` of the game folder (Nova is right)",
    },
    Class {
        peer: Some(Peer::Xmcl),
        ours: &["game --assetsDir <root>/assets/virtual/legacy"],
        theirs: &["game --assetsDir <root>/assets/virtual"],
        why: "a file that names no assets means `legacy`; the peer leaves the name out (Nova is right)",
    },
    Class {
        peer: Some(Peer::LauncherLib),
        ours: &["game --userType legacy"],
        theirs: &["game --userType msa"],
        why: "an offline player is no Microsoft account; the peer knows only `msa` (taste)",
    },
    Class {
        peer: None,
        ours: &[
            "java -Xms2G",
            "java -Xmx4G",
            "java -XX:+AlwaysPreTouch",
            "java -XX:+UseCompactObjectHeaders",
            "java -XX:+UseStringDeduplication",
            "java -XX:+UseZGC",
        ],
        theirs: &[],
        why: "`default-user-jvm` of 26.x, which applies as long as the player has no arguments of his own; the peers are older (Nova is \
              right)",
    },
    Class {
        peer: None,
        ours: &["java -Dlog4j2.formatMsgNoLookups=true", "java -Dcom.sun.jndi."],
        theirs: &[],
        why: "more against Log4Shell where the game's Log4j may have it (Nova's own)",
    },
    Class {
        peer: None,
        ours: &["java -Dlog4j.configurationFile="],
        theirs: &[],
        why: "the log configuration of the game: `\"logging\": {}` of a loader does not take it away, and old files without one get it \
              against Log4Shell (Nova is right)",
    },
    Class {
        peer: None,
        ours: &["java -Dminecraft.client.jar=", "java -Dminecraft.launcher."],
        theirs: &[],
        why: "what Mojang's launcher adds to versions without Java arguments of their own (Nova is right)",
    },
    Class {
        peer: Some(Peer::Xmcl),
        ours: &[],
        theirs: &["java -DlibraryDirectory="],
        why: "added to every version; only loaders read it, and those that do name it (the peer's own)",
    },
    Class {
        peer: Some(Peer::Xmcl),
        ours: &["java -DignoreList="],
        theirs: &["java -DignoreList="],
        why: "${version_name} is the id of the version that is started; the peer takes the game's. Nova adds the name of the client jar \
              that is on the class path (Nova is right)",
    },
    Class {
        peer: Some(Peer::LauncherLib),
        ours: &["java -DignoreList="],
        theirs: &["java -DignoreList="],
        why: "Nova adds the name of the client jar that is on the class path, which is the game's and not the version's (no matter)",
    },
    Class {
        peer: Some(Peer::Xmcl),
        ours: &["class path <root>/versions/1.20.1/1.20.1.jar", "java -Xss1M"],
        theirs: &["class path <root>/versions/fabric-loader-0.15.11-1.20.1/"],
        why: "a file of another launcher with `jar`, and a rule with an empty `os`, which asks for nothing (Nova is right)",
    },
    Class {
        peer: Some(Peer::Xmcl),
        ours: &["class path <root>/libraries/org/lwjgl/lwjgl/lwjgl-platform/"],
        theirs: &[],
        why: "an entry with natives that has a jar of its own too, which is empty (no matter)",
    },
];

/// The class of a difference; none where nobody has looked at it.
pub(super) fn class(peer: Peer, side: Side, item: &str) -> Option<&'static str> {
    let begins = |beginnings: &[&str]| beginnings.iter().any(|beginning| item.starts_with(beginning));
    let fits = |class: &&Class| {
        class.peer.is_none_or(|of| of == peer)
            && begins(if side == Side::Ours { class.ours } else { class.theirs })
    };
    let listed = CLASSES.iter().find(fits).map(|class| class.why);
    listed.or_else(|| if peer == Peer::LauncherLib { of_launcher_lib(side, item) } else { None })
}

/// What hangs on more than a beginning.
fn of_launcher_lib(side: Side, item: &str) -> Option<&'static str> {
    let path = item.strip_prefix("class path <root>/")?;
    if path.starts_with("versions/") {
        return Some(
            "the client jar of a version that builds on another: Mojang's launcher copies it under the new id, as the peer expects it; \
             Nova and @xmcl/core name the one that is there (no matter)",
        );
    }
    let native = path.ends_with("-natives-linux.jar") || path.contains("-platform-");
    (side == Side::Theirs && native).then_some(
        "archives of natives, and jars that do not exist beside them, on the class path; they are unpacked instead (Nova is right)",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_without_a_class_stays_without_one() {
        assert!(class(Peer::Xmcl, Side::Ours, "java -DlibraryDirectory=<root>/libraries").is_none());
        assert!(class(Peer::Xmcl, Side::Theirs, "java -DlibraryDirectory=<root>/libraries").is_some());
        assert!(
            class(Peer::Xmcl, Side::Theirs, "class path <root>/libraries/a/a-natives-linux.jar").is_none()
        );
        assert!(class(Peer::LauncherLib, Side::Ours, "class path <root>/libraries/a.jar").is_none());
        assert!(class(Peer::LauncherLib, Side::Theirs, "no command line: KeyError").is_none());
    }
}
