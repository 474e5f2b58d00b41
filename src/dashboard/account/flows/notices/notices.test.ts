import { expect, test, vi } from "vitest";
import type { Notice } from "../../../../../resources/account/notices.ts";
import { createNotices, type NoticesEffects } from "./notices.ts";
import { patience } from "../../../../../tests/support/patience.ts";

const notice = (id: string, type: Notice["type"] = "NORMAL", rules: Partial<Notice> = {}): Notice => ({
  id,
  type,
  message: id,
  url: "",
  name: "",
  label: "",
  invitationId: type === "COOPERATION_INVITATION" ? `invitation ${id}` : null,
  offer: null,
  teamId: null,
  read: false,
  createdAt: 1,
  ...rules,
});

/** A server with these notices, and a browser that records its actions. */
const page = (...first: Notice[]) => {
  const server = { told: first, kept: [] as readonly Notice[], reachable: true, busy: false, done: [] as string[] };
  const note = (effectName: string) => async () => void server.done.push(effectName);
  const effects: NoticesEffects = {
    fetch: async () => {
      if (!server.reachable) throw new Error("No answer.");
      return server.told;
    },
    storeNotices: (notices) => void (server.kept = notices),
    storedNotices: () => server.kept,
    tellRead: (ids) => note(`read ${ids.join()}`)(),
    alert: ({ id }) => note(`alert ${id}`)(),
    reloadTeams: note("teams"),
    isBusy: () => server.busy,
    promptOnce: ({ id }) => note(`ask ${id}`)(),
  };
  return { world: server, notices: createNotices(effects), effects };
};

test("A SWITCH_TO_MEMBER notice triggers an alert about edit access granted to an account, then refreshes the team", async () => {
  const { notices, world } = page(notice("granted", "SWITCH_TO_MEMBER"));
  await notices.start("shell");
  await vi.waitFor(() => expect(world.done).toEqual(["alert granted", "read granted", "teams"]), patience);
});

test("a POPUP is shown once; several appear one after the other, each read only once seen", async () => {
  const { notices, world } = page(notice("second", "POPUP"), notice("first", "POPUP"));
  await notices.start("shell");
  await Promise.all([notices.load(), notices.load()]);
  await vi.waitFor(
    () => expect(world.done).toEqual(["alert first", "read first", "alert second", "read second"]),
    patience,
  );
});

test("leaving a page before an alert was seen keeps it unread", async () => {
  const { notices, world, effects } = page(notice("removed", "REMOVED_BY_TEAM_MANAGER"));
  effects.alert = () => new Promise(() => undefined);
  await notices.start("bare");
  await notices.load();
  expect(world.done).toEqual([]);
  const next = createNotices({ ...effects, alert: async () => void world.done.push("alert again") });
  await next.start("bare");
  await vi.waitFor(() => expect(world.done).toEqual(["alert again", "read removed"]), patience);
});

test("an alert that can't be shown stays unread, and the next page shows it", async () => {
  const { notices, world, effects } = page(notice("first", "POPUP"));
  effects.alert = async () => {
    throw new Error("Its code did not load.");
  };
  await notices.start("shell");
  await notices.load();
  expect(world.done).toEqual([]);
  const next = createNotices({ ...effects, alert: async () => void world.done.push("alert first") });
  await next.start("shell");
  await vi.waitFor(() => expect(world.done).toEqual(["alert first", "read first"]), patience);
});

test("A failed notice fetch falls back to locally stored notices, without prompts", async () => {
  const earlier = page(notice("kept"), notice("invited", "COOPERATION_INVITATION"));
  await earlier.notices.load();
  const later = createNotices(earlier.effects);
  earlier.world.reachable = false;
  await later.start("shell");
  expect(later.get()).toMatchObject({ isStored: true, notices: [{ id: "kept" }, { id: "invited" }] });
  expect(earlier.world.done).toEqual([]);
});

test("An invitation can be accepted or declined: it prompts users, except busy ones", async () => {
  const { notices, world } = page();
  await notices.start("shell");
  world.busy = true;
  world.told = [notice("invited", "COOPERATION_INVITATION")];
  await notices.load();
  expect(notices.get().notices).toMatchObject([{ id: "invited" }]);
  world.busy = false;
  await notices.load();
  await vi.waitFor(() => expect(world.done).toEqual(["ask invited"]), patience);
});

test("invitations are not shown on public pages", async () => {
  const { notices, world, effects } = page(notice("invited", "COOPERATION_INVITATION"));
  const isBusy = vi.spyOn(effects, "isBusy");
  await notices.start("bare");
  await notices.load();
  expect([world.done, isBusy.mock.calls]).toEqual([[], []]);
});

test("changes during a request are reloaded, once for all callers", async () => {
  const { notices, effects } = page();
  const answers: ((notices: Notice[]) => void)[] = [];
  effects.fetch = () => new Promise((resolve) => answers.push(resolve));
  const loads = [notices.load(), notices.load(), notices.load()];
  answers[0]!([notice("old")]);
  await vi.waitFor(() => expect(answers).toHaveLength(2), patience);
  answers[1]!([notice("new")]);
  await Promise.all(loads);
  expect(notices.get().notices).toMatchObject([{ id: "new" }]);
  expect(answers).toHaveLength(2);
});

test("waiting until notices are known loads nothing, and ends with the page's own load", async () => {
  const { notices, effects } = page();
  const fetched = vi
    .fn<NoticesEffects["fetch"]>()
    .mockResolvedValueOnce([notice("old")])
    .mockRejectedValue(new Error());
  effects.fetch = fetched;
  const known = notices.known();
  expect(fetched).not.toHaveBeenCalled();
  await notices.start("shell");
  await Promise.all([known, notices.known()]);
  expect(fetched).toHaveBeenCalledOnce();

  const offline = page();
  offline.world.reachable = false;
  const stored = offline.notices.known();
  await offline.notices.start("shell");
  await stored;
});

test("closing a notice hides it immediately, also when the server is unreachable", async () => {
  const at = page(notice("a"), notice("b"));
  at.effects.tellRead = async () => {
    throw new Error("No answer.");
  };
  await at.notices.start("shell");
  at.notices.read(["a"]);
  await at.notices.load();
  expect([...at.notices.get().readHere]).toEqual(["a"]);
});
