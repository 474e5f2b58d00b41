import type { AiModel } from "../../../resources/ai/model-calls.ts";

/** A free model of a server, as the dashboard gets it. */
export const describedModel = (changes: Partial<AiModel> = {}): AiModel => ({
  id: "writer",
  name: changes.id ?? "writer",
  description: "",
  provider: "House",
  local: null,
  operations: ["chat/completions", "completions"],
  isOnline: true,
  inputModalities: ["text"],
  outputModalities: ["text"],
  contextTokens: null,
  priceInput: "0",
  priceOutput: "0",
  priceCacheRead: "0",
  priceCacheCreate: "0",
  ...changes,
});
