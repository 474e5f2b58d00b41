import OpenAI from "openai";
import { pino } from "pino";
import { beforeAll, expect, it } from "vitest";
import type { AiKey } from "../../../../resources/ai/keys.ts";
import { aiWeb, refusalOf } from "../../../../tests/support/ai/ai-web.ts";
import { fixedId } from "../../../../tests/support/ai/fixed-model.ts";
import { landUnit as unit } from "../../../../tests/support/billing/paying-team.ts";
import { lockedStanding } from "../../../../tests/support/billing/unlocks.ts";
import { audit } from "../../billing/ledger/audit.ts";
import { setCap } from "../../billing/ledger/charges/caps.ts";
import { createLimits } from "../../kernel/limits/limits.ts";
import { createAiRpc } from "./service.ts";

const hello = [{ role: "user", content: "Hello" }] as const;

let fixture: Awaited<ReturnType<typeof aiWeb>>;
let web: typeof fixture.web;
let newUser: typeof fixture.newUser;
let keysPath: string;
beforeAll(async () => {
  fixture = await aiWeb();
  ({ web, newUser, keysPath } = fixture);
});

it("402 and 429 are distinguished, each with the limit's name", async () => {
  const poor = await (await newUser()).newKey();
  const ask = (client: OpenAI) =>
    refusalOf(client.chat.completions.create({ model: "paid", messages: [...hello], max_tokens: 100 }));
  expect(await ask(poor.client)).toMatchObject({ status: 402, code: "insufficient_land", error: { limit: "balance" } });
  const rich = await newUser(1_000_000n);
  for (const [field, period] of [
    ["dailyLimit", "daily"],
    ["weeklyLimit", "weekly"],
    ["limit", "monthly"],
  ] as const) {
    const { client } = await rich.newKey({ [field]: (100n * unit).toString() });
    expect(await ask(client)).toMatchObject({ status: 402, code: `${period}_limit_reached`, error: { limit: period } });
  }
  await web.database.db
    .transaction()
    .execute((trx) => setCap(trx, rich.teamId, { kind: "SERVICE", target: "AI" }, 100n * unit));
  expect(await ask((await rich.newKey()).client)).toMatchObject({
    status: 402,
    code: "spend_cap_reached",
    message: expect.stringContaining("the spend cap of AI ($0.0001 per month)"),
  });
  const { client } = await rich.newKey();
  const all = await Promise.all(
    Array.from({ length: 60 }, () =>
      refusalOf(client.chat.completions.create({ model: "none", messages: [...hello] })),
    ),
  );
  expect(all.filter(({ code }) => code === "model_not_found")).toHaveLength(20);
  expect(all.find(({ status }) => status === 429)).toMatchObject({
    code: "requests_per_second",
    error: { limit: "requests_per_second" },
  });
});

it("limits are exact under parallel clients: LAND, the key's limit and the cap are never exceeded", async () => {
  const price = 70n * unit;
  const held = async (user: Awaited<ReturnType<typeof newUser>>, keys: number, typed: object) => {
    const made = await Promise.all(Array.from({ length: keys }, () => user.newKey(typed)));
    const asking = made.flatMap(({ client }) =>
      Array.from({ length: 10 }, () =>
        client.chat.completions.create({ model: "paid", messages: [...hello], max_tokens: 5 }),
      ),
    );
    const ended = await Promise.allSettled(asking);
    return { made, answered: BigInt(ended.filter(({ status }) => status === "fulfilled").length) };
  };
  // Each holds 2 LAND for every byte of the body and 50 for the response; that is less than 300.
  const poor = await newUser(1000n);
  const first = await held(poor, 3, {});
  expect(first.answered).toBeGreaterThan(0n);
  expect((await poor.left()).balance).toBe(1000n * unit - first.answered * price);
  expect((await poor.left()).balance).toBeGreaterThanOrEqual(0n);
  const limited = await newUser(100_000n);
  const second = await held(limited, 1, { dailyLimit: (500n * unit).toString() });
  expect(second.answered * price).toBeLessThanOrEqual(500n * unit);
  expect((await limited.left()).balance).toBe(100_000n * unit - second.answered * price);
  const capped = await newUser(100_000n);
  await web.database.db
    .transaction()
    .execute((trx) => setCap(trx, capped.teamId, { kind: "SERVICE", target: "AI" }, 700n * unit));
  const third = await held(capped, 3, {});
  expect(third.answered).toBeGreaterThan(0n);
  expect(third.answered * price).toBeLessThanOrEqual(700n * unit);
  expect((await audit(web.database.db)).isSound).toBe(true);
});

it("a key's limit applies across several processes", async () => {
  const user = await newUser(100_000n);
  const { id, key } = await user.newKey({ limit: (700n * unit).toString() });
  const body = { model: "paid", messages: [...hello], max_tokens: 5 };
  const ended = await Promise.allSettled(
    Array.from({ length: 3 }, fixture.another).flatMap((service) =>
      Array.from({ length: 8 }, () => service.ask(key, "chat/completions", body, new AbortController().signal)),
    ),
  );
  const spent = BigInt(ended.filter(({ status }) => status === "fulfilled").length) * 70n * unit;
  expect(spent).toBeGreaterThan(0n);
  expect(spent).toBeLessThanOrEqual(700n * unit);
  expect((await user.ask(`GET ${keysPath}/${id}`)).body.data).toMatchObject({ used: spent.toString() });
  expect((await user.left()).balance).toBe(100_000n * unit - spent);
});

it("a key is shown once, works until it is reset, deactivated or deleted, and a team has at most ten", async () => {
  const user = await newUser();
  const { id, key } = await user.newKey();
  const shown: AiKey & { key: string } = (await user.ask(`GET ${keysPath}/${id}`)).body.data;
  expect(key.startsWith(shown.key)).toBe(true);
  expect(shown.key).not.toBe(key);
  const { rows } = await web.database.pool.query("select ai_key::text as row from ai_key");
  expect(JSON.stringify(rows)).not.toContain(key);
  const codeOf = async (apiKey: string) => {
    const client = new OpenAI({ apiKey, baseURL: `${web.url}/api/v1`, maxRetries: 0 });
    return (await refusalOf(client.chat.completions.create({ model: "none", messages: [...hello] }))).code;
  };
  expect(await codeOf(key)).toBe("model_not_found");
  const { key: reset }: { key: string } = (await user.ask(`POST ${keysPath}/${id}/reset`)).body.data;
  expect(await codeOf(key)).toBe("invalid_api_key");
  expect(await codeOf(reset)).toBe("model_not_found");
  const edited = await user.ask(`PUT ${keysPath}/${id}`, { name: "off", isActive: false });
  expect(edited.body.data).toMatchObject({ name: "off", isActive: false, limit: null, remaining: null });
  const client = new OpenAI({ apiKey: reset, baseURL: `${web.url}/api/v1`, maxRetries: 0 });
  const inactive = await refusalOf(client.chat.completions.create({ model: fixedId, messages: [...hello] }));
  expect([inactive.status, inactive.code]).toEqual([401, "inactive_api_key"]);
  expect((await user.ask(`DELETE ${keysPath}/${id}`)).status).toBe(200);
  expect(await codeOf(reset)).toBe("invalid_api_key");
  const made = await Promise.all(Array.from({ length: 12 }, () => user.ask(`POST ${keysPath}`, { name: "one" })));
  expect(made.filter(({ status }) => status === 200)).toHaveLength(10);
  expect((await user.ask(`GET ${keysPath}`)).body.data).toHaveLength(10);
});

it("a key of another team answers 404, and a trial account has none (code 100077)", async () => {
  const { id } = await (await newUser()).newKey();
  const other = await newUser();
  for (const line of [
    `GET ${keysPath}/${id}`,
    `POST ${keysPath}/${id}/reset`,
    `DELETE ${keysPath}/${id}`,
    `GET /api/rpc/rpc/ai/manager/activities/${id}`,
  ])
    expect([line, (await other.ask(line)).status]).toEqual([line, 404]);
  const locked = createAiRpc({
    engines: {
      database: web.database,
      ai: { upstreams: [] },
    },
    standing: lockedStanding(),
    limits: createLimits(),
    log: pino({ level: "silent" }),
  });
  const create = locked.routes.find(({ call }) => call === "POST $rpc/rpc/ai/manager/keys")!;
  await expect(
    create.handler({ db: web.database.db, caller: { teamId: other.teamId }, body: { name: "x" } } as never),
  ).rejects.toMatchObject({ code: "NOT_ACTIVATED" });
});

it("keys are listed in the order in which they were created", async () => {
  const user = await newUser();
  const names = ["first", "second", "third", "fourth", "fifth", "sixth"];
  for (const name of names) await user.newKey({ name });
  const { body } = await user.ask(`GET ${keysPath}`);
  const listed = body.data as readonly AiKey[];
  expect(listed.map(({ name }) => name)).toEqual(names);
});

it("an invalid request is refused with the field's name", async () => {
  const { client, key } = await (await newUser()).newKey({ models: ["paid"] });
  const field = async (body: object) => {
    const { status, param } = await refusalOf(client.chat.completions.create(body as never));
    return [status, param];
  };
  expect(await field({ messages: [] })).toEqual([400, "model"]);
  expect(await field({ model: "paid", max_tokens: -1 })).toEqual([400, "max_tokens"]);
  expect(await field({ model: "paid", n: 1000 })).toEqual([400, "n"]);
  expect(await field({ model: "paid", models: [1] })).toEqual([400, "models"]);
  expect(await field({ model: "both" })).toEqual([403, "model"]);
  expect(await field({ model: "paid", stream: "yes" })).toEqual([400, "stream"]);
  expect(await field({ model: "paid", stream_options: { include_usage: true } })).toEqual([400, "stream_options"]);
  const raw = await fetch(`${web.url}/api/v1/chat/completions`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: "{",
  });
  expect([raw.status, (await raw.json()).error.type]).toEqual([400, "invalid_request_error"]);
  expect(web.faults).toEqual([]);
});

it("every error has OpenAI's format, including unknown paths, wrong methods and bodies that are not objects", async () => {
  const { key } = await (await newUser()).newKey();
  const send = async (method: string, path: string, body?: string) => {
    const headers = { authorization: `Bearer ${key}`, ...(body && { "content-type": "application/json" }) };
    const reply = await fetch(`${web.url}/api/v1${path}`, { method, headers, ...(body && { body }) });
    const { error } = (await reply.json()) as { error: Record<string, unknown> };
    expect(Object.keys(error).sort()).toEqual(["code", "message", "param", "type"]);
    return [reply.status, error["code"], error["type"], reply.headers.get("allow")];
  };
  expect(await send("POST", "/responses", "{}")).toEqual([404, "unknown_url", "invalid_request_error", null]);
  expect(await send("GET", "/chat/completions")).toEqual([
    405,
    "method_not_allowed",
    "invalid_request_error",
    "POST, OPTIONS",
  ]);
  expect(await send("DELETE", "/models/paid")).toEqual([
    405,
    "method_not_allowed",
    "invalid_request_error",
    "GET, OPTIONS",
  ]);
  expect(await send("POST", "/embeddings", "[]")).toEqual([400, "body_invalid", "invalid_request_error", null]);
  expect(await send("POST", "/completions", "{")).toEqual([400, "body_invalid", "invalid_request_error", null]);
  expect(await send("GET", "/models/none")).toEqual([404, "model_not_found", "invalid_request_error", null]);
});

it("an operation that a model server lacks is refused, and a busy server returns when to retry", async () => {
  const { client, key } = await (await newUser(1_000_000n)).newKey();
  const pathless = await refusalOf(client.embeddings.create({ model: "pathless", input: "x" }));
  expect([pathless.status, pathless.code]).toEqual([400, "operation_not_supported"]);
  const reply = await fetch(`${web.url}/api/v1/chat/completions`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ model: "busy", messages: hello, max_tokens: 5 }),
  });
  expect([reply.status, reply.headers.get("retry-after"), (await reply.json()).error.code]).toEqual([
    503,
    "5",
    "upstream_busy",
  ]);
});
