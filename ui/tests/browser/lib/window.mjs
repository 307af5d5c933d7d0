// One window of Nova in a browser: a bridge on a game folder of its own, and a page that must neither complain, nor reach another
// host, nor open a dialog of the browser.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { label, pattern } from "./labels.mjs";
import { bridgeProgram, chromiumProgram, run, start, testkitProgram, UI } from "./programs.mjs";
import { SAMPLE } from "./samples.mjs";

export const PAGES = [
  "home",
  "versions",
  "mods",
  "worlds",
  "crash",
  "downloads",
  "accounts",
  "changes",
  "settings",
];

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

let browser = null;

/** One browser for all windows of a process. */
export async function theBrowser() {
  browser ??= await chromium.launch({ executablePath: chromiumProgram(), args: FLAGS });
  return browser;
}

export async function closeBrowser() {
  await browser?.close();
  browser = null;
}

/** A running bridge on folders of its own; without a `spec` on a computer that has no game folder. */
export class Bridge {
  static async start({ spec = SAMPLE, lang = "zh-CN", script = null, servers = null, env: own = {} } = {}) {
    const folder = mkdtempSync(join(tmpdir(), "nova-window-"));
    const bridge = Object.assign(new Bridge(), {
      folder,
      game: join(folder, "game"),
      data: join(folder, "data"),
    });
    if (spec) {
      writeFileSync(join(folder, "spec.json"), JSON.stringify(spec));
      run(testkitProgram(), ["root", join(folder, "spec.json"), bridge.game]);
    }
    const env = {
      NOVA_LOCAL_PORTS: "0,0,0",
      NOVA_LLM_BASE: "",
      NOVA_LLM_KEY: "",
      NOVA_LLM_MODEL: "",
      ...own,
    };
    if (script) Object.assign(env, await bridge.model(script));
    // Without a game folder nothing of whoever runs this may be found.
    if (!spec) Object.assign(env, { HOME: folder, APPDATA: folder });
    const args = [
      ...(spec ? ["--game-dir", bridge.game] : []),
      "--data-dir",
      bridge.data,
      "--lang",
      lang,
      "--ui",
      join(UI, "dist"),
      ...(servers ? ["--sources", servers.sources] : []),
    ];
    bridge.process = await start(bridgeProgram(), args, env);
    bridge.link = bridge.process.line.trim();
    [bridge.origin, bridge.token] = bridge.link.split("/#token=");
    return bridge;
  }

  /** A scripted model that answers in this bridge's chats. */
  async model(script) {
    const file = join(this.folder, "script.json");
    writeFileSync(file, JSON.stringify({ compaction_allowed: true, ...script }));
    this.server = await start(testkitProgram(), ["model", file]);
    const base = this.server.line.replace("listening on ", "");
    return { NOVA_LLM_BASE: base, NOVA_LLM_KEY: "sk-browser-suite-0123456789", NOVA_LLM_MODEL: "scripted" };
  }

  /** A command beside the page, as the page would call it. `on` hears its events. */
  async call(name, args = {}, on = () => {}) {
    const headers = { "content-type": "application/json", "x-nova-token": this.token };
    const answer = await fetch(`${this.origin}/ipc/${name}`, {
      method: "POST",
      headers,
      body: JSON.stringify(args),
    });
    assert.equal(answer.status, 200, name);
    let rest = "";
    for await (const piece of answer.body.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + piece).split("\n");
      rest = lines.pop();
      for (const told of lines.filter(Boolean).map((line) => JSON.parse(line))) {
        if (told.fault) throw new Error(`${name}: ${told.fault.message}`);
        if ("result" in told) return told.result;
        await on(told.event);
      }
    }
    throw new Error(`${name}: the answer broke off`);
  }

  /** A change beside the page, with yes to every line. */
  async write(tool, args) {
    return await this.call("tool_write", { tool, args }, async (event) => {
      if (event.event !== "confirm") return;
      const { id, lines } = event.checklist;
      const all = lines.map((line) => line.line);
      const lost = lines.filter((line) => line.undo.permanent).map((line) => line.line);
      await this.call("checklist_confirm", { id, yes: all, lost });
    });
  }

  /** What the desktop would have opened. */
  async opened() {
    const answer = await fetch(`${this.origin}/shell`, { headers: { "x-nova-token": this.token } });
    return await answer.json();
  }

  /** The folder that the player chooses next. */
  async choose(folder) {
    const headers = { "content-type": "application/json", "x-nova-token": this.token };
    await fetch(`${this.origin}/shell`, { method: "POST", headers, body: JSON.stringify(folder) });
  }

  async stop() {
    await this.process?.stop();
    await this.server?.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A window on a bridge. */
export class Window {
  /** Opens one for a test, and closes it after it; whatever the page complained about fails the test. */
  static async open(t, options = {}) {
    const bridge = options.bridge ?? (await Bridge.start(options));
    const win = new Window(bridge, options);
    t.after(async () => {
      await win.context?.close();
      if (!options.bridge) await bridge.stop();
      win.assertQuiet();
    });
    await win.show(options);
    return win;
  }

  constructor(bridge, { lang = "zh-CN" }) {
    Object.assign(this, { bridge, lang, complaints: [] });
  }

  async show({ theme = "light", width = 1200, height = 800, wait = true }) {
    const viewport = { width, height };
    this.context = await (
      await theBrowser()
    ).newContext({ viewport, colorScheme: theme, reducedMotion: "reduce" });
    this.page = await this.context.newPage();
    this.page.setDefaultTimeout(8000);
    this.listen(this.page);
    await this.page.goto(this.bridge.link);
    if (wait) await this.rail.waitFor();
  }

  listen(page) {
    const complain = (what) => this.complaints.push(what);
    page.on(
      "console",
      (said) => ["error", "warning"].includes(said.type()) && complain(`console: ${said.text()}`),
    );
    page.on("pageerror", (error) => complain(`page: ${error.stack ?? error}`));
    page.on("dialog", (dialog) => {
      complain(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on("popup", (popup) => complain(`popup: ${popup.url()}`));
    page.on("request", (request) => {
      const url = request.url();
      if (!url.startsWith(`${this.bridge.origin}/`) && !url.startsWith("data:")) complain(`request: ${url}`);
    });
  }

  assertQuiet() {
    assert.deepEqual(this.complaints, []);
    assert.doesNotMatch(this.bridge.process.complaints(), /panicked/);
  }

  /** A label in the language of this window. */
  label(key, values) {
    return label(key, this.lang, values);
  }

  /** A label as a pattern, where it has values. */
  pattern(key) {
    return pattern(key, this.lang);
  }

  get rail() {
    return this.page.getByRole("navigation", { name: this.label("nav.label") });
  }

  get main() {
    return this.page.getByRole("main");
  }

  /** A button with this label, anywhere or in a part of the page. */
  button(key, { within = this.page, values } = {}) {
    return within.getByRole("button", { name: this.label(key, values), exact: true });
  }

  /** Goes to a page by the rail and waits until it has read. */
  async go(page) {
    await this.rail.getByRole("button", { name: this.label(`nav.${page}`), exact: true }).click();
    await this.settled();
  }

  /** Nothing is being read any more and two frames were painted. */
  async settled() {
    const loading = this.page.getByText(this.label("common.loading"), { exact: true });
    await loading
      .first()
      .waitFor({ state: "detached" })
      .catch(() => {});
    await this.page.waitForLoadState("domcontentloaded");
    await this.page.evaluate(
      () =>
        new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 60)))),
    );
  }

  /** Confirms what the sheet of a page asks, and closes it once it is done. */
  async confirmed() {
    const sheet = this.page.getByTestId("sheet");
    await sheet.getByTestId("confirm").click();
    const done = { name: this.label("checklist.state.done"), exact: true };
    await sheet.getByRole("img", done).waitFor({ timeout: 60_000 });
    await this.button("common.close", { within: sheet }).click();
    await sheet.waitFor({ state: "hidden" });
  }

  /** Waits for something that is not on the page alone. */
  async until(there, limit = 8000) {
    const end = Date.now() + limit;
    while (!(await there())) {
      assert.ok(Date.now() < end, `it did not come about: ${there}`);
      await this.page.waitForTimeout(30);
    }
  }

  /** The language changes as by the player's word. */
  async speak(lang) {
    await this.bridge.write("set_appearance", { language: lang });
    await this.page.waitForFunction((lang) => document.documentElement.lang === lang, lang);
    this.lang = lang;
    await this.settled();
  }

  /** The text in a file of the game folder. */
  file(path) {
    return readFileSync(join(this.bridge.game, path), "utf8");
  }
}
