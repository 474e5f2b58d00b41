/** Reports to the exchange's advertising partner, with a fake host. */
import { beforeAll, describe, expect, it } from "vitest";
import { boostWeb, type BoostWeb } from "../../support/billing/boost.ts";
import { hookReceiver } from "../../support/git/hook-receiver.ts";

let host: Awaited<ReturnType<typeof hookReceiver>>;
let web: BoostWeb;
beforeAll(async () => {
  host = await hookReceiver();
  web = await boostWeb({}, { PARTNER_URL: `http://${host.host}/staging/`, PARTNER_KEY: "the key" });
});

let users = 4000;
/** Joins a user from the messaging app with a start parameter. */
const joins = async (at: BoostWeb, code: string) => {
  const { accessToken } = await at.signIn();
  const { db } = at.database;
  const { person_id } = await db
    .selectFrom("session")
    .select("person_id")
    .orderBy("created_at", "desc")
    .executeTakeFirstOrThrow();
  const userId = (users += 1);
  await db
    .insertInto("person_messaging")
    .values({ person_id, user_id: BigInt(userId) })
    .execute();
  const join = () => at.call("POST /api/boost/node/tg/create", { token: accessToken, body: { code } });
  const { body } = await join();
  await join();
  const { token } = body.data as { token: string };
  return { userId, collect: () => at.call("PUT /api/boost/node/claim", { token }) };
};

const waiting = async (at: BoostWeb): Promise<number> =>
  (await at.database.db.selectFrom("boost_partner_report").select("id").execute()).length;
const nowDue = (at: BoostWeb) =>
  at.database.db
    .updateTable("boost_partner_report")
    .set({ due_at: new Date(0) })
    .execute();

describe("the advertising partner", () => {
  it("receives a click when a user joins through its campaigns and a conversion at the first collect, each once", async () => {
    const { userId, collect } = await joins(web, "t-peaai_in1_out2");
    await collect();
    await web.boost.partner.poll();
    const click = { telegramUserId: userId, inExchangeCampaignId: "in1", outExchangeCampaignId: "out2" };
    expect(host.calls.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      { eventType: "click", eventData: click },
    ]);
    expect(host.calls[0]!.headers).toMatchObject({ "x-api-key": "the key", "content-type": "application/json" });
    web.advance(3600);
    await collect();
    web.advance(3600);
    await collect();
    await web.boost.partner.poll();
    expect(host.calls.slice(1).map(({ body }) => JSON.parse(body) as unknown)).toEqual([{ telegramUserId: userId }]);
  });

  it("loses no report while its host is down", async () => {
    host.calls.length = 0;
    host.answer.status = 503;
    await joins(web, "dC1wZWFhaQ");
    await web.boost.partner.poll();
    expect(await waiting(web)).toBe(1);
    host.answer.status = 204;
    await nowDue(web);
    await web.boost.partner.poll();
    expect(await waiting(web)).toBe(0);
    expect(host.calls).toHaveLength(2);
    expect(host.calls[0]!.headers["idempotency-key"]).toBe(host.calls[1]!.headers["idempotency-key"]);
  });

  it("receives nothing about other users", async () => {
    const { collect } = await joins(web, "");
    web.advance(3600);
    await collect();
    expect(await waiting(web)).toBe(0);
  });

  it("receives nothing without a host and key", async () => {
    const off = await boostWeb({}, { PARTNER_URL: `http://${host.host}` });
    await joins(off, "t-peaai");
    expect(await waiting(off)).toBe(0);
  });
});
