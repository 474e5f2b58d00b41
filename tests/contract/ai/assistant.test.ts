/** The assistant with the real documentation: its citations match the pages, and its suggestions are answered. */
import { join } from "node:path";
import { pino } from "pino";
import { beforeAll, expect, test } from "vitest";
import { pages } from "../../../resources/index.ts";
import type { AnswerPart } from "../../../resources/ai/assistant.ts";
import { answer } from "../../../src/cloud/ai/assistant/answer.ts";
import { indexPassages } from "../../../src/cloud/ai/assistant/index-passages.ts";
import { passagesOf } from "../../../src/cloud/ai/assistant/passages.ts";
import { readDocuments } from "../../../src/cloud/operator/documents/service.ts";
import { allSuggestions } from "../../../src/dashboard/ai/flows/assistant/suggestions.ts";
import { renderDoc } from "../../../src/dashboard/operator/docs/render-doc.ts";
import { testDatabase, type TestDatabase } from "../../support/database/database.ts";
import { root } from "../../support/hosting/source-files.ts";

const docs = join(root, "docs");
let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await indexPassages(database.db, docs);
});

const ask = async (question: string) => {
  const parts: AnswerPart[] = [];
  const gone = new AbortController().signal;
  const ai = { upstreams: [] };
  const log = pino({ level: "silent" });
  for await (const part of answer(
    { db: database.db, ai, model: undefined, silenceMs: 1000, gone, log },
    { question, before: [] },
  ))
    parts.push(part);
  return parts.at(-1) as Extract<AnswerPart, { type: "end" }>;
};

test("an AI chat widget is shown on every page except the boost pages: only those, and the assistant's own page, are declared without it", () => {
  const without = pages.filter(({ assistant }) => assistant === false).map(({ name }) => name);
  // The emulator represents the messaging app around the Boost pages.
  expect(without.filter((name) => !name.startsWith("boost")).toSorted()).toEqual(["assistant", "emulator"]);
});

test("each citable section is a heading of its page, with the same id and text", async () => {
  const wrong = (await readDocuments(docs)).flatMap((document) => {
    const { html, headings } = renderDoc(document.text);
    const known = new Set(headings.map(({ id, text }) => `${id} ${text}`));
    return passagesOf(document)
      .filter(({ anchor, heading }) => anchor !== "" && !known.has(`${anchor} ${heading}`))
      .filter(({ anchor }) => !html.includes(` id="${anchor}"`))
      .map(({ anchor, heading }) => `${document.name}#${anchor} ${heading}`);
  });
  expect(wrong).toEqual([]);
});

test("the documentation answers each suggested question", async () => {
  const unanswered: string[] = [];
  for (const question of allSuggestions()) if (!(await ask(question)).found) unanswered.push(question);
  expect(unanswered).toEqual([]);
});

test.each([
  ["How do I add a domain?", "domains"],
  ["What is IPNS?", "ipns"],
  ["How do I invite members?", "teams"],
  ["How do I set a spend cap?", "billing"],
  ["How do I make an RPC key?", "rpc"],
  ["What is a compute unit?", "prices"],
  ["How do I limit what an AI key spends?", "ai"],
  ["Where is the operation log?", "teams"],
  ["What is sent to a webhook?", "webhooks"],
])("%s is answered from %s", async (question, document) => {
  expect((await ask(question)).citations[0]).toMatchObject({ document });
});

test.each([
  "Who painted the Mona Lisa?",
  "How do I grow tomatoes?",
  "Write an essay about trees",
  "hello",
  "asdf qwer",
])("the documentation has no answer to: %s", async (question) => {
  expect((await ask(question)).found).toBe(false);
});
