// Nova's panel as a player uses it: says something, answers, confirms, takes back.
import assert from "node:assert/strict";

export class Chat {
  constructor(win) {
    this.win = win;
    this.page = win.page;
  }

  get panel() {
    return this.page.getByRole("complementary", { name: this.win.label("nova.name") });
  }

  get input() {
    return this.panel.getByRole("textbox", { name: this.win.label("chat.input") });
  }

  get log() {
    return this.panel.getByRole("log");
  }

  get checklists() {
    return this.panel.getByTestId("checklist");
  }

  /** The checklist that came last. */
  get checklist() {
    return this.checklists.last();
  }

  get confirm() {
    const labels = ["checklist.confirm", "checklist.confirm.one", "checklist.none"];
    const names = labels.map((key) => this.win.pattern(key).source).join("|");
    return this.checklist.getByRole("button", { name: new RegExp(names) });
  }

  get decline() {
    return this.win.button("checklist.decline", { within: this.checklist });
  }

  /** The n-th line of the checklist, from 1. */
  line(number) {
    return this.checklist.locator("ol > li").nth(number - 1);
  }

  /** The box that says whether a line is wanted. */
  tick(number) {
    return this.line(number).getByRole("checkbox").first();
  }

  /** The word that a loss for good is meant. */
  sure(number) {
    return this.line(number).getByRole("checkbox", { name: this.win.label("checklist.sure") });
  }

  /** Waits until a line is in a state. */
  async is(number, state) {
    const name = this.win.label(`checklist.state.${state}`);
    await this.line(number).getByRole("img", { name, exact: true }).waitFor();
  }

  /** Types words and sends them, without waiting for the answer. */
  async type(words) {
    await this.input.fill(words);
    await this.input.press("Enter");
  }

  /** Says something that ends without a question. */
  async say(words) {
    // What is suggested may have the same words.
    const there = this.log.getByTestId("said").getByText(words, { exact: true });
    const said = await there.count();
    await this.type(words);
    await there.nth(said).waitFor();
    await this.idle();
  }

  /** Says something that ends with a checklist. */
  async plan(words) {
    await this.type(words);
    await this.decline.waitFor();
  }

  /** No turn runs. */
  async idle() {
    await this.panel.locator("[role=log][aria-busy=false]").waitFor();
  }

  /** Waits for words in the chat. */
  async shows(text) {
    await this.log.getByText(text).first().waitFor();
  }

  /** Tab until something has the focus. */
  async tabTo(wanted, { most = 120, key = "Tab" } = {}) {
    for (let at = 0; at < most; at += 1) {
      if (await wanted.evaluate((element) => element === document.activeElement)) return;
      await this.page.keyboard.press(key);
    }
    const html = await this.page.evaluate(() => document.activeElement.outerHTML.slice(0, 200));
    assert.fail(`Tab does not lead to ${wanted}; it is at ${html}`);
  }

  async open() {
    await this.panel.waitFor();
    await this.log.waitFor();
    return this;
  }
}
