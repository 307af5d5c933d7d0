//! Long text: what is asked stands before it or behind it, and it takes no longer than it is long.

use super::{
    super::{Lexicon, matching::Scene, split, tag},
    stage::{Stage, lexicon},
};

const LOG: &str = "[12:00:01] [main/INFO]: Loading Minecraft 1.20.1 with Fabric Loader 0.15\n";
const TALK: &str = "昨天在新的世界里玩的时候游戏突然没有反应了，重启以后模组都还在。";
const SPEECH: &str =
    "yesterday the game was slow so I looked at the mods and then at the world, it was fine. ";
const LIST: &str = "sodium、lithium、iris、jei；";

fn long(piece: &str, chars: usize) -> String {
    piece.chars().cycle().take(chars).collect()
}

/// The tools that are called for words before or behind a long text.
fn called(words: &str) -> Vec<String> {
    let lexicon = lexicon();
    let turn = Stage::new(&lexicon).turn(words);
    turn.calls.iter().map(|call| format!("{} {}", call.name, call.args)).collect()
}

#[test]
fn what_is_asked_before_or_behind_a_pasted_text_is_understood() {
    let log = long(LOG, 2_000);
    for words in [format!("把 sodium 停用\n{log}"), format!("{log}\n把 sodium 停用")] {
        let calls = called(&words);
        assert!(
            calls.iter().any(|call| call.starts_with("disable_mod") && call.contains("sodium")),
            "{calls:?}"
        );
    }
}

#[test]
fn the_middle_of_a_long_text_asks_for_nothing() {
    let calls = called(&format!("{}。删除 1.16.5。{}", long(TALK, 800), long(TALK, 800)));
    assert!(!calls.iter().any(|call| call.starts_with("delete")), "{calls:?}");
}

/// The steps that the requests of a text take to be read: of each row of neighbouring pieces, as they are read.
fn work(words: &str, lexicon: &Lexicon) -> usize {
    let text = lexicon.read(words);
    let tags = tag::tags(&text, lexicon);
    let pieces = split::pieces(&text, &tags, 0..text.tokens.len());
    let rows = (0..pieces.len()).filter_map(|at| {
        let (first, last) = (pieces.get(at)?, pieces.get(at + 1).or_else(|| pieces.get(at))?);
        Some(first.range.start..last.range.end)
    });
    let requests = rows.filter(|range| range.len() <= super::super::matching::LONGEST);
    let steps = |range: std::ops::Range<usize>| {
        let gate = split::gate(&text, &tags, &range);
        Scene::new(lexicon, &text, &tags, range, gate).work()
    };
    text.tokens.len() + tags.len() + requests.map(steps).sum::<usize>()
}

#[test]
fn a_text_four_times_as_long_takes_at_most_about_four_times_the_work() {
    let lexicon = lexicon();
    for piece in [LOG, TALK, SPEECH, LIST, "don't 'delete' \"it\" ", "a-b.c/1.20.1-", "一"] {
        let (short, long) = (work(&long(piece, 1_000), &lexicon), work(&long(piece, 4_000), &lexicon));
        assert!(long <= short * 5, "{piece}: {short} steps, then {long}");
    }
}
