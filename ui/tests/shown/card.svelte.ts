// A checklist on the screen of a test, with the list behind it.
import { render } from "@testing-library/svelte";
import ChecklistCard from "../../src/checklist/ChecklistCard.svelte";
import type { List } from "../../src/checklist/rows";
import type { Line } from "../../src/lib/types";
import { waitingList } from "./things";

export function shown(lines: Line[]): List {
  const list = $state(waitingList(lines));
  render(ChecklistCard, { list });
  return list;
}
