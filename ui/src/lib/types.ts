// Written by `cargo xtask gen` from the commands of nova-desk; do not edit.

export type About = { 
/**
 * Its version.
 */
version: string, 
/**
 * Where it keeps its settings, backups, trash and chats.
 */
data: string, };

export type AccountRow = { 
/**
 * Its id.
 */
id: string, 
/**
 * The player's name.
 */
name: string, 
/**
 * `microsoft`, `yggdrasil` or `offline`.
 */
kind: string, 
/**
 * What kind it is, in words; a skin server by its name.
 */
label: string, 
/**
 * Where a skin server is.
 */
server: string | null, 
/**
 * What is signed in with there.
 */
login: string | null, 
/**
 * Whether it plays.
 */
active: boolean, };

export type AccountsPage = { 
/**
 * In the order they were added.
 */
accounts: Array<AccountRow>, 
/**
 * The client id that Microsoft's sign-in is asked with; none where none is set.
 */
client_id: string | null, 
/**
 * What is wrong with the list.
 */
problems: Array<ProblemRow>, };

export type AdviceView = { 
/**
 * The version it is for.
 */
version: string, 
/**
 * MiB to set.
 */
mb: number, 
/**
 * The sum behind it, one sentence each.
 */
reasons: Array<string>, };

export type Again = { 
/**
 * The tool.
 */
tool: string, 
/**
 * Its arguments.
 */
args: Record<string, unknown>, };

export type Answers = { 
/**
 * The id that came with the questions.
 */
id: string, 
/**
 * One for each question; none where the card was closed.
 */
answers: Array<string> | null, };

export type AttachedRow = { 
/**
 * Its id.
 */
id: string, 
/**
 * Its name, without its folder.
 */
name: string, 
/**
 * Its size.
 */
bytes: number, };

export type BackupCheck = { 
/**
 * All of it reads back as it was written.
 */
whole: boolean, 
/**
 * What is in it.
 */
entries: Array<BackupEntry>, 
/**
 * What is wrong with it.
 */
problems: Array<ProblemRow>, };

export type BackupEntry = { 
/**
 * Its path in the zip.
 */
name: string, 
/**
 * Files in it.
 */
files: number, 
/**
 * Bytes of them, unpacked.
 */
bytes: number, 
/**
 * Whether it is a world.
 */
is_world: boolean, };

export type BackupRow = { 
/**
 * Its id.
 */
id: string, 
/**
 * When it was made.
 */
at: number, 
/**
 * The version it was made of, where known.
 */
version: string | null, 
/**
 * The worlds in it.
 */
worlds: Array<string>, 
/**
 * What else is in it: `config`, `mods`.
 */
includes: Array<string>, 
/**
 * Bytes of the zip.
 */
bytes: number, 
/**
 * Why it was made: `asked`, `before-restore`, `before-move`, `before-delete`, or another's word.
 */
why: string, };

export type BackupsPage = { 
/**
 * The backups, newest first.
 */
backups: Array<BackupRow>, 
/**
 * What is damaged or unreadable among them.
 */
problems: Array<ProblemRow>, };

export type BadFile = { 
/**
 * Where it is, below the game folder.
 */
path: string, 
/**
 * `missing`, `size`, `hash`, `no_file` or `unreadable`.
 */
state: 'missing' | 'size' | 'hash' | 'no_file' | 'unreadable', };

export type BuildRow = { 
/**
 * Its version.
 */
version: string, 
/**
 * Whether it is the one to take.
 */
recommended: boolean, 
/**
 * Whether its makers call it unfinished.
 */
unstable: boolean, };

export type CauseRow = { 
/**
 * Its id; the same run and cause have the same.
 */
id: string, 
/**
 * In one sentence, with the mods by name and file.
 */
what: string, 
/**
 * What to do about it.
 */
advice: string, 
/**
 * How sure it is.
 */
sure: 'sure' | 'likely' | 'guess', 
/**
 * The mods under suspicion.
 */
mods: Array<SuspectRow>, 
/**
 * What it names, with labels.
 */
details: Array<CrashDetail>, 
/**
 * The lines that say so, where they stand; the best first.
 */
excerpts: Array<CrashExcerpt>, 
/**
 * What can be put on a checklist, the best first.
 */
fixes: Array<FixRow>, 
/**
 * What only follows from it, in a sentence each.
 */
symptoms: Array<string>, 
/**
 * A few lines to paste where one asks for help, with nothing private in them.
 */
help: string, };

export type ChangeRole = "change" | "undo" | "redo";

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

export type ChangeState = "done" | "undone" | "rolled_back" | "unfinished";

export type ChangeUndo = { 
/**
 * A change, or a whole turn.
 */
id: string, };

export type ChangesAsked = { 
/**
 * Only those about this version; none for all.
 */
version: string | null, 
/**
 * Only those older than this change; none for the newest.
 */
after: string | null, 
/**
 * On to this change, where it is older than the limit reaches.
 */
through: string | null, 
/**
 * This many, and the rest of the last turn.
 */
limit: number, };

export type ChangesPage = { 
/**
 * The changes, newest first.
 */
changes: Array<PastChange>, 
/**
 * Whether there are older ones.
 */
more: boolean, 
/**
 * The versions that changes are about, sorted.
 */
versions: Array<string>, 
/**
 * Records that cannot be read.
 */
problems: Array<ProblemRow>, };

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
open: Open | null, 
/**
 * The files that are attached to it, by their ids.
 */
attached: Array<string>, };

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
items: Array<ChatItem>, 
/**
 * The turn that runs in it; `chat_follow` tells what was said in that one.
 */
running: RunningTurn | null, };

export type CheckRow = { 
/**
 * `json`, `java`, `memory`, `path`, `disk`, `files`, `loader`, `running`.
 */
id: string, 
/**
 * How it ended.
 */
verdict: 'ok' | 'warning' | 'error', 
/**
 * What was found.
 */
message: string, 
/**
 * What to do, where something can be done.
 */
hint: string | null, };

export type CheckedFiles = { 
/**
 * Files that match their hashes.
 */
right: number, 
/**
 * Files that are there, with no hash to check them by.
 */
unverified: number, 
/**
 * Files that are missing or broken, in all.
 */
bad: number, 
/**
 * The first of them.
 */
files: Array<BadFile>, 
/**
 * What could not be checked, in sentences.
 */
gaps: Array<string>, };

export type Checking = { 
/**
 * In a sentence.
 */
said: string, };

export type Checklist = { 
/**
 * Confirms it, once.
 */
id: string, 
/**
 * Its lines were shown before, and their files changed meanwhile: this is what they would do now.
 */
again: boolean, 
/**
 * Its lines, in order.
 */
lines: Array<Line>, };

export type ClientIdSet = { 
/**
 * It; an empty text takes it out.
 */
id: string, };

export type CommandsAllow = { 
/**
 * Its id.
 */
version: string, };

export type CommandsSet = { 
/**
 * Runs before the game.
 */
before: string, 
/**
 * Stands before the Java.
 */
wrapper: string, 
/**
 * Runs after the game.
 */
after: string, };

export type CommandsView = { 
/**
 * Runs before the game.
 */
before: string, 
/**
 * Stands before the Java.
 */
wrapper: string, 
/**
 * Runs after the game.
 */
after: string, };

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

export type CrashDetail = { 
/**
 * What it is.
 */
label: string, 
/**
 * What it says.
 */
value: string, };

export type CrashExcerpt = { 
/**
 * The file.
 */
file: string, 
/**
 * Its lines.
 */
lines: Array<CrashLine>, };

export type CrashItem = { 
/**
 * The id of the run, or of the file.
 */
id: string, 
/**
 * What it is.
 */
kind: CrashKind, 
/**
 * When it ended; of a report, when it was written.
 */
at: number, 
/**
 * How it ended, in a word or two; of a report, its name.
 */
how: string, 
/**
 * Milliseconds that were played.
 */
played: number | null, };

export type CrashKind = "run" | "report" | "java";

export type CrashLine = { 
/**
 * Its number, from 1.
 */
line: number, 
/**
 * Its words.
 */
text: string, 
/**
 * Whether it is the evidence, and not only beside it.
 */
hit: boolean, };

export type CrashList = { 
/**
 * The version.
 */
version: string, 
/**
 * The item that is meant: the one that was named, else the newest.
 */
chosen: string | null, 
/**
 * Runs that ended badly and reports of others, newest first.
 */
items: Array<CrashItem>, 
/**
 * Whether there are more than are listed.
 */
more: boolean, 
/**
 * Whether a game of it runs.
 */
running: boolean, 
/**
 * The newest log of the game, where there is one.
 */
log: string | null, 
/**
 * What became of the last fixes, newest first.
 */
fixes: Array<FixOutcome>, };

export type CrashPick = { 
/**
 * Which of the two.
 */
what: PickWhat, };

export type CrashView = { 
/**
 * The version; none of files from elsewhere.
 */
version: string | null, 
/**
 * The run, where it is one.
 */
run: string | null, 
/**
 * The one file that was looked at, where one was named.
 */
file: string | null, 
/**
 * When it ended.
 */
at: number | null, 
/**
 * How it ended, in a word or two.
 */
how: string | null, 
/**
 * Whether a later run ended as it should.
 */
clean_since: boolean, 
/**
 * The files that were read.
 */
files: Array<string>, 
/**
 * Files that could not be read.
 */
problems: Array<ProblemRow>, 
/**
 * What ended it, the best answer first.
 */
causes: Array<CauseRow>, 
/**
 * What is worth knowing beside it, in a sentence each.
 */
notes: Array<string>, };

export type CrashesOf = { 
/**
 * The version; none for the current one.
 */
version: string | null, 
/**
 * A run or a version that is meant in particular.
 */
about: string | null, };

export type CrashesVersion = { 
/**
 * Its id.
 */
version: string, };

export type DependenceRow = { 
/**
 * The other's id.
 */
id: string, 
/**
 * The name of the mod that brings it; none where it is not there.
 */
name: string | null, 
/**
 * What it says.
 */
relation: 'requires' | 'recommends' | 'suggests' | 'conflicts' | 'breaks' | 'provides', 
/**
 * The range as written; empty for any.
 */
range: string, 
/**
 * Whether it is there.
 */
state: 'present' | 'disabled' | 'wrong_version' | 'missing' | 'built_in', 
/**
 * The version that is there.
 */
found: string | null, 
/**
 * The file that brings it.
 */
file: string | null, };

export type DifferenceAbout = "game" | "mod" | "java" | "memory" | "start" | "config" | "pack";

export type DifferenceRow = { 
/**
 * What it is about.
 */
about: DifferenceAbout, 
/**
 * In a sentence.
 */
text: string, };

export type DiskRow = { 
/**
 * What for.
 */
name: string, 
/**
 * Bytes.
 */
bytes: number, 
/**
 * Files.
 */
files: number, };

export type DiskView = { 
/**
 * Bytes in all.
 */
total: number, 
/**
 * Whether counting stopped before the end, so that the sums are too small.
 */
cut: boolean, 
/**
 * By kind, largest first.
 */
items: Array<DiskRow>, };

export type End = { "reason": "answered" } | { "reason": "asked" } | { "reason": "limit", 
/**
 * Which one.
 */
which: string, } | { "reason": "cancelled" } | { "reason": "failed", 
/**
 * Why.
 */
fault: Fault, };

export type EndedRun = { 
/**
 * Its id.
 */
id: string, 
/**
 * The version.
 */
version: string, 
/**
 * When it ended; when it began where nobody saw the end.
 */
at: number, 
/**
 * How, in a word or two.
 */
how: string, 
/**
 * Whether it ended badly.
 */
bad: boolean, 
/**
 * What it said last.
 */
last_line: string | null, 
/**
 * The crash report or the like that it left: only its name.
 */
report: string | null, };

export type FarView = { 
/**
 * What it is at.
 */
phase: 'resolving' | 'checking' | 'fetching' | 'processing' | 'unpacking' | 'placing', 
/**
 * Bytes done, or steps.
 */
done: number, 
/**
 * In all; 0 where that is not known.
 */
total: number, 
/**
 * Files done.
 */
files: number, 
/**
 * Files in all.
 */
files_total: number, 
/**
 * Bytes a second.
 */
speed: number, 
/**
 * Milliseconds left at this speed.
 */
left: number | null, };

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

export type FilesOf = { 
/**
 * Its id.
 */
version: string, };

export type FindingRow = { 
/**
 * Its id: resolves it.
 */
id: string, 
/**
 * What kind of finding it is.
 */
kind: string, 
/**
 * What is wrong.
 */
message: string, 
/**
 * The files it is about.
 */
files: Array<string>, 
/**
 * What resolving it does; none where no file here can mend it.
 */
cure: 'switch_on' | 'switch_off' | null, };

export type FixOutcome = { 
/**
 * The change that it was: takes it back.
 */
change: string, 
/**
 * The version.
 */
version: string, 
/**
 * What it was for.
 */
what: string, 
/**
 * `waiting`: not played since; `gone`, `still`, or `other`: gone, but something else ended the game.
 */
outcome: 'waiting' | 'gone' | 'still' | 'other', };

export type FixRow = { 
/**
 * Its id for `apply_crash_fix`.
 */
id: string, 
/**
 * Why it may help.
 */
why: string, 
/**
 * Whether it is the one to do.
 */
best: boolean, };

export type FolderChoose = { 
/**
 * Its id in `folder_list`.
 */
id: string, };

export type FolderKind = "version" | "mods" | "saves" | "backups" | "data" | "root";

export type FolderOpen = { 
/**
 * What it is.
 */
kind: FolderKind, 
/**
 * The version it belongs to; none for the current one.
 */
version?: string, 
/**
 * For `root`: the folder's id in `folder_list`; else the one of the version.
 */
id?: string, };

export type FolderRow = { 
/**
 * Names it to `folder_open` and `folder_choose`, for as long as the program runs.
 */
id: string, 
/**
 * Its whole path, as the tools take it.
 */
path: string, 
/**
 * The path with the home folder cut short.
 */
short: string, 
/**
 * How many versions it has.
 */
versions: number, 
/**
 * The version that is current in it.
 */
current: string | null, 
/**
 * Whether it comes first.
 */
first: boolean, 
/**
 * Whether Nova works on it now.
 */
in_use: boolean, 
/**
 * Whether the settings name it.
 */
registered: boolean, 
/**
 * How it became known.
 */
source: 'given' | 'settings' | 'official' | 'beside', 
/**
 * Why it cannot be used.
 */
fault: string | null, };

export type Folders = { 
/**
 * The folders, the preferred one first.
 */
rows: Array<FolderRow>, 
/**
 * Whether this run was started with one folder and works on no other.
 */
given: boolean, };

export type Found = { 
/**
 * What came of it, sentence by sentence.
 */
said: Array<string>, 
/**
 * Whether a model answered, rather than the server only.
 */
answered: boolean, 
/**
 * The address that works, where it is another one than the one that is set.
 */
base: string | null, 
/**
 * The models of its list.
 */
models: Array<string>, };

export type GameRow = { 
/**
 * The id of the run.
 */
id: string, 
/**
 * The version.
 */
version: string, 
/**
 * Milliseconds that it runs.
 */
played: number, 
/**
 * Bytes of memory.
 */
memory: number | null, 
/**
 * How far it has come.
 */
progress: 'started' | 'loading' | 'window' | 'ready', 
/**
 * What it said last.
 */
last_line: string, 
/**
 * Whether it was asked to end.
 */
stopping: boolean, };

export type GameSettings = { 
/**
 * The most memory in MiB; none where Nova chooses.
 */
max_mb: number | null, 
/**
 * What the computer has, in MiB.
 */
total_mb: number, 
/**
 * The chosen Java; none for the one that fits.
 */
java: string | null, 
/**
 * The runtimes of this computer.
 */
javas: Array<JavaRow>, 
/**
 * What would suit the current version; none where there is no current version.
 */
advice: AdviceView | null, 
/**
 * What games are started with beyond memory and Java.
 */
launch: LaunchView, 
/**
 * Versions that bring commands of their own.
 */
commands: Array<OwnCommands>, 
/**
 * Where files are downloaded from.
 */
source: 'official' | 'bmclapi' | 'auto', 
/**
 * Runtimes that do not work.
 */
problems: Array<ProblemRow>, };

export type GraphicsSet = { 
/**
 * The stronger one, not the one that the system chooses.
 */
strong: boolean, };

export type HomeView = { 
/**
 * Game folders that are known.
 */
folders: Array<string>, 
/**
 * Versions that are installed.
 */
versions: number, 
/**
 * The current version.
 */
current: VersionRow | null, 
/**
 * Why there is none, where there is none.
 */
none: Fault | null, 
/**
 * What does not go together among its mods.
 */
findings: number, 
/**
 * What keeps it from starting, or may.
 */
checks: Array<CheckRow>, 
/**
 * The last changes, newest first.
 */
changes: Array<RecentChange>, 
/**
 * What is wrong with the settings.
 */
problems: Array<ProblemRow>, };

export type InstallView = { 
/**
 * The versions, newest first.
 */
games: Array<RemoteGame>, 
/**
 * The newest release.
 */
latest: string | null, 
/**
 * The newest of any kind.
 */
latest_snapshot: string | null, 
/**
 * Since when the list was kept, where no server answers.
 */
kept_since: number | null, 
/**
 * The game folder they would go to.
 */
folder: string | null, 
/**
 * Whether that folder is made with the first install.
 */
new_folder: boolean, 
/**
 * The game folders there are.
 */
folders: number, };

export type JavaChoice = { 
/**
 * Its id.
 */
id: string, 
/**
 * Its major version.
 */
major: number, 
/**
 * Its version, as it writes it.
 */
version: string, 
/**
 * Who built it, and for which processor.
 */
build: string, 
/**
 * How well it suits.
 */
fit: 'wrong' | 'acceptable' | 'recommended', 
/**
 * Whether the version would be started with it.
 */
used: boolean, };

export type JavaRow = { 
/**
 * Its id, as `set_java` takes it.
 */
id: string, 
/**
 * `21`.
 */
major: number, 
/**
 * `21.0.3`.
 */
version: string, 
/**
 * Who built it.
 */
vendor: string | null, 
/**
 * Where it lies.
 */
path: string, 
/**
 * The processor it is for.
 */
arch: string | null, 
/**
 * How it was found.
 */
source: string | null, };

export type JavaView = { 
/**
 * The major version that is recommended.
 */
needed: number | null, 
/**
 * Why a rule narrowed it.
 */
why: string | null, 
/**
 * What is set for this version: a path, or `auto`; none where the general setting holds.
 */
own: string | null, 
/**
 * The runtimes of this computer, newest first.
 */
choices: Array<JavaChoice>, };

export type JobRow = { 
/**
 * Its id.
 */
id: string, 
/**
 * What it is to do.
 */
title: string, 
/**
 * When it began.
 */
begun: number, 
/**
 * How it stands: somebody works on it, it was cut off, or it failed.
 */
state: JobWord, 
/**
 * What it is at, in one sentence; none where nobody works on it.
 */
phase: string | null, 
/**
 * How far it is, where this program works on it.
 */
far: FarView | null, 
/**
 * Why it failed.
 */
fault: Fault | null, 
/**
 * What goes on with it: the same change, proposed again.
 */
again: Again | null, };

export type JobWord = "running" | "elsewhere" | "left" | "failed";

export type KeyForget = { 
/**
 * The page's `server`.
 */
server: string, };

export type KeyKeep = { 
/**
 * The server it was typed for: the page's `server`.
 */
server: string, 
/**
 * The key.
 */
key: string, };

export type KeyView = { 
/**
 * The server it belongs to; none where no address is set.
 */
host: string | null, 
/**
 * `none`, `ring`, `file`, `environment`, or `unknown` where the key ring cannot say.
 */
place: 'none' | 'ring' | 'file' | 'environment' | 'unknown', 
/**
 * Whether the server wants one.
 */
needed: boolean, 
/**
 * Where it lies, in a sentence.
 */
said: string, 
/**
 * What was wrong with the file and put right.
 */
problems: Array<ProblemRow>, };

export type LaunchView = { 
/**
 * Further arguments of Java, as typed.
 */
jvm_args: string, 
/**
 * Environment variables.
 */
env: Array<Variable>, 
/**
 * The window's width in pixels.
 */
width: number | null, 
/**
 * The window's height in pixels.
 */
height: number | null, 
/**
 * Whether it fills the screen.
 */
fullscreen: boolean, 
/**
 * Whether the stronger graphics card draws.
 */
strong_card: boolean, 
/**
 * The player's own commands.
 */
commands: CommandsView, };

export type LimitsPage = { 
/**
 * Requests to the model in a turn.
 */
rounds: number, 
/**
 * Identical calls in a turn.
 */
repeats: number, 
/**
 * Tokens in a turn.
 */
tokens: number, 
/**
 * Money in a day, as typed.
 */
money: string | null, 
/**
 * What each model used today.
 */
today: Array<UsageRow>, 
/**
 * All of today's tokens.
 */
today_tokens: number, 
/**
 * All of today's money, as far as a price is known.
 */
today_money: string, 
/**
 * Why today's use is not known.
 */
problems: Array<ProblemRow>, };

export type LimitsSet = { 
/**
 * Requests to the model in a turn.
 */
rounds?: string, 
/**
 * Identical calls in a turn.
 */
repeats?: string, 
/**
 * Tokens in a turn.
 */
tokens?: string, 
/**
 * Money in a day.
 */
money?: string, };

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

export type LinkOpen = { 
/**
 * It.
 */
url: string, };

export type LoaderOffer = { 
/**
 * The loader, as the tools take it.
 */
loader: string, 
/**
 * Its name.
 */
name: string, 
/**
 * Its builds, newest first; none where it has none for this game version.
 */
builds: Array<BuildRow>, 
/**
 * Why its builds are not known.
 */
fault: Fault | null, };

export type LoaderRow = { 
/**
 * Its name, as its makers write it.
 */
name: string, 
/**
 * Its version; empty where the json does not say.
 */
version: string, 
/**
 * Whether it loads mods.
 */
loads_mods: boolean, };

export type LocalSet = { 
/**
 * Whether one may be asked.
 */
local: 'ask' | 'yes' | 'no', };

export type LogCopy = { first: number, last: number, 
/**
 * The open log.
 */
log: string, 
/**
 * Only these levels; empty for all.
 */
levels: ('debug' | 'info' | 'warn' | 'error' | 'fatal')[], 
/**
 * Words that are looked for, or an expression between slashes; empty for none.
 */
find: string, 
/**
 * Whether rows without them are shown too.
 */
around: boolean, };

export type LogCount = { 
/**
 * The level.
 */
level: 'debug' | 'info' | 'warn' | 'error' | 'fatal', 
/**
 * How many.
 */
count: number, };

export type LogFileRow = { 
/**
 * What it is called by: its path below the version's folder.
 */
id: string, 
/**
 * What it is.
 */
kind: 'log' | 'crash_report' | 'java_crash', 
/**
 * When it was last written.
 */
at: number, 
/**
 * Bytes.
 */
bytes: number, };

export type LogFind = { 
/**
 * The number of the line from which is looked; none for an end of the log.
 */
line: number | null, 
/**
 * Which way.
 */
way: LogWay, 
/**
 * The open log.
 */
log: string, 
/**
 * Only these levels; empty for all.
 */
levels: ('debug' | 'info' | 'warn' | 'error' | 'fatal')[], 
/**
 * Words that are looked for, or an expression between slashes; empty for none.
 */
find: string, 
/**
 * Whether rows without them are shown too.
 */
around: boolean, };

export type LogHit = { 
/**
 * Where it stands among the rows that are shown.
 */
place: number, 
/**
 * Which of them it is, from 1.
 */
nth: number, 
/**
 * How many there are.
 */
total: number, };

export type LogPlace = { 
/**
 * The line's number in the file.
 */
line: number, 
/**
 * The open log.
 */
log: string, 
/**
 * Only these levels; empty for all.
 */
levels: ('debug' | 'info' | 'warn' | 'error' | 'fatal')[], 
/**
 * Words that are looked for, or an expression between slashes; empty for none.
 */
find: string, 
/**
 * Whether rows without them are shown too.
 */
around: boolean, };

export type LogRow = { 
/**
 * Its number in the file, from 1.
 */
number: number, 
/**
 * Its level, or that of the line it follows.
 */
level: 'debug' | 'info' | 'warn' | 'error' | 'fatal' | null, 
/**
 * Its words, without secrets.
 */
text: string, 
/**
 * Where in it the words stand that are looked for: from and to, as the page counts letters.
 */
hits: Array<[number, number]>, };

export type LogRows = { 
/**
 * How many rows fit.
 */
total: number, 
/**
 * The rows that were asked for.
 */
rows: Array<LogRow>, 
/**
 * How many rows the log has.
 */
all: number, 
/**
 * Of each level.
 */
counts: Array<LogCount>, 
/**
 * What is not shown of it, and why.
 */
notes: Array<string>, };

export type LogWay = "here" | "next" | "previous";

export type LogWindow = { 
/**
 * The first of the rows that fit, from 0.
 */
from: number, 
/**
 * How many.
 */
count: number, 
/**
 * Whether to look first for what was written since.
 */
follow: boolean, 
/**
 * The open log.
 */
log: string, 
/**
 * Only these levels; empty for all.
 */
levels: ('debug' | 'info' | 'warn' | 'error' | 'fatal')[], 
/**
 * Words that are looked for, or an expression between slashes; empty for none.
 */
find: string, 
/**
 * Whether rows without them are shown too.
 */
around: boolean, };

export type LoginDone = { 
/**
 * The account that plays now; none where a player has to be chosen first.
 */
account: string | null, 
/**
 * What was done, and what the player should know.
 */
said: Array<string>, 
/**
 * Whom there is to choose from.
 */
players: Array<string>, 
/**
 * The one-time id of the choice, for `login_player`.
 */
choice: string | null, };

export type LoginNews = { "event": "code", 
/**
 * The code.
 */
code: string, 
/**
 * The address.
 */
page: string, 
/**
 * When the code is worth nothing any more.
 */
until: number, } | { "event": "step", 
/**
 * What it is, in words.
 */
said: string, };

export type LogsOf = { 
/**
 * Its id; none for the current one.
 */
version: string | null, };

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

export type LookSet = { 
/**
 * Light or dark.
 */
theme?: 'light' | 'dark' | 'system', 
/**
 * The accent colour as `#rrggbb`; empty for Nova's own.
 */
accent?: string, 
/**
 * Text size in percent.
 */
font_scale?: number, 
/**
 * The language.
 */
lang?: Spoken, };

export type MemoryView = { 
/**
 * What is set for this version.
 */
own: number | null, 
/**
 * What is set for all versions.
 */
general: number | null, 
/**
 * What the computer has.
 */
total: number, };

export type ModDetail = { 
/**
 * What it is called by.
 */
id: string, 
/**
 * Its file, below `mods/`.
 */
file: string, 
/**
 * What it is, in its author's words.
 */
description: string, 
/**
 * Who made it.
 */
authors: Array<string>, 
/**
 * Its licence.
 */
license: string | null, 
/**
 * Its page.
 */
homepage: string | null, 
/**
 * What it needs, and does not go with.
 */
dependencies: Array<DependenceRow>, 
/**
 * The mods that need it themselves.
 */
needed_by: Array<ModName>, 
/**
 * The mods that need one of those.
 */
needed_through: Array<ModName>, 
/**
 * Jars inside it.
 */
nested: Array<string>, 
/**
 * Files and folders in `config/` that carry its id.
 */
config: Array<string>, };

export type ModFile = { 
/**
 * The version; none for the current one.
 */
version: string | null, 
/**
 * The file as listed.
 */
file: string, };

export type ModName = { 
/**
 * What it is called by.
 */
id: string, 
/**
 * Its name for people.
 */
name: string, };

export type ModRow = { 
/**
 * What it is called by.
 */
id: string, 
/**
 * Every id that it declares.
 */
ids: Array<string>, 
/**
 * Its name for people.
 */
name: string, 
/**
 * Its version; empty where it says none.
 */
version: string, 
/**
 * The loaders it is made for, as their makers write them.
 */
loaders: Array<string>, 
/**
 * Where it runs.
 */
side: 'client' | 'server' | 'both', 
/**
 * Whether the game loads it.
 */
enabled: boolean, 
/**
 * Its file, below `mods/`.
 */
file: string, 
/**
 * Bytes.
 */
size: number, 
/**
 * When the file was last written, in milliseconds since the epoch.
 */
modified: number, 
/**
 * What is wrong with the file itself.
 */
problems: Array<ProblemRow>, 
/**
 * The findings that are about it.
 */
findings: Array<string>, 
/**
 * Whether its metadata names a picture.
 */
pictured: boolean, };

export type ModelPage = { 
/**
 * Who would answer now, and why.
 */
who: Who, 
/**
 * The base address that is asked.
 */
base: string | null, 
/**
 * Its host, with the port where it is not the usual one: where words go to.
 */
host: string | null, 
/**
 * The server that a key typed now is for: another one at another host, at another port, or unencrypted.
 */
server: string | null, 
/**
 * The model's name.
 */
name: string | null, 
/**
 * The preset it was set from.
 */
provider: string | null, 
/**
 * The providers that Nova knows.
 */
providers: Array<ProviderRow>, 
/**
 * Whether a model server found on this computer may be asked.
 */
local: 'ask' | 'yes' | 'no', 
/**
 * What a million tokens cost.
 */
price: PriceView | null, 
/**
 * Tokens it can read at once.
 */
context: number | null, 
/**
 * Where requests go through: an address, or `direct`.
 */
proxy: string | null, 
/**
 * The variables of the environment that stand in for settings.
 */
overridden: Array<string>, 
/**
 * Whether what is said goes over a network unencrypted.
 */
plain: boolean, 
/**
 * Whether the server is on this computer or in the player's own network.
 */
at_home: boolean, };

export type ModelSet = { 
/**
 * The base address.
 */
base?: string, 
/**
 * The model's name.
 */
name?: string, 
/**
 * The id of the provider it is set from.
 */
provider?: string, 
/**
 * What a million tokens that it reads cost; only together with `price_output`.
 */
price_input?: string, 
/**
 * What a million tokens that it writes cost.
 */
price_output?: string, 
/**
 * Tokens it can read at once.
 */
context?: string, 
/**
 * Where requests go through: an address, or `direct`.
 */
proxy?: string, };

export type ModsOf = { 
/**
 * The version; none for the current one.
 */
version: string | null, };

export type ModsView = { 
/**
 * The version; empty for a game folder that has none.
 */
version: string, 
/**
 * The loader that loads them, with its version; none where the version has none.
 */
loader: string | null, 
/**
 * The mods, by id.
 */
mods: Array<ModRow>, 
/**
 * What does not go together.
 */
findings: Array<FindingRow>, 
/**
 * What else lies in the folder, or could not be read.
 */
problems: Array<ProblemRow>, };

export type NameAsked = { 
/**
 * The game version.
 */
game: string, 
/**
 * The loader; none for the plain game.
 */
loader: string | null, 
/**
 * Its build.
 */
build: string | null, 
/**
 * What the player typed; none to have one suggested.
 */
wished: string | null, };

export type NewName = { 
/**
 * The name; the wished one, else one that tells what it is.
 */
name: string | null, 
/**
 * Why the wished one cannot be taken.
 */
fault: Fault | null, };

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

export type OneAccount = { 
/**
 * Its id.
 */
id: string, };

export type OneBackup = { 
/**
 * Its id.
 */
id: string, };

export type OneChange = { 
/**
 * Its id.
 */
id: string, };

export type OneCrash = { 
/**
 * The version.
 */
version: string, 
/**
 * The run or the file, as `crash_list` names it; none for what is newest.
 */
item: string | null, };

export type OneGame = { 
/**
 * Its id.
 */
game: string, };

export type OneJob = { 
/**
 * Its id.
 */
id: string, };

export type OneMod = { 
/**
 * The version; none for the current one.
 */
version: string | null, 
/**
 * Its file as listed, or its id.
 */
mod: string, };

export type OneRun = { 
/**
 * Its id.
 */
run: string, };

export type OneVersion = { 
/**
 * Its id; none for the current one.
 */
version: string | null, };

export type OneWorld = { 
/**
 * Its folder's name.
 */
folder: string, 
/**
 * A version that plays it.
 */
version: string | null, };

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

export type OpenedLog = { 
/**
 * What it is called by while it is open.
 */
log: string, 
/**
 * Its file.
 */
name: string, };

export type OwnCommands = { 
/**
 * The version.
 */
version: string, 
/**
 * What they are.
 */
commands: CommandsView, 
/**
 * Whether the player has allowed exactly these.
 */
allowed: boolean, };

export type PastChange = { 
/**
 * Its id; undoes it.
 */
id: string, 
/**
 * The turn it was made in; undoes all of it.
 */
turn: string | null, 
/**
 * When it was done.
 */
at: number, 
/**
 * The tool that did it.
 */
tool: string, 
/**
 * The tool's name for people.
 */
tool_title: string, 
/**
 * What was done, in one sentence. For an undo or a redo: what was taken back or done again.
 */
title: string, 
/**
 * The version it is about.
 */
version: string | null, 
/**
 * Whether it took something back.
 */
role: ChangeRole, 
/**
 * The change it took back or did again.
 */
of: string | null, 
/**
 * Where it stands.
 */
state: ChangeState, 
/**
 * The change that took it back; undoing that one does it again.
 */
undone_by: string | null, 
/**
 * Why it cannot be taken back; none where it can.
 */
fixed: Fault | null, 
/**
 * What it left out, and why.
 */
problems: Array<ProblemRow>, };

export type PickWhat = "file" | "folder";

export type PickedFolder = { 
/**
 * Its path; none where the dialog was closed.
 */
path: string | null, };

export type Picture = { 
/**
 * A PNG as a data address; none where there is none that can be shown.
 */
url: string | null, };

export type PlayAsked = { 
/**
 * Its id; none for all versions.
 */
version: string | null, };

export type PlayView = { 
/**
 * The games that run, the one that was started last first.
 */
games: Array<GameRow>, 
/**
 * How the version that is meant was played.
 */
played: Played, 
/**
 * Whoever plays next.
 */
player: PlayerView | null, 
/**
 * Whether this window can start games at all.
 */
can_start: boolean, };

export type Played = { 
/**
 * How many times.
 */
times: number, 
/**
 * Milliseconds in all.
 */
total: number, 
/**
 * The run that ended last.
 */
last: EndedRun | null, };

export type PlayerChosen = { 
/**
 * The sign-in that asked, by its one-time id.
 */
choice: string, 
/**
 * Its place in the list, from 0.
 */
number: number, };

export type PlayerView = { 
/**
 * The account.
 */
id: string, 
/**
 * The name.
 */
name: string, 
/**
 * What kind of account it is.
 */
kind: string, };

export type PriceView = { 
/**
 * Of what it reads.
 */
input: string, 
/**
 * Of what it writes.
 */
output: string, };

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

export type ProviderRow = { 
/**
 * Its id.
 */
id: string, 
/**
 * Its name.
 */
name: string, 
/**
 * Its base address.
 */
base: string, 
/**
 * The page where keys are made.
 */
keys: string | null, 
/**
 * Whether it wants a key.
 */
needs_key: boolean, 
/**
 * Names of models that stay.
 */
models: Array<string>, };

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

export type RecentChange = { 
/**
 * Its id: takes it back.
 */
id: string, 
/**
 * What it did.
 */
title: string, 
/**
 * When, in milliseconds since the epoch.
 */
at: number, 
/**
 * Whether it was taken back.
 */
undone: boolean, 
/**
 * Why it cannot be taken back; none where it can.
 */
fixed: string | null, };

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

export type RemoteGame = { 
/**
 * Its id.
 */
id: string, 
/**
 * What kind it is.
 */
channel: 'release' | 'snapshot' | 'old', 
/**
 * When it came out.
 */
released: number | null, 
/**
 * Whether a version of it is installed.
 */
installed: boolean, };

export type RootRow = { 
/**
 * Where it is.
 */
path: string, 
/**
 * How many versions it has.
 */
versions: number, };

export type Rule = { 
/**
 * Its name in the game.
 */
name: string, 
/**
 * Its value.
 */
value: string, };

export type RunningTurn = { 
/**
 * What it is followed and stopped by.
 */
follow: string, 
/**
 * The chat it runs in; none for what was asked for on a page.
 */
chat: string | null, 
/**
 * The player's words.
 */
words: string | null, 
/**
 * The cards that wait for the player: of the kinds `confirm`, `ask` and `secret`.
 */
pending: Array<TurnEvent>, };

export type Saved = { 
/**
 * What was done.
 */
said: string, 
/**
 * The change; takes it back.
 */
change: string | null, };

export type SecretAnswer = { 
/**
 * The id that came with the prompt.
 */
id: string, 
/**
 * The secret; none where the prompt was closed.
 */
secret: string | null, };

export type ServerFind = { 
/**
 * It.
 */
address: string, };

export type ServerLogin = { 
/**
 * The server's address as it was found.
 */
address: string, 
/**
 * The name, often an e-mail address.
 */
login: string, 
/**
 * The password.
 */
password: string, };

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
 * Where it is. A change that is no more, or cannot be taken back, has no id here.
 */
state: LineState, 
/**
 * Whether it was taken back since.
 */
undone: boolean, };

export type SinceView = { 
/**
 * When the game was started that ran well; none where it has not yet.
 */
at: number | null, 
/**
 * What is different now, the likeliest reasons first.
 */
differences: Array<DifferenceRow>, 
/**
 * Files of the configuration that the game wrote in that run, which do not count.
 */
written: number, };

export type SkinKeep = { 
/**
 * Its bytes in base64.
 */
png: string, };

export type SkinKept = { 
/**
 * Its id for `set_skin`.
 */
file_id: string, };

export type SkinServerView = { 
/**
 * Its API, for `login_server`.
 */
address: string, 
/**
 * What it calls itself.
 */
name: string, 
/**
 * Its page.
 */
homepage: string | null, 
/**
 * Where players register.
 */
register: string | null, 
/**
 * Whether only e-mail addresses are signed in with.
 */
email: boolean, };

export type SkinView = { 
/**
 * Its picture as a data address; none for the default one, and where nobody could be asked.
 */
url: string | null, };

export type SourceRow = { 
/**
 * Its name with what came of it.
 */
said: string, 
/**
 * Whether it can be used.
 */
well: boolean, };

export type Spoken = "zh-CN" | "zh-TW" | "en" | "system";

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
problems: Array<ProblemRow>, 
/**
 * The tools there are: a button for one that is missing is not shown.
 */
tools: Array<string>, 
/**
 * The turns that run: a page that was loaded again follows them.
 */
running: Array<RunningTurn>, };

export type Suggestion = { 
/**
 * In the player's words.
 */
text: string, 
/**
 * What there is that makes it worth saying.
 */
why: string | null, };

export type SuspectRow = { 
/**
 * Its name.
 */
name: string, 
/**
 * Its file, where it is known.
 */
file: string | null, };

export type ThisLog = { log: string, };

export type ThisVersion = { 
/**
 * Its id.
 */
version: string, };

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

export type ToolRow = { 
/**
 * Its name.
 */
name: string, 
/**
 * Its name for people.
 */
title: string, 
/**
 * What it can do.
 */
effect: 'read' | 'navigate' | 'write', 
/**
 * Whether its reversible changes may be chosen to run at once.
 */
choosable: boolean, };

export type ToolWrite = { 
/**
 * The tool.
 */
tool: string, 
/**
 * Its arguments.
 */
args: Record<string, unknown>, };

export type TrashKind = "world" | "mod" | "version" | "backup" | "other";

export type TrashPage = { 
/**
 * The things, newest first.
 */
items: Array<TrashRow>, 
/**
 * What is damaged among them.
 */
problems: Array<ProblemRow>, };

export type TrashRow = { 
/**
 * Its entries in the trash area: a backup is two files.
 */
ids: Array<string>, 
/**
 * Its name.
 */
name: string, 
/**
 * Where it was, below its game folder.
 */
place: string, 
/**
 * What it is.
 */
kind: TrashKind, 
/**
 * When it was put aside.
 */
at: number, 
/**
 * Bytes of everything in it.
 */
bytes: number, 
/**
 * The change that put it aside, where known.
 */
change: string | null, 
/**
 * What that change did, where the journal still knows it.
 */
why: string | null, };

export type TrustPage = { 
/**
 * The step.
 */
step: 'chat' | 'read' | 'confirm' | 'chosen', 
/**
 * The tools whose reversible changes run at once.
 */
tools: Array<string>, };

export type TrustSet = { 
/**
 * The step.
 */
step: 'chat' | 'read' | 'confirm' | 'chosen', 
/**
 * The tools whose reversible changes run at once; only for `chosen`.
 */
tools: Array<string>, };

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

export type UsageRow = { 
/**
 * Its server.
 */
host: string, 
/**
 * Its name.
 */
model: string, 
/**
 * Tokens, in and out.
 */
tokens: number, 
/**
 * Money; none where no price is known.
 */
money: string | null, };

export type Variable = { 
/**
 * Its name.
 */
name: string, 
/**
 * Its value.
 */
value: string, };

export type VersionChoice = { 
/**
 * Its id.
 */
id: string, 
/**
 * The game it plays, and its loader: `1.20.1 Fabric`.
 */
about: string, };

export type VersionDetail = { 
/**
 * As it is listed.
 */
row: VersionRow, 
/**
 * Its folder.
 */
folder: string, 
/**
 * Where it plays: its own folder or the shared one.
 */
plays_in: string, 
/**
 * The versions it builds on, nearest first.
 */
parents: Array<string>, 
/**
 * Which rule says whether its folders are its own.
 */
isolation_rule: 'own' | 'default' | 'other_launcher' | 'folders', 
/**
 * Its Java.
 */
java: JavaView, 
/**
 * Its memory.
 */
memory: MemoryView, 
/**
 * Whether it can start, check by check.
 */
checks: Array<CheckRow>, 
/**
 * The player's note.
 */
note: string | null, };

export type VersionRow = { 
/**
 * Its id: the name of its folder.
 */
id: string, 
/**
 * Which of the game folders it is in, from 0.
 */
folder: number, 
/**
 * Whether its id means it: of two of the same name only one can be meant.
 */
meant: boolean, 
/**
 * The game version, where it could be found out.
 */
game_version: string | null, 
/**
 * `release`, `snapshot`, `old_beta` …, as its json says.
 */
channel: string | null, 
/**
 * Its loaders, the one that loads mods first; empty for vanilla.
 */
loaders: Array<LoaderRow>, 
/**
 * Whether its worlds, mods and settings are its own.
 */
isolated: boolean, 
/**
 * Whether it is the current version.
 */
current: boolean, 
/**
 * Whether it runs now.
 */
running: boolean, 
/**
 * When it was last played, in milliseconds since the epoch.
 */
last_played: number | null, 
/**
 * Mods that are switched on.
 */
mods_on: number, 
/**
 * Mods that are switched off.
 */
mods_off: number, 
/**
 * Worlds.
 */
worlds: number, 
/**
 * What is wrong with it.
 */
problems: Array<ProblemRow>, };

export type VersionsView = { 
/**
 * The game folders, the preferred one first.
 */
folders: Array<RootRow>, 
/**
 * Why there is no game folder, where there is none.
 */
none: Fault | null, 
/**
 * The versions: the preferred folder first, then by game version, newest first.
 */
versions: Array<VersionRow>, 
/**
 * Folders that hold no version, and game folders that cannot be read.
 */
problems: Array<ProblemRow>, };

export type WhichLog = { 
/**
 * The version; none for the current one.
 */
version: string | null, 
/**
 * The file, as it is listed; none for the newest.
 */
file: string | null, 
/**
 * The run of the game whose output is meant.
 */
run: string | null, };

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

export type WorldRow = { 
/**
 * Tells it from all others of the list.
 */
key: string, 
/**
 * Its folder's name, which tools call it by.
 */
folder: string, 
/**
 * The name the player gave it.
 */
name: string, 
/**
 * A version that plays it; none where no version is installed.
 */
version: string | null, 
/**
 * All versions that play it.
 */
versions: Array<string>, 
/**
 * The game version it was last saved with.
 */
game_version: string | null, 
/**
 * How it is played, where that is known.
 */
mode: 'survival' | 'creative' | 'adventure' | 'spectator' | null, 
/**
 * One life.
 */
hardcore: boolean, 
/**
 * Bytes of everything in it.
 */
bytes: number, 
/**
 * Counting stopped at a limit: it is at least that large.
 */
bytes_are_partial: boolean, 
/**
 * When it was last played.
 */
last_played: number | null, 
/**
 * A game has it open now.
 */
open: boolean, 
/**
 * What is wrong with it.
 */
problems: Array<ProblemRow>, };

export type WorldView = { 
/**
 * As it is listed.
 */
world: WorldRow, 
/**
 * The seed, as text: it has more digits than a number of JSON keeps.
 */
seed: string | null, 
/**
 * How hard it is.
 */
difficulty: 'peaceful' | 'easy' | 'normal' | 'hard' | null, 
/**
 * Whether commands are allowed.
 */
cheats: boolean, 
/**
 * Game rules, sorted by name.
 */
rules: Array<Rule>, 
/**
 * Data packs that are on, in order.
 */
packs_on: Array<string>, 
/**
 * Data packs that are off.
 */
packs_off: Array<string>, 
/**
 * Mods it was saved with.
 */
mods: Array<string>, 
/**
 * Players with data in it, by UUID.
 */
players: Array<string>, 
/**
 * Dimensions with regions in it.
 */
dimensions: Array<string>, 
/**
 * Its backups, newest first.
 */
backups: Array<BackupRow>, 
/**
 * The versions it can be moved to.
 */
targets: Array<VersionChoice>, };

export type WorldsOf = { 
/**
 * A version; none for all.
 */
version: string | null, };

export type WorldsPage = { 
/**
 * The worlds, last played first.
 */
worlds: Array<WorldRow>, 
/**
 * The versions there are to choose from.
 */
versions: Array<VersionChoice>, 
/**
 * What lies there and is no world, or could not be read.
 */
problems: Array<ProblemRow>, };

/** Every command by its name. */
export interface Commands {
  window_start: { args: Nothing; result: Start; event: never };
  window_listen: { args: Nothing; result: Nothing; event: Notice };
  window_painted: { args: Nothing; result: Nothing; event: never };
  chat_open: { args: ChatOpen; result: ChatView; event: never };
  chat_send: { args: ChatSend; result: Turned; event: TurnEvent };
  chat_attach: { args: Nothing; result: AttachedRow | null; event: never };
  chat_follow: { args: ChatId; result: Turned | null; event: TurnEvent };
  chat_stop: { args: ChatId; result: Nothing; event: never };
  chat_suggestions: { args: Nothing; result: Array<Suggestion>; event: never };
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
  home_read: { args: Nothing; result: HomeView; event: never };
  play_read: { args: PlayAsked; result: PlayView; event: never };
  version_choose: { args: ThisVersion; result: Turned; event: TurnEvent };
  game_start: { args: ThisVersion; result: Turned; event: TurnEvent };
  game_ask_to_stop: { args: OneRun; result: Nothing; event: never };
  game_kill: { args: OneRun; result: Nothing; event: never };
  log_files: { args: LogsOf; result: Array<LogFileRow>; event: never };
  log_open: { args: WhichLog; result: OpenedLog; event: never };
  log_rows: { args: LogWindow; result: LogRows; event: never };
  log_place: { args: LogPlace; result: number | null; event: never };
  log_find: { args: LogFind; result: LogHit | null; event: never };
  log_copy: { args: LogCopy; result: string; event: never };
  log_close: { args: ThisLog; result: Nothing; event: never };
  install_games: { args: Nothing; result: InstallView; event: never };
  install_loaders: { args: OneGame; result: Array<LoaderOffer>; event: never };
  install_name: { args: NameAsked; result: NewName; event: never };
  jobs_list: { args: Nothing; result: Array<JobRow>; event: never };
  job_cancel: { args: OneJob; result: Nothing; event: never };
  versions_list: { args: Nothing; result: VersionsView; event: never };
  version_detail: { args: OneVersion; result: VersionDetail; event: never };
  version_disk: { args: OneVersion; result: DiskView; event: never };
  version_check: { args: FilesOf; result: CheckedFiles; event: Checking };
  version_check_stop: { args: Nothing; result: Nothing; event: never };
  sources_test: { args: Nothing; result: Array<SourceRow>; event: never };
  mods_list: { args: ModsOf; result: ModsView; event: never };
  mod_detail: { args: OneMod; result: ModDetail; event: never };
  mod_icon: { args: ModFile; result: Picture; event: never };
  worlds_list: { args: WorldsOf; result: WorldsPage; event: never };
  world_open: { args: OneWorld; result: WorldView; event: never };
  world_icon: { args: OneWorld; result: string | null; event: never };
  backups_list: { args: WorldsOf; result: BackupsPage; event: never };
  backup_check: { args: OneBackup; result: BackupCheck; event: never };
  trash_list: { args: Nothing; result: TrashPage; event: never };
  crash_list: { args: CrashesOf; result: CrashList; event: never };
  crash_read: { args: OneCrash; result: CrashView; event: never };
  crash_pick: { args: CrashPick; result: CrashView | null; event: never };
  crash_fixes: { args: CrashesVersion; result: Array<FixOutcome>; event: never };
  crash_since: { args: CrashesVersion; result: SinceView; event: never };
  accounts_read: { args: Nothing; result: AccountsPage; event: never };
  account_skin: { args: OneAccount; result: SkinView; event: never };
  skin_keep: { args: SkinKeep; result: SkinKept; event: never };
  client_id_set: { args: ClientIdSet; result: Saved; event: never };
  login_microsoft: { args: Nothing; result: LoginDone; event: LoginNews };
  login_cancel: { args: Nothing; result: Nothing; event: never };
  skin_server_find: { args: ServerFind; result: SkinServerView; event: never };
  login_server: { args: ServerLogin; result: LoginDone; event: never };
  login_player: { args: PlayerChosen; result: LoginDone; event: never };
  changes_list: { args: ChangesAsked; result: ChangesPage; event: never };
  change_files: { args: OneChange; result: Array<ChangeRow>; event: never };
  recording_state: { args: Nothing; result: RecordingState; event: never };
  recording_stop: { args: Nothing; result: Turned; event: TurnEvent };
  folder_list: { args: Nothing; result: Folders; event: never };
  folder_choose: { args: FolderChoose; result: Saved; event: never };
  game_folder_pick: { args: Nothing; result: PickedFolder; event: never };
  model_read: { args: Nothing; result: ModelPage; event: never };
  model_set: { args: ModelSet; result: Saved; event: never };
  model_test: { args: Nothing; result: Found; event: never };
  local_set: { args: LocalSet; result: Saved; event: never };
  key_read: { args: Nothing; result: KeyView; event: never };
  key_keep: { args: KeyKeep; result: KeyView; event: never };
  key_forget: { args: KeyForget; result: KeyView; event: never };
  trust_read: { args: Nothing; result: TrustPage; event: never };
  trust_set: { args: TrustSet; result: Saved; event: never };
  tool_list: { args: Nothing; result: Array<ToolRow>; event: never };
  limits_read: { args: Nothing; result: LimitsPage; event: never };
  limits_set: { args: LimitsSet; result: Saved; event: never };
  look_set: { args: LookSet; result: Saved; event: never };
  game_settings_read: { args: Nothing; result: GameSettings; event: never };
  graphics_set: { args: GraphicsSet; result: Saved; event: never };
  commands_set: { args: CommandsSet; result: Saved; event: never };
  commands_allow: { args: CommandsAllow; result: Saved; event: never };
  about_read: { args: Nothing; result: About; event: never };
  link_open: { args: LinkOpen; result: Nothing; event: never };
  folder_open: { args: FolderOpen; result: Nothing; event: never };
}
