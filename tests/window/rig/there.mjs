// Parts of the page that these tests need. A test of a part that is not built yet is skipped, with its name.
export const THERE = { chat: true, crash: true, mods: true, settings: true };

/** The option of a test that needs a part. */
export const needs = (part) => ({ skip: THERE[part] ? false : `the page has no ${part} yet` });
