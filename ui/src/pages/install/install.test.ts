import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sheet } from "../../checklist/write.svelte";
import type { InstallView, LoaderOffer, RemoteGame, Turned } from "../../lib/types";
import { available, best, channelOf, found } from "./list";
import { Wizard } from "./wizard.svelte";

const call = vi.hoisted(() => vi.fn());
vi.mock("../../lib/ipc", async (real) => ({ ...(await real<object>()), call }));

function game(id: string, channel: RemoteGame["channel"] = "release"): RemoteGame {
  return { id, channel, released: 0, installed: false };
}

function offer(loader: string, versions: string[], recommended = ""): LoaderOffer {
  const builds = versions.map((version) => ({
    version,
    recommended: version === recommended,
    unstable: false,
  }));
  return { loader, name: loader, builds, fault: null };
}

const GAMES = [game("1.21.4"), game("24w14a", "snapshot"), game("1.20.1"), game("b1.7.3", "old")];
const VIEW: InstallView = {
  games: GAMES,
  latest: "1.21.4",
  latest_snapshot: "24w14a",
  kept_since: null,
  folder: "~/.minecraft",
  new_folder: true,
  folders: 0,
};
const OFFERS = [offer("fabric", ["0.17", "0.16"], "0.16"), offer("quilt", []), offer("forge", ["47.4"])];

/** What the desk answers. */
function answer(offers: LoaderOffer[] = OFFERS) {
  call.mockImplementation(async (name: string, args: Record<string, string | null>) => {
    if (name === "install_loaders") return offers;
    return { name: args.wished ?? [args.game, args.loader].filter(Boolean).join("-"), fault: null };
  });
}

const settled = () => vi.advanceTimersByTimeAsync(1_000);

beforeEach(() => {
  vi.useFakeTimers();
  answer();
});
afterEach(() => {
  vi.useRealTimers();
  sheet.proposal = null;
  call.mockReset();
});

test("a channel is shown, and what is typed whole is found in any of them", () => {
  const ids = (text: string, channel: "release" | "snapshot" | "old") =>
    found(GAMES, text, channel).map((one) => one.id);
  expect(ids("", "release")).toEqual(["1.21.4", "1.20.1"]);
  expect(ids(" 1.20 ", "release")).toEqual(["1.20.1"]);
  expect(ids("24W14A", "release")).toEqual(["24w14a"]);
  expect(ids("24w", "release")).toEqual([]);
  expect([channelOf(GAMES, "b1.7.3"), channelOf(GAMES, null)]).toEqual(["old", "release"]);
});

test("only loaders with builds are offered, the recommended build first", () => {
  expect(available(OFFERS).map((one) => one.loader)).toEqual(["fabric", "forge"]);
  expect([best(OFFERS[0]), best(OFFERS[1]), best(OFFERS[2]), best(undefined)]).toEqual([
    "0.16",
    null,
    "47.4",
    null,
  ]);
});

test("the newest release with its loaders is there at once, and a choice becomes a proposal", async () => {
  const wizard = new Wizard();
  wizard.listed(VIEW);
  await settled();
  expect([wizard.game, wizard.loader, wizard.ready]).toEqual(["1.21.4", null, true]);
  wizard.take("fabric");
  await settled();
  wizard.propose();
  expect(sheet.proposal).toMatchObject({
    tool: "install_version",
    args: { game_version: "1.21.4", loader: "fabric", loader_version: "0.16", name: "1.21.4-fabric" },
  });
});

test("a loader stays chosen for another game version only where it has builds there", async () => {
  const wizard = new Wizard();
  wizard.listed(VIEW);
  await settled();
  wizard.take("forge");
  wizard.choose("1.20.1");
  await settled();
  expect([wizard.loader, wizard.build]).toEqual(["forge", "47.4"]);
  answer([offer("fabric", ["0.17"])]);
  wizard.choose("b1.7.3");
  await settled();
  expect([wizard.loader, wizard.build, wizard.checked?.name]).toEqual([null, null, "b1.7.3"]);
});

test("an answer that comes late does not overtake the one that was asked for after it", async () => {
  const late: ((offers: LoaderOffer[]) => void)[] = [];
  call.mockImplementation((name: string) =>
    name === "install_loaders"
      ? new Promise((done) => late.push(done))
      : Promise.resolve({ name: "x", fault: null }),
  );
  const wizard = new Wizard();
  wizard.choose("1.21.4");
  wizard.choose("1.20.1");
  late[1]?.([offer("forge", ["47.4"])]);
  await settled();
  late[0]?.([offer("fabric", ["0.17"])]);
  await settled();
  expect(wizard.offers?.map((one) => one.loader)).toEqual(["forge"]);
});

test("a name is looked at once the typing rests, and one that is taken keeps it from going on", async () => {
  const wizard = new Wizard();
  wizard.listed(VIEW);
  await settled();
  const fault = { code: "install.taken", message: "taken", hints: [], retry: false };
  call.mockClear().mockResolvedValue({ name: null, fault });
  for (const typed of ["S", "Sk", "Sky"]) wizard.type(typed);
  expect(wizard.ready, "the name before is not taken for the one that is typed").toBe(false);
  await settled();
  expect(call).toHaveBeenCalledTimes(1);
  expect(call.mock.calls[0]?.[1]).toMatchObject({ wished: "Sky" });
  expect(wizard.ready).toBe(false);
});

test("it is over once something was installed, and not where the player said no", async () => {
  const wizard = new Wizard();
  wizard.listed(VIEW);
  await settled();
  wizard.propose();
  const turned = (receipts: Turned["receipts"]) => ({ receipts }) as Turned;
  sheet.proposal?.done?.(turned([]));
  expect(wizard.made).toBeNull();
  sheet.proposal?.done?.(turned([{ line: 1, said: "", change: "c-1" }]));
  expect(wizard.made).toBe("1.21.4");
});
