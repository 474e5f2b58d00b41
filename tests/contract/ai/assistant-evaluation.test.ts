/** The assistant on questions that users ask in their own words: 40 of them were used to tune the search, 20 written after. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pino } from "pino";
import { beforeAll, expect, test } from "vitest";
import type { AnswerPart } from "../../../resources/ai/assistant.ts";
import { answer } from "../../../src/cloud/ai/assistant/answer.ts";
import { indexPassages } from "../../../src/cloud/ai/assistant/index-passages.ts";
import { passagesOf } from "../../../src/cloud/ai/assistant/passages.ts";
import { readDocuments } from "../../../src/cloud/operator/documents/service.ts";
import type { Ai } from "../../../src/cloud/engines/ai/ai.ts";
import { fixedModel } from "../../support/ai/fixed-model.ts";
import { testDatabase, type TestDatabase } from "../../support/database/database.ts";
import { root } from "../../support/hosting/source-files.ts";
import questions from "./assistant-questions.json" with { type: "json" };

const docs = join(root, "docs");
const all = [...questions.tuning, ...questions.unseen];
let database: TestDatabase;
/** Every passage, under the name of its section. */
let passages: Set<string>;
beforeAll(async () => {
  database = await testDatabase();
  await indexPassages(database.db, docs);
  const documents = await readDocuments(docs);
  passages = new Set(documents.flatMap(passagesOf).map((one) => `${nameOf(one)}\n${one.text}`));
});

const nameOf = ({ document, anchor }: { readonly document: string; readonly anchor: string }): string =>
  anchor === "" ? document : `${document}#${anchor}`;

interface Answered {
  readonly found: boolean;
  readonly texts: readonly string[];
  /** Names of the cited sections. */
  readonly cited: readonly string[];
}

const ask = async (question: string, upstreams: Ai["upstreams"] = []): Promise<Answered> => {
  const gone = new AbortController().signal;
  const log = pino({ level: "silent" });
  const deps = { db: database.db, ai: { upstreams }, model: undefined, silenceMs: 60_000, gone, log };
  const parts: AnswerPart[] = [];
  for await (const part of answer(deps, { question, before: [] })) parts.push(part);
  const end = parts.pop() as Extract<AnswerPart, { type: "end" }>;
  const texts = parts.map((part) => (part.type === "text" ? part.text : ""));
  return { found: end.found, texts, cited: end.citations.map(nameOf) };
};

test("the right section is cited as often as the documentation says, and every quote is from the section cited first", async () => {
  const missed: string[] = [];
  let quoted = 0;
  for (const { question, sections } of all) {
    const { found, texts, cited } = await ask(question);
    if (!found || !cited.some((name) => sections.includes(name))) missed.push(`${question} → ${cited.join(", ")}`);
    if (found) expect([...passages]).toContain(`${cited[0]}\n${texts.join("")}`);
    quoted += Number(found && sections.includes(cited[0]!));
  }
  const page = await readFile(join(docs, "operate/ai-models.md"), "utf8");
  const [, of, cited, first] = /Of (\d+) questions.* at least (\d+) .* at least (\d+) /s.exec(page)!.map(Number);
  expect(of).toBe(all.length);
  expect(cited).toBeGreaterThanOrEqual(54);
  expect(all.length - missed.length, `Missed:\n${missed.join("\n")}`).toBeGreaterThanOrEqual(cited!);
  expect(quoted).toBeGreaterThanOrEqual(first!);
});

/** Writes the first line of the first passage between inventions. */
const inventing: Ai["upstreams"][number] = {
  ...fixedModel,
  models: async () =>
    (await fixedModel.models()).map((card) => ({ ...card, local: { ...card.local!, answers: true } })),
  ask: async (_, body) => {
    const prompt = (body["messages"] as { content: string }[]).at(-1)!.content;
    const [, line] = /\n\n\[1\] .*\n+(.*)/.exec(prompt)!;
    const content = `Alpacas guard it [1]. ${line} Alpacas were told [9]. ${line} [8]\n\n- Feed alpacas\n\n\`\`\`sh\nalpaca --feed\n\`\`\`\n`;
    const event = { choices: [{ index: 0, delta: { content }, finish_reason: "stop" }] };
    return new Response(`data: ${JSON.stringify(event)}\n\ndata: [DONE]\n\n`);
  },
};

test("no sentence that a model invents is shown, and each one shown cites a section", async () => {
  let written = 0;
  for (const { question } of all) {
    const { texts, cited } = await ask(question, [inventing]);
    expect(texts.join("").toLowerCase()).not.toContain("alpaca");
    if ([...passages].some((passage) => passage.endsWith(`\n${texts.join("")}`))) continue;
    written += 1;
    for (const text of texts) {
      // Rules between table rows have no words.
      if (!/[\p{L}\p{N}]/u.test(text)) continue;
      const numbers = [...text.matchAll(/\[(\d+)\]/g)].map(([, number]) => Number(number));
      expect(numbers.length, text).toBeGreaterThan(0);
      expect(Math.max(...numbers)).toBeLessThanOrEqual(cited.length);
    }
  }
  expect(written).toBeGreaterThan(30);
});
