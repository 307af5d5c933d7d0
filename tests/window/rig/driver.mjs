// A client of the W3C WebDriver protocol: only what these tests ask of it.
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

/** Asks again until there is an answer that is true, and says what it waited for where there is none. */
export async function until(what, ask, limit = 15_000) {
  const end = Date.now() + limit;
  let last;
  do {
    try {
      const answer = await ask();
      if (answer) return answer;
    } catch (error) {
      last = error;
    }
    await new Promise((go) => setTimeout(go, 60));
  } while (Date.now() < end);
  throw new Error(`waited ${limit} ms for ${what}`, { cause: last });
}

export class Driver {
  constructor(address, session) {
    this.at = `${address}/session/${session}`;
  }

  /** Starts the program as a browser of the driver at an address. */
  static async open(address, binary, args) {
    const options = { "webkitgtk:browserOptions": { binary, args } };
    const { sessionId } = await ask("POST", `${address}/session`, { capabilities: { alwaysMatch: options } });
    const driver = new Driver(address, sessionId);
    await ask("POST", `${driver.at}/timeouts`, { script: 30_000, pageLoad: 30_000, implicit: 0 });
    return driver;
  }

  close = () => ask("DELETE", this.at);
  address = () => ask("GET", `${this.at}/url`);
  title = () => ask("GET", `${this.at}/title`);
  windows = () => ask("GET", `${this.at}/window/handles`);

  /** Runs a script; a promise it returns is awaited. */
  run = (script, ...args) => ask("POST", `${this.at}/execute/sync`, { script, args });

  async all(css) {
    const found = await ask("POST", `${this.at}/elements`, { using: "css selector", value: css });
    return found.map((one) => new Element(this, one[ELEMENT]));
  }

  /** The first one on the page, waited for. */
  find = (css) => until(css, async () => (await this.all(css))[0]);

  /** The one with this name for screen readers, waited for; the last of them, since talk grows downwards. */
  named = (css, name) =>
    until(`${css} called ${name}`, async () => {
      const all = await this.all(css);
      const names = await Promise.all(all.map((one) => one.name()));
      return all.findLast((_, at) => (name instanceof RegExp ? name.test(names[at]) : names[at] === name));
    });

  /** Waits until the page shows these words. */
  sees = (words, limit) => until(`"${words}"`, async () => (await this.text()).includes(words), limit);
  text = () => this.run("return document.body.innerText");

  /** A key press wherever the focus is. */
  press = (key) =>
    ask("POST", `${this.at}/actions`, {
      actions: [
        {
          type: "key",
          id: "keys",
          actions: [
            { type: "keyDown", value: key },
            { type: "keyUp", value: key },
          ],
        },
      ],
    });
}

class Element {
  constructor(driver, id) {
    this.at = `${driver.at}/element/${id}`;
  }
  click = () => ask("POST", `${this.at}/click`, {});
  clear = () => ask("POST", `${this.at}/clear`, {});
  type = (text) => ask("POST", `${this.at}/value`, { text });
  text = () => ask("GET", `${this.at}/text`);
  name = () => ask("GET", `${this.at}/computedlabel`);
  property = (name) => ask("GET", `${this.at}/property/${name}`);
}

async function ask(method, address, body) {
  const signal = AbortSignal.timeout(40_000);
  const answer = await fetch(address, { method, signal, body: body && JSON.stringify(body) });
  const { value } = await answer.json();
  if (!answer.ok) throw new Error(`${method} ${address}: ${value.error}: ${value.message}`);
  return value;
}
