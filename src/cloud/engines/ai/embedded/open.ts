import type { ModelCard, Upstream } from "../ai.ts";
import { contextExceeded, operationNotSupported, readAsk, RefusedAsk, type Message } from "../read-ask.ts";
import { orRefusal, spokenReply } from "../spoken.ts";
import { loadTokenizer } from "./load.ts";
import { promptOf, questionTokensMax } from "./speak.ts";
import { createModelThread } from "./thread.ts";
import type { Tokenizer } from "./tokenizer.ts";

const contextTokens = 112;

export const embeddedModel: ModelCard = {
  id: "freehold-docs-0.4m",
  name: "Freehold Docs 0.4M",
  description:
    "A very small model included with Freehold: 0.4 million parameters, trained only on questions about this product. It reads only the last message, supports no tools and is often wrong. It is included so that a first call works without another server.",
  inputModalities: ["text"],
  outputModalities: ["text"],
  contextTokens,
  operations: ["chat/completions", "completions"],
  isEmbedded: true,
};

const answerTokensMax = 96;
const questionMax = questionTokensMax(contextTokens);
/** Upper bound for the bytes of a token. Longer questions are refused without tokenizing them. */
const tokenBytesMax = 64;

/** Opens the model committed with the code. */
export const openEmbeddedModel = (): Upstream & { close(): Promise<void> } => {
  const thread = createModelThread();
  let tokenizer: Tokenizer | undefined;

  const tokensOf = (text: string, param: string): number => {
    const bytes = Buffer.byteLength(text);
    if (bytes > questionMax * tokenBytesMax)
      throw contextExceeded(param, questionMax, Math.ceil(bytes / tokenBytesMax));
    const prompt = promptOf((tokenizer ??= loadTokenizer()), text);
    if (prompt.length - 2 > questionMax) throw contextExceeded(param, questionMax, prompt.length - 2);
    return prompt.length;
  };

  return {
    name: "This server",
    isFree: true,
    models: async () => [embeddedModel],
    ask: (operation, body) =>
      orRefusal(async () => {
        if (operation === "embeddings") throw operationNotSupported(embeddedModel.id, operation);
        const ask = readAsk("embedded", operation, body);
        const isChat = operation === "chat/completions";
        const questions = isChat ? [lastQuestion(ask.messages)] : ask.prompts;
        const counts = questions.map((text) => tokensOf(text, isChat ? "messages" : "prompt"));
        if (thread.isBusy())
          throw new RefusedAsk("upstream_busy", "The embedded model is busy. Try again in a few seconds.", {
            status: 503,
          });
        const { temperature, topP, seed } = ask;
        const tokensMax = Math.min(ask.tokensMax ?? answerTokensMax, answerTokensMax);
        const answers = questions.flatMap((text) =>
          Array.from({ length: ask.answers }, (_, index) =>
            thread.speak({ text, temperature, topP, seed: seed === undefined ? undefined : seed + index, tokensMax }),
          ),
        );
        const promptTokens = counts.reduce((sum, count) => sum + count, 0);
        return spokenReply({ operation, body, ask, promptTokens, answers });
      }),
    close: thread.close,
  };
};

/** Returns the last user message, the only one that the model reads. */
const lastQuestion = (messages: readonly Message[]): string => {
  const last = messages.findLast(({ role }) => role === "user");
  if (!last)
    throw new RefusedAsk("invalid_value", "Invalid value for 'messages': this model requires a user message.", {
      param: "messages",
    });
  return last.content;
};
