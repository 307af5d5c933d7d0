import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, expect, test, vi } from "vitest";
import Tabs from "./Tabs.svelte";

afterEach(cleanup);

const TABS = [
  { id: "worlds", title: "Worlds", count: 3 },
  { id: "backups", title: "Backups", count: null },
  { id: "trash", title: "Trash", count: 0 },
];

test("arrows, Home and End go from tab to tab and around", async () => {
  const choose = vi.fn();
  render(Tabs, { label: "Pages", tabs: TABS, chosen: "worlds", choose });
  const list = screen.getByRole("tablist");
  const keys = { ArrowRight: "backups", ArrowLeft: "trash", End: "trash", Home: "worlds" };
  for (const [key, to] of Object.entries(keys)) {
    await fireEvent.keyDown(list, { key });
    expect(choose, key).toHaveBeenLastCalledWith(to);
  }
  await fireEvent.keyDown(list, { key: "a" });
  expect(choose).toHaveBeenCalledTimes(4);
});

test("only the chosen tab is in the order of the Tab key", () => {
  render(Tabs, { label: "Pages", tabs: TABS, chosen: "backups", choose: () => {} });
  const order = screen.getAllByRole("tab").map((tab) => tab.tabIndex);
  expect(order).toEqual([-1, 0, -1]);
});
