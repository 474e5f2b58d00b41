/** A local model that always gives the same answer, one word at a time. */
import type { Upstream } from "../../../src/cloud/engines/ai/ai.ts";
import { operationNotSupported, readAsk } from "../../../src/cloud/engines/ai/llama/read-ask.ts";
import { orRefusal, spokenReply, type Said } from "../../../src/cloud/engines/ai/llama/spoken.ts";

export const fixedId = "fixed";
export const fixedWords = ["I", " always", " say", " this."];

async function* words(): AsyncGenerator<Said> {
  for (const text of fixedWords) yield { text, tokens: 1 };
  yield { text: "", tokens: 1, end: "stop" };
}

export const fixedModel: Upstream = {
  name: "This server",
  isFree: true,
  models: async () => [
    {
      id: fixedId,
      name: "Fixed",
      description: "",
      inputModalities: ["text"],
      outputModalities: ["text"],
      operations: ["chat/completions", "completions"],
      local: { license: "MIT", bytes: 1000, answers: false },
    },
  ],
  ask: (operation, body) =>
    orRefusal(async () => {
      if (operation === "embeddings") throw operationNotSupported(fixedId, operation);
      return spokenReply({ operation, body, ask: readAsk(operation, body), promptTokens: 3, answers: [words()] });
    }),
};
