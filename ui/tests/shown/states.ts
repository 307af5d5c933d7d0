// One of everything that a chat can show, for looking at.
import type { Item } from "../../src/chat/flow";
import { list, row, type List } from "../../src/checklist/rows";
import type { LineState } from "../../src/lib/types";
import { fault, line, turned, waitingList } from "./things";

const TEXT = `# 光影变卡了 / Shaders are slow

Two things **slow it down**: the *render distance* and \`iris-shaders.jar\`. See [the wiki](https://minecraft.wiki/w/Shaders).

1. Lower the render distance
2. Update **Iris**
   - it is from 2023
   - [x] checked
   - [ ] not yet

> A quote of somebody.

| Mod | Version | State |
|---|---|---|
| Sodium | 0.5.3 | on |
| Iris Shaders | 1.0.0 | off |

\`\`\`json
{ "renderDistance": 12 }
\`\`\`
`;

type Said = { note: string; gone: string; title: string; why: string; warn: string; long: string };
const SAID: Record<string, Said> = {
  "zh-CN": {
    note: "只是改名，没有删除，随时可以改回来。",
    gone: "无法撤销。",
    title: "停用模组 Sodium（sodium.jar）",
    why: "磁盘空间不够：需要 1.2 GB，只有 300 MB。",
    warn: "Iris 需要 Sodium，停用后它也不能用。",
    long: "把存档“新的世界”移到回收区（先备份）",
  },
  en: {
    note: "Only renamed, not deleted: can be changed back any time.",
    gone: "Cannot be undone.",
    title: "Disable Sodium (sodium.jar)",
    why: "Not enough room on the disk: needs 1.2 GB, has 300 MB.",
    warn: "Iris needs Sodium and will not work without it.",
    long: "Move the world “New World” to the trash (backed up first)",
  },
};

function waits(said: Said): List {
  const undo = { permanent: false, note: said.note };
  const many = Array.from({ length: 12 }, (_, at) => ({
    kind: "write" as const,
    what: `versions/1.20.1-fabric/saves/World/region/r.${at}.0.mca`,
    to: null,
    bytes: 1_200_000,
  }));
  const found = waitingList([
    line(1, { title: said.title, undo, warnings: [said.warn] }),
    line(2, {
      title: said.long,
      undo,
      needs: [1],
      foreign: true,
      changes: many,
      bytes_written: 88_000_000,
      bytes_downloaded: 2_300_000,
    }),
    line(3, {
      title: said.title,
      undo: { permanent: true, note: said.gone },
      ticked: false,
      changes: [{ kind: "purge", what: "trash/rei.jar", to: null, bytes: 690_000 }],
    }),
  ]);
  found.rows[2]!.ticked = true;
  return found;
}

function after(said: Said): List {
  const undo = { permanent: false, note: said.note };
  const states: LineState[] = [
    { state: "done", change: "c-1" },
    { state: "running" },
    { state: "waiting" },
    { state: "failed", fault: { ...fault(said.why), hints: [said.warn] } },
    { state: "stale" },
    { state: "skipped" },
    { state: "refused" },
  ];
  const rows = states.map((state, at) => row(line(at + 1, { title: said.title, undo }), state));
  rows.push({
    ...row(line(8, { title: said.long, undo }), { state: "done", change: "c-8" }),
    undoing: { state: "done", said: "" },
  });
  rows.push({
    ...row(line(9, { title: said.long, undo }), { state: "done", change: "c-9" }),
    undoing: { state: "failed", fault: fault(said.why) },
  });
  return list(said.long, rows, "sent");
}

export function states(lang: string): Item[] {
  const said = SAID[lang] ?? SAID["en"]!;
  const who = {
    rung: "planner" as const,
    model: null,
    label: lang === "en" ? "the built-in planner" : "内置规划器",
    why: said.why,
  };
  const tool = {
    kind: "tool" as const,
    id: "1",
    tool: "list_mods",
    title: "查看模组 / List mods",
    effect: "read" as const,
    args: { version_id: "1.20.1" },
    note: null,
  };
  const items: Omit<Item, "key">[] = [
    { kind: "player", text: said.long } as Item,
    { kind: "reasoning", text: "First look at the mods.", streaming: true } as Item,
    { ...tool, elapsed: 1200, note: "12 MB / 40 MB", result: null } as Item,
    { ...tool, elapsed: 200, result: { kind: "failed", fault: fault(said.why) } } as Item,
    { ...tool, elapsed: null, result: { kind: "skipped", why: said.why } } as Item,
    { kind: "waits", time: 12_000, why: said.why } as Item,
    { kind: "stepped", who } as Item,
    { kind: "nova", text: TEXT, streaming: false } as Item,
    { kind: "checklist", list: waits(said) } as Item,
    { kind: "checklist", list: after(said) } as Item,
    {
      kind: "ask",
      id: "a",
      open: true,
      answers: null,
      model: true,
      questions: [{ text: said.long, choices: ["Sodium", "OptiFabric", said.title] }],
    } as Item,
    {
      kind: "ask",
      id: "b",
      open: false,
      answers: ["Sodium"],
      model: true,
      questions: [{ text: said.long, choices: ["Sodium"] }],
    } as Item,
    { kind: "secret", id: "s", about: "api.curseforge", open: true } as Item,
    {
      kind: "todo",
      steps: [
        { text: said.title, state: "done" },
        { text: said.long, state: "doing" },
        { text: said.warn, state: "open" },
      ],
    } as Item,
    { kind: "asked", questions: [{ text: said.long, choices: ["Sodium", "OptiFabric"] }] } as Item,
    { kind: "fault", fault: fault(said.why) } as Item,
    { kind: "note", text: turned().who.label } as Item,
  ];
  return items.map((item, at) => ({ ...item, key: at + 1 }) as Item);
}
