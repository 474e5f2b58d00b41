import { beforeAll, expect, it, vi } from "vitest";
import { aiWeb, refusalOf } from "../../../../tests/support/ai/ai-web.ts";
import { fixedId, fixedWords } from "../../../../tests/support/ai/fixed-model.ts";
import { landUnit as unit } from "../../../../tests/support/billing/paying-team.ts";
import { audit } from "../../billing/ledger/audit.ts";
import { spentInMonth } from "../../billing/ledger/charges/caps.ts";

const hello = [{ role: "user", content: "Hello" }] as const;

let fixture: Awaited<ReturnType<typeof aiWeb>>;
let web: typeof fixture.web;
let server: typeof fixture.server;
let newUser: typeof fixture.newUser;
let keysPath: string;
beforeAll(async () => {
  fixture = await aiWeb();
  ({ web, server, newUser, keysPath } = fixture);
});

it("the first call works without a model server: the official client calls the local model, whole and streaming, without a charge", async () => {
  const user = await newUser();
  const { client, id } = await user.newKey();
  const messages = [{ role: "user" as const, content: "What is LAND?" }];
  const whole = await client.chat.completions.create({ model: fixedId, messages });
  expect(whole.choices[0]!.message.content).toBe(fixedWords.join(""));
  const stream = await client.chat.completions.create({
    model: fixedId,
    messages,
    stream: true,
    stream_options: { include_usage: true },
  });
  let text = "";
  let last;
  for await (const chunk of stream) {
    text += chunk.choices[0]?.delta.content ?? "";
    last = chunk;
  }
  expect(text).toBe(whole.choices[0]!.message.content);
  expect(last!.usage).toEqual(whole.usage);
  const { items, total } = await user.activity(id);
  expect(total).toBe(2);
  expect(items[0]).toMatchObject({
    model: fixedId,
    cost: "0",
    outcome: "done",
    outputTokens: whole.usage!.completion_tokens,
  });
  expect(items[0]!.firstTokenMs).toBeGreaterThanOrEqual(0);
  expect(await user.left()).toMatchObject({ balance: 0n, held: 0n });
});

it("models are listed with prices in LAND per token, 0 for free; models of a paid server need a price", async () => {
  const { data } = await (await fetch(`${web.url}/api/v1/models`)).json();
  const byId = new Map<string, Record<string, unknown>>(data.map((model: { id: string }) => [model.id, model]));
  expect(byId.get("paid")).toMatchObject({
    provider: "good",
    priceInput: "2",
    priceOutput: "10",
    priceCacheRead: "2",
    inputModalities: ["text"],
  });
  expect(byId.get(fixedId)).toMatchObject({ priceInput: "0", priceOutput: "0", name: "Fixed" });
  expect(byId.has("unpriced")).toBe(false);
  const { client } = await (await newUser()).newKey({ models: ["paid"] });
  expect((await client.models.list()).data.map(({ id }) => id)).toEqual(["paid"]);
  expect((await client.models.retrieve("paid")).id).toBe("paid");
});

it("LAND is held before the call and captured by real usage: used equals billed equals shown", async () => {
  const user = await newUser(1_000_000n);
  const { client, id } = await user.newKey({ limit: (500_000n * unit).toString() });
  await client.chat.completions.create({ model: "paid", messages: [...hello], max_tokens: 100 });
  const stream = await client.chat.completions.create({
    model: "paid",
    messages: [...hello],
    max_tokens: 100,
    stream: true,
  });
  let last;
  for await (const chunk of stream) last = chunk;
  // Usage is sent only on request.
  expect(last!.usage ?? null).toBeNull();
  const cost = 2n * (10n * 2n + 5n * 10n) * unit;
  expect(await user.left()).toEqual(expect.objectContaining({ balance: 1_000_000n * unit - cost, held: 0n }));
  expect(await spentInMonth(web.database.db, user.teamId, { kind: "SERVICE", target: "AI" }, new Date())).toBe(cost);
  expect(await web.usage.ofSubject(web.database.db, user.teamId, "AI_RPC", id)).toBe(30n);
  expect(await web.usage.unsettled(web.database.db, user.teamId, "AI_RPC")).toBe(0n);
  const shown = (await user.ask(`GET ${keysPath}/${id}`)).body.data;
  expect(shown).toMatchObject({
    used: cost.toString(),
    usedToday: cost.toString(),
    totalUsed: cost.toString(),
    remaining: (500_000n * unit - cost).toString(),
  });
  const { items } = await user.activity(id);
  expect(items).toMatchObject([
    { cost: (cost / 2n).toString(), inputTokens: 10, outputTokens: 5 },
    { cost: (cost / 2n).toString() },
  ]);
  expect((await audit(web.database.db)).isSound).toBe(true);
});

it("tools and other fields of a request are passed through, with the server's key instead of the user's", async () => {
  const user = await newUser(1_000_000n);
  const { client, key } = await user.newKey();
  const tools = [{ type: "function" as const, function: { name: "weather", parameters: { type: "object" } } }];
  await client.chat.completions.create({
    model: "paid",
    messages: [...hello],
    max_tokens: 9,
    tools,
    tool_choice: "auto",
    seed: 7,
  });
  const { body, authorization } = server.requests.findLast((one) => one.body["seed"] === 7)!;
  expect(body).toEqual({ model: "paid", messages: hello, max_tokens: 9, tools, tool_choice: "auto", seed: 7 });
  expect(authorization).toBe("Bearer secret");
  expect(JSON.stringify(server.requests)).not.toContain(key);
});

it("embeddings are answered if the upstream supports them, and are charged by input tokens", async () => {
  const user = await newUser(1_000_000n);
  const { client } = await user.newKey();
  const made = await client.embeddings.create({ model: "paid", input: "four tokens", encoding_format: "float" });
  expect(made.data[0]!.embedding).toEqual([0.5]);
  expect((await user.left()).balance).toBe((1_000_000n - 8n) * unit);
  const refused = await refusalOf(client.embeddings.create({ model: fixedId, input: "x" }));
  expect([refused.status, refused.code, refused.param]).toEqual([400, "operation_not_supported", "model"]);
});

it("a model is requested from the next server when the first fails or times out, and the next model with route: fallback", async () => {
  const { client } = await (await newUser(1_000_000n)).newKey();
  const [both, stuck] = await Promise.all(
    ["both", "stuck"].map((model) =>
      client.chat.completions.create({ model, messages: [...hello], max_tokens: 5 }, { timeout: 90_000 }),
    ),
  );
  expect([both!.model, stuck!.model]).toEqual(["both", "stuck"]);
  const fallback = { model: "down", models: ["down", "paid"], route: "fallback", messages: [...hello], max_tokens: 5 };
  expect((await client.chat.completions.create(fallback as never)).model).toBe("paid");
  const alone = await refusalOf(client.chat.completions.create({ model: "down", messages: [...hello], max_tokens: 5 }));
  expect([alone.status, alone.code]).toEqual([502, "upstream_unavailable"]);
  const refused = await refusalOf(client.chat.completions.create({ ...fallback, model: "refusing" } as never));
  expect([refused.status, refused.message]).toEqual([400, expect.stringContaining("No such temperature.")]);
});

it("the log warns of a failing model server, but not of a request that a model refuses", async () => {
  const { client } = await (await newUser(1_000_000n)).newKey();
  fixture.logged.length = 0;
  for (const model of ["refusing", "down"])
    await refusalOf(client.chat.completions.create({ model, messages: [...hello], max_tokens: 5 }));
  const warnings = fixture.logged.filter(({ msg }) => msg === "A model server refused the request");
  expect(warnings.map(({ status }) => status)).toEqual([500]);
});

it("an upstream that dies during a stream is reported to the client without a charge", async () => {
  const user = await newUser(1_000_000n);
  const { client, id } = await user.newKey();
  const stream = await client.chat.completions.create({
    model: "dying",
    messages: [...hello],
    max_tokens: 50,
    stream: true,
  });
  const pieces: string[] = [];
  const ended = await refusalOf(
    (async () => {
      for await (const chunk of stream) pieces.push(chunk.choices[0]!.delta.content!);
    })(),
  );
  expect(pieces.join("")).toBe("Once upon");
  expect(ended.message).toContain("stopped responding");
  expect(await user.left()).toMatchObject({ balance: 1_000_000n * unit, held: 0n });
  expect((await user.activity(id)).items).toMatchObject([{ outcome: "failed", cost: "0" }]);
});

const streamed = async (model: string, more: object = {}) => {
  const user = await newUser(1_000_000n);
  const { key, id } = await user.newKey();
  const body = JSON.stringify({ model, messages: hello, max_tokens: 50, stream: true, ...more });
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const response = await fetch(`${web.url}/api/v1/chat/completions`, { method: "POST", headers, body });
  const text = await response.text();
  const events = text.split("\n\n").filter((event) => event !== "");
  const data = events.map((event) => event.replaceAll(/^data: /gm, ""));
  const [entry] = (await user.activity(id)).items;
  return { status: response.status, data, text, entry };
};
const contentIn = (data: readonly string[]) =>
  data
    .filter((one) => one !== "[DONE]")
    .map((one) => JSON.parse(one).choices?.[0]?.delta?.content ?? "")
    .join("");

it.each(["unmarked", "nulls", "late", "split"])(
  "a stream is complete and charged once every choice has ended: %s",
  async (model) => {
    const { data, entry } = await streamed(model);
    expect([contentIn(data), data.at(-1)]).toEqual(["Hello", "[DONE]"]);
    expect(entry).toMatchObject({ outcome: "done" });
    expect(BigInt(entry!.cost)).toBeGreaterThan(0n);
  },
);

it("a stream that ends before all choices have is incomplete, and nothing is charged", async () => {
  const { data, entry } = await streamed("half", { n: 2 });
  expect(JSON.parse(data.at(-1)!)).toMatchObject({ error: { code: "upstream_broke_off" } });
  expect(entry).toMatchObject({ outcome: "failed", cost: "0" });
  expect((await streamed("half")).entry).toMatchObject({ outcome: "done" });
});

it("a model server's own error is passed on, within a stream and as its only answer, without a charge", async () => {
  const within = await streamed("failing");
  expect(JSON.parse(within.data.at(-1)!)).toMatchObject({ error: { message: "Out of memory.", code: "oom" } });
  expect(within.entry).toMatchObject({ outcome: "failed", cost: "0" });
  for (const stream of [true, false]) {
    const only = await streamed("overloaded", { stream });
    expect(only.status).toBe(502);
    expect(JSON.parse(only.text)).toMatchObject({ error: { message: "Provider is overloaded.", code: "529" } });
    expect(only.entry).toMatchObject({ outcome: "failed", cost: "0" });
  }
});

it("numbers of requests and answers keep their digits", async () => {
  const user = await newUser(1_000_000n);
  const { key } = await user.newKey();
  const body = `{"model":"digits","messages":[{"role":"user","content":"Hi"}],"max_tokens":5.0,"seed":9007199254740993,"tools":[{"maximum":1e400,"minimum":-0}]}`;
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const response = await fetch(`${web.url}/api/v1/chat/completions`, { method: "POST", headers, body });
  expect(await response.text()).toContain('"seed":18446744073709551615,"p":1.10');
  const { text } = server.requests.findLast((one) => one.body["model"] === "digits")!;
  expect(text).toContain('"max_tokens":5.0,"seed":9007199254740993,"tools":[{"maximum":1e400,"minimum":-0}]');
  const broken = await fetch(`${web.url}/api/v1/chat/completions`, { method: "POST", headers, body: "{" });
  expect([broken.status, (await broken.json()).error.code]).toEqual([400, "body_invalid"]);
});

it("a client that disconnects pays for the output until then, and no hold remains", async () => {
  const user = await newUser(1_000_000n);
  const { client, id } = await user.newKey();
  const stream = await client.chat.completions.create({
    model: "endless",
    messages: [...hello],
    max_tokens: 50,
    stream: true,
  });
  for await (const _ of stream) break;
  await vi.waitFor(async () => expect((await user.activity(id)).items).toMatchObject([{ outcome: "broken" }]), 5000);
  const { balance, held } = await user.left();
  expect(held).toBe(0n);
  expect(balance).toBeLessThan(1_000_000n * unit);
  expect(balance).toBeGreaterThan(999_000n * unit);
});
