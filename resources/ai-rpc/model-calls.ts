/** The models that this cloud has; loaded by their pages only. */
import * as z from "zod/mini";
import { defineCall } from "../define.ts";

/** LAND for a token, in decimals; "0" costs nothing. */
const perToken = z.string().check(z.regex(/^\d+(\.\d+)?$/));

const model = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  /** Who serves it; of several the one that is asked first. */
  provider: z.string(),
  /** It came with the program, and is as small as that. */
  isEmbedded: z.boolean(),
  inputModalities: z.array(z.string()),
  outputModalities: z.array(z.string()),
  /** Tokens that it sees at once; null where its server does not say. */
  contextTokens: z.nullable(z.int()),
  priceInput: perToken,
  priceOutput: perToken,
  priceCacheRead: perToken,
  priceCacheCreate: perToken,
});
export type AiModel = z.output<typeof model>;

export const listAiModels = defineCall("GET $rpc/rpc/ai/manager/models", {
  summary: "Lists the models in the order of their servers, with current prices.",
  can: ["list", "ai-keys"],
  reply: z.array(model),
});

export const aiModelCalls = [listAiModels];
