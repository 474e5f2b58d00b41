import { expect, test } from "vitest";
import { initialsOf, makerOf, toneOf } from "./makers.ts";

const named = (id: string, name = id) => makerOf({ id, name, provider: "This server" });

test("a model's maker is known by its family, by the ID's first part, or is its server", () => {
  expect(
    [
      "smollm2-135m-instruct",
      "qwen2.5-0.5b-instruct",
      "meta-llama/llama-3.3-70b",
      "deepseek-r1-distill-llama-8b",
      "openai/gpt-4o",
      "o3-mini",
      "text-embedding-3-small",
      "nomic-embed-text",
      "house/writer",
      "my-model",
    ].map((id) => named(id)),
  ).toEqual([
    "Hugging Face",
    "Qwen",
    "Meta",
    "DeepSeek",
    "OpenAI",
    "OpenAI",
    "OpenAI",
    "Nomic",
    "House",
    "This server",
  ]);
  expect(named("m1", "Mistral 7B")).toBe("Mistral AI");
});

test("a maker's tile has initials and always the same tone", () => {
  expect(["Hugging Face", "Qwen", "01.AI", "–"].map(initialsOf)).toEqual(["HF", "Q", "0A", "?"]);
  expect(toneOf("Qwen", 4)).toBe(toneOf("Qwen", 4));
});
