import type { ModelCard, Upstream } from "../ai.ts";
import { numberIn, questionIn } from "../question.ts";
import { refusedReply, spokenReply } from "../spoken.ts";
import { createModelThread } from "./thread.ts";

export const embeddedModel: ModelCard = {
  id: "freehold-docs-0.4m",
  name: "Freehold Docs 0.4M",
  description:
    "A very small model that comes with this program: 0.4 million parameters, trained on questions about this product and nothing else. It reads the last question only, knows no tools, and is often wrong. It is there so that a first call works without any other server.",
  inputModalities: ["text"],
  outputModalities: ["text"],
  contextTokens: 112,
  isEmbedded: true,
};

const tokensMax = 96;

/** The model that is committed beside the code. */
export const openEmbeddedModel = (): Upstream & { close(): Promise<void> } => {
  const thread = createModelThread();
  return {
    name: "This cloud",
    isFree: true,
    models: async () => [embeddedModel],
    ask: async (operation, body) => {
      if (operation === "embeddings") return refusedReply(404, "This model makes no embeddings.", "model_not_found");
      const text = questionIn(body);
      if (text === undefined)
        return refusedReply(400, "There is no message of a user in this request.", "invalid_messages");
      const limits = { tokensMax: numberIn(body, ["max_completion_tokens", "max_tokens"], tokensMax) || tokensMax };
      const temperature = body["temperature"] === undefined ? 0 : numberIn(body, ["temperature"], 2);
      const answer = await thread.ask({ text, temperature, ...limits });
      if (!answer)
        return refusedReply(503, "Too many ask the embedded model right now. Please try again.", "overloaded");
      return spokenReply({ operation, body, promptTokens: answer.read, said: answer.said });
    },
    close: thread.close,
  };
};
