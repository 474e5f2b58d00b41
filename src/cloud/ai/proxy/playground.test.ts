import { beforeAll, expect, it, vi } from "vitest";
import type { AiModel } from "../../../../resources/ai/model-calls.ts";
import type { PlaygroundEvent } from "../../../../resources/ai/playground-calls.ts";
import { aiWeb } from "../../../../tests/support/ai/ai-web.ts";
import { fixedId } from "../../../../tests/support/ai/fixed-model.ts";
import { landUnit as unit } from "../../../../tests/support/billing/paying-team.ts";
import { lockedStanding } from "../../../../tests/support/billing/unlocks.ts";
import { audit } from "../../billing/ledger/audit.ts";
import { createLimits } from "../../kernel/limits/limits.ts";
import { createAiRpc } from "./service.ts";

let fixture: Awaited<ReturnType<typeof aiWeb>>;
beforeAll(async () => {
  fixture = await aiWeb();
});

const path = "/api/rpc/rpc/ai/manager/playground";
const messages = [
  { role: "system", content: "Be short." },
  { role: "user", content: "Hello" },
];

type Person = Awaited<ReturnType<typeof fixture.newUser>>;

const post = (user: Person, body: object, signal?: AbortSignal): Promise<Response> =>
  fetch(fixture.web.url + path, {
    method: "POST",
    headers: { authorization: `Bearer ${user.accessToken}`, "content-type": "application/json" },
    body: JSON.stringify({ messages, maxTokens: 100, ...body }),
    ...(signal && { signal }),
  });

/** Returns the events of a complete response. */
const ask = async (user: Person, body: object): Promise<PlaygroundEvent[]> => {
  const response = await post(user, body);
  expect(response.headers.get("content-type")).toMatch(/^application\/x-ndjson/);
  const lines = (await response.text()).trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line) as PlaygroundEvent);
};

it("a session calls a model without a key: it streams, is charged like any request, and appears in the activity as the playground's", async () => {
  const user = await fixture.newUser(1_000_000n);
  const events = await ask(user, { model: "paid", temperature: 0.5, topP: 0.9 });
  const cost = (10n * 2n + 5n * 10n) * unit;
  expect(events).toEqual([
    { kind: "thought", text: "Let me see." },
    { kind: "text", text: "He" },
    { kind: "text", text: "llo" },
    expect.objectContaining({
      kind: "done",
      model: "paid",
      reason: "stop",
      inputTokens: 10,
      outputTokens: 5,
      cost: cost.toString(),
      firstTokenMs: expect.any(Number),
    }),
  ]);
  expect(fixture.server.requests.at(-1)!.body).toMatchObject({
    messages,
    max_tokens: 100,
    temperature: 0.5,
    top_p: 0.9,
  });
  expect(await user.left()).toMatchObject({ balance: 1_000_000n * unit - cost, held: 0n });
  expect(await user.activity("playground")).toMatchObject({ total: 1, items: [{ cost: cost.toString() }] });
  const { id } = await user.newKey();
  expect((await user.activity(id)).total).toBe(0);
  const team = (await user.ask("GET /api/rpc/rpc/ai/manager/activities")).body.data;
  expect(team).toMatchObject({ total: 1, items: [{ keyId: "playground", keyName: "Playground", model: "paid" }] });
  expect((await audit(fixture.web.database.db)).isSound).toBe(true);
});

it("the playground's internal key is not listed, shown, changed or counted among the ten", async () => {
  const user = await fixture.newUser();
  await ask(user, { model: fixedId });
  const { keysPath } = fixture;
  expect((await user.ask(`GET ${keysPath}`)).body.data).toEqual([]);
  const { rows } = await fixture.web.database.pool.query("select id from ai_key where team_id = $1", [user.teamId]);
  expect(rows).toHaveLength(1);
  const { id } = rows[0] as { id: string };
  for (const line of [`GET ${keysPath}/${id}`, `POST ${keysPath}/${id}/reset`, `DELETE ${keysPath}/${id}`])
    expect([line, (await user.ask(line)).status]).toEqual([line, 404]);
  const made = await Promise.all(
    Array.from({ length: 12 }, () => user.ask(`POST ${keysPath}`, { name: "one" }).then(({ status }) => status)),
  );
  expect(made.filter((status) => status === 200)).toHaveLength(10);
  await Promise.all(Array.from({ length: 5 }, () => ask(user, { model: fixedId })));
  expect((await user.activity("playground")).total).toBe(6);
});

it("a selected key's limits and models apply, and the problem names the limit", async () => {
  const user = await fixture.newUser(1_000_000n);
  const { id } = await user.newKey({ dailyLimit: (100n * unit).toString(), models: ["paid", "both"] });
  expect(await ask(user, { keyId: id, model: "paid" })).toEqual([
    expect.objectContaining({ kind: "problem", status: 402, code: "daily_limit_reached", limit: "daily" }),
  ]);
  expect(await ask(user, { keyId: id, model: "whole" })).toMatchObject([{ status: 403, code: "model_not_allowed" }]);
  const poor = await fixture.newUser();
  expect(await ask(poor, { model: "paid" })).toMatchObject([{ status: 402, limit: "balance" }]);
  expect((await post(poor, { keyId: id, model: "paid" })).status).toBe(404);
  const all = await Promise.all(Array.from({ length: 25 }, () => ask(poor, { model: "none" })));
  expect(all.flat()).toContainEqual(
    expect.objectContaining({ kind: "problem", status: 429, limit: "requests_per_second" }),
  );
});

it("a server that breaks off, fails or stays silent is reported as a problem without a charge", async () => {
  const user = await fixture.newUser(1_000_000n);
  expect(await ask(user, { model: "dying" })).toMatchObject([
    { kind: "text", text: "Once" },
    { kind: "text", text: " upon" },
    { kind: "problem", code: "upstream_broke_off" },
  ]);
  const ends = await Promise.all(
    ["failing", "silent", "hung", "garbled"].map(async (model) => (await ask(user, { model })).at(-1)),
  );
  expect(ends).toMatchObject([
    { kind: "problem", status: 502 },
    { kind: "problem", code: "upstream_broke_off" },
    { kind: "problem", code: "upstream_unavailable" },
    { kind: "problem", code: "upstream_unavailable" },
  ]);
  expect(await ask(user, { model: "refusing" })).toMatchObject([{ status: 400, message: "No such temperature." }]);
  expect(await user.left()).toMatchObject({ balance: 1_000_000n * unit, held: 0n });
  expect(
    (await user.activity("playground")).items.every(({ outcome, cost }) => outcome === "failed" && cost === "0"),
  ).toBe(true);
});

it("a complete response to a streaming request is accepted", async () => {
  const user = await fixture.newUser(1_000_000n);
  expect(await ask(user, { model: "whole" })).toMatchObject([
    { kind: "text", text: "All at once" },
    { kind: "done", inputTokens: 10, outputTokens: 5, cost: (30n * unit).toString() },
  ]);
});

it("a client that stops pays for the output until then, and the model's server is disconnected", async () => {
  const user = await fixture.newUser(1_000_000n);
  const stop = new AbortController();
  const response = await post(user, { model: "endless" }, stop.signal);
  const reader = response.body!.getReader();
  await reader.read();
  stop.abort();
  await vi.waitFor(
    async () => expect((await user.activity("playground")).items).toMatchObject([{ outcome: "broken" }]),
    5000,
  );
  const { balance, held } = await user.left();
  expect(held).toBe(0n);
  expect(balance).toBeLessThan(1_000_000n * unit);
});

it("models are described with their prices; a local one is marked", async () => {
  const user = await fixture.newUser();
  const models: AiModel[] = (await user.ask("GET /api/rpc/rpc/ai/manager/models")).body.data;
  expect(models.find(({ id }) => id === "paid")).toMatchObject({
    provider: "good",
    local: null,
    operations: ["chat/completions", "completions"],
    isOnline: true,
    contextTokens: null,
    priceInput: "2",
    priceOutput: "10",
  });
  expect(models.find(({ local }) => local)).toMatchObject({
    id: fixedId,
    priceInput: "0",
    operations: ["chat/completions", "completions"],
    isOnline: true,
    local: { license: "MIT", bytes: 1000, fetched: 1000, problem: null },
  });
});

it("activity is paged and filtered by model", async () => {
  const user = await fixture.newUser(1_000_000n);
  for (const model of ["paid", "whole", "paid"]) await ask(user, { model });
  expect((await user.activity("playground", "?model=paid")).total).toBe(2);
  const page = await user.activity("playground", "?page=2&size=2");
  expect([page.total, page.items.map(({ model }) => model)]).toEqual([3, ["paid"]]);
  const team = (await user.ask("GET /api/rpc/rpc/ai/manager/activities?model=whole&size=1")).body.data;
  expect(team).toMatchObject({ total: 1, items: [{ model: "whole" }] });
  const other = await fixture.newUser();
  expect((await other.ask("GET /api/rpc/rpc/ai/manager/activities")).body.data).toEqual({ total: 0, items: [] });
});

it("a trial account has no playground (code 100077), and it requires a session", async () => {
  const locked = createAiRpc({
    engines: {
      database: fixture.web.database,
      ai: { upstreams: [] },
    },
    standing: lockedStanding(),
    limits: createLimits(),
    log: fixture.web.app.log as never,
  });
  const route = locked.routes.find(({ call }) => call.endsWith("/playground"))!;
  const { teamId } = await fixture.newUser();
  await expect(
    route.handler({ caller: { teamId }, body: { model: "x", messages }, gone: new AbortController().signal } as never),
  ).rejects.toMatchObject({ code: "NOT_ACTIVATED" });
  const response = await fetch(fixture.web.url + path, { method: "POST", body: "{}" });
  expect(response.status).toBeGreaterThanOrEqual(400);
  expect(fixture.web.faults).toEqual([]);
});
