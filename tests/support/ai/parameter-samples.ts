/** A value for each parameter of OpenAI's API. */
import type { Operation } from "../../../src/cloud/engines/ai/ai.ts";
import type { Parameter } from "../../../src/cloud/engines/ai/llama/parameters.ts";

/** Without these, a request is refused. */
export const required: Readonly<Record<Operation, Record<string, unknown>>> = {
  "chat/completions": { messages: [{ role: "user", content: "What is LAND?" }] },
  completions: { prompt: "What is LAND?" },
  embeddings: { input: "What is LAND?" },
};

/** A value of each parameter that differs from the default. */
const samples: Readonly<Record<string, unknown>> = {
  ...required["chat/completions"],
  ...required.completions,
  ...required.embeddings,
  n: 2,
  best_of: 2,
  max_completion_tokens: 5,
  max_tokens: 5,
  stop: ["the"],
  stream: true,
  stream_options: { include_usage: true },
  response_format: { type: "json_object" },
  temperature: 0.5,
  top_p: 0.5,
  seed: 7,
  frequency_penalty: 1,
  presence_penalty: 1,
  logit_bias: { 5: 1 },
  logprobs: 1,
  top_logprobs: 2,
  echo: true,
  suffix: "end",
  tools: [{ type: "function", function: { name: "weather" } }],
  tool_choice: "auto",
  parallel_tool_calls: true,
  functions: [{ name: "weather" }],
  function_call: { name: "weather" },
  web_search_options: {},
  modalities: ["text", "audio"],
  audio: { voice: "alloy", format: "mp3" },
  reasoning_effort: "high",
  verbosity: "low",
  moderation: { model: "any" },
  store: true,
  metadata: { a: "b" },
  service_tier: "flex",
  prediction: { type: "content", content: "LAND" },
  prompt_cache_key: "a",
  prompt_cache_options: {},
  prompt_cache_retention: "24h",
  safety_identifier: "a",
  user: "a",
  encoding_format: "base64",
  dimensions: 8,
};
export const sampleOf = ({ name, on }: Pick<Parameter, "name" | "on">): unknown =>
  name === "logprobs" && on.includes("chat/completions") ? true : samples[name];
