import { beforeAll, describe, expect, it, vi } from "vitest";
import { rollupKeptSeconds } from "../../../resources/raas/limits.ts";
import { freeChainId, raasWeb } from "../../../tests/support/chains/raas.ts";
import { landUnit } from "../../../tests/support/billing/paying-team.ts";

let web: Awaited<ReturnType<typeof raasWeb>>;
beforeAll(async () => {
  web = await raasWeb();
});

const million = 1_000_000n * landUnit;
const [running, terminated] = [3, 4];
const day = 86_400;
const engineReceived = (request: string) =>
  vi.waitFor(() => expect(web.engine.requests).toContain(request), { timeout: 90_000 });

describe("a term", () => {
  it("that is renewed adds to the remaining time", async () => {
    const user = await web.newUser(40n);
    const id = await user.ordered({ purchasePlan: "DAY" });
    await user.pay(id);
    const { expirationAt } = await user.becomes(id, running);
    expect(await user.data(`POST /rollup/${id}/renew`, { purchasePlan: "DAY" })).toEqual({
      expirationAt: expirationAt! + day,
    });
    expect((await user.ask(`POST /rollup/${id}/renew`, { purchasePlan: "DAY" })).status).toBe(402);
  });

  it("that ends is announced 7 days and 1 day before and at its end, once by two workers", async () => {
    const user = await web.newUser(1500n);
    const id = await user.ordered({ purchasePlan: "QUARTER" });
    await user.pay(id);
    await user.becomes(id, running);
    const start = web.clock.now;
    const otherProcess = web.service();
    const at = async (seconds: number): Promise<string[]> => {
      web.clock.now = new Date(start.getTime() + seconds * 1000);
      await Promise.all([web.raas.passTime(), otherProcess.passTime()]);
      return web.emails.filter(({ teamId }) => teamId === user.teamId).map(({ subject }) => subject.slice(-16));
    };
    expect(await at(85 * day)).toEqual([]);
    expect(await at(86.5 * day)).toEqual([expect.stringContaining("expires soon")]);
    expect(await at(90 * day)).toHaveLength(1);
    expect(await at(92.5 * day)).toHaveLength(2);
    const warnings = (await user.noticeMessages()).filter((message) => message.includes("expires on"));
    expect(warnings).toHaveLength(1);
    expect(await at(93 * day + 1)).toHaveLength(3);
    expect((await user.noticeMessages()).filter((message) => message.includes("expires on"))).toEqual([]);
    await engineReceived(`stop ${id}`);
    expect(await user.show(id)).toMatchObject({
      status: terminated,
      note: expect.stringContaining("Expired"),
    });
    expect(web.events.filter(({ teamId }) => teamId === user.teamId).map(({ event }) => event)).toEqual([
      "rollup.running",
      "rollup.expiring",
      "rollup.expiring",
      "rollup.ended",
    ]);
    web.clock.now = start;
  });

  it("that ended can be renewed for 30 days, while the blocks are kept; then they are deleted", async () => {
    const user = await web.newUser(60n);
    const chainId = freeChainId();
    const id = await user.ordered({ purchasePlan: "DAY", chainId });
    await user.pay(id);
    await user.becomes(id, running);
    const start = web.clock.now;
    expect((await web.call(`GET /api/raas/chain/${chainId}`)).status).toBe(200);
    await web.advance(day);
    await engineReceived(`stop ${id}`);
    expect((await web.call(`GET /api/raas/chain/${chainId}`)).status).toBe(404);
    const { renewableUntil } = await user.show(id);
    expect(renewableUntil).toBe(Math.floor(web.clock.now.getTime() / 1000) + rollupKeptSeconds);
    await web.advance(2 * day);
    const until = Math.floor(web.clock.now.getTime() / 1000) + day;
    expect(await user.data(`POST /rollup/${id}/renew`, { purchasePlan: "DAY" })).toEqual({ expirationAt: until });
    expect((await user.show(id)).status).toBe(running);
    await engineReceived(`resume ${id}`);
    await web.advance(day);
    expect(await user.data(`GET /rollup/chain/${chainId}`)).toEqual({ status: "taken" });
    await web.advance(rollupKeptSeconds);
    await engineReceived(`remove ${id}`);
    expect((await user.ask(`POST /rollup/${id}/renew`, { purchasePlan: "DAY" })).body.code).toBe(
      "ROLLUP_NOT_RENEWABLE",
    );
    expect(await user.data(`GET /rollup/chain/${chainId}`)).toEqual({ status: "free" });
    web.clock.now = start;
  });
});

describe("the end", () => {
  it("by termination is permanent, without a refund, and the blocks are deleted after 30 days", async () => {
    const user = await web.newUser(20n);
    const id = await user.ordered({ purchasePlan: "DAY" });
    await user.pay(id);
    await user.becomes(id, running);
    await user.data(`POST /rollup/${id}/terminate`);
    await engineReceived(`stop ${id}`);
    expect((await user.balances()).balance).toBe(2n * million);
    expect(await user.show(id)).toMatchObject({ status: terminated, renewableUntil: null });
    expect((await user.ask(`POST /rollup/${id}/renew`, { purchasePlan: "DAY" })).body.code).toBe(
      "ROLLUP_NOT_RENEWABLE",
    );
    expect((await user.ask(`POST /rollup/${id}/terminate`)).body.code).toBe("ROLLUP_ALREADY_ENDED");
    const start = web.clock.now;
    await web.advance(rollupKeptSeconds + 1);
    await engineReceived(`remove ${id}`);
    web.clock.now = start;
  });

  it("by deletion of the team leaves no data", async () => {
    const user = await web.newUser();
    const id = await user.ordered({ purchasePlan: "FREE" });
    await user.becomes(id, running);
    await web.database.db.transaction().execute((trx) => web.raas.removeTeam(trx, user.teamId));
    await engineReceived(`remove ${id}`);
  });
});

it("no request caused a server error", () => expect(web.faults).toEqual([]));
