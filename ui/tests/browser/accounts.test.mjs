// The page of accounts in its states: nobody, a code that is typed elsewhere, several players, a skin. Against the stand-ins of the services.
import assert from "node:assert/strict";
import { assertAccessible, assertFits, assertNoChinese, assertStops, tabThrough } from "./lib/checks.mjs";
import { signIns } from "./lib/servers.mjs";
import { test } from "./lib/suite.mjs";
import { Window } from "./lib/window.mjs";

const PASSWORD = "Password-two@example.org-!";

/** Everything that must hold wherever the page stands. The stand-in of a skin server has a Chinese name in every language. */
async function holds(win, where, { named = false } = {}) {
  await win.settled();
  await assertFits(win.page, where);
  await assertAccessible(win.page, where);
  if (win.lang === "en" && !named) await assertNoChinese(win.page, where);
}

const form = (win) => win.main.getByRole("region", { name: win.label("accounts.add") });
const typed = (win, key) => form(win).getByRole("textbox", { name: win.label(key), exact: true });
const account = (win, name) => win.main.getByRole("listitem").filter({ hasText: name });

/** Confirms what the sheet asks, and closes it once it is done. */
async function confirmed(win) {
  const sheet = win.page.getByTestId("sheet");
  await sheet.getByTestId("confirm").click();
  const done = win.label("checklist.state.done");
  await sheet.getByRole("img", { name: done, exact: true }).waitFor({ timeout: 20_000 });
  await win.button("common.close", { within: sheet }).click();
  await sheet.waitFor({ state: "hidden" });
}

/** A 64x64 picture in one colour. */
const picture = (win) =>
  win.page.evaluate(() => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 64, height: 64 });
    const paint = canvas.getContext("2d");
    paint.fillStyle = "#2a9d8f";
    paint.fillRect(0, 0, 64, 64);
    return canvas.toDataURL("image/png").split(",")[1];
  });

for (const [lang, theme] of [
  ["zh-CN", "light"],
  ["en", "dark"],
]) {
  test(`from nobody to several players, in ${lang}, ${theme}`, async (t) => {
    const services = await signIns(t);
    const win = await Window.open(t, { lang, theme, width: 900, height: 600, servers: services });
    await win.go("accounts");
    await win.main.getByText(win.label("accounts.none")).waitFor();
    await holds(win, "nobody");

    await typed(win, "accounts.client").fill(services.clientId);
    await win.button("accounts.client.save", { within: win.main }).click();
    await win.button("accounts.login.start", { within: win.main }).press("Enter");
    const code = win.main.locator("p.code");
    await code.waitFor();
    await holds(win, "code");
    assertStops(await tabThrough(win.page), "code");
    await services.agree((await code.textContent()).trim());
    await account(win, "Testkit_Player").waitFor({ timeout: 20_000 });
    await holds(win, "one player");

    await win.button("accounts.server", { within: win.main }).click();
    await typed(win, "accounts.server.address").fill(`${services.base}/skin.example`);
    await win.button("accounts.server.find", { within: win.main }).click();
    await typed(win, "accounts.server.login").fill("two@example.org");
    await holds(win, "skin server", { named: true });
    await form(win).getByLabel(win.label("accounts.server.password"), { exact: true }).fill(PASSWORD);
    await win.button("accounts.server.sign-in", { within: win.main }).click();
    const second = form(win).getByRole("button", { name: "Second", exact: true });
    await second.waitFor();
    await holds(win, "which player", { named: true });
    await second.press("Enter");
    await account(win, "Second").waitFor();

    await win.button("accounts.offline", { within: win.main }).click();
    await typed(win, "accounts.offline.name").fill("Steve");
    await win.button("accounts.offline.add", { within: win.main }).click();
    await confirmed(win);
    await account(win, "Steve").getByText(win.label("accounts.active")).waitFor();
    assert.equal(await win.main.getByRole("listitem").count(), 3);
    await holds(win, "several", { named: true });
    assertStops(await tabThrough(win.page), "several");
  });
}

test("a skin is put on, and the change is taken back", async (t) => {
  const services = await signIns(t);
  const win = await Window.open(t, { lang: "en", width: 900, height: 600, servers: services });
  await win.bridge.call("client_id_set", { id: services.clientId });
  await win.bridge.call("login_microsoft", {}, async ({ event, code }) => {
    if (event === "code") await services.agree(code);
  });
  await win.go("accounts");
  const row = account(win, "Testkit_Player");
  await win.button("accounts.skin", { within: row }).press("Enter");
  const file = row.getByLabel(win.label("accounts.skin.file"));
  await file.setInputFiles({
    name: "skin.png",
    mimeType: "image/png",
    buffer: Buffer.from(await picture(win), "base64"),
  });
  await holds(win, "skin");
  assertStops(await tabThrough(win.page), "skin");
  const face = () => row.locator(".layer").count();
  await win.button("accounts.skin.apply", { within: row }).click();
  await confirmed(win);
  const worn = async () => (await win.bridge.call("account_skin", { id: await id(win) })).url;
  await win.until(async () => (await worn()) !== null);
  await win.until(async () => (await face()) > 0);
  const { changes } = await win.bridge.call("changes_list", { limit: 5 });
  await win.bridge.call("change_undo", { id: changes[0].id });
  assert.equal(await worn(), null);
  await holds(win, "taken back");
});

const id = async (win) => (await win.bridge.call("accounts_read")).accounts[0].id;
