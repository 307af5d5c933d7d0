// Every static label of the window, one file a domain. zh is written by hand, en beside it; zh-TW is derived from zh by `cargo xtask
// gen`, unless a label says `tw` itself.
import accounts from "./labels/accounts.json";
import changes from "./labels/changes.json";
import chat from "./labels/chat.json";
import checklist from "./labels/checklist.json";
import common from "./labels/common.json";
import crash from "./labels/crash.json";
import data from "./labels/data.json";
import home from "./labels/home.json";
import install from "./labels/install.json";
import logs from "./labels/logs.json";
import mods from "./labels/mods.json";
import nav from "./labels/nav.json";
import play from "./labels/play.json";
import recording from "./labels/recording.json";
import settings from "./labels/settings.json";
import tasks from "./labels/tasks.json";
import versions from "./labels/versions.json";
import worlds from "./labels/worlds.json";
import derived from "./zh-TW.json";

export interface Label {
  zh: string;
  en: string;
  tw?: string;
}

const ALL = {
  ...common,
  ...nav,
  ...home,
  ...chat,
  ...checklist,
  ...play,
  ...install,
  ...tasks,
  ...versions,
  ...mods,
  ...worlds,
  ...crash,
  ...accounts,
  ...changes,
  ...logs,
  ...recording,
  ...settings,
  ...data,
};

export type Key = keyof typeof ALL;
export const LABELS: Record<Key, Label> = ALL;
export const TAIWAN: Record<string, string> = derived;
