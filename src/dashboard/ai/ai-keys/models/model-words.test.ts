import { expect, test } from "vitest";
import { exampleOf, matching } from "./model-words.ts";
import { describedModel } from "../../../../../tests/support/ai/described-model.ts";

const chat = describedModel({ id: "house/writer", name: "Writer", provider: "House" });
const local = describedModel({
  id: "tiny",
  provider: "This server",
  local: { license: null, bytes: 9, fetched: 9, problem: null },
});
const embedder = describedModel({ id: "embed", operations: ["embeddings"] });
const models = [chat, local, embedder];
const all = { search: "", source: "", operation: "" };
const found = (filters: Partial<typeof all>) => matching(models, { ...all, ...filters }).map(({ id }) => id);

test("models are found by words of their ID, name and provider, by source and by capability", () => {
  expect(found({})).toEqual(["house/writer", "tiny", "embed"]);
  expect(found({ search: " HOUSE writ" })).toEqual(["house/writer"]);
  expect(found({ source: "local" })).toEqual(["tiny"]);
  expect(found({ source: "served", operation: "embeddings" })).toEqual(["embed"]);
  expect(found({ search: "tiny", operation: "embeddings" })).toEqual([]);
});

test("an example uses an allowed model, if possible one that chats and answers now", () => {
  const down = { ...chat, isOnline: false };
  expect(exampleOf([down, embedder, local])).toEqual({ model: "tiny", operation: "chat/completions" });
  expect(exampleOf(models, ["embed"])).toEqual({ model: "embed", operation: "embeddings" });
  expect(exampleOf([down])).toEqual({ model: "house/writer", operation: "chat/completions" });
  expect(exampleOf(undefined, ["gone"])).toEqual({ model: "gone", operation: "chat/completions" });
  expect(exampleOf([])).toBeUndefined();
});
