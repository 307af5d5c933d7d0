// What the page may not do, whoever put a script into it. One window serves all of these: none of them changes anything.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { open } from "./rig/app.mjs";
import { call } from "./rig/desk.mjs";

let window;
let web;
/** What the outside world was asked for. */
const asked = [];
const ends = [];

before(async () => {
  web = createServer((request, answer) => {
    asked.push(request.url);
    answer
      .writeHead(200, { "access-control-allow-origin": "*", "content-type": "text/html" })
      .end("<h1>elsewhere</h1>");
  }).listen(0, "127.0.0.1");
  ends.push(() => web.close());
  window = await open({ after: (end) => ends.push(end) });
});
after(async () => {
  for (const end of ends) await end();
});

const outside = (path) => `http://127.0.0.1:${web.address().port}/${path}`;
/** The page has had its time to do what it was told. */
const settled = () => window.run("return new Promise((go) => setTimeout(go, 300))");

test("commands of the desk are answered", async () => {
  const { result } = await call(window, "window_start");
  assert.equal(result.look.lang, "zh-CN");
});

test("a command that does not exist is refused", async () => {
  const { refused } = await call(window, "files_delete", { path: "/" });
  assert.match(refused.message, /not (allowed|found)/i);
});

for (const [command, args] of [
  ["plugin:window|set_title", { label: "main", value: "x" }],
  ["plugin:window|create", { options: { label: "other" } }],
  ["plugin:webview|create_webview_window", { options: { label: "other", url: "index.html" } }],
  ["plugin:event|emit", { event: "x" }],
  ["plugin:event|listen", { event: "tauri://drag-drop", target: { kind: "Any" }, handler: 1 }],
  ["plugin:app|version", {}],
  ["plugin:path|resolve_directory", { directory: 1 }],
  ["plugin:opener|open_url", { url: "https://example.com" }],
  ["plugin:opener|open_path", { path: "/" }],
  ["plugin:dialog|open", { options: {} }],
  ["plugin:fs|read_text_file", { path: "/etc/passwd" }],
  ["plugin:window-state|filename", {}],
]) {
  test(`${command} is refused`, async () => {
    const script =
      "return __TAURI_INTERNALS__.invoke(...arguments).then(() => 'done', (refused) => String(refused))";
    assert.match(await window.run(script, command, args), /not allowed/);
  });
}

test("a script inside the page's text does not run", async () => {
  await window.run(`
    const script = document.createElement("script");
    script.textContent = "window.ran = 'script'";
    document.body.append(script);
    const box = document.createElement("div");
    box.innerHTML = "<img src='x' onerror=\\"window.ran = 'onerror'\\"><svg onload=\\"window.ran = 'onload'\\"></svg>";
    document.body.append(box);`);
  await settled();
  assert.equal(await window.run("return window.ran ?? null"), null);
});

test("text is not run as code", async () => {
  const script = "try { return new Function('return 1')() } catch (error) { return error.name }";
  assert.equal(await window.run(script), "EvalError");
});

test("nothing outside is asked for anything", async () => {
  const fetched = await window.run(
    "return fetch(arguments[0]).then(() => 'answered', () => 'blocked')",
    outside("fetch"),
  );
  assert.equal(fetched, "blocked");
  await window.run(
    `const [picture, frame, style, beacon] = arguments;
     document.body.append(Object.assign(new Image(), { src: picture }));
     document.body.append(Object.assign(document.createElement("iframe"), { src: frame }));
     document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: style }));
     navigator.sendBeacon?.(beacon);
     const form = document.createElement("form");
     form.action = beacon; form.method = "post";
     document.body.append(form);
     form.submit();`,
    ...["picture", "frame", "style", "beacon"].map(outside),
  );
  await settled();
  assert.deepEqual(asked, []);
});

test("a link to another page leaves the window where it is", async () => {
  const before = await window.address();
  await window.run(
    `const link = Object.assign(document.createElement("a"), { href: arguments[0], textContent: "x", id: "away" });
     document.body.append(link);
     link.click();`,
    outside("link"),
  );
  await settled();
  await window.run("location.href = arguments[0]", outside("location"));
  await settled();
  assert.equal(await window.address(), before);
  assert.deepEqual(asked, []);
  await window.sees("模组");
});

test("there is one window, whatever the page asks for", async () => {
  await window.run(
    `window.open(arguments[0]);
     const link = Object.assign(document.createElement("a"), { href: arguments[0], target: "_blank" });
     document.body.append(link);
     link.click();`,
    outside("popup"),
  );
  await settled();
  assert.equal((await window.windows()).length, 1);
  assert.deepEqual(asked, []);
});

test("what all objects share cannot be changed", async () => {
  assert.equal(await window.run("return Object.isFrozen(Object.prototype)"), true);
});

test("Tauri's own functions are not lying about", async () => {
  assert.equal(await window.run("return typeof window.__TAURI__"), "undefined");
});
