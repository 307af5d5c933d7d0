// What the player does with a checklist: confirms it, declines it, takes it back.
import { call, faultOf } from "../lib/ipc";
import { t } from "../i18n/index.svelte";
import { jobs } from "../tasks/jobs.svelte";
import type { Fault, TurnEvent, Turned } from "../lib/types";
import { change, type List, type Row, type Undoing } from "./rows";
import { lost, ready, ticked } from "./ticks";
import { undo } from "./write.svelte";

const GONE = "desk.ask.gone";

/** Does what is ticked. */
export async function confirm(list: List): Promise<void> {
  if (ready(list.rows)) await answer(list, ticked(list.rows), lost(list.rows));
}

/** Does nothing of it. */
export async function decline(list: List): Promise<void> {
  for (const row of list.rows) row.ticked = false;
  await answer(list, [], []);
}

async function answer(list: List, yes: number[], lost: number[]): Promise<void> {
  if (list.phase !== "waiting" || list.id === null) return;
  list.phase = "sent";
  list.fault = null;
  try {
    await call("checklist_confirm", { id: list.id, yes, lost });
    if (yes.length > 0) jobs.soon();
  } catch (error) {
    list.fault = faultOf(error);
    list.phase = list.fault.code === GONE ? "over" : "waiting";
  }
}

/** Takes one line back. */
export async function undoRow(row: Row): Promise<void> {
  const id = change(row);
  if (id === null || row.undoing.state === "running") return;
  row.undoing = { state: "running" };
  row.undoing = await taken(id);
}

/** Takes back all that was done, one by one, newest first: a turn may hold more than the rows that are seen here. */
export async function undoAll(list: List): Promise<void> {
  const rows = list.rows.filter((row) => change(row) !== null);
  list.undoing = true;
  for (const row of rows.toReversed()) {
    await undoRow(row);
    // What was done before it may have been built on it.
    if (row.undoing.state === "failed") break;
  }
  list.undoing = false;
}

/** What came of taking back a change or a turn. */
export async function taken(id: string): Promise<Undoing> {
  let why: Fault | null = null;
  try {
    const turned = await undo(id, (event) => (why = failure(event) ?? why));
    return outcome(turned, why);
  } catch (error) {
    return { state: "failed", fault: faultOf(error) };
  }
}

/** Why a line of the way back was not done. */
function failure(event: TurnEvent): Fault | null {
  if (event.event !== "line_changed") return null;
  if (event.state.state === "failed") return event.state.fault;
  return event.state.state === "stale" ? own("ui.undo.stale", t("checklist.stale")) : null;
}

function own(code: string, message: string): Fault {
  return { code, message, hints: [], retry: false };
}

function outcome(turned: Turned, why: Fault | null): Undoing {
  const fault = why ?? turned.faults[0] ?? (turned.end.reason === "failed" ? turned.end.fault : null);
  if (fault) return { state: "failed", fault };
  const said = turned.receipts.map((receipt) => receipt.said).join(" ");
  if (turned.receipts.length > 0) return { state: "done", said };
  return { state: "failed", fault: own("ui.undo.nothing", t("checklist.undo.nothing")) };
}
