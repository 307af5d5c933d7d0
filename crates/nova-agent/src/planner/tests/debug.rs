use super::stage::{Stage, lexicon};
use super::super::{matching::{Gate, Scene}, tag, split};
use crate::Conversation;

#[test]
fn debug_say() {
    let lexicon = lexicon();
    let text = std::fs::read_to_string("/tmp/say.txt").unwrap_or_default();
    for line in text.lines() {
        let words = lexicon.read(line);
        let tags = tag::tags(&words, &lexicon);
        let gate = split::gate(&tags, &(0..words.tokens.len()));
        println!("== {line} gate {gate:?} pieces {:?}", split::pieces(&words, &tags, 0..words.tokens.len()));
        for tag in tags.iter().filter(|tag| !tag.literal()) { print!(" {}[{}]", tag.kind, words.slice(tag.from, tag.to)); }
        println!();
        for found in Scene::new(&lexicon, &words, &tags, 0..words.tokens.len(), gate).readings().into_iter().take(5) {
            println!("   {:.2} {} {:?} {:?}", found.score, lexicon.tools[found.tool].name, found.form, found.slots.keys().collect::<Vec<_>>());
        }
        let stage = Stage::new(&lexicon);
        let turn = stage.turn_after(Conversation::default(), line);
        println!("   -> {:?} asks {:?}", turn.calls.iter().map(|c| format!("{}{}", c.name, c.args).replace('"', "")).collect::<Vec<_>>().join(" | "), turn.asks.iter().map(|a| a.text.code.to_string()).collect::<Vec<_>>());
    }
    let _ = Gate::Open;
}
