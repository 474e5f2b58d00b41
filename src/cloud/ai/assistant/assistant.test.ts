/** Long, because it contains the guides used by the questions. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pino } from "pino";
import { beforeAll, describe, expect, it } from "vitest";
import {
  answerPart,
  askAssistant,
  questionMax,
  questionsPerHour,
  questionsPerMinute,
  type AnswerPart,
} from "../../../../resources/ai/assistant.ts";
import { fixedModel } from "../../../../tests/support/ai/fixed-model.ts";
import { modelServer, sendEvents, sendJson, type ModelRequest } from "../../../../tests/support/ai/model-server.ts";
import { temporaryFolder, testWeb, type TestWeb } from "../../../../tests/support/server/web.ts";
import type { Ai } from "../../engines/ai/ai.ts";
import { openRemoteModels } from "../../engines/ai/remote.ts";
import { createLimits } from "../../kernel/limits/limits.ts";
import { createAssistant } from "./service.ts";
import { indexPassages } from "./index-passages.ts";
import { writersOf } from "./answer.ts";

const silent = pino({ level: "silent" });
const guides = {
  "billing.md": `# Billing

Everything is paid in LAND, Freehold's prepaid balance. 1,000,000 LAND cost one US dollar. Packages pay first.

## Spend caps

A spend cap stops a service once it has cost so much in a month.
`,
  "tents.md": `# Tents

A tent is put up in minutes.

## In the \`rain\`

Close the zip when rain comes. A wet tent is dried before it is folded.

| Pole  | Length |
| ----- | ------ |
| short | 90 cm  |
| long  | 210 cm |

## Folding

Begin at the door:

\`\`\`sh
fold --tent
# Not a heading
\`\`\`
`,
};

/** Answers according to the model's name. */
const answerAs = ({ body }: ModelRequest, response: Parameters<typeof sendJson>[0]): void => {
  const piece = (content: string) => ({ choices: [{ index: 0, delta: { content } }] });
  if (body["model"] === "refusing") return sendJson(response, { error: {} }, 500);
  if (body["model"] === "unknowing") return sendEvents(response, [piece("NO_"), piece("ANSWER"), "[DONE]"]);
  if (body["model"] === "breaking") {
    sendEvents(response, [piece("Close the zip when rain comes [1]. A wet")], false);
    return void setImmediate(() => response.destroy());
  }
  if (body["model"] === "hanging") return undefined;
  if (body["model"] === "inventing") return sendEvents(response, [piece("Call the tent hotline [1]."), "[DONE]"]);
  const written = ["Close ", "the zip when rain comes [", "1]. Tents float [1]. Dry a wet tent before you fold it."];
  return sendEvents(response, [...written.map(piece), "[DONE]"]);
};

let docs: string;
let web: TestWeb;
let server: Awaited<ReturnType<typeof modelServer>>;
const names = ["text-embedding-small", "writing", "inventing", "refusing", "unknowing", "breaking", "hanging"];
const ai = (...models: readonly string[]): Pick<Ai, "upstreams"> => ({
  upstreams: [
    ...models.map((model) => {
      const settings = { name: model, url: server.url, models: ["text-embedding-small", model], free: true };
      return openRemoteModels(settings, silent);
    }),
    fixedModel,
  ],
});
let now = 0;
const limits = createLimits({ now: () => now });
let upstreams: Ai["upstreams"] = [fixedModel];

beforeAll(async () => {
  docs = await temporaryFolder();
  await mkdir(join(docs, "decisions"));
  for (const [file, text] of Object.entries(guides)) await writeFile(join(docs, file), text);
  server = await modelServer(names, answerAs);
  let assistant: ReturnType<typeof createAssistant> | undefined;
  web = await testWeb({
    calls: [{ ...askAssistant, perMinute: 1000 }],
    routes: [{ call: askAssistant.call, handler: (context) => assistant!.routes[0]!.handler(context) }],
  });
  const engines = {
    database: web.database,
    ai: {
      get upstreams() {
        return upstreams;
      },
    },
  };
  assistant = createAssistant({ engines, docsDir: docs, model: undefined, limits, log: silent, silenceMs: 300 });
});

interface Whole {
  readonly text: string;
  readonly end: Extract<AnswerPart, { type: "end" }>;
}

const ask = async (
  question: string,
  before: readonly unknown[] = [],
  models: readonly string[] = [],
): Promise<Whole> => {
  upstreams = ai(...models).upstreams;
  const answer = await web.call("POST /api/resource/assistant/answers", { body: { question, before } });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toMatch(/^application\/x-ndjson/);
  const passages = answer.text
    .trim()
    .split("\n")
    .map((line) => answerPart.parse(JSON.parse(line)));
  const end = passages.pop();
  const text = passages.map((part) => (part.type === "text" ? part.text : "")).join("");
  return { text, end: end as Whole["end"] };
};

describe("from the documentation alone", () => {
  it("a question is answered by the most relevant passage, with its section cited", async () => {
    const { text, end } = await ask("What do I do with a wet tent?");
    expect(text).toBe(`${guides["tents.md"].split("\n\n")[3]}\n\n${guides["tents.md"].split("\n\n")[4]}`);
    expect(end).toEqual({
      type: "end",
      found: true,
      quotes: true,
      // The section of the quote, then those that are related.
      citations: [
        { number: 1, document: "tents", title: "Tents", anchor: "in-the-rain", heading: "In the rain" },
        { number: 2, document: "tents", title: "Tents", anchor: "", heading: "" },
        { number: 3, document: "tents", title: "Tents", anchor: "folding", heading: "Folding" },
      ],
    });
  });

  it("synonyms and inflected forms match", async () => {
    const { end } = await ask("maximum that services cost monthly");
    expect(end.citations[0]).toMatchObject({ document: "billing", anchor: "spend-caps" });
  });

  it("a question without an answer in the documentation says so, and no model is called", async () => {
    const requestCount = server.requests.length;
    for (const question of ["Who painted the Mona Lisa?", "hello", "???", "'); drop table team; --"]) {
      const { text, end } = await ask(question, [], ["writing"]);
      expect([question, text, end.found]).toEqual([question, "", false]);
    }
    expect(server.requests.length).toBe(requestCount);
  });

  it("a short question is searched together with the previous one", async () => {
    const before = [{ question: "How is a tent folded?", answer: "Begin at the door." }];
    expect((await ask("and then?", before)).end.citations[0]).toMatchObject({ anchor: "folding" });
    expect((await ask("Who painted the Mona Lisa?", before)).end).toMatchObject({ found: false, citations: [] });
    expect((await ask("and then?")).end.found).toBe(false);
    expect((await ask("Thank you very much", before)).end).toMatchObject({ found: false, citations: [] });
  });

  it("a local model that is too small to keep to the passages is not asked", async () => {
    expect((await ask("What is LAND?")).end).toMatchObject({ quotes: true });
    expect(await writersOf({ upstreams: [fixedModel] }, undefined)).toEqual([]);
  });
});

describe("with a model that writes", () => {
  it("gets the question and the passages, and its sentences are shown if a passage supports them", async () => {
    const before = [{ question: "Is a tent hard to put up?", answer: "No." }];
    const { text, end } = await ask("Does rain get into a tent?", before, ["writing"]);
    expect(text).toBe("Close the zip when rain comes [1]. Dry a wet tent before you fold it [1].");
    expect(end).toMatchObject({ found: true, quotes: false, model: "writing" });
    expect(end.citations).toEqual([expect.objectContaining({ number: 1, document: "tents", anchor: "in-the-rain" })]);
    const { body } = server.requests.at(-1)!;
    expect(body).toMatchObject({ model: "writing", stream: true, temperature: 0 });
    const messages = body["messages"] as { role: string; content: string }[];
    expect(messages.slice(0, 2).map(({ content }) => content)).toEqual([before[0]!.question, "No."]);
    expect(messages.at(-1)!.content).toMatch(/\[1\] Tents › In the rain\nClose the zip.*Question: Does rain/s);
  });

  it("is not told the numbers of earlier answers, and names its sources with each part", async () => {
    upstreams = ai("writing").upstreams;
    const before = [{ question: "Is a tent hard to put up?", answer: "It takes minutes [2]. Really [1][3]." }];
    const question = "Does rain get into a tent?";
    const answer = await web.call("POST /api/resource/assistant/answers", { body: { question, before } });
    const first = answerPart.parse(JSON.parse(answer.text.split("\n")[0]!));
    const source = { number: 1, document: "tents", title: "Tents", anchor: "in-the-rain", heading: "In the rain" };
    expect(first).toEqual({ type: "text", text: "Close the zip when rain comes [1].", citations: [source] });
    expect((server.requests.at(-1)!.body["messages"] as { content: string }[])[1]!.content).toBe(
      "It takes minutes. Really.",
    );
  });

  it("is replaced by quotes if none of its sentences has a source", async () => {
    const { text, end } = await ask("Does rain get into a tent?", [], ["inventing", "writing"]);
    expect(text).toMatch(/^Close the zip/);
    expect(end).toMatchObject({ found: true, quotes: true });
    expect(end.model).toBeUndefined();
  });

  it("gives no answer beyond the passages, and its refusal is not shown", async () => {
    const { text, end } = await ask("Does rain get into a tent?", [], ["unknowing"]);
    expect([text, end.found]).toEqual(["", false]);
    expect(end.citations[0]).toMatchObject({ document: "tents" });
  });

  it("is replaced by the next one if it refuses or is silent, and finally by quotes", async () => {
    expect((await ask("Does rain get into a tent?", [], ["refusing", "hanging", "writing"])).end.model).toBe("writing");
    expect((await ask("Does rain get into a tent?", [], ["refusing"])).text).toMatch(/^Close the zip/);
  });

  it("that breaks off is reported", async () => {
    const { text, end } = await ask("Does rain get into a tent?", [], ["breaking"]);
    expect(text).toBe("Close the zip when rain comes [1].\n\n*The answer was interrupted.*");
    expect(end).toMatchObject({ found: true, model: "breaking" });
  });

  it("is a free text model, unless another is configured", async () => {
    const paid = openRemoteModels(
      { name: "paid", url: server.url, models: ["writing"], key: "k", free: false },
      silent,
    );
    const free = ai("refusing").upstreams;
    const all = { upstreams: [paid, ...free] };
    expect((await writersOf(all, undefined)).map(({ model }) => model)).toEqual(["refusing"]);
    expect((await writersOf(all, "writing")).map(({ server: one, model }) => [one.name, model])).toEqual([
      ["paid", "writing"],
    ]);
  });
});

describe("limits", () => {
  it("a question is limited in length, and so is the number of previous answers", async () => {
    const refused = async (body: unknown) => (await web.call("POST /api/resource/assistant/answers", { body })).status;
    expect(await refused({ question: " " })).toBe(422);
    expect(await refused({ question: "x".repeat(questionMax + 1) })).toBe(422);
    const turn = { question: "a", answer: "b" };
    expect(await refused({ question: "a", before: [turn, turn, turn, turn, turn] })).toBe(422);
    expect(await refused({ question: "a", model: "other" })).toBe(422);
  });

  it("questions per hour are limited for each user, or IP address without a sign-in", async () => {
    const statusOf = async () =>
      (await web.call("POST /api/resource/assistant/answers", { body: { question: "What is LAND?" } })).status;
    now += 3_600_000;
    const hourly = { name: "assistant", max: questionsPerHour, windowMs: 3_600_000 };
    expect(await limits.take(hourly, "127.0.0.1", questionsPerHour - 1)).toBe(0);
    expect(await limits.take(hourly, "somebody", questionsPerHour)).toBe(0);
    expect([await statusOf(), await statusOf()]).toEqual([200, 429]);
    now += 3_600_000;
    expect(await statusOf()).toBe(200);
    expect(askAssistant.perMinute).toBe(questionsPerMinute);
  });
});

it("passages are rebuilt only when a document changes", async () => {
  const { db } = web.database;
  const rowOf = () =>
    db
      .selectFrom("assistant_passage")
      .select(({ fn }) => [fn.countAll<bigint>().as("count"), fn.max<string>("text").as("last")])
      .executeTakeFirstOrThrow();
  await indexPassages(db, docs);
  const { count } = await rowOf();
  await db.updateTable("assistant_passage").set({ text: "~kept" }).execute();
  await Promise.all([indexPassages(db, docs), indexPassages(db, docs)]);
  expect(await rowOf()).toEqual({ count, last: "~kept" });
  await writeFile(join(docs, "decisions/001-poles.md"), "# Poles\n\nThey are short, for reasons.");
  await Promise.all([indexPassages(db, docs), indexPassages(db, docs)]);
  expect(await rowOf()).toEqual({ count: count + 1n, last: expect.not.stringContaining("~kept") });
});
