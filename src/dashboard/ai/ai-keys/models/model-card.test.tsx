// @vitest-environment jsdom
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { describedModel } from "../../../../../tests/support/ai/described-model.ts";
import { componentRenderer } from "../../../../../tests/support/browser/component-renderer.ts";
import { ModelCard } from "./model-card.tsx";

const { draw, all, text, find } = componentRenderer();
const local = { license: "Apache-2.0", bytes: 1000, fetched: 1000, problem: null };

const card = async (changes: Parameters<typeof describedModel>[0]) => {
  await draw(
    <MemoryRouter>
      <ModelCard model={describedModel(changes)} />
    </MemoryRouter>,
  );
  const facts = all("dl > div").map((fact) => [...fact.children].map(({ textContent }) => textContent).join(": "));
  return { state: find(".fh-status").textContent, facts, action: find("footer a").textContent };
};

test("a card has price, context, size and license, as far as they are known", async () => {
  expect(await card({ local, contextTokens: 4096 })).toEqual({
    state: "Ready",
    facts: ["Price: Free", "Context: 4,096 tokens", "Size: 1000 B", "License: Apache-2.0"],
    action: "Try in playground",
  });
  expect((await card({ priceInput: "0.25", priceOutput: "1" })).facts).toEqual([
    "Input per 1M tokens: $0.25 · 250 K LAND",
    "Output per 1M tokens: $1.00 · 1 M LAND",
    "Context: Unknown",
  ]);
  expect(await card({ priceInput: "1", operations: ["embeddings"] })).toMatchObject({
    facts: ["Input per 1M tokens: $1.00 · 1 M LAND", "Context: Unknown"],
    action: "View details",
  });
});

test("a card says whether its model answers, and how far its file has come", async () => {
  expect((await card({})).state).toBe("Online");
  expect(await card({ isOnline: false })).toMatchObject({ state: "Not responding", action: "View details" });
  const fetching = await card({ isOnline: false, local: { ...local, fetched: 259 } });
  expect(fetching).toMatchObject({ state: "Fetching, 25%", action: "View details" });
  expect(find("[role=progressbar]").getAttribute("aria-valuenow")).toBe("26");
  const problem = "Tiny couldn't be fetched.";
  expect((await card({ isOnline: false, local: { ...local, fetched: 0, problem } })).state).toBe("Not fetched");
  expect(text()).toContain(problem);
});
