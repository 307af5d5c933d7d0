import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as ipc from "../../lib/ipc";
import { base64, meant } from "./act";
import { MicrosoftLogin, plain } from "./login.svelte";
import { ServerLogin } from "./server.svelte";

const call = vi.spyOn(ipc, "call");

beforeEach(() => void call.mockReset());
afterEach(() => void vi.clearAllMocks());

describe("what a link to the page means", () => {
  it("is Microsoft, or a skin server with its address", () => {
    expect(meant("login:microsoft")).toEqual({ how: "microsoft", address: "" });
    expect(meant("login:https://skin.example/api")).toEqual({
      how: "server",
      address: "https://skin.example/api",
    });
    expect(meant("a-2b7k09xq")).toBeNull();
    expect(meant(null)).toBeNull();
  });
});

describe("a sign-in with Microsoft", () => {
  it("shows the code, the steps and what came of it", async () => {
    const login = new MicrosoftLogin();
    let end = (_: unknown) => {};
    call.mockImplementation(((_name: string, _args: unknown, on: (news: unknown) => void) => {
      on({ event: "code", code: "ABCD-EFGH", page: "https://www.microsoft.com/link", until: 5 });
      return new Promise((resolve) => (end = resolve));
    }) as never);
    const running = login.begin();
    expect([login.phase, login.code?.code]).toEqual(["waiting", "ABCD-EFGH"]);
    end({ account: "a-2b7k09xq", said: ["done"], players: [], choice: null });
    await running;
    expect([login.phase, login.said, login.code]).toEqual(["idle", ["done"], null]);
  });

  it("that was called off is no fault, and is not heard any more", async () => {
    const login = new MicrosoftLogin();
    let fail = (_: unknown) => {};
    call.mockImplementation(((name: string) =>
      name === "login_cancel" ? Promise.resolve({}) : new Promise((_, reject) => (fail = reject))) as never);
    const running = login.begin();
    await login.cancel();
    fail(new ipc.Refused({ code: "desk.login.called-off", message: "off", hints: [], retry: false }));
    await running;
    expect([login.phase, login.fault]).toEqual(["idle", null]);
  });
});

describe("a sign-in at a skin server", () => {
  const server = { address: "https://s/api/", name: "S", homepage: null, register: null, email: true };

  it("asks which player where there are several", async () => {
    const at = new ServerLogin();
    call.mockResolvedValueOnce(server as never);
    await at.find("s");
    call.mockResolvedValueOnce({ account: null, said: [], players: ["A", "B"], choice: "c" } as never);
    await at.signIn("a@b", "secret");
    expect(at.players).toEqual(["A", "B"]);
    call.mockResolvedValueOnce({ account: "a-1", said: ["in"], players: [], choice: null } as never);
    await at.choose(1);
    expect(call).toHaveBeenLastCalledWith("login_player", { choice: "c", number: 1 });
    expect([at.said, at.server, at.players]).toEqual([["in"], null, []]);
  });

  it("stays where it is when the password is wrong", async () => {
    const at = new ServerLogin();
    call.mockResolvedValueOnce(server as never);
    await at.find("s");
    call.mockRejectedValueOnce(new Error("no"));
    await at.signIn("a@b", "wrong");
    expect([at.server?.name, at.fault?.message]).toEqual(["S", "no"]);
  });
});

it("bytes become base64, and addresses are shown short", () => {
  expect(base64(new Uint8Array([137, 80, 78, 71]).buffer)).toBe("iVBORw==");
  expect(plain("https://skin.example/api/")).toBe("skin.example/api");
});
