// Texts that want to be more than text: in mods, worlds, files and a model's words. They are shown, and nothing else.
import assert from "node:assert/strict";
import { test } from "./lib/suite.mjs";
import { assertAccessible, assertFits, assertNoTricks, assertOnlyText, each } from "./lib/checks.mjs";
import { Chat } from "./lib/chat.mjs";
import { HOSTILE, HOSTILE_ROOT } from "./lib/samples.mjs";
import { PAGES, Window } from "./lib/window.mjs";

async function assertHarmless(win, where) {
  await assertOnlyText(win.page, where);
  await assertNoTricks(win.page, where);
  await assertFits(win.page, where);
}

test("hostile names on every page stay names", async (t) => {
  const win = await Window.open(t, { lang: "en", spec: HOSTILE_ROOT });
  await each(PAGES, async (page) => {
    await win.go(page);
    await assertHarmless(win, page);
  });
  await win.go("mods");
  await win.main.getByText("<script>window.__broken=1</script>").first().waitFor();
  await win.go("worlds");
  await win.main.getByText("<svg/onload=window.__broken=1>").first().waitFor();
});

test("hostile mods and worlds are opened, and stay text", async (t) => {
  const win = await Window.open(t, { lang: "en", spec: HOSTILE_ROOT });
  await each(["versions", "mods", "worlds"], async (page) => {
    await win.go(page);
    const opening = win.main.locator("li button, tbody button, [role=row] button, [role=listitem] button");
    for (let at = 0; at < Math.min(6, await opening.count()); at += 1) {
      const button = opening.nth(at);
      if (!(await button.isVisible()) || (await button.getAttribute("role")) === "switch") continue;
      await button.click({ timeout: 2000 }).catch(() => {});
      await win.page.keyboard.press("Escape");
      await win.settled();
    }
    await assertHarmless(win, `${page}, opened`);
  });
});

test("hostile words of a model, hostile tool results and hostile file names on a checklist stay text", async (t) => {
  const script = {
    steps: [
      {
        reasoning: HOSTILE.join("\n"),
        calls: [
          { name: "list_mods", args: {} },
          { name: "list_saves", args: {} },
        ],
      },
      ...[0, 1, 3].map((at) => ({ calls: [{ name: "disable_mod", args: { mod: `hostile-${at}` } }] })),
      { say: HOSTILE.join("\n\n"), repeat: true },
    ],
  };
  const win = await Window.open(t, { lang: "en", spec: HOSTILE_ROOT, script });
  const chat = await new Chat(win).open();
  await chat.type(HOSTILE[0]);
  await chat.decline.waitFor();
  await assertHarmless(win, "a hostile checklist");
  for (const closed of await chat.log.getByRole("button", { expanded: false }).all()) {
    await closed.click().catch(() => {});
  }
  await win.settled();
  await assertHarmless(win, "everything opened");
  await chat.decline.click();
  await chat.idle();
  await chat.shows("window.__broken=1");
  await assertHarmless(win, "a hostile chat");
  await assertAccessible(win.page, "a hostile chat");
  await win.page.reload();
  await chat.open();
  await chat.shows("window.__broken=1");
  await assertHarmless(win, "a hostile chat that was kept");
  await win.button("chat.list").click();
  await win.settled();
  await assertHarmless(win, "a hostile title");
  assert.deepEqual(await win.bridge.opened(), []);
});

test("a link shows where it leads before it leads there", async (t) => {
  const address = "https://example.com/a/long/path?with=query#end";
  const say = `Read [the manual](${address}), not [this](javascript:alert(1)) nor [that](file:///etc/passwd).`;
  const win = await Window.open(t, { lang: "en", script: { steps: [{ say, repeat: true }] } });
  const chat = await new Chat(win).open();
  await chat.say("where is it written?");
  assert.equal(await chat.log.getByRole("link").count(), 1);
  const link = chat.log.getByRole("link", { name: "the manual" });
  await link.press("Enter");
  const dialog = win.page.getByRole("dialog", { name: win.label("text.link.title") });
  await dialog.getByText(address).waitFor();
  await assertAccessible(win.page, "a link's address");
  await win.page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  assert.deepEqual(await win.bridge.opened(), []);
  assert.ok(await link.evaluate((link) => link === document.activeElement), "the focus is back at the link");

  await link.press("Enter");
  await win.button("text.link.open", { within: dialog }).press("Enter");
  await dialog.waitFor({ state: "hidden" });
  assert.deepEqual(await win.bridge.opened(), [{ link: address }]);
});
