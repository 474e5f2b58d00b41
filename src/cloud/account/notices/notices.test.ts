import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { noticesKeptSeconds, noticesShownMax } from "../../../../resources/limits.ts";
import { inAnHour, noticeWeb } from "../../../../tests/support/account/notice-web.ts";
import type { User } from "../../../../tests/support/account/team-web.ts";
import { testWeb } from "../../../../tests/support/server/web.ts";

const { web, asOperator, publish, broadcastOf, tell, listen } = await noticeWeb();

const read = (id: string, { accessToken }: User) =>
  web.call(`POST /api/auth/broadcast/${id}/read`, { token: accessToken, body: {} });

describe("GET $auth/broadcast", () => {
  it("returns a list of notices: broadcasts and the user's own, newest first", async () => {
    const [ann, bob] = [await web.signIn(), await web.signIn()];
    const own = await tell(ann);
    const { id } = await publish({ message: "For all", url: "/docs", label: "Read on" });
    const [first, second] = await broadcastOf(ann);
    expect(first).toMatchObject({
      id,
      type: "NORMAL",
      message: "For all",
      url: "/docs",
      label: "Read on",
      read: false,
    });
    expect(second).toMatchObject({ id: own, message: "For you", url: "", name: "", invitationId: null, offer: null });
    expect((await broadcastOf(bob)).map((notice) => notice.id)).not.toContain(own);
  });

  it("a notice is shown from its start until its end", async () => {
    const ann = await web.signIn();
    const later = await publish({ message: "Later", startsAt: inAnHour });
    const ended = await publish({ message: "Over", startsAt: 1_700_000_000, endsAt: 1_700_000_100 });
    const now = await publish({ message: "Now", startsAt: 1_700_000_000, endsAt: inAnHour });
    const ids = (await broadcastOf(ann)).map(({ id }) => id);
    expect([later, ended, now].map(({ id }) => ids.includes(id))).toEqual([false, false, true]);
    expect([later, ended, now].map(({ state }) => state)).toEqual(["scheduled", "ended", "online"]);
  });

  it("the history has every notice that has started, in pages, and nobody else's", async () => {
    const [ann, bob] = [await web.signIn(), await web.signIn()];
    const own = await tell(ann);
    const ended = await publish({ message: "Over", startsAt: 1_700_000_000, endsAt: 1_700_000_100 });
    const later = await publish({ message: "Later", startsAt: inAnHour });
    type History = { items: { id: string }[]; total: number };
    const historyOf = async ({ accessToken: token }: User, query = "size=100") =>
      (await web.call(`GET /api/auth/broadcast/history?${query}`, { token })).body.data as History;
    const { items, total } = await historyOf(ann);
    const ids = items.map(({ id }) => id);
    expect([own, ended.id, later.id].map((id) => ids.includes(id))).toEqual([true, true, false]);
    expect(items).toHaveLength(total);
    expect((await historyOf(bob)).items.map(({ id }) => id)).not.toContain(own);
    const pages = await Promise.all([1, 2].map((page) => historyOf(ann, `size=1&page=${page}`)));
    expect(pages.flatMap((page) => page.items.map(({ id }) => id))).toEqual(ids.slice(0, 2));
  });

  it("returns the newest ones up to the display limit", async () => {
    const ann = await web.signIn();
    for (let n = 0; n <= noticesShownMax; n += 1) await tell(ann, { message: String(n) });
    const list = await broadcastOf(ann);
    expect(list).toHaveLength(noticesShownMax);
    expect(list.map(({ message }) => message)).not.toContain("0");
  });

  it("an open invitation includes its offer; an answered one asks for nothing", async () => {
    const [owner, ann] = [await web.signIn(), await web.signIn()];
    const invitationId = randomUUID();
    await web.database.db
      .insertInto("invitation")
      .values({
        id: invitationId,
        team_id: owner.teamId,
        type: "WALLET",
        target: ann.account.address,
        code: randomUUID(),
        access: ["HOSTING", "RPC"],
        levels: JSON.stringify({ RPC: "read" }) as never,
        status: "PENDING",
        person_id: ann.userId,
        expires_at: new Date(inAnHour * 1000),
      })
      .execute();
    await tell(ann, { type: "COOPERATION_INVITATION", teamId: owner.teamId, invitationId });
    expect(await broadcastOf(ann)).toContainEqual(
      expect.objectContaining({
        invitationId,
        teamId: owner.teamId,
        offer: { teamName: expect.any(String), access: ["HOSTING", "RPC"], levels: { RPC: "read" } },
      }),
    );
    const answer = web.database.db.updateTable("invitation").where("id", "=", invitationId);
    await answer.set({ expires_at: new Date() }).execute();
    expect((await broadcastOf(ann)).find(({ type }) => type === "COOPERATION_INVITATION")).toMatchObject({
      invitationId: null,
      offer: null,
    });
    await answer.set({ status: "REJECT", expires_at: new Date(inAnHour * 1000) }).execute();
    expect((await broadcastOf(ann)).find(({ type }) => type === "COOPERATION_INVITATION")?.invitationId).toBeNull();
  });
});

describe("reading a notice", () => {
  it("is stored for that user only, once, and sent to their other screens", async () => {
    const [ann, bob] = [await web.signIn(), await web.signIn()];
    const { id } = await publish({ message: "Read me" });
    const nextEvent = (await listen(ann)).next();
    const answers = await Promise.all([read(id, ann), read(id, ann), read(id, ann)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    await nextEvent;
    const isRead = async (user: User) => (await broadcastOf(user)).find((notice) => notice.id === id)?.read;
    expect([await isRead(ann), await isRead(bob)]).toEqual([true, false]);
    const list = await asOperator(`GET /api/auth/operator/notices/${id}`);
    expect(list.body.data).toMatchObject({ reads: 1 });
  });

  it("of another user, a scheduled one, or an unknown one returns 404", async () => {
    const [ann, bob] = [await web.signIn(), await web.signIn()];
    const { id: later } = await publish({ message: "Later", startsAt: inAnHour });
    for (const id of [await tell(ann), later, randomUUID(), "none"]) {
      const answer = await read(id, bob);
      expect([answer.status, answer.body.code]).toEqual([404, "NOT_FOUND"]);
    }
  });

  it("of several ignores other users' notices", async () => {
    const [ann, bob] = [await web.signIn(), await web.signIn()];
    const [own, other] = [await tell(bob), await tell(ann)];
    const body = { ids: [own, other, "none", randomUUID()] };
    expect((await web.call("POST /api/auth/broadcast/read", { token: bob.accessToken, body })).status).toBe(200);
    const stateOf = async (user: User, id: string) => (await broadcastOf(user)).find((one) => one.id === id)?.read;
    expect([await stateOf(bob, own), await stateOf(ann, other)]).toEqual([true, false]);
  });
});

it("that the operator deletes meanwhile succeeds", async () => {
  const users = await Promise.all(Array.from({ length: 6 }, () => web.signIn()));
  for (let round = 0; round < 8; round += 1) {
    const { id } = await publish({ message: "Fleeting" });
    const [, ...answers] = await Promise.all([
      asOperator(`DELETE /api/auth/operator/notices/${id}`),
      ...users.map((user) => read(id, user)),
    ]);
    for (const { status } of answers) expect([200, 404]).toContain(status);
  }
  expect(web.faults).toEqual([]);
});

describe("time", () => {
  it("the start and end of a notice are announced to everyone", async () => {
    const { next } = await listen(await web.signIn());
    const startsAt = inAnHour + 1000;
    await publish({ message: "Soon", startsAt, endsAt: startsAt + 100 });
    const announce = (seconds: number) => web.notices.announceDue(new Date(seconds * 1000));
    await announce(startsAt - 1);
    const nextEvent = next();
    expect([await announce(startsAt), await announce(startsAt + 50)]).toEqual([true, false]);
    await nextEvent;
    expect([await announce(startsAt + 100), await announce(startsAt + 150)]).toEqual([true, false]);
  });

  it("old read or ended notices are deleted; unread ones stay", async () => {
    const own = await testWeb();
    const { db } = own.database;
    const ann = await own.signIn();
    const longAgo = new Date(Date.now() - (noticesKeptSeconds + 60) * 1000);
    const add = async (message: string, values: object) => {
      const id = randomUUID();
      await db
        .insertInto("notice")
        .values({ id, type: "NORMAL", message, person_id: null, team_id: null, invitation_id: null, ...values })
        .execute();
      return id;
    };
    const mine = { person_id: ann.userId, starts_at: longAgo };
    await add("over", { starts_at: longAgo, ends_at: longAgo });
    const old = await add("read long ago", mine);
    const lately = await add("read lately", mine);
    await add("unread", mine);
    const running = await add("still running", { starts_at: longAgo });
    const rows = [old, running].map((notice_id) => ({ notice_id, person_id: ann.userId, read_at: longAgo }));
    await db
      .insertInto("notice_read")
      .values([...rows, { notice_id: lately, person_id: ann.userId }])
      .execute();
    expect(await own.notices.sweep()).toBe(2);
    const left = await db.selectFrom("notice").select("message").orderBy("message").execute();
    expect(left.map(({ message }) => message)).toEqual(["read lately", "still running", "unread"]);
  });
});
