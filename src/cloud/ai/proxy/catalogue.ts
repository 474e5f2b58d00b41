/** The available models: those of all upstreams, each with its price and servers. */
import type { AiModel } from "../../../../resources/ai/model-calls.ts";
import type { Ai, ModelCard, Upstream } from "../../engines/ai/ai.ts";
import type { Db } from "../../engines/database/database.ts";
import { freePrices, landPerToken, modelPrices, priceSuffixes, type ModelPrices } from "./prices.ts";

export interface Model {
  readonly card: ModelCard;
  readonly prices: ModelPrices;
  /** In the order of attempts. */
  readonly servers: readonly Upstream[];
}

/**
 * Returns the models by ID, in the order of the upstreams. A model without a price is offered only if its upstream is
 * free.
 */
export const readCatalogue = async (ai: Pick<Ai, "upstreams">, db: Db): Promise<ReadonlyMap<string, Model>> => {
  const [pricesOf, ...lists] = await Promise.all([modelPrices(db), ...ai.upstreams.map((one) => one.models())]);
  const models = new Map<string, Model>();
  ai.upstreams.forEach((upstream, index) => {
    for (const card of lists[index]!) {
      const prices = pricesOf(card.id) ?? (upstream.isFree ? freePrices : undefined);
      if (!prices) continue;
      const existing = models.get(card.id);
      models.set(
        card.id,
        existing ? { ...existing, servers: [...existing.servers, upstream] } : { card, prices, servers: [upstream] },
      );
    }
  });
  return models;
};

/** Returns whether an item of the price list belongs to a model of some server, priced or not. */
export const offersModel = async (ai: Pick<Ai, "upstreams">, item: string): Promise<boolean> => {
  const lists = await Promise.all(ai.upstreams.map((one) => one.models()));
  const suffixes = ["", ...Object.values(priceSuffixes)];
  return lists.flat().some(({ id }) => suffixes.some((suffix) => item === id + suffix));
};

/** Presents a model for GET /models; prices in LAND per token, "0" for free. */
export const presentModel = ({ card, prices, servers }: Model) => ({
  id: card.id,
  object: "model",
  created: 0,
  owned_by: servers[0]!.name,
  ...commonFieldsOf({ card, prices, servers }),
});

/** Presents a model for the dashboard. */
export const describeModel = (model: Model): AiModel => ({
  id: model.card.id,
  ...commonFieldsOf(model),
  local: localOf(model.card),
  operations: operationsOf(model.card),
  isOnline: model.servers.some((server) => !server.isDown?.()),
  contextTokens: model.card.contextTokens ?? null,
});

const operationsOf = ({ id, operations, outputModalities }: ModelCard): AiModel["operations"] => {
  if (operations) return [...operations];
  const embeds = outputModalities.includes("embeddings") || /embed/i.test(id);
  return embeds ? ["embeddings"] : ["chat/completions", "completions"];
};

const localOf = ({ local }: ModelCard): AiModel["local"] =>
  local
    ? {
        license: local.license ?? null,
        bytes: local.bytes,
        fetched: local.fetching?.bytes ?? local.bytes,
        problem: local.fetching?.problem ?? null,
      }
    : null;

const commonFieldsOf = ({ card, prices, servers }: Model) => ({
  name: card.name,
  description: card.description,
  provider: servers[0]!.name,
  inputModalities: [...card.inputModalities],
  outputModalities: [...card.outputModalities],
  priceInput: landPerToken(prices.input),
  priceOutput: landPerToken(prices.output),
  priceCacheRead: landPerToken(prices.cacheRead),
  priceCacheCreate: landPerToken(prices.cacheCreate),
});
