//! What a window is shown: plain data in the player's language.

mod accounts;
mod care;
mod changes;
mod chat;
mod checklist;
mod crash;
mod home;
mod install;
mod jobs;
mod logs;
mod mods;
mod page;
mod play;
mod problem;
mod recording;
mod result;
mod settings;
mod start;
mod turn;
mod versions;
mod worlds;

pub use accounts::{AccountRow, AccountsPage, LoginDone, LoginNews, SkinKept, SkinServerView, SkinView};
pub use care::{BadFile, CheckedFiles, Checking, SourceRow};
pub(crate) use changes::touched;
pub use changes::{ChangeRole, ChangeState, ChangesPage, PastChange};
pub(crate) use chat::Since;
pub use chat::{AttachedRow, ChatFound, ChatHead, ChatItem, ChatView, SettledLine, Suggestion};
pub use checklist::{ChangeRow, Checklist, Line, LineState, Question, Receipt, UndoNote};
pub(crate) use crash::Beside;
pub use crash::{
    CauseRow, CrashDetail, CrashExcerpt, CrashItem, CrashKind, CrashLine, CrashList, CrashView,
    DifferenceAbout, DifferenceRow, FixOutcome, FixRow, SinceView, SuspectRow,
};
pub use home::{HomeView, RecentChange};
pub use install::{BuildRow, InstallView, LoaderOffer, NewName, RemoteGame};
pub use jobs::{Again, FarView, JobRow, JobWord};
pub use logs::{LogCount, LogFileRow, LogHit, LogRow, LogRows, OpenedLog};
pub(crate) use mods::word;
pub use mods::{DependenceRow, FindingRow, ModDetail, ModName, ModRow, ModsView, Picture};
pub use nova_game::Theme;
pub use page::{Notice, Open};
pub use play::{EndedRun, GameRow, PlayView, Played, PlayerView};
pub use problem::ProblemRow;
pub use recording::{RecordingNews, RecordingState, RecordingView};
pub use result::ToolResult;
pub use settings::{
    About, AdviceView, CommandsView, FolderRow, Folders, Found, GameSettings, JavaRow, KeyView, LaunchView,
    LimitsPage, ModelPage, OwnCommands, PickedFolder, PriceView, ProviderRow, Saved, ToolRow, TrustPage,
    UsageRow, Variable,
};
pub(crate) use settings::{folder_id, key_place, short};
pub use start::{Look, Start};
pub use turn::{End, RunningTurn, TurnEvent, Turned, Who};
pub use versions::{
    CheckRow, DiskRow, DiskView, JavaChoice, JavaView, LoaderRow, MemoryView, RootRow, VersionDetail,
    VersionRow, VersionsView,
};
pub use worlds::{
    BackupCheck, BackupEntry, BackupRow, BackupsPage, Rule, TrashKind, TrashPage, TrashRow, VersionChoice,
    WorldRow, WorldView, WorldsPage,
};
