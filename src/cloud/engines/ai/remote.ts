import type { Logger } from "pino";
import * as z from "zod";
import { callEngine } from "../../kernel/observe/process-metrics.ts";
import { dialConfigured } from "../network/dial.ts";
import { createStreamingFetch, fetchConfigured } from "../network/fetch.ts";
import type { ModelCard, Upstream } from "./ai.ts";
import type { UpstreamSettings } from "./upstreams.ts";

const listKeptMs = 60_000;
const listTimeoutMs = 5000;
const modalities = z.array(z.string().max(40)).max(20);
const context = z.int().positive().nullish();
const listed = z.object({
  data: z.array(
    z.object({
      id: z.string().min(1).max(120),
      name: z.string().optional(),
      description: z.string().optional(),
      architecture: z
        .object({ input_modalities: modalities.optional(), output_modalities: modalities.optional() })
        .optional(),
      // The context length, as named by routers, vLLM and llama.cpp.
      context_length: context,
      max_model_len: context,
      meta: z.object({ n_ctx: context, n_ctx_train: context }).nullish(),
    }),
  ),
});

const ask = createStreamingFetch(dialConfigured);

/** Connects to an external server with OpenAI's API, such as Ollama, vLLM or llama.cpp. Private addresses are allowed. */
export const openRemoteModels = (settings: UpstreamSettings, log: Logger): Upstream => {
  const { name, url, key, models: wanted, free } = settings;
  const base = url.replace(/\/+$/, "");
  const headers = { ...(key !== undefined && { authorization: `Bearer ${key}` }) };
  let known: { readonly at: number; readonly cards: readonly ModelCard[]; readonly isDown?: true } | undefined;
  let asking: Promise<readonly ModelCard[]> | undefined;

  const list = async (): Promise<readonly ModelCard[]> => {
    try {
      const reply = await fetchConfigured(`${base}/models`, { headers, signal: AbortSignal.timeout(listTimeoutMs) });
      const { data } = listed.parse(await reply.json());
      const offered = data.filter(({ id }) => wanted === undefined || wanted.includes(id));
      known = { at: performance.now(), cards: offered.map(cardOf) };
    } catch (error) {
      log.warn({ err: error, upstream: name }, "Couldn't list a model server's models");
      // Keep offering the last known models: another upstream may have the same ones, and this server may recover.
      const cards = known?.cards ?? (wanted ?? []).map((id) => cardOf({ id }));
      known = { at: performance.now(), cards, isDown: true };
    } finally {
      asking = undefined;
    }
    return known.cards;
  };

  return {
    name,
    isFree: free,
    models: async () => {
      if (known && performance.now() - known.at < listKeptMs) return known.cards;
      asking ??= list();
      return asking;
    },
    isDown: () => known?.isDown ?? false,
    ask: (operation, body, signal) =>
      callEngine({ engine: "ai", upstream: name, operation }, (keepOpen) =>
        ask(`${base}/${operation}`, {
          method: "POST",
          headers: { ...headers, "content-type": "application/json" },
          body: JSON.stringify(body),
          signal,
          onEnd: keepOpen(),
        }),
      ),
  };
};

type Listed = z.output<typeof listed>["data"][number];

const cardOf = (model: Listed): ModelCard => ({
  id: model.id,
  name: (model.name ?? model.id).slice(0, 200),
  description: (model.description ?? "").slice(0, 2000),
  inputModalities: model.architecture?.input_modalities ?? ["text"],
  outputModalities: model.architecture?.output_modalities ?? ["text"],
  ...contextOf(model),
});

const contextOf = ({ context_length, max_model_len, meta }: Listed): Pick<ModelCard, "contextTokens"> => {
  const tokens = context_length ?? max_model_len ?? meta?.n_ctx ?? meta?.n_ctx_train;
  return tokens ? { contextTokens: tokens } : {};
};
