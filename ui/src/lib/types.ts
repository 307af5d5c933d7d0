// Written by `cargo xtask gen` from the commands of nova-desk; do not edit.

export type Answers = { 
/**
 * The id that came with the questions.
 */
id: string, 
/**
 * One for each question; none where the card was closed.
 */
answers: Array<string> | null, };

export type ChangeRow = { 
/**
 * What happens to it.
 */
kind: 'rename' | 'trash' | 'untrash' | 'create' | 'write' | 'backup' | 'unpack' | 'purge' | 'set', 
/**
 * The file below its folder, or the name of the setting.
 */
what: string, 
/**
 * The new name or value; only the new name where it stays in its folder.
 */
to: string | null, 
/**
 * Its size in bytes, where known.
 */
bytes: number | null, };

export type ChangeUndo = { 
/**
 * A change, or a whole turn.
 */
id: string, };

export type ChatFound = { 
/**
 * The chat.
 */
chat: string, 
/**
 * Its title.
 */
title: string, 
/**
 * The words around what was found.
 */
excerpt: string, };

export type ChatHead = { 
/**
 * Its id.
 */
id: string, 
/**
 * The player's first words, or the name that was given.
 */
title: string, 
/**
 * When something was last said, in milliseconds since the epoch.
 */
changed: number, 
/**
 * How often the player said something.
 */
turns: number, 
/**
 * When it was put away; none for a chat in use.
 */
deleted: number | null, };

export type ChatId = { 
/**
 * Its id.
 */
chat: string, };

export type ChatItem = { "kind": "player", 
/**
 * As typed: plain text.
 */
text: string, } | { "kind": "nova", 
/**
 * The words.
 */
text: string, } | { "kind": "tool", 
/**
 * The call's id.
 */
id: string, 
/**
 * The tool.
 */
tool: string, 
/**
 * Its name for people.
 */
title: string, 
/**
 * What it can do; none for a tool that is no more.
 */
effect: 'read' | 'navigate' | 'write' | null, 
/**
 * Its arguments.
 */
args: unknown, 
/**
 * What came of it.
 */
result: ToolResult, } | { "kind": "asked", 
/**
 * The questions.
 */
questions: Array<Question>, } | { "kind": "settled", 
/**
 * Its lines.
 */
lines: Array<SettledLine>, } | { "kind": "stepped_down", 
/**
 * Who, and why.
 */
who: Who, };

export type ChatList = { 
/**
 * Those that were put away, instead of those in use.
 */
deleted: boolean, };

export type ChatOpen = { 
/**
 * Its id, or `latest`; none for a new one.
 */
id: string | null, };

export type ChatRename = { 
/**
 * The chat.
 */
chat: string, 
/**
 * Its new title.
 */
title: string, };

export type ChatSearch = { 
/**
 * They stand together somewhere.
 */
words: string, };

export type ChatSend = { 
/**
 * The chat, which is open.
 */
chat: string, 
/**
 * The words, as typed.
 */
words: string, 
/**
 * What is open beside it.
 */
open: Open | null, };

export type ChatView = { 
/**
 * Its id.
 */
id: string, 
/**
 * Its title; empty for a new one.
 */
title: string, 
/**
 * What was said, oldest first.
 */
items: Array<ChatItem>, };

export type Checklist = { 
/**
 * Confirms it, once.
 */
id: string, 
/**
 * Its lines, in order.
 */
lines: Array<Line>, };

export type Confirmation = { 
/**
 * The id that came with the checklist.
 */
id: string, 
/**
 * The ticked lines; none is a no to all.
 */
yes: Array<number>, 
/**
 * Those of them whose loss for good was confirmed apart.
 */
lost: Array<number>, };

export type End = { "reason": "answered" } | { "reason": "asked" } | { "reason": "limit", 
/**
 * Which one.
 */
which: string, } | { "reason": "cancelled" } | { "reason": "failed", 
/**
 * Why.
 */
fault: Fault, };

export type Fault = { 
/**
 * The code of the sentence, for tests and for the few places where the window does something about it.
 */
code: string, 
/**
 * What went wrong and where.
 */
message: string, 
/**
 * What to do next.
 */
hints: Array<string>, 
/**
 * Whether the same call may work later.
 */
retry: boolean, };

export type Line = { 
/**
 * Its number, from 1.
 */
line: number, 
/**
 * The tool that planned it.
 */
tool: string, 
/**
 * The tool's name for people.
 */
tool_title: string, 
/**
 * What it would do, in concrete names.
 */
title: string, 
/**
 * Every single file or setting that changes.
 */
changes: Array<ChangeRow>, 
/**
 * Bytes that will be written to the disk.
 */
bytes_written: number, 
/**
 * Bytes that will be downloaded.
 */
bytes_downloaded: number, 
/**
 * How it is taken back.
 */
undo: UndoNote, 
/**
 * What the player should know first.
 */
warnings: Array<string>, 
/**
 * Text written by others was read before it was planned: the idea may come from there.
 */
foreign: boolean, 
/**
 * The lines it needs; they are ticked together.
 */
needs: Array<number>, 
/**
 * Whether it is ticked beforehand; never for what cannot be undone.
 */
ticked: boolean, };

export type LineState = { "state": "waiting" } | { "state": "refused" } | { "state": "running" } | { "state": "done", 
/**
 * The change's id; undoes it.
 */
change: string, } | { "state": "stale" } | { "state": "failed", 
/**
 * Why, and what now.
 */
fault: Fault, } | { "state": "skipped" };

export type Look = { 
/**
 * `zh-CN`, `zh-TW` or `en`.
 */
lang: 'zh-CN' | 'zh-TW' | 'en', 
/**
 * Whether the language follows the system.
 */
lang_of_system: boolean, 
/**
 * `light`, `dark` or `system`.
 */
theme: 'light' | 'dark' | 'system', 
/**
 * The accent colour as `#rrggbb`; none for Nova's own.
 */
accent: string | null, 
/**
 * Text size in percent.
 */
font_scale: number, };

export type Nothing = Record<symbol, never>;

export type Notice = { "notice": "page", 
/**
 * The page, by the names of `open_page`.
 */
page: string, 
/**
 * The one item that is meant there.
 */
argument: string | null, } | { "notice": "look", 
/**
 * As it is now.
 */
look: Look, } | { "notice": "recording", 
/**
 * What is to be told of it.
 */
news: RecordingNews, } | { "notice": "changed" };

export type Open = { 
/**
 * The page, by the names of `open_page`.
 */
page: string, 
/**
 * The version it shows.
 */
version: string | null, 
/**
 * The one item that is chosen in it: a mod, a world, a change.
 */
item: string | null, };

export type ProblemRow = { 
/**
 * `note`, `warning` or `error`.
 */
severity: 'note' | 'warning' | 'error', 
/**
 * The code of its sentence.
 */
code: string, 
/**
 * What it is.
 */
message: string, 
/**
 * The file, id or name it is about.
 */
about: string | null, };

export type Question = { 
/**
 * The question.
 */
text: string, 
/**
 * The choices, in order.
 */
choices: Array<string>, };

export type Receipt = { 
/**
 * The line.
 */
line: number, 
/**
 * In one sentence.
 */
said: string, 
/**
 * The change's id; none if nothing had to be changed.
 */
change: string | null, };

export type RecordingNews = { 
/**
 * The one that runs from now on; none once it is over.
 */
running: RecordingView | null, 
/**
 * What came of the one that is over, in one sentence.
 */
said: string | null, };

export type RecordingState = { 
/**
 * The one that runs.
 */
running: RecordingView | null, 
/**
 * Why nothing can be recorded on this computer; none where it can.
 */
missing: Fault | null, };

export type RecordingView = { 
/**
 * What is recorded and since when, in one sentence.
 */
said: string, 
/**
 * When it began.
 */
since: number, };

export type SecretAnswer = { 
/**
 * The id that came with the prompt.
 */
id: string, 
/**
 * The secret; none where the prompt was closed.
 */
secret: string | null, };

export type SettledLine = { 
/**
 * Its number.
 */
line: number, 
/**
 * The tool's name for people.
 */
title: string, 
/**
 * What was done, where it was.
 */
said: string | null, 
/**
 * Where it is.
 */
state: LineState, };

export type Start = { 
/**
 * How it looks.
 */
look: Look, 
/**
 * Nova's version.
 */
version: string, 
/**
 * Who would answer now.
 */
who: Who, 
/**
 * Game folders that are known.
 */
folders: number, 
/**
 * Versions that are installed.
 */
versions: number, 
/**
 * The current version.
 */
current: string | null, 
/**
 * The recording that runs.
 */
recording: RecordingView | null, 
/**
 * What has to be said first: settings that could not be read, changes that a crash cut off.
 */
problems: Array<ProblemRow>, };

export type ToolResult = { "kind": "done", 
/**
 * The answer in one paragraph or a few lines.
 */
text: string, 
/**
 * Everything, its messages as sentences: tables are made of it.
 */
data: unknown, 
/**
 * Holds text written by others.
 */
foreign: boolean, } | { "kind": "queued", 
/**
 * Its line.
 */
line: number, } | { "kind": "failed", 
/**
 * Why.
 */
fault: Fault, } | { "kind": "skipped", 
/**
 * Why.
 */
why: string, };

export type ToolWrite = { 
/**
 * The tool.
 */
tool: string, 
/**
 * Its arguments.
 */
args: Record<string, unknown>, };

export type TurnEvent = { "event": "started", 
/**
 * Its id; undoes the whole turn later.
 */
turn: string, 
/**
 * Who answers.
 */
who: Who, } | { "event": "stepped_down", 
/**
 * Who goes on, and why.
 */
who: Who, } | { "event": "waits", 
/**
 * Milliseconds until it is asked again.
 */
time: number, 
/**
 * Why.
 */
why: string, } | { "event": "reasoning", 
/**
 * The piece.
 */
text: string, } | { "event": "text", 
/**
 * The piece.
 */
text: string, } | { "event": "text_done" } | { "event": "text_was_reasoning" } | { "event": "said", 
/**
 * The words.
 */
text: string, } | { "event": "tool_started", 
/**
 * The call.
 */
id: string, 
/**
 * The tool.
 */
tool: string, 
/**
 * Its name for people.
 */
title: string, 
/**
 * What it can do.
 */
effect: 'read' | 'navigate' | 'write', 
/**
 * Its arguments.
 */
args: unknown, } | { "event": "tool_progress", 
/**
 * The call.
 */
id: string, 
/**
 * Milliseconds since it began.
 */
elapsed: number, 
/**
 * Its limit in milliseconds; none for tools that wait for a person.
 */
limit: number | null, 
/**
 * Amounts, where the tool knows them.
 */
note: string | null, } | { "event": "tool_finished", 
/**
 * The call.
 */
id: string, 
/**
 * Milliseconds it took.
 */
elapsed: number, 
/**
 * What came of it.
 */
result: ToolResult, } | { "event": "line_added", 
/**
 * The line.
 */
line: Line, } | { "event": "confirm", 
/**
 * It.
 */
checklist: Checklist, } | { "event": "line_changed", 
/**
 * Its number.
 */
line: number, 
/**
 * Its new state.
 */
state: LineState, } | { "event": "ask", 
/**
 * Answers it, once.
 */
id: string, 
/**
 * The questions.
 */
questions: Array<Question>, } | { "event": "secret", 
/**
 * Answers it, once.
 */
id: string, 
/**
 * What it is for.
 */
about: string, } | { "event": "ask_over", 
/**
 * Its id.
 */
id: string, };

export type Turned = { 
/**
 * The turn's id; undoes all of it.
 */
turn: string, 
/**
 * The chat it is kept in; none for what was done on a page. A new chat may have got another id.
 */
chat: string | null, 
/**
 * Who answered last.
 */
who: Who, 
/**
 * What was done, in order.
 */
receipts: Array<Receipt>, 
/**
 * What the player has to answer with the next sentence.
 */
asked: Array<Question>, 
/**
 * What to know about the words: an answer was cut, a chat could not be kept.
 */
notices: Array<string>, 
/**
 * Why a change could not even be planned.
 */
faults: Array<Fault>, 
/**
 * How it ended.
 */
end: End, };

export type UndoNote = { 
/**
 * Cannot be undone.
 */
permanent: boolean, 
/**
 * In one sentence.
 */
note: string, };

export type Who = { 
/**
 * The rung: a model with tools, one without, one on this machine, the built-in planner; none where nobody answers.
 */
rung: 'tools' | 'json' | 'local' | 'planner' | null, 
/**
 * The model's name, where one answers.
 */
model: string | null, 
/**
 * For people: "built-in", "local model qwen3", "deepseek-chat".
 */
label: string, 
/**
 * Why nobody better does, where it stepped down.
 */
why: string | null, };

/** Every command by its name. */
export interface Commands {
  window_start: { args: Nothing; result: Start; event: never };
  window_listen: { args: Nothing; result: Nothing; event: Notice };
  window_painted: { args: Nothing; result: Nothing; event: never };
  chat_open: { args: ChatOpen; result: ChatView; event: never };
  chat_send: { args: ChatSend; result: Turned; event: TurnEvent };
  chat_stop: { args: ChatId; result: Nothing; event: never };
  chat_list: { args: ChatList; result: Array<ChatHead>; event: never };
  chat_search: { args: ChatSearch; result: Array<ChatFound>; event: never };
  chat_rename: { args: ChatRename; result: ChatHead; event: never };
  chat_delete: { args: ChatId; result: ChatHead; event: never };
  chat_restore: { args: ChatId; result: ChatHead; event: never };
  checklist_confirm: { args: Confirmation; result: Nothing; event: never };
  question_answer: { args: Answers; result: Nothing; event: never };
  secret_answer: { args: SecretAnswer; result: Nothing; event: never };
  tool_write: { args: ToolWrite; result: Turned; event: TurnEvent };
  change_undo: { args: ChangeUndo; result: Turned; event: TurnEvent };
  recording_state: { args: Nothing; result: RecordingState; event: never };
  recording_stop: { args: Nothing; result: Turned; event: TurnEvent };
}
