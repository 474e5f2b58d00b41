import { beforeAll, expect, it } from "vitest";
import type { AiUsagePart } from "../../../../resources/ai/usage-calls.ts";
import { aiWeb } from "../../../../tests/support/ai/ai-web.ts";
import { fixedId } from "../../../../tests/support/ai/fixed-model.ts";
import { landUnit as unit } from "../../../../tests/support/billing/paying-team.ts";

let fixture: Awaited<ReturnType<typeof aiWeb>>;
beforeAll(async () => {
  fixture = await aiWeb();
});

const path = "/api/rpc/rpc/ai/manager";
const messages = [{ role: "user" as const, content: "Hello" }];
const cost = (10n * 2n + 5n * 10n) * unit;

type User = Awaited<ReturnType<typeof fixture.newUser>>;
const usageOf = async (user: User, query = "") =>
  (await user.ask(`GET ${path}/usage${query}`)).body.data as { x: number[]; parts: AiUsagePart[] };

/** A user with two requests of one key, a failed one of another, and a free one in the playground. */
const usingUser = async () => {
  const user = await fixture.newUser(1_000_000n);
  const bot = await user.newKey({ name: "=bot" });
  const site = await user.newKey({ name: "site" });
  const ask = (key: typeof bot, model: string) =>
    key.client.chat.completions.create({ model, messages, max_tokens: 100 });
  await ask(bot, "paid");
  await ask(bot, "paid");
  await ask(site, "busy").catch(() => undefined);
  const asked = await fetch(`${fixture.web.url}${path}/playground`, {
    method: "POST",
    headers: { authorization: `Bearer ${user.accessToken}`, "content-type": "application/json" },
    body: JSON.stringify({ model: fixedId, messages }),
  });
  expect(await asked.text()).toContain('"done"');
  return { user, bot, site };
};

it("usage has requests, tokens and cost of each key and model, and of one key on request", async () => {
  const { user, bot, site } = await usingUser();
  const { x, parts } = await usageOf(user);
  expect(x).toHaveLength(30);
  const { at } = parts[0]!;
  expect(x).toContain(at);
  const paid = { keyId: bot.id, keyName: "=bot", model: "paid", requests: 2, failed: 0 };
  expect(parts).toEqual([
    { ...paid, at, inputTokens: 20, outputTokens: 10, cost: (2n * cost).toString() },
    {
      at,
      keyId: "playground",
      keyName: "Playground",
      model: fixedId,
      requests: 1,
      failed: 0,
      inputTokens: 3,
      outputTokens: 5,
      cost: "0",
    },
    expect.objectContaining({ keyId: site.id, model: "busy", requests: 1, failed: 1, cost: "0" }),
  ]);
  expect(await usageOf(user, `?keyId=${bot.id}`)).toEqual({ x, parts: [parts[0]] });
  expect((await usageOf(user, "?keyId=playground")).parts).toEqual([parts[1]]);
  const stranger = await fixture.newUser();
  expect((await usageOf(stranger)).parts).toEqual([]);
  expect((await stranger.ask(`GET ${path}/usage?keyId=${bot.id}`)).status).toBe(404);
});

it("a period of up to three days is by hour, and requests outside of it don't count", async () => {
  const { user, bot } = await usingUser();
  const { x, parts } = await usageOf(user, `?days=1&keyId=${bot.id}`);
  expect(x[0]! % 86_400).toBe(0);
  expect(x.every((at, index) => at === x[0]! + index * 3600)).toBe(true);
  expect(parts).toHaveLength(1);
  await fixture.web.database.pool.query(
    "update ai_call set created_at = created_at - interval '40 days' where key_id = $1",
    [bot.id],
  );
  expect((await usageOf(user, `?keyId=${bot.id}`)).parts).toEqual([]);
  expect((await usageOf(user, `?days=90&keyId=${bot.id}`)).parts).toMatchObject([{ requests: 2 }]);
  expect((await user.ask(`GET ${path}/usage?days=91`)).status).toBe(422);
});

it("the same figures are exported as CSV, with exact costs and without formulas", async () => {
  const { user, bot } = await usingUser();
  const { parts } = await usageOf(user);
  const exportOf = (query: string, by: User) =>
    fetch(`${fixture.web.url}${path}/usage/export${query}`, { headers: { authorization: `Bearer ${by.accessToken}` } });
  const response = await exportOf(`?keyId=${bot.id}`, user);
  expect(response.headers.get("content-type")).toContain("text/csv");
  const day = new Date(parts[0]!.at * 1000).toISOString();
  expect((await response.text()).split("\r\n")).toEqual([
    "Time,Key,Model,Requests,Failed,Input tokens,Output tokens,Cost (LAND),Key ID",
    `${day},'=bot,paid,2,0,20,10,140.000000000000000000,${bot.id}`,
    "",
  ]);
  expect((await exportOf(`?keyId=${bot.id}`, await fixture.newUser())).status).toBe(404);
});
