import { beforeAll, expect, it, vi } from "vitest";
import type { AiModel } from "../../../../resources/ai-rpc/model-calls.ts";
import type { PlaygroundEvent } from "../../../../resources/ai-rpc/playground-calls.ts";
import { aiWeb } from "../../../../tests/support/ai-web.ts";
import { landUnit as unit } from "../../../../tests/support/paying-team.ts";
import { createLockedUnlocks } from "../../../../tests/support/unlocks.ts";
import { audit } from "../../ledger/audit.ts";
import { embeddedModel } from "../../engines/ai/embedded/open.ts";
import { createAiRpc } from "./service.ts";

let ground: Awaited<ReturnType<typeof aiWeb>>;
beforeAll(async () => {
  ground = await aiWeb();
});

const path = "/api/rpc/rpc/ai/manager/playground";
const messages = [
  { role: "system", content: "Be short." },
  { role: "user", content: "Hello" },
];

type Person = Awaited<ReturnType<typeof ground.somebody>>;

const post = (person: Person, body: object, signal?: AbortSignal): Promise<Response> =>
  fetch(ground.web.url + path, {
    method: "POST",
    headers: { authorization: `Bearer ${person.accessToken}`, "content-type": "application/json" },
    body: JSON.stringify({ messages, maxTokens: 100, ...body }),
    ...(signal && { signal }),
  });

/** Returns the events of a complete response. */
const ask = async (person: Person, body: object): Promise<PlaygroundEvent[]> => {
  const response = await post(person, body);
  expect(response.headers.get("content-type")).toMatch(/^application\/x-ndjson/);
  const lines = (await response.text()).trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line) as PlaygroundEvent);
};

it("a session calls a model without a key: it streams, is charged like any request, and appears in the activity as the playground's", async () => {
  const person = await ground.somebody(1_000_000n);
  const events = await ask(person, { model: "paid", temperature: 0.5, topP: 0.9 });
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
  expect(ground.server.asked.at(-1)!.body).toMatchObject({ messages, max_tokens: 100, temperature: 0.5, top_p: 0.9 });
  expect(await person.left()).toMatchObject({ balance: 1_000_000n * unit - cost, held: 0n });
  expect(await person.activity("playground")).toMatchObject({ total: 1, items: [{ cost: cost.toString() }] });
  const { id } = await person.newKey();
  expect((await person.activity(id)).total).toBe(0);
  const team = (await person.ask("GET /api/rpc/rpc/ai/manager/activities")).body.data;
  expect(team).toMatchObject({ total: 1, items: [{ keyId: "playground", keyName: "Playground", model: "paid" }] });
  expect((await audit(ground.web.database.db)).isSound).toBe(true);
});

it("the playground's internal key is not listed, shown, changed or counted among the ten", async () => {
  const person = await ground.somebody();
  await ask(person, { model: embeddedModel.id });
  const { keysPath } = ground;
  expect((await person.ask(`GET ${keysPath}`)).body.data).toEqual([]);
  const { rows } = await ground.web.database.pool.query("select id from ai_key where team_id = $1", [person.teamId]);
  expect(rows).toHaveLength(1);
  const { id } = rows[0] as { id: string };
  for (const line of [`GET ${keysPath}/${id}`, `POST ${keysPath}/${id}/reset`, `DELETE ${keysPath}/${id}`])
    expect([line, (await person.ask(line)).status]).toEqual([line, 404]);
  const made = await Promise.all(
    Array.from({ length: 12 }, () => person.ask(`POST ${keysPath}`, { name: "one" }).then(({ status }) => status)),
  );
  expect(made.filter((status) => status === 200)).toHaveLength(10);
  await Promise.all(Array.from({ length: 5 }, () => ask(person, { model: embeddedModel.id })));
  expect((await person.activity("playground")).total).toBe(6);
});

it("a selected key's limits and models apply, and the problem names the limit", async () => {
  const person = await ground.somebody(1_000_000n);
  const { id } = await person.newKey({ dailyLimit: (100n * unit).toString(), models: ["paid", "both"] });
  expect(await ask(person, { keyId: id, model: "paid" })).toEqual([
    expect.objectContaining({ kind: "problem", status: 402, code: "daily_limit_reached", limit: "daily" }),
  ]);
  expect(await ask(person, { keyId: id, model: "whole" })).toMatchObject([{ status: 403, code: "model_not_allowed" }]);
  const poor = await ground.somebody();
  expect(await ask(poor, { model: "paid" })).toMatchObject([{ status: 402, limit: "balance" }]);
  expect((await post(poor, { keyId: id, model: "paid" })).status).toBe(404);
  const all = await Promise.all(Array.from({ length: 25 }, () => ask(poor, { model: "none" })));
  expect(all.flat()).toContainEqual(
    expect.objectContaining({ kind: "problem", status: 429, limit: "requests_per_second" }),
  );
});

it("a server that breaks off, fails or stays silent is reported as a problem without a charge", async () => {
  const person = await ground.somebody(1_000_000n);
  expect(await ask(person, { model: "dying" })).toMatchObject([
    { kind: "text", text: "Once" },
    { kind: "text", text: " upon" },
    { kind: "problem", code: "upstream_broke_off" },
  ]);
  const ends = await Promise.all(
    ["failing", "silent", "hung", "garbled"].map(async (model) => (await ask(person, { model })).at(-1)),
  );
  expect(ends).toMatchObject([
    { kind: "problem", status: 502 },
    { kind: "problem", code: "upstream_broke_off" },
    { kind: "problem", code: "upstream_unavailable" },
    { kind: "problem", code: "upstream_unavailable" },
  ]);
  expect(await ask(person, { model: "refusing" })).toMatchObject([{ status: 400, message: "No such temperature." }]);
  expect(await person.left()).toMatchObject({ balance: 1_000_000n * unit, held: 0n });
  expect(
    (await person.activity("playground")).items.every(({ outcome, cost }) => outcome === "failed" && cost === "0"),
  ).toBe(true);
});

it("a complete response to a streaming request is accepted", async () => {
  const person = await ground.somebody(1_000_000n);
  expect(await ask(person, { model: "whole" })).toMatchObject([
    { kind: "text", text: "All at once" },
    { kind: "done", inputTokens: 10, outputTokens: 5, cost: (30n * unit).toString() },
  ]);
});

it("a client that stops pays for the output until then, and the model's server is disconnected", async () => {
  const person = await ground.somebody(1_000_000n);
  const stop = new AbortController();
  const response = await post(person, { model: "endless" }, stop.signal);
  const reader = response.body!.getReader();
  await reader.read();
  stop.abort();
  await vi.waitFor(
    async () => expect((await person.activity("playground")).items).toMatchObject([{ outcome: "broken" }]),
    5000,
  );
  const { balance, held } = await person.left();
  expect(held).toBe(0n);
  expect(balance).toBeLessThan(1_000_000n * unit);
});

it("models are described with their prices; the embedded one is marked", async () => {
  const person = await ground.somebody();
  const models: AiModel[] = (await person.ask("GET /api/rpc/rpc/ai/manager/models")).body.data;
  expect(models.find(({ id }) => id === "paid")).toMatchObject({
    provider: "good",
    isEmbedded: false,
    contextTokens: null,
    priceInput: "2",
    priceOutput: "10",
  });
  expect(models.find(({ isEmbedded }) => isEmbedded)).toMatchObject({ id: embeddedModel.id, priceInput: "0" });
});

it("activity is paged and filtered by model", async () => {
  const person = await ground.somebody(1_000_000n);
  for (const model of ["paid", "whole", "paid"]) await ask(person, { model });
  expect((await person.activity("playground", "?model=paid")).total).toBe(2);
  const page = await person.activity("playground", "?page=2&size=2");
  expect([page.total, page.items.map(({ model }) => model)]).toEqual([3, ["paid"]]);
  const team = (await person.ask("GET /api/rpc/rpc/ai/manager/activities?model=whole&size=1")).body.data;
  expect(team).toMatchObject({ total: 1, items: [{ model: "whole" }] });
  const other = await ground.somebody();
  expect((await other.ask("GET /api/rpc/rpc/ai/manager/activities")).body.data).toEqual({ total: 0, items: [] });
});

it("a trial account has no playground (code 100077), and it requires a session", async () => {
  const locked = createAiRpc({
    engines: { database: ground.web.database, ai: { upstreams: [], close: async () => undefined } },
    unlocks: createLockedUnlocks(),
    log: ground.web.app.log as never,
  });
  const route = locked.routes.find(({ call }) => call.endsWith("/playground"))!;
  const { teamId } = await ground.somebody();
  await expect(
    route.handler({ caller: { teamId }, body: { model: "x", messages }, gone: new AbortController().signal } as never),
  ).rejects.toMatchObject({ code: "NOT_ACTIVATED" });
  const response = await fetch(ground.web.url + path, { method: "POST", body: "{}" });
  expect(response.status).toBeGreaterThanOrEqual(400);
  expect(ground.web.faults).toEqual([]);
});
