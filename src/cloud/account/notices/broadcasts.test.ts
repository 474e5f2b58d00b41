import { describe, expect, it } from "vitest";
import { inAnHour, noticeWeb } from "../../../../tests/support/account/notice-web.ts";

const { web, operator, asOperator, publish, broadcastOf, tell, listen } = await noticeWeb();

describe("an operator", () => {
  it("publishes, changes and deletes notices, and each reaches every open dashboard", async () => {
    const ann = await web.signIn();
    const { next } = await listen(ann);
    let nextEvent = next();
    const { id } = await publish({ message: "We move on Sunday", endsAt: inAnHour });
    await nextEvent;
    expect((await broadcastOf(ann)).map((notice) => notice.id)).toContain(id);
    nextEvent = next();
    const edited = await asOperator(`PUT /api/auth/operator/notices/${id}`, { type: "POPUP", message: "On Monday" });
    await nextEvent;
    expect(edited.body.data).toMatchObject({ type: "POPUP", message: "On Monday", state: "online" });
    expect(edited.body.data).not.toHaveProperty("endsAt");
    nextEvent = next();
    expect((await asOperator(`DELETE /api/auth/operator/notices/${id}`)).status).toBe(200);
    await nextEvent;
    expect((await broadcastOf(ann)).map((notice) => notice.id)).not.toContain(id);
    expect((await asOperator(`GET /api/auth/operator/notices/${id}`)).status).toBe(404);
  });

  it("lists broadcasts by search, kind and state, and never a single user's notices", async () => {
    const ann = await web.signIn();
    const own = await tell(ann, { message: "50% off_ for Ann" });
    const { id } = await publish({ message: "50% off_ for all", type: "POPUP", startsAt: inAnHour });
    await publish({ message: "50 percent" });
    const list = async (query: string) => (await asOperator(`GET /api/auth/operator/notices?${query}`)).body.data;
    expect(await list("keyword=50%25%20off_&type=POPUP&state=scheduled")).toMatchObject({ items: [{ id }], total: 1 });
    expect(await list("keyword=50%25%20off_&state=online")).toEqual({ items: [], total: 0 });
    expect((await asOperator(`GET /api/auth/operator/notices/${own}`)).status).toBe(404);
    expect((await asOperator(`DELETE /api/auth/operator/notices/${own}`)).status).toBe(404);
  });

  it.each(["javascript:alert(1)", "//evil.example", "/\\evil.example", "data:text/html,x", "docs", "https://a b"])(
    "cannot let a notice lead to %s",
    async (url) => {
      const body = { type: "NORMAL", message: "Press here", url };
      const { status, body: refused } = await asOperator("POST /api/auth/operator/notices", body);
      expect([status, Object.keys(refused.data)]).toEqual([422, ["url"]]);
    },
  );

  it("can't end a notice before its start, nor use a kind reserved for the server", async () => {
    const send = (body: object) =>
      asOperator("POST /api/auth/operator/notices", { type: "NORMAL", message: "x", ...body });
    const ended = await send({ startsAt: inAnHour, endsAt: inAnHour });
    expect([ended.status, Object.keys(ended.body.data)]).toEqual([422, ["endsAt"]]);
    expect((await send({ type: "REMOVED_BY_TEAM_MANAGER" })).status).toBe(422);
    expect((await send({ person_id: operator.userId })).status).toBe(422);
  });

  it("is defined by the setting alone: for all others these calls do not exist", async () => {
    const ann = await web.signIn();
    const { id } = await publish({ message: "Not yours" });
    const body = { type: "NORMAL", message: "Mine now" };
    for (const line of ["GET /api/auth/operator/notices", `DELETE /api/auth/operator/notices/${id}`]) {
      expect((await asOperator(line, undefined, ann)).status).toBe(404);
    }
    expect((await asOperator("POST /api/auth/operator/notices", body, ann)).status).toBe(404);
    expect((await asOperator(`PUT /api/auth/operator/notices/${id}`, body, ann)).status).toBe(404);
  });
});
