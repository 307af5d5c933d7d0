// The page's way to the desk, used from a script in the page: calls with their events, as `ui/src/lib/ipc.ts` makes them.

/** Calls a command and gives its result, or what it was refused with. */
export const call = (window, name, args = {}) => window.run(CALL, name, args);

/** Begins a call whose events are kept in the page under `key`. */
export const begin = (window, key, name, args) => window.run(`${KEEP} return true;`, key, name, args);

/** What came of it so far: `{events, result, fault}`. */
export const told = (window, key) =>
  window.run("return JSON.parse(JSON.stringify(window.kept[arguments[0]]))", key);

const CHANNEL = `
  const { invoke, transformCallback } = window.__TAURI_INTERNALS__;
  const channel = (on) => {
    const early = new Map();
    let next = 0;
    const id = transformCallback((told) => {
      if ("end" in told) return;
      early.set(told.index, told.message);
      while (early.has(next)) on(early.get(next++));
    });
    return "__CHANNEL__:" + id;
  };`;

const CALL = `${CHANNEL}
  return invoke(arguments[0], { args: arguments[1], events: channel(() => {}) })
    .then((result) => ({ result }), (refused) => ({ refused: typeof refused === "string" ? { message: refused } : refused }));`;

const KEEP = `${CHANNEL}
  const kept = ((window.kept ??= {})[arguments[0]] = { events: [] });
  invoke(arguments[1], { args: arguments[2], events: channel((event) => kept.events.push(event)) })
    .then((result) => (kept.result = result), (fault) => (kept.fault = fault));`;
