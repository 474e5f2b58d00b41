/** OpenAI's Python client against a running server, with the real engine: a model of random weights, or the one in AI_MODEL. */
import { join } from "node:path";
import { test } from "vitest";
import { localModelCloud } from "../support/ai/local-model-cloud.ts";
import { hasEngine } from "../support/ai/tiny-model.ts";
import { runProgram } from "../support/hosting/programs.ts";

if (!(await hasEngine())) throw new Error("The engine for local AI models could not be installed.");
const given = process.env.AI_MODEL;
const { baseURL, apiKey, model } = await localModelCloud(given === "off" ? undefined : given);

test.each([
  ["streams, with usage, say the same as whole answers", "streaming"],
  ["text completions have n answers, equal for equal seeds", "text_completions"],
  ["answers come with the likelihood of each token", "likelihoods"],
  ["a required tool is called with arguments that fit its schema", "tools"],
  ["structured output parses", "structured_output"],
  ["20 parallel streams complete", "parallel_streams"],
  ["errors are the client's own exceptions", "errors"],
])("%s", async (_title, check) => {
  const env = { OPENAI_BASE_URL: baseURL, OPENAI_API_KEY: apiKey, MODEL: model };
  await runProgram(process.env["INTEROP_PYTHON"]!, [join(import.meta.dirname, "openai_client.py"), check], { env });
});
