// What the forms of the settings do with what is typed and ticked.
import type { LimitsPage, ModelPage, ModelSet, TrustPage } from "../../lib/types";

export type Step = TrustPage["step"];

/** What is typed in the form of the model; what is left out was not touched. */
export interface ModelDraft {
  base?: string;
  name?: string;
  provider?: string;
}

/** The form for another provider: its address, its first model, nothing of the one before. */
export function withProvider(page: ModelPage, id: string): ModelDraft {
  const preset = page.providers.find((one) => one.id === id);
  if (!preset) return { provider: "" };
  return { provider: id, base: preset.base, name: preset.models[0] ?? "" };
}

/** The provider a form shows: the one that is chosen, as long as the address is still its own. */
export function providerOf(page: ModelPage, draft: ModelDraft): string {
  const id = draft.provider ?? page.provider ?? "";
  const preset = page.providers.find((one) => one.id === id);
  const base = draft.base ?? page.base ?? "";
  return preset && same(preset.base, base) ? id : "";
}

/** What of the form has to be saved; none where nothing was changed. */
export function modelChange(page: ModelPage, draft: ModelDraft): ModelSet | null {
  const base = (draft.base ?? page.base ?? "").trim();
  const name = (draft.name ?? page.name ?? "").trim();
  const moved = base !== (page.base ?? "");
  if (!moved && name === (page.name ?? "")) return null;
  return moved ? { base, name, provider: providerOf(page, draft) } : { name };
}

function same(one: string, other: string): boolean {
  return one.replace(/\/+$/, "") === other.trim().replace(/\/+$/, "");
}

/** The step and the tools after a tick: without any tool the step is not "chosen" any more. */
export function afterTick(tools: string[], name: string, ticked: boolean): { step: Step; tools: string[] } {
  const rest = tools.filter((tool) => tool !== name);
  const left = ticked ? [...rest, name].sort() : rest;
  return { step: left.length > 0 ? "chosen" : "confirm", tools: left };
}

/** The limits as fields of a form, in order. */
export const LIMITS = ["rounds", "tokens", "repeats", "money"] as const;
export type Limit = (typeof LIMITS)[number];

export function limitText(page: LimitsPage, limit: Limit): string {
  return String(page[limit] ?? "");
}

/** Where requests go through, as a choice and an address. */
export type Way = "system" | "direct" | "through";

export function wayOf(proxy: string | null): Way {
  if (proxy === null) return "system";
  return proxy === "direct" ? "direct" : "through";
}

/** Whether a memory limit can be asked for: whole mebibytes within what the computer has. */
export function isMemory(typed: string, total: number): boolean {
  const amount = Number(typed);
  return /^\d+$/.test(typed.trim()) && amount >= 512 && amount <= total;
}

/** The window's form. */
export interface WindowDraft {
  width: string;
  height: string;
  full: boolean;
}

/** Whether a side of the window is a number of pixels, or left to the game. */
export function isSide(typed: string): boolean {
  return /^\d{0,5}$/.test(typed.trim());
}

/** What of the window has to be changed; none where nothing is. A side that is left empty is the game's again. */
export function windowChange(now: WindowDraft, typed: WindowDraft): Record<string, number | boolean> | null {
  const change: Record<string, number | boolean> = {};
  for (const side of ["width", "height"] as const) {
    if (typed[side].trim() !== now[side]) change[side] = Number(typed[side].trim() || 0);
  }
  if (typed.full !== now.full) change.fullscreen = typed.full;
  return Object.keys(change).length > 0 ? change : null;
}
