/** Calls about the models of this server, loaded only by their pages. */
import * as z from "zod/mini";
import { defineCall } from "../declare/define.ts";

/** LAND per token, decimal; "0" is free. */
const perToken = z.string().check(z.regex(/^\d+(\.\d+)?$/));

const model = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  /** The server that provides it; with several servers, the first choice. */
  provider: z.string(),
  /** Of a model on this server's machine; null for others. */
  local: z.nullable(
    z.object({
      /** SPDX identifier; null if unknown. */
      license: z.nullable(z.string()),
      /** Size of its file. */
      bytes: z.int(),
      /** Bytes of the file that are here. The model answers once all are. */
      fetched: z.int(),
      /** Why the rest isn't fetched, in a sentence. */
      problem: z.nullable(z.string()),
    }),
  ),
  /** What it is for: servers don't tell, so their models with "embed" in the ID embed texts, and others write them. */
  operations: z.array(z.enum(["chat/completions", "completions", "embeddings"])),
  /** Its file is here, or one of its servers lists its models. */
  isOnline: z.boolean(),
  inputModalities: z.array(z.string()),
  outputModalities: z.array(z.string()),
  /** Context size in tokens; null if unknown. */
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
